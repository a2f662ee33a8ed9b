/** Sweeps with a store: six of them, a thread each, some three seconds of processor time. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sweep as inLibrary } from '../../src/index.ts';
import { emptyFolder, type Ended, fedsa, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
writeTwoAgents(folder);

const LENGTH = [
  '--rounds',
  '6',
  '--policy',
  'first:1',
  '--updates',
  '--algorithm',
  'local-sa',
  '--no-report',
];
const sweepInto = (out: string, ...more: string[]): Promise<Ended> =>
  fedsa(
    folder,
    ...['sweep', 'problem.json', '--grid', 'step-size=0.1,0.2', '--threads', '1', '--out', out],
    ...LENGTH,
    ...more,
  );

test('a sweep takes what runs and other sweeps have put there, and a point that has updates takes further seeds', async () => {
  await sweepInto('alone', '--seeds', '3', '--quiet');
  const run = ['run', 'problem.json', '--step-size', '0.1', '--placement', 'inline', '--out', 'beside'];
  await fedsa(folder, ...run, ...LENGTH, '--seeds', '2..3', '--store', 'swept');
  await sweepInto('grown', '--seeds', '1', '--store', 'swept', '--quiet');
  const { stdout } = await sweepInto('grown', '--seeds', '3', '--store', 'swept');
  expect(stdout).toMatch(/^2 points: 1 run computed, 1 reused\n/);
  expect(await sweepInto('fresh', '--seeds', '3', '--store', 'swept')).toMatchObject({
    stdout: expect.stringMatching(/^2 points: 0 runs computed, 2 reused\n/) as string,
  });
  for (const out of ['grown', 'fresh']) {
    expect(text(folder, out, 'results.csv')).toBe(text(folder, 'alone', 'results.csv'));
    for (const key of readdirSync(join(folder, 'alone', 'runs')))
      for (const file of ['rounds.csv', 'iterates.csv', 'updates.csv'])
        expect(text(folder, out, 'runs', key, file)).toBe(text(folder, 'alone', 'runs', key, file));
  }
  // Files that the store shares are not written in, whatever grows in the sweep's own folder.
  await sweepInto('fresh', '--seeds', '5', '--quiet');
  expect(await sweepInto('later', '--seeds', '3', '--store', 'swept')).toMatchObject({
    status: 0,
  });
  const wider = await sweepInto('wider', '--seeds', '4', '--store', 'swept');
  expect(wider.stdout).toMatch(
    /^2 points: 2 runs computed, 0 reused \(6 replications of those computed came from the store\)\n/,
  );
});

test('a long point of many seeds is computed by shares in all threads, to the bytes of one thread, and goes on from those that are done', async () => {
  const problem = join(folder, 'problem.json');
  const settings = {
    algorithms: ['local-sa'],
    stepSize: 0.1,
    rounds: 20,
    localSteps: 20_000,
    seeds: 40,
  } as const;
  const swept = { grid: { sampling: 'markov' } };
  await inLibrary(problem, swept, { ...settings, threads: 1 }, { out: join(folder, 'one'), report: false });
  const [key] = readdirSync(join(folder, 'one', 'runs')) as [string];
  const parts = join(folder, 'two', 'runs', '.parts', key);
  const seen = new Set<string>();
  const stop = new AbortController();
  const watch = setInterval(() => {
    if (!existsSync(parts)) return;
    for (const name of readdirSync(parts)) if (!name.startsWith('.')) seen.add(name);
    if (seen.size > 0) stop.abort();
  }, 1);
  const out = { out: join(folder, 'two'), report: false };
  const first = await inLibrary(problem, swept, { ...settings, threads: 2 }, { ...out, signal: stop.signal });
  clearInterval(watch);
  expect(first.state).toBe('interrupted');
  expect([...seen][0]).toMatch(/^seeds-\d+\.\.\d+$/);
  const second = await inLibrary(problem, swept, { ...settings, threads: 2 }, out);
  expect(second).toMatchObject({ state: 'completed', computed: 1, found: 0 });
  for (const file of ['rounds.csv', 'iterates.csv'])
    expect(text(folder, 'two', 'runs', key, file)).toBe(text(folder, 'one', 'runs', key, file));
  expect(text(folder, 'two', 'results.csv')).toBe(text(folder, 'one', 'results.csv'));
  expect(readdirSync(join(folder, 'two', 'runs'))).toEqual([key]);
});
