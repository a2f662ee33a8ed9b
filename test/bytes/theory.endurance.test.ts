/**
 * Theory says of every case what the table has: kinds of curves and refusals to the letter, numbers to 1e-9.
 * `npm run bytes -- --theory` compares the same; with `--write` it writes a change that is meant.
 */
import { expect, test } from 'vitest';
import { inProcesses } from './processes.ts';
import { theoryCases } from './theoryCases.ts';
import { theoryDifferences, type TheoryPrint } from './theoryPrint.ts';
import { readTheory } from './theoryTable.ts';

const table = readTheory();
const keys = theoryCases().map(({ key }) => key);

test('the table has the cases that there are', () => {
  expect([...table.keys()]).toEqual(keys);
});

test('theory says of every case what the table has', { timeout: 1_800_000 }, async () => {
  const questions = keys.map((key) => ({ key }));
  const found = await inProcesses<TheoryPrint>('theoryWorker.ts', questions, 2);
  const differences = keys.flatMap((key) =>
    theoryDifferences(table.get(key), found.get(key)).map((line) => `${key}: ${line}`),
  );
  expect(differences).toEqual([]);
});
