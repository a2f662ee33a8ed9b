/**
 * Every byte of a sample of cases is the one in the table, and the table has all cases. `npm run bytes` compares
 * all of them, which takes minutes. A change of bytes that is meant is written by `npm run bytes -- --write`.
 */
import { beforeAll, expect, test } from 'vitest';
import { allCases, type Case } from './cases.ts';
import { runCase } from './runCase.ts';
import { difference, readTable } from './table.ts';

/** Of the cases every so many-th is run: some 10 seconds of processor time. */
const EVERY = 24;

const table = readTable();
let cases: readonly Case[];
beforeAll(async () => {
  cases = await allCases();
});

test('the table has the cases that there are', () => {
  expect([...table.keys()]).toEqual(cases.map(({ key }) => key));
});

test('a sample of cases gives the bytes in the table', async () => {
  const faults: string[] = [];
  for (const testCase of cases.filter((_, index) => index % EVERY === 0)) {
    const fault = difference(table.get(testCase.key)!, (await runCase(testCase)).print);
    if (fault !== undefined) faults.push(`${testCase.key}: ${fault}`);
  }
  expect(faults).toEqual([]);
});
