/**
 * Theory says of some cases what the table has: kinds of curves and refusals to the letter, exact numbers to 1e-12.
 * `npm run bytes -- --theory` compares all of them; with `--write` it writes a change that is meant.
 */
import { expect, test } from 'vitest';
import { inProcesses } from './processes.ts';
import { theoryCases } from './theoryCases.ts';
import { theoryDifferences, type TheoryPrint } from './theoryPrint.ts';
import { readTheory } from './theoryTable.ts';

const table = readTheory();
const keys = (await theoryCases()).map(({ key }) => key);

test('the table has the cases that there are', () => {
  expect([...table.keys()]).toEqual(keys);
});

/** Every so many-th case: a minute of processor time. */
const EVERY = 8;

test('theory says of every eighth case what the table has', { timeout: 1_800_000 }, async () => {
  const sample = keys.filter((_, index) => index % EVERY === 0);
  const questions = sample.map((key) => ({ key }));
  const found = await inProcesses<TheoryPrint>('theoryWorker.ts', questions, 2);
  const differences = sample.flatMap((key) =>
    theoryDifferences(table.get(key), found.get(key)).map((line) => `${key}: ${line}`),
  );
  expect(differences).toEqual([]);
});
