import { describe, expect, test } from 'vitest';
import { recordedRegression } from '../../../src/problems/recordedRegression/family.ts';
import type { RecordedRegressionSpecification, RecordedWindow } from '../../../src/problems/specification.ts';
import { ownUniforms } from '../../oracles/explicitProblem.ts';
import { meanAt, peeked, valuesOf } from '../../oracles/operatorCalls.ts';
import { averageOf, relativeDistance, type Row } from '../../oracles/plainMatrices.ts';
import { chiSquareBound, ONE_IN_1E8, pearson } from '../../oracles/tailBounds.ts';

const D = 3;
const ROWS = 10;
const LAMBDA = 0.7;
const uniform = ownUniforms(21);
const x = Array.from({ length: ROWS }, () => Array.from({ length: D }, () => 2 * uniform() - 1));
const y = Array.from({ length: ROWS }, () => 1 + uniform());

const specification = (
  windows: readonly RecordedWindow[],
  initial: 'first' | 'stationary' = 'first',
): RecordedRegressionSpecification => ({
  kind: 'recorded-regression',
  dimension: D,
  series: [
    { x: Float64Array.of(0, 0, 0), y: Float64Array.of(0) },
    { x: Float64Array.from(x.flat()), y: Float64Array.from(y) },
  ],
  windows,
  regularisation: LAMBDA,
  initial,
});
const window = (start: number, length: number): RecordedWindow => ({ series: 1, start, length });

/** (wᵀx − y)² + λ ½ Σ w²/(1 + w²) */
const loss = (w: Row, row: number): number =>
  (w.reduce((sum, wj, j) => sum + wj * x[row]![j]!, 0) - y[row]!) ** 2 +
  (LAMBDA / 2) * w.reduce((sum, wj) => sum + (wj * wj) / (1 + wj * wj), 0);

/** Central differences with h = 1e-5: error h²|f‴|/6 + 1e-16/h, below 1e-9 for values of order 1. */
const H = 1e-5;
const slope = (f: (w: Row) => number, w: Row, j: number): number =>
  (f(w.map((wk, k) => (k === j ? wk + H : wk))) - f(w.map((wk, k) => (k === j ? wk - H : wk)))) / (2 * H);

/** The row that an observation is: at w = 0, G = 2 y x tells them apart. */
function rowsSeen(
  initial: 'first' | 'stationary',
  recordedWindow: RecordedWindow,
  count: number,
  seed = 1,
  sampling: 'markov' | 'iid' = 'markov',
): number[] {
  const operator = recordedRegression
    .build(specification([recordedWindow], initial))
    .agent(0)
    .operator(sampling, seed);
  return valuesOf(operator, [0, 0, 0], count).map((value) =>
    x.findIndex(
      (xr, row) =>
        relativeDistance(
          value,
          xr.map((xj) => 2 * y[row]! * xj),
        ) < 1e-14,
    ),
  );
}

describe('the operator', () => {
  const points = [
    [0.5, -1, 2],
    [0, 0, 0],
    [-3, 0.2, 0.9],
  ];

  test('is minus the gradient of the loss at each of 10 rows, against finite differences to 1e-8', () => {
    const agent = recordedRegression.build(specification([window(0, ROWS)])).agent(0);
    for (const w of points) {
      valuesOf(agent.operator('markov', 1), w, ROWS).forEach((value, row) => {
        const gradient = w.map((_, j) => -slope((v) => loss(v, row), w, j));
        expect(relativeDistance(value, gradient)).toBeLessThan(1e-8);
      });
    }
  });

  test('has as its mean the average over the window’s 6 rows 7, 8, 9, 0, 1, 2, each once', () => {
    const agent = recordedRegression.build(specification([window(7, 6)])).agent(0);
    for (const w of points) {
      const gradients = [7, 8, 9, 0, 1, 2].map((row) => w.map((_, j) => -slope((v) => loss(v, row), w, j)));
      expect(relativeDistance(meanAt(agent.mean!, w), averageOf(gradients))).toBeLessThan(1e-8);
      expect(
        relativeDistance(meanAt(agent.mean!, w), averageOf(valuesOf(agent.operator('markov', 1), w, 6))),
      ).toBeLessThan(1e-14);
    }
  });

  test('has a mean whose Jacobian is that of finite differences to 1e-8', () => {
    const { mean } = recordedRegression.build(specification([window(2, 7)])).agent(0);
    if (mean?.kind !== 'nonlinear') throw new Error('the regulariser is not quadratic');
    for (const w of points) {
      const jacobian = new Float64Array(D * D).fill(NaN);
      mean.jacobian!(Float64Array.from(w), jacobian);
      const expected = w.flatMap((_, i) => w.map((__, j) => slope((v) => meanAt(mean, v)[i]!, w, j)));
      expect(relativeDistance(jacobian, expected)).toBeLessThan(1e-8);
    }
  });
});

describe('the stream of a window', () => {
  test('of 4 rows from row 2 goes 2, 3, 4, 5 and begins again', () => {
    expect(rowsSeen('first', window(2, 4), 10)).toEqual([2, 3, 4, 5, 2, 3, 4, 5, 2, 3]);
  });

  test('of 5 rows from row 8 of 10 runs over the end of the series: 8, 9, 0, 1, 2 and again', () => {
    expect(rowsSeen('first', window(8, 5), 11)).toEqual([8, 9, 0, 1, 2, 8, 9, 0, 1, 2, 8]);
  });

  test('of a single row is that row for ever', () => {
    expect(rowsSeen('stationary', window(9, 1), 4)).toEqual([9, 9, 9, 9]);
  });

  test('that is to start anywhere starts at each of its 5 rows equally often, over 5,000 seeds, and goes on in order', () => {
    const order = [8, 9, 0, 1, 2];
    const counts = order.map(() => 0);
    for (let seed = 0; seed < 5000; seed++) {
      const [first, second] = rowsSeen('stationary', window(8, 5), 2, seed);
      counts[order.indexOf(first!)]!++;
      expect(second).toBe(order[(order.indexOf(first!) + 1) % 5]);
    }
    expect(
      pearson(
        counts,
        order.map(() => 0.2),
      ),
    ).toBeLessThan(chiSquareBound(4, ONE_IN_1E8));
  });

  test('drawn independently takes pairs of its 4 rows uniformly: χ² over 20,000 pairs', () => {
    const seen = rowsSeen('first', window(3, 4), 40_000, 2, 'iid');
    const counts = new Array<number>(16).fill(0);
    for (let k = 0; k < seen.length; k += 2) counts[4 * (seen[k]! - 3) + seen[k + 1]! - 3]!++;
    expect(
      pearson(
        counts,
        counts.map(() => 1 / 16),
      ),
    ).toBeLessThan(chiSquareBound(15, ONE_IN_1E8));
  });
});

test('each agent has its own window and series', () => {
  const problem = recordedRegression.build(specification([window(0, 3), { series: 0, start: 0, length: 1 }]));
  expect([problem.agents, problem.dimension]).toEqual([2, D]);
  // the other series holds one row of zeros: only the regulariser is left, r'(1) = 1/4
  expect(peeked(problem.agent(1).operator('markov', 1), [1, 0, 0])[0]).toBe(-LAMBDA / 4);
});
