/** A scenario file of the user's own, in an empty folder outside the project: no package, no settings. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Manifest } from '../../src/recording/manifest.ts';
import { emptyFolder, fedsa, rows, text } from './builtProgram.ts';
import { writeUserScenario } from './userScenario.ts';
import { byPart, inLong, inSuite, oneIn } from '../tooling/parts.ts';
import { scientific } from '../../src/values/numbers.ts';

const PLACES = [
  { place: 'in threads of their own', options: ['--placement', 'own-thread'] },
  { place: 'packed on two threads', options: ['--placement', 'packed', '--threads', '2'] },
  { place: 'inline', options: ['--placement', 'inline'] },
] as const;

describe('an operator and a stream of the user in one TypeScript file', () => {
  const folder = emptyFolder();
  const run = async (out: string, ...options: readonly string[]): Promise<string> => {
    const ended = await fedsa(folder, 'run', 'mine.ts', '--quiet', '--no-report', '--out', out, ...options);
    expect(ended).toEqual({ status: 0, stdout: '', stderr: '' });
    return text(folder, out, 'rounds.csv') + text(folder, out, 'iterates.csv');
  };
  beforeAll(() => {
    writeUserScenario(folder);
  });

  test.each(oneIn(2, PLACES.slice(0, 2)))(
    'run to the same bytes inline and $place',
    async ({ place, options }) => {
      const inline = await run('inline', '--placement', 'inline');
      expect(await run(place, ...options)).toBe(inline);
      expect(rows(folder, 'inline', 'rounds.csv')).toHaveLength(3 * 401);
    },
  );

  inSuite.test('run with forty seeds side by side as they do one after another', async () => {
    const common = ['--seeds', '40', '--rounds', '20', '--algorithm', 'local-sa,fedhsa'];
    expect(await run('many', ...common)).toBe(await run('many-inline', ...common, '--placement', 'inline'));
  });

  inSuite.test(
    'come near θ* = 1.5, the average of the four levels 0, 1, 2, 3, and exactly there without noise',
    async () => {
      await run('exact', '--sampling', 'exact', '--placement', 'inline');
      // (1 − 0.05)^2000 < 1e-44: the start is forgotten
      const last = rows(folder, 'exact', 'iterates.csv').filter(({ round }) => round === '400');
      expect(last).toHaveLength(3);
      for (const { theta_0 } of last) expect(Math.abs(Number(theta_0) - 1.5)).toBeLessThan(1e-12);
      await run('iid', '--sampling', 'iid', '--placement', 'inline');
      // variance per agent η/(2 − η) · 4/3 ≈ 0.034, a quarter of it on average: ten deviations are 0.92
      for (const { round, theta_0 } of rows(folder, 'iid', 'iterates.csv')) {
        if (Number(round) >= 100) expect(Math.abs(Number(theta_0) - 1.5)).toBeLessThan(0.92);
      }
    },
  );

  inSuite.test('without means have errors from an estimated root, with the error of that', async () => {
    const source = text(folder, 'mine.ts').replace(/^ *mean: .*\n/m, '');
    writeFileSync(join(folder, 'estimated.ts'), source);
    const words = ['--algorithm', 'local-sa', '--rounds', '200', '--placement', 'inline'];
    const { stdout } = await fedsa(folder, 'run', 'estimated.ts', ...words, '--out', 'estimated');
    const { problem } = JSON.parse(text(folder, 'estimated', 'manifest.json')) as Manifest;
    expect((problem.root![0]! - 1.5) ** 2).toBeLessThan(25 * problem.rootError!);
    const sentence = `θ* is estimated from long streams: ‖θ̂ − θ*‖² is about ${scientific(problem.rootError!, 2)}`;
    expect(text(folder, 'estimated', 'report.html')).toContain(sentence);
    expect(stdout).toContain(sentence);
    expect((await fedsa(folder, 'theory', 'estimated.ts')).stdout).toContain(sentence);
    expect((await fedsa(folder, 'replay', 'estimated')).status).toBe(0);
  });

  inSuite.test.each([
    ['have no root', '- theta[0]!', ''],
    ['end the thread that looks for it', 'call += 1;', 'if (++call === 1000) process.exit(0);'],
  ])('without means that %s have no error, and the run and its page say why', async (_, part, instead) => {
    const source = text(folder, 'mine.ts')
      .replace(/^ *mean: .*\n/m, '')
      .replace(part, instead);
    writeFileSync(join(folder, 'meanless.ts'), source);
    const words = ['--algorithm', 'local-sa', '--rounds', '3', '--placement', 'inline'];
    const out = part.replaceAll(/\W/g, '');
    const { status, stdout } = await fedsa(folder, 'run', 'meanless.ts', ...words, '--out', out);
    const reason = 'o error, as neither θ* nor Ḡ is known: the means of the agents give both';
    expect([status, stdout.split('\n')[0]]).toEqual([0, `Local SA  n${reason}; 1 completed`]);
    expect(text(folder, out, 'report.html')).toContain(`N${reason} (field <code>mean</code>`);
  });

  inSuite.test('are told by fedsa theory, with their root', async () => {
    const ended = await fedsa(folder, 'theory', 'mine.ts');
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(/root θ\*\s+\(1\.5\)/);
  });
});

// Agent 3 takes 5 local steps a round: its 1000th call is the last step of round 200.
const FAILURES = [
  {
    title: 'throws',
    trouble: "if (agent === 3 && call === 1000) throw new Error('the sensor\\nis wet');",
    cause: 'the sensor',
  },
  {
    title: 'throws what is no error',
    trouble: "if (agent === 3 && call === 1000) throw 'wet';",
    cause: 'wet',
  },
  {
    title: 'ends its thread',
    trouble: 'if (agent === 3 && call === 1000 && !isMainThread) process.exit(0);',
    cause: 'exit',
  },
] as const;

// what is no error is thrown in the suite alone
describe.each(FAILURES.filter(({ title }) => byPart(true, title !== 'throws what is no error')))(
  "a user's operator that $title at its 1000th call in agent 3",
  ({ title, trouble, cause }) => {
    const folder = emptyFolder();
    beforeAll(() => {
      writeUserScenario(folder, trouble);
    });

    // a thread that ends cannot be inline; what else is thrown differs in the cause alone
    const places = PLACES.filter(({ place }) =>
      title === 'ends its thread' ? place !== 'inline' : title === 'throws' || place === 'inline',
    );
    test.each(oneIn(2, places))(
      'fails the run, agents $place, in one line that names agent, round and cause, and leaves whole rows',
      async ({ place, options }) => {
        const ended = await fedsa(
          folder,
          ...['run', 'mine.ts', '--algorithm', 'local-sa', '--quiet', '--out', place, ...options],
        );
        expect(ended).toMatchObject({ status: 1, stdout: '' });
        expect(ended.stderr).toMatch(
          /^fedsa: agent \d failed in local steps of round 200 \(local-sa, seed 1\): [^\n]+\n$/,
        );
        // who shares a thread with the agent that ended it cannot be told from that agent
        if (title !== 'ends its thread' || place !== 'packed on two threads') {
          expect(ended.stderr).toContain('agent 3 ');
        }
        expect(ended.stderr).toContain(cause);
        expect(rows(folder, place, 'rounds.csv').map(({ round }) => Number(round))).toEqual(
          Array.from({ length: 200 }, (_, t) => t),
        );
        expect(rows(folder, place, 'iterates.csv')).toHaveLength(200);
        expect(JSON.parse(text(folder, place, 'manifest.json'))).toMatchObject({
          state: 'failed',
          failure: ended.stderr.replace('fedsa: ', '').trimEnd(),
        });
      },
    );

    if (title === 'throws what is no error') return;
    inLong.test('fails forty seeds side by side in one line', async () => {
      const ended = await fedsa(
        folder,
        ...['run', 'mine.ts', '--algorithm', 'local-sa', '--seeds', '40', '--quiet', '--out', 'many'],
      );
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toMatch(
        /^fedsa: agent \d failed in local steps of round 200 \(local-sa, seed \d+\): [^\n]+\n$/,
      );
      expect(rows(folder, 'many', 'rounds.csv').every(({ round }) => Number(round) < 200)).toBe(true);
      expect(JSON.parse(text(folder, 'many', 'manifest.json'))).toMatchObject({ state: 'failed' });
    });
  },
);

inSuite.describe('a step size far too large', () => {
  const folder = emptyFolder();
  const run = (...options: readonly string[]) =>
    fedsa(folder, 'run', 'mine.ts', '--step-size', '4', '--placement', 'inline', '--quiet', ...options);
  beforeAll(() => {
    writeUserScenario(folder);
  });

  test('fails the run in one line that names algorithm, seed, round and step size, and does so again when asked again', async () => {
    const first = await run('--algorithm', 'scafflsa', '--seeds', '7,9', '--out', 'out');
    expect(first).toMatchObject({ status: 1, stdout: '' });
    // the squared error grows by |1 − 4| to the power 10 a round: beyond 1e12 after 12/(10 log10 3) ≈ 2.5 rounds
    expect(first.stderr).toMatch(
      /^fedsa: scafflsa with seed 7 diverged in round 3 \(and 1 more replication\): η = 4 lets agents [^\n]*--allow-divergence accepts it\n$/,
    );
    expect(await run('--algorithm', 'scafflsa', '--seeds', '7,9', '--out', 'out')).toEqual(first);
  });

  test('is a result with --allow-divergence', async () => {
    expect(await run('--allow-divergence', '--out', 'allowed')).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    const manifest = JSON.parse(text(folder, 'allowed', 'manifest.json')) as {
      state: string;
      runs: { state: string }[];
    };
    expect(manifest.state).toBe('completed');
    expect(manifest.runs.map(({ state }) => state)).toEqual(['diverged', 'diverged', 'diverged']);
  });
});
