/** The loops written out for the regressions against the loop that all operators share, bit for bit. */
import { describe, expect, test } from 'vitest';
import type { Vector } from '../../../src/maths/vector.ts';
import type { LocalOperator, Problem, Sampling } from '../../../src/problems/operator.ts';
import { ObservedOperator } from '../../../src/problems/operators/observedOperator.ts';
import { recordedRegressionProblem } from '../../../src/problems/recordedRegression/family.ts';
import { twoStateRegressionProblem } from '../../../src/problems/twoStateRegression/family.ts';
import { ownUniforms } from '../../oracles/explicitProblem.ts';
import { peeked } from '../../oracles/operatorCalls.ts';

/** The shared loops over another operator's observations. */
class SharedLoops extends ObservedOperator {
  readonly #observed: LocalOperator;

  constructor(observed: LocalOperator) {
    super(observed.dimension);
    this.#observed = observed;
  }

  override peek(theta: Vector, out: Float64Array): void {
    this.#observed.peek(theta, out);
  }

  protected override move(): void {
    this.#observed.skip(1);
  }
}

/** d odd, so that a dot product has a last lane of its own. */
const twoStates = twoStateRegressionProblem({
  kind: 'two-state-regression',
  agents: 2,
  dimension: 7,
  flipProbability: 0.2,
  features: [-1, 1],
  optima: [
    [0, 1],
    [1, 2],
  ],
  labelNoise: [-0.3, 0.5],
  regularisation: 0.9,
  initial: 'stationary',
  seed: 3,
});

const uniform = ownUniforms(8);
const recorded = recordedRegressionProblem({
  kind: 'recorded-regression',
  dimension: 9,
  series: [
    {
      x: Float64Array.from({ length: 40 * 9 }, () => 2 * uniform() - 1),
      y: Float64Array.from({ length: 40 }, uniform),
    },
  ],
  windows: [
    { series: 0, start: 3, length: 11 },
    { series: 0, start: 30, length: 25 },
  ],
  regularisation: 0.9,
  initial: 'stationary',
});

const PROBLEMS: readonly [string, Problem][] = [
  ['two-state chains', twoStates],
  ['a recorded series', recorded],
];
const COUNTS = [1, 2, 0, 37, 60];

describe.each(PROBLEMS)('on %s', (_, problem) => {
  /** Agent 1, which has odd optima and a window that runs over the series' end. */
  const pair = (sampling: Sampling): [LocalOperator, LocalOperator] => {
    const agent = problem.agent(1);
    return [agent.operator(sampling, 5), new SharedLoops(agent.operator(sampling, 5))];
  };
  const d = problem.dimension;
  const start = (): Float64Array =>
    Float64Array.from({ length: d }, (_unused, j) => 1.3 * Math.sin(5 * j + 1));
  const correction = Float64Array.from({ length: d }, (_unused, j) => Math.cos(3 * j));

  test.each([
    ['markov', undefined],
    ['markov', correction],
    ['iid', undefined],
    ['iid', correction],
  ] as const)('100 %s local steps give the same bits, with correction %j', (sampling, c) => {
    const [own, shared] = pair(sampling);
    const [w, expected] = [start(), start()];
    for (const count of COUNTS) {
      own.advance(w, 0.05, c, count);
      shared.advance(expected, 0.05, c, count);
      expect(w).toEqual(expected);
    }
    expect(w).not.toEqual(start());
    expect(peeked(own, [...w])).toEqual(peeked(shared, [...w]));
  });

  test.each(['markov', 'iid'] as const)('sums over 100 %s observations have the same bits', (sampling) => {
    const [own, shared] = pair(sampling);
    const w = start();
    for (const count of COUNTS) {
      const [sum, expected] = [new Float64Array(d).fill(NaN), new Float64Array(d).fill(NaN)];
      own.accumulate(w, count, sum);
      shared.accumulate(w, count, expected);
      expect(sum).toEqual(expected);
    }
    expect(peeked(own, [...w])).toEqual(peeked(shared, [...w]));
  });
});
