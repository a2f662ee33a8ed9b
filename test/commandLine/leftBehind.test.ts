/** What killed programs have left is removed in folders that no run opens again. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thisProgram } from '../../src/recording/program.ts';
import { leftBehind } from '../recording/leftBehind.ts';
import { contents, emptyFolder, fedsa } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const LENGTH = [
  'problem.json',
  '--algorithm',
  'local-sa',
  '--rounds',
  '3',
  '--no-report',
  '--quiet',
  '--out',
  'out',
];
const RUN = ['run', ...LENGTH, '--step-size', '0.1', '--placement', 'inline'];

test('in a run of a sweep, by the report that adds its predictions', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  await fedsa(folder, 'sweep', ...LENGTH, '--grid', 'step-size=0.1', '--threads', '1');
  const runs = join(folder, 'out', 'runs');
  const run = join(runs, readdirSync(runs)[0]!);
  const names = contents(run);
  leftBehind(run);
  expect(await fedsa(folder, 'report', 'out')).toMatchObject({ status: 0 });
  expect(contents(run)).toEqual(names);
});

test('beside a store that is still to be made, by the run that tries the folder', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  leftBehind(folder);
  expect(await fedsa(folder, ...RUN, '--store', 'store')).toMatchObject({ status: 0 });
  expect(readdirSync(folder).sort()).toEqual(['out', 'problem.json', 'store']);
});

test('in a whole run: rows that it had before it grew, a lock, and what is half-written', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  await fedsa(folder, ...RUN);
  const run = join(folder, 'out');
  const names = contents(run);
  mkdirSync(join(run, 'earlier'));
  writeFileSync(join(run, 'earlier', 'rounds.csv'), 'algorithm,seed');
  expect(await fedsa(folder, ...RUN)).toMatchObject({ status: 0 });
  expect(contents(run)).toEqual(names);
  leftBehind(run);
  writeFileSync(join(run, 'run.lock'), JSON.stringify({ ...thisProgram(), pid: 2 ** 22 + 1 }));
  expect(await fedsa(folder, ...RUN)).toMatchObject({ status: 0 });
  expect(contents(run)).toEqual(names);
});
