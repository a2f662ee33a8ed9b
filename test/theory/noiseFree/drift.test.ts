/** The drift alone: fixed points against the mean round’s algebra, and against rounds written out by hand. */
import { expect, test } from 'vitest';
import type { ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { squaredNorm } from '../../../src/maths/vector.ts';
import type { MeanOperator } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import { withDrift } from '../../../src/theory/noiseFree/drift.ts';
import { predict } from '../../../src/theory/predictions.ts';
import { meanRound } from '../../../src/theory/mean/roundMap.ts';
import { linearOf, meansOnly, randomMeans } from '../linearFixture.ts';

function driftOf(
  means: readonly MeanOperator[],
  dimension: number,
  algorithm: ConfiguredAlgorithm,
  localSteps = 4,
): number | undefined {
  const problem = meansOnly(dimension, means);
  const configuration = {
    algorithms: [algorithm] as unknown as RunConfiguration['algorithms'],
    trigger: { kind: 'deterministic', localSteps },
    initial: new Array<number>(dimension).fill(0),
    sampling: 'exact',
    seeds: [1],
  } as const;
  const solution = solveProblem(problem);
  const [found] = withDrift(predict(problem, solution, configuration), problem, solution, configuration);
  return found!.drift;
}

const MEANS = randomMeans(3, 2, 0.4, 7);
const LINEAR = linearOf(2, MEANS);

test.each<ConfiguredAlgorithm>([
  { name: 'local-sa', stepSize: 0.05 },
  { name: 'local-sa', stepSize: 0.0005 },
  { name: 'local-sgd-m', stepSize: 0.05, serverStepSize: 0.4, momentum: 0.4 },
])('$name, $stepSize: the fixed point is the mean round’s, and the drift is ‖Ā(θ_∞ − θ*)‖²', (algorithm) => {
  const offset = meanRound(LINEAR, algorithm, { kind: 'deterministic', localSteps: 4 })!.limit();
  const { A } = LINEAR;
  const value = [0, 1].map((r) => A[2 * r]! * offset[0]! + A[2 * r + 1]! * offset[1]!);
  const exact = squaredNorm(Float64Array.from(value));
  expect(driftOf(MEANS, 2, algorithm)! / exact).toBeCloseTo(1, 6);
});

test.each<ConfiguredAlgorithm>([
  { name: 'minibatch-sgd', serverStepSize: 0.3 },
  { name: 'fedhsa', stepSize: 0.05, serverStepSize: 0.8 },
])('$name has no drift', (algorithm) => {
  expect(driftOf(MEANS, 2, algorithm)).toBe(0);
});

test('what an algorithm keeps between rounds leaves the first round’s fixed point: nothing is said', () => {
  expect(driftOf(MEANS, 2, { name: 'scaffold', stepSize: 0.05, serverStepSize: 1.2 })).toBeUndefined();
  expect(driftOf(MEANS, 2, { name: 'scafflsa', stepSize: 0.05 })).toBeUndefined();
});

test('an unstable round has a fixed point, and no run rests there', () => {
  expect(driftOf(MEANS, 2, { name: 'local-sa', stepSize: 5 })).toBeUndefined();
});

test('off linear operators: rounds written out come back to where they began', () => {
  // Ḡ_i(θ) = a_i − θ − θ³: two agents, H = 30, η = 0.1
  const means = [0.5, 3].map((a): MeanOperator => ({
    kind: 'nonlinear',
    evaluate: (theta, out) => {
      out[0] = a - theta[0]! - theta[0]! ** 3;
    },
  }));
  const round = (theta: number): number => {
    const ends = [0.5, 3].map((a) => {
      let x = theta;
      for (let h = 0; h < 30; h++) x += 0.1 * (a - x - x ** 3);
      return x;
    });
    return (ends[0]! + ends[1]!) / 2;
  };
  let rest = 0;
  for (let t = 0; t < 200; t++) rest = round(rest);
  const exact = (1.75 - rest - rest ** 3) ** 2;
  expect(exact).toBeGreaterThan(0.01);
  expect(driftOf(means, 1, { name: 'local-sa', stepSize: 0.1 }, 30)! / exact).toBeCloseTo(1, 6);
});
