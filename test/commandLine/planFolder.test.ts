/** `fedsa plan --out`, and the library's: the files, the same bytes each time, and what is refused; some seconds. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contents, emptyFolder, fedsa, library } from './builtProgram.ts';

const folder = emptyFolder();
const agent = (A: number[], b: number[]): object => ({
  ...{ transition: [[0.7, 0.3], [0.4, 0.6]], initial: 'stationary' }, // prettier-ignore
  ...{ A: A.map((a) => [[a]]), b: b.map((value) => [value]) },
});
writeFileSync(
  join(folder, 'two.json'),
  JSON.stringify({
    ...{ format: 'fedsa-problem/1', kind: 'linear', dimension: 1 },
    agents: [agent([0.7, 0.4], [1.1, -0.2]), agent([0.6, 0.9], [-0.7, 0.9])],
  }),
);
const QUESTION = ['plan', 'two.json', '--epsilon', '0.05', '--algorithm', 'local-sa', '--local-steps', '1,4'];
const FILES = [
  ...['figures', 'figures/cost-by-epsilon-tidy.csv', 'figures/cost-by-epsilon.csv'],
  ...['figures/cost-by-epsilon.svg', 'figures/cost-by-local-steps-tidy.csv'],
  ...['figures/cost-by-local-steps.csv', 'figures/cost-by-local-steps.svg'],
  ...['figures/surface-local-sa.csv', 'figures/surface-local-sa.svg', 'plan.json', 'report.html'],
];
const filesIn = (name: string): string[] =>
  (readdirSync(join(folder, name), { recursive: true }) as string[]).sort();

test('writes plan.json, which is what --json prints, a page and figures; the library writes the same bytes', async () => {
  const { status, stdout } = await fedsa(folder, ...QUESTION, '--out', 'deep/new');
  expect([status, stdout.endsWith(`\n\n${join('deep', 'new', 'report.html')}\n`)]).toEqual([0, true]);
  expect(filesIn('deep/new')).toEqual(FILES);
  const printed = await fedsa(folder, ...QUESTION, '--json');
  expect(readFileSync(join(folder, 'deep/new/plan.json'), 'utf8')).toBe(printed.stdout);
  mkdirSync(join(folder, 'empty'));
  const report = await library.plan(
    join(folder, 'two.json'),
    { epsilon: 0.05, over: { localSteps: [1, 4] } },
    { algorithms: ['local-sa'] },
    { out: join(folder, 'empty') },
  );
  expect(JSON.parse(printed.stdout)).toEqual(report);
  for (const name of FILES.slice(1))
    expect(readFileSync(join(folder, 'empty', name), 'utf8')).toBe(
      readFileSync(join(folder, 'deep/new', name), 'utf8'),
    );
});

test('a folder that is taken, a file and a name that is none are refused before anything is searched', async () => {
  mkdirSync(join(folder, 'taken'));
  writeFileSync(join(folder, 'taken', 'mine.txt'), 'mine');
  writeFileSync(join(folder, 'file'), 'mine');
  const before = contents(folder);
  for (const [name, line] of [
    ['taken', 'taken: already exists; name a new folder, or an empty one'],
    ['file', 'file: already exists; name a new folder, or an empty one'],
    ['', '--out: "" is no name; name a folder'],
  ] as const) {
    const { status, stdout, stderr } = await fedsa(folder, ...QUESTION, '--out', name);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(line);
    expect(stderr.trimEnd()).not.toContain('\n');
  }
  expect(contents(folder)).toEqual(before);
});

test('runs that verify a plan look at each round, whatever a scenario records', async () => {
  const verified = async (more: object): Promise<unknown> => {
    const { plans } = await library.plan(
      join(folder, 'two.json'),
      { epsilon: 0.05, over: { localSteps: 1, stepSize: 0.05 } },
      { algorithms: ['local-sa'], ...more },
      { verify: 4 },
    );
    return plans[0]!.verified;
  };
  expect(await verified({ record: { every: 50 } })).toEqual(await verified({}));
});

test('a signal leaves nothing', async () => {
  const reason = new Error('enough');
  const out = join(folder, 'ended');
  await expect(
    library.plan(
      join(folder, 'two.json'),
      { epsilon: 0.05, over: { localSteps: [1, 4] } },
      { algorithms: ['local-sa'] },
      { out, signal: AbortSignal.abort(reason) },
    ),
  ).rejects.toBe(reason);
  expect(existsSync(out)).toBe(false);
});
