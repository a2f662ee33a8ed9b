/** A run that is complete is not run, and nothing of it is written, a second time. */
import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contents, emptyFolder, fedsa, text } from '../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../commandLine/twoAgents.ts';

describe('a run that is complete', () => {
  const folder = emptyFolder();
  const command = ['run', 'problem.json', '--step-size', '0.1', '--rounds', '5', '--out', 'out'];
  const everything = (): string[] =>
    contents(folder).map((name) => (/\.[a-z]+$/.test(name) ? `${name}: ${text(folder, name)}` : name));
  let before: string[];

  beforeAll(async () => {
    writeTwoAgents(folder);
    expect((await fedsa(folder, ...command)).status).toBe(0);
    before = everything();
  });

  test('and is asked for again is left as it is, with its findings told once more', async () => {
    const again = await fedsa(folder, ...command);
    expect(again.status).toBe(0);
    expect(again.stdout).toContain('Local SA');
    expect(again.stdout).toContain('out/report.html');
    expect(everything()).toEqual(before);
  });

  test.each(['predictions.csv', 'root.csv', 'report.html', 'figures'])(
    'and has lost %s gets it from the same command, with the same bytes',
    async (lost) => {
      rmSync(join(folder, 'out', lost), { recursive: true });
      expect((await fedsa(folder, ...command)).status).toBe(0);
      expect(everything()).toEqual(before);
    },
  );

  test('and has lost one figure of its report, and half of its predictions, likewise', async () => {
    const [figure] = readdirSync(join(folder, 'out/figures'));
    rmSync(join(folder, 'out/figures', figure!));
    truncateSync(join(folder, 'out/predictions.csv'), 200);
    expect((await fedsa(folder, ...command)).status).toBe(0);
    expect(everything()).toEqual(before);
  });

  test.each([
    {
      change: 'another step size',
      options: ['--step-size', '0.2'],
      message: 'stepSize is 0.1 there and 0.2 here',
    },
    { change: 'other seeds', options: ['--seeds', '2,3'], message: 'seeds' },
    { change: 'another algorithm', options: ['--algorithm', 'fedavg'], message: 'algorithms' },
    { change: 'another start', options: ['--initial=0,1'], message: 'initial' },
  ])('is not touched by a command with $change, which says so in one line', async ({ options, message }) => {
    const other = await fedsa(folder, ...command, ...options);
    expect(other).toMatchObject({ status: 2, stdout: '' });
    expect(other.stderr).toMatch(/^fedsa: out: holds another run: [^\n]+\n$/);
    expect(other.stderr).toContain(message);
    expect(everything()).toEqual(before);
  });
});

describe('a complete timed run', () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  const command = ['run', 'problem.json', '--step-size', '0.1', '--rounds', '5', '--quiet', '--out', 'out'];
  const timed = [...command, '--compute', '0.001', '--updates', '--trace', '--seeds', '2'];
  /** All but the times of day in the manifest, and the report that shows them. */
  const everything = (): string[] =>
    contents(folder)
      .filter((name) => /\.(csv|json|svg)$/.test(name) && !name.endsWith('manifest.json'))
      .map((name) => `${name}: ${text(folder, name)}`);

  test.each(['agents.csv', 'staleness.csv', 'updates.csv', 'iterates.csv', 'trace.json'])(
    'that has lost %s gets it from the same command, with the same bytes',
    async (lost) => {
      expect((await fedsa(folder, ...timed)).status).toBe(0);
      const before = everything();
      rmSync(join(folder, 'out', lost));
      expect((await fedsa(folder, ...timed)).status).toBe(0);
      expect(everything()).toEqual(before);
    },
  );

  test('on the wall clock is not run anew: a line says what it has lost', async () => {
    const wall = [...command.slice(0, -1), 'wall', '--clock', 'wall', '--compute', '0.001', '--trace'];
    expect((await fedsa(folder, ...wall)).status).toBe(0);
    const rounds = text(folder, 'wall/rounds.csv');
    for (const lost of ['agents.csv', 'trace.json']) rmSync(join(folder, 'wall', lost));
    const again = await fedsa(folder, ...wall);
    expect(again.status).toBe(2);
    expect(again.stderr).toMatch(/^fedsa: wall: has lost agents\.csv, trace\.json, [^\n]+\n$/);
    expect(text(folder, 'wall/rounds.csv')).toBe(rounds);
  });
});

test('a run of a scenario file is another run once a file that it imports has changed', async () => {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 's.ts'),
    `import { scenario, type UserAgentFactory } from 'fedsa';
import { noise } from './noise.ts';
export const agent: UserAgentFactory = () => ({
  stream: { initial: () => 1, next: (x: number) => -x },
  operator: (theta, x: number, out) => { out[0] = noise * x - theta[0]!; },
});
const problem = { kind: 'module', module: import.meta.url, export: 'agent', agents: 2, dimension: 1 } as const;
export default scenario({ name: 's', title: 't', question: 'q', problem, stepSize: 0.1, rounds: 2 });
`,
  );
  const command = ['run', 's.ts', '--placement', 'inline', '--no-report', '--quiet', '--out', 'out'];
  writeFileSync(join(folder, 'noise.ts'), 'export const noise: number = 1;\n');
  for (const status of [0, 0]) expect((await fedsa(folder, ...command)).status).toBe(status);
  const before = text(folder, 'out', 'rounds.csv');
  writeFileSync(join(folder, 'noise.ts'), 'export const noise: number = 2;\n');
  const changed = await fedsa(folder, ...command);
  expect(changed.status).toBe(2);
  expect(changed.stderr).toMatch(/^fedsa: out: holds another run: scenario\.sha256 is [^\n]+\n$/);
  expect(text(folder, 'out', 'rounds.csv')).toBe(before);
});

test('a run of which rows were lost or added is mended by the same command', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  const command = [
    'run',
    'problem.json',
    '--step-size',
    '0.1',
    '--rounds',
    '5',
    '--no-report',
    '--quiet',
    '--out',
    'out',
  ];
  expect((await fedsa(folder, ...command)).status).toBe(0);
  const whole = text(folder, 'out', 'rounds.csv');
  for (const damaged of [whole.slice(0, -30), `${whole}local-sa,1,`, '']) {
    writeFileSync(join(folder, 'out', 'rounds.csv'), damaged);
    expect((await fedsa(folder, ...command)).status).toBe(0);
    expect(text(folder, 'out', 'rounds.csv')).toBe(whole);
  }
});
