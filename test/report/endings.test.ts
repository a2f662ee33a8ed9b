/** Whether a run has converged: by its bias and the limit of that, where both are of the same law. */
import { expect, test } from 'vitest';
import type { AlgorithmData } from '../../src/report/curve.ts';
import { type Basis, partsOf } from '../../src/report/expectedFloor.ts';
import { endingOf } from '../../src/report/seedNumbers.ts';
import type { AlgorithmSummary } from '../../src/report/summary.ts';
import type { Prediction } from '../../src/theory/predictions.ts';

const ROUNDS = 100;
const round = Float64Array.from({ length: ROUNDS + 1 }, (_, t) => t);

/** Of an error that falls from 10 to a level within twenty rounds. */
const data = {
  algorithm: 'local-sa',
  runs: [{ state: 'completed' }],
  series: [{ columns: { round, error: round.map((t) => 0.1 + 10 * Math.exp(-t / 2)) } }],
} as unknown as AlgorithmData;

const ending = (
  basis: Basis,
  value: number,
  limit: number | null,
  relativeError = 0,
  prediction?: Pick<Prediction, 'meanSquareFactor' | 'roundFactor'>,
) =>
  endingOf(data, 'error', {
    floor: { mean: 0.1, trend: 'level', rounds: { first: 71, last: ROUNDS } },
    ...{
      slope: undefined,
      prediction,
      limit,
      expected: { basis, ...partsOf({ value: 0.1, relativeError }, { value, relativeError }) },
    },
  } as unknown as AlgorithmSummary);

test.each<[Basis, number, number | null, string]>([
  ['observations', 0.09, 0.08, 'converged'],
  ['observations', 0.09, 0.001, 'falling'],
  ['observations', 0.001, 0.09, 'rising'],
  ['schedules', 0.09, 0.001, 'falling'],
  // The order of the answers, which event times fix, is no start that is left.
  ['event-times', 0.09, 0.001, 'converged'],
  ['event-times', 0.09, null, 'converged'],
])('bias² by %s, %d, with the limit %d: %s', (basis, biasSquare, limit, expected) => {
  expect(ending(basis, biasSquare, limit)).toBe(expected);
});

test('a bias² whose own estimate is above 10 % says nothing of the ending', () => {
  expect(ending('observations', 0.09, 0.001, 0.1)).toBe('falling');
  expect(ending('observations', 0.09, 0.001, 0.11)).toBe('converged');
});

test('an expectation that grows without bound has no floor, however level its seeds are', () => {
  const grown = (meanSquareFactor: number) =>
    ending('observations', 0.09, 0.08, 0, { meanSquareFactor, roundFactor: 0.5 });
  expect([0.9, 1.1].map(grown)).toEqual(['converged', 'brief']);
});
