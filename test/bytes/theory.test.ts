/** What the table of theory sees, and a cheap part of it. */
import { expect, test } from 'vitest';
import { theoryCases, theoryOfCase } from './theoryCases.ts';
import { theoryDifferences, type TheoryPrint } from './theoryPrint.ts';
import { readTheory } from './theoryTable.ts';

/** Cheap cases, one for each algorithm, some of the policies and some shipped scenarios. */
const CHEAP =
  /^plain (\S+ deterministic iid|(local-sa|scafflsa|richardson-romberg) bernoulli exact)$|^plain (local-sa|scaffold) (sampled|buffered)$|^shipped (beijing-air-quality|concurrency)/;

const curve = (meanSquare: readonly number[]): TheoryPrint => ({
  exact: [{ algorithm: 'local-sa', result: { kind: 'exact', meanSquare } }],
});
const REFUSED: TheoryPrint = {
  exact: [{ algorithm: 'local-sa', result: { kind: 'refused', reason: 'too many agents' } }],
};

test('a curve that vanishes, a reason that is another and a value off by 1e-4 are seen; one off by 1e-12 is none', () => {
  const before = curve([1, 0.5]);
  expect(theoryDifferences(before, before)).toEqual([]);
  expect(theoryDifferences(before, curve([1, 0.5 * (1 + 1e-12)]))).toEqual([]);
  expect(theoryDifferences(before, curve([1, 0.5 * (1 + 1e-4)]))).toEqual([
    'exact.0.result.meanSquare.1 was 0.5, is 0.50005',
  ]);
  expect(theoryDifferences(before, REFUSED)).toEqual([
    'exact.0.result.kind was "exact", is "refused"',
    'exact.0.result.meanSquare was [1,0.5], is absent',
    'exact.0.result.reason was absent, is "too many agents"',
  ]);
  expect(theoryDifferences(before, undefined)).toHaveLength(1);
});

test('theory says of cheap cases what the table has', async () => {
  const table = readTheory();
  const cases = (await theoryCases()).filter(({ key }) => CHEAP.test(key));
  expect(cases.length).toBeGreaterThan(16);
  const differences: string[] = [];
  for (const theoryCase of cases)
    for (const line of theoryDifferences(table.get(theoryCase.key), await theoryOfCase(theoryCase)))
      differences.push(`${theoryCase.key}: ${line}`);
  expect(differences).toEqual([]);
});
