/** One program at a time writes in a folder: its lock is held until the last file is there, and others are refused. */
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { LOCK_NAME, whileLocked } from '../../src/recording/directoryLock.ts';
import { contents, emptyFolder, type Ended, fedsa } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const SETTINGS = ['--algorithm', 'local-sa', '--step-size', '0.05', '--rounds', '5', '--placement', 'inline'];
const QUIET = [...SETTINGS, '--quiet', '--out'];
const PANELS = ['run', 'panels.ts', '--quiet', '--out'];

beforeAll(async () => {
  writeTwoAgents(folder);
  writeFileSync(
    join(folder, 'panels.ts'),
    `import { scenario } from 'fedsa';
export default scenario({
  name: 'panels', title: 'Panels', question: '', algorithms: ['local-sa'], rounds: 5, placement: 'inline', problem: { kind: 'problem-file', path: 'problem.json' },
  panels: { a: { title: 'a', stepSize: 0.05 }, b: { title: 'b', stepSize: 0.1 } },
});
`,
  );
  const ended = [
    await fedsa(folder, 'run', 'problem.json', ...QUIET, 'run', '--no-report'),
    await fedsa(folder, ...PANELS, 'panels'),
    await fedsa(folder, 'reproduce', 'fedhsa-no-heterogeneity-bias', '--quick', '--quiet', '--out', 'claims'),
  ];
  expect(ended.map(({ status }) => status)).toEqual([0, 0, 0]);
});

/** Whether the lock was there whenever some file was there and another was not yet. */
async function locksWhile(
  out: string,
  first: string,
  last: string,
  work: Promise<Ended>,
): Promise<boolean[]> {
  const seen: boolean[] = [];
  const file = (name: string): boolean => existsSync(join(folder, out, name));
  const under = 'under way';
  while ((await Promise.race([work, nextTurn(under)])) === under) {
    if (file(first) && !file(last)) seen.push(file(LOCK_NAME));
  }
  expect(await work).toMatchObject({ status: 0, stderr: '' });
  return seen;
}

/** Takes its exact curve from a run, and its report. */
function forgetCurve(out: string): void {
  const file = join(folder, out, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { predictions: object[] };
  const predictions = manifest.predictions.map((prediction) => ({
    ...prediction,
    exact: { reason: 'too expensive' },
  }));
  writeFileSync(file, JSON.stringify({ ...manifest, predictions }));
  for (const name of ['figures', 'report.html'])
    rmSync(join(folder, out, name), { recursive: true, force: true });
}

describe('the lock is held until the report is written', () => {
  test('by a run', async () => {
    const work = fedsa(folder, 'run', 'problem.json', ...QUIET, 'new');
    expect(new Set(await locksWhile('new', 'figures', 'report.html', work))).toEqual(new Set([true]));
    expect(contents(join(folder, 'new'))).not.toContain(LOCK_NAME);
  });

  test('by one that was complete, and lacks curve and report', async () => {
    forgetCurve('new');
    const work = fedsa(folder, 'run', 'problem.json', ...QUIET, 'new', '--exact');
    expect(new Set(await locksWhile('new', 'figures', 'report.html', work))).toEqual(new Set([true]));
  });

  test('by report --exact, while the curve is computed too', async () => {
    forgetCurve('new');
    const seen = await locksWhile('new', LOCK_NAME, 'report.html', fedsa(folder, 'report', 'new', '--exact'));
    // the thread alone takes longer than so many turns
    expect(seen.length).toBeGreaterThan(100);
    expect(contents(join(folder, 'new'))).not.toContain(LOCK_NAME);
  });

  test('by a scenario with panels, from its first panel to the joint report', async () => {
    const work = fedsa(folder, ...PANELS, 'joint');
    expect(new Set(await locksWhile('joint', 'panels.json', 'report.html', work))).toEqual(new Set([true]));
  });
});

test.each([
  ['run', ['run', 'problem.json', ...QUIET, 'run', '--exact']],
  ['run', ['run', 'problem.json', ...QUIET, 'run']],
  ['run', ['run', 'problem.json', ...QUIET, 'run', '--seeds', '2']],
  ['run', ['report', 'run']],
  ['run', ['report', 'run', '--exact']],
  ['panels', [...PANELS, 'panels']],
  ['panels', ['report', 'panels']],
  ['claims', ['reproduce', 'fedhsa-no-heterogeneity-bias', '--quick', '--out', 'claims']],
])('while another program writes in %s, %j is refused with one line', async (out, words) => {
  const before = contents(join(folder, out));
  const ended = await whileLocked(join(folder, out), async () => fedsa(folder, ...words));
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(
    new RegExp(`^fedsa: ${out}: process \\d+ on \\S+ is writing there; wait for it to end, or [^\\n]+\\n$`),
  );
  expect(contents(join(folder, out))).toEqual(before);
});

test('a report that is older than the run is made again: the program may have been killed in between', async () => {
  const report = join(folder, 'new', 'report.html');
  writeFileSync(report, 'of an earlier run');
  const now = new Date();
  utimesSync(report, now, new Date(now.getTime() - 86_400_000));
  expect(await fedsa(folder, 'run', 'problem.json', ...QUIET, 'new')).toMatchObject({ status: 0 });
  expect(readFileSync(report, 'utf8')).toMatch(/^<!doctype html>/i);
});
