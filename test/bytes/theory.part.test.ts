/** What the table of theory sees, and a cheap part of it. */
import { expect, test } from 'vitest';
import { inSuite, oneIn } from '../tooling/parts.ts';
import { theoryCases, theoryOfCase } from './theoryCases.ts';
import { missingWithoutReason, theoryDifferences, type TheoryPrint } from './theoryPrint.ts';
import { readTheory } from './theoryTable.ts';

/** Cheap cases, one for each algorithm, some of the policies, some drawn problems and some shipped scenarios: one second of six. */
const CHEAP =
  /^plain (\S+ deterministic iid|(local-sa|scafflsa|richardson-romberg) bernoulli exact)$|^plain (local-sa|scaffold) (sampled|buffered)$|^drawn (05|13|16|17|25|28|pairs-start)$|^shipped (beijing-air-quality|concurrency)/;

const curve = (
  meanSquare: readonly number[],
  worth: Readonly<Record<string, TheoryPrint>> = {},
): TheoryPrint => ({
  exact: [{ algorithm: 'local-sa', result: { kind: 'exact', meanSquare, ...worth } }],
});
const REFUSED: TheoryPrint = {
  exact: [{ algorithm: 'local-sa', result: { kind: 'refused', reason: 'too many agents' } }],
};

const at = (rounds: readonly number[]): TheoryPrint => ({ count: 9, at: rounds });

inSuite.test(
  'a curve that vanishes, a reason that is another and an exact value off by 1e-11 are seen; one off by 1e-13 is none',
  () => {
    const before = curve([1, 0.5]);
    expect(theoryDifferences(before, before)).toEqual([]);
    expect(theoryDifferences(before, curve([1, 0.5 * (1 + 1e-13)]))).toEqual([]);
    expect(theoryDifferences(before, curve([1, 0.5 * (1 + 1e-11)]))).toEqual([
      'exact.0.result.meanSquare.1 was 0.5, is 0.500000000005',
    ]);
    expect(theoryDifferences(before, REFUSED)).toEqual([
      'exact.0.result.kind was "exact", is "refused"',
      'exact.0.result.meanSquare was [1,0.5], is absent',
      'exact.0.result.reason was absent, is "too many agents"',
    ]);
    expect(theoryDifferences(before, undefined)).toHaveLength(1);
  },
);

inSuite.test(
  'an approximate value may change by 1e-5 or a tenth of its own estimate, an estimate by a tenth of itself',
  () => {
    const approximate = (last: number, estimate = 0.02): TheoryPrint => ({
      kind: 'approximate',
      meanSquare: at([1, 0.5, last]),
      relativeError: at([0, 0, estimate]),
    });
    const changed = (factor: number, estimate?: number): string[] =>
      theoryDifferences(approximate(0.25), approximate(0.25 * factor, estimate));
    expect(changed(1.0019)).toEqual([]);
    expect(changed(1.0021)).toEqual(['meanSquare.at.2 was 0.25, is 0.250525']);
    expect(changed(1, 0.0185)).toEqual([]);
    expect(changed(1, 0.017)).toEqual(['relativeError.at.2 was 0.02, is 0.017']);
    expect(changed(1, 0)).toEqual(['relativeError.at.2 was 0.02, is 0']);
    const step = (value: number, relativeError: number): TheoryPrint => ({ step: value, relativeError });
    expect(theoryDifferences(step(1, 0), step(1 + 1e-6, 0))).toEqual([]);
    expect(theoryDifferences(step(1, 0), step(1 + 1e-5, 0))).toHaveLength(1);
    expect(theoryDifferences(step(1, 0.01), step(1.0009, 0.01))).toEqual([]);
    expect(
      theoryDifferences(approximate(0.25), { ...(approximate(0.25) as object), kind: 'exact' }),
    ).toHaveLength(1);
  },
);

inSuite.test('a number that goes missing is seen, and every one that the table lacks has its reason', () => {
  const known = { algorithm: 'local-sa', limitError: 0.5, source: 'exact' };
  expect(theoryDifferences(known, { ...known, limitError: null })).toEqual(['limitError was 0.5, is null']);
  expect(missingWithoutReason({ predictions: [{ limitError: null, source: 'none: no root' }] })).toEqual([]);
  expect(missingWithoutReason({ predictions: [{ limitError: null, source: '' }] })).toEqual([
    'predictions.0.limitError',
  ]);
  const missing = [...readTheory()].flatMap(([key, print]) =>
    missingWithoutReason(print).map((path) => `${key}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('theory says of cheap cases what the table has', async () => {
  const table = readTheory();
  const cases = (await theoryCases()).filter(({ key }) => CHEAP.test(key));
  expect(cases.length).toBeGreaterThan(22);
  const differences: string[] = [];
  for (const theoryCase of oneIn(5, cases))
    for (const line of theoryDifferences(table.get(theoryCase.key), await theoryOfCase(theoryCase)))
      differences.push(`${theoryCase.key}: ${line}`);
  expect(differences).toEqual([]);
});
