import { describe, expect, test } from 'vitest';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { configurationOf, ALL_THREE, replicationsOf } from '../../oracles/events.ts';
import {
  meansOf,
  randomProblem,
  specificationOf,
  type ExplicitProblem,
} from '../../oracles/explicitProblem.ts';
import { valuesOf } from '../../oracles/operatorCalls.ts';
import { apply, relativeDistance, rowsOf, stationaryLaw, subtract } from '../../oracles/plainMatrices.ts';

/** d = 1, A = 1 and b(s) = s in four states: G(θ, s) = s − θ, so a step of η = 1 puts θ on s. */
const readable = (states: number): ExplicitProblem[number] => ({
  transition: Array.from({ length: states }, (_, s) =>
    Array.from({ length: states }, (__, k) => (k === s ? 0.4 : 0.6 / (states - 1))),
  ),
  A: Array.from({ length: states }, () => [[1]]),
  b: Array.from({ length: states }, (_, s) => [s]),
  initial: 'stationary',
});

describe('the means of random agents with 2 to 4 states', () => {
  const explicit = randomProblem(6, 4, 3);
  const problem = finiteLinear.build(specificationOf(explicit));

  test('are Σ π A and Σ π b, with π from the balance equations, to 1e-14', () => {
    for (const [index, agent] of explicit.entries()) {
      const { mean, chain } = problem.agent(index);
      expect(relativeDistance(chain!.stationary, stationaryLaw(agent.transition))).toBeLessThan(1e-14);
      const expected = meansOf(agent);
      if (mean!.kind !== 'linear') throw new Error('a linear problem must have a linear mean');
      expect(relativeDistance(mean!.A, expected.A.flat())).toBeLessThan(1e-14);
      expect(relativeDistance(mean!.b, expected.b)).toBeLessThan(1e-14);
    }
  });

  test('and each value is b(s) − A(s) θ for one of the states s', () => {
    const theta = [1, -2, 0.5, 3];
    for (const [index, { A, b }] of explicit.entries()) {
      const possible = A.map((As, s) => subtract(b[s]!, apply(As, theta)));
      for (const value of valuesOf(problem.agent(index).operator('markov', 1), theta, 30)) {
        expect(Math.min(...possible.map((row) => relativeDistance(value, row)))).toBeLessThan(1e-14);
      }
    }
  });
});

test('d, M and the chain are as specified', () => {
  const explicit = randomProblem(3, 2, 4);
  const problem = finiteLinear.build(specificationOf(explicit));
  expect([problem.dimension, problem.agents]).toEqual([2, 3]);
  expect(rowsOf(problem.agent(2).chain!.transition, 4, 4)).toEqual(explicit[2]!.transition);
});

test('two algorithms with one seed see the same observations: all three put θ̄_t on o_(3t−1), 60 rounds', async () => {
  // One agent, η = 1, H = 3: after each step θ is the observation just used, so θ̄_t is number 3t − 1
  // of the stream, counted from 0; FedHSA's look at o_0 must not use it up.
  const specification = specificationOf([readable(4)]);
  for (const sampling of ['markov', 'iid'] as const) {
    const stream = valuesOf(finiteLinear.build(specification).agent(0).operator(sampling, 8), [0], 180).map(
      ([s]) => s!,
    );
    expect(new Set(stream)).toEqual(new Set([0, 1, 2, 3]));
    const runs = await replicationsOf(
      specification,
      configurationOf({
        algorithms: ALL_THREE(1),
        trigger: { kind: 'deterministic', localSteps: 3 },
        budget: { kind: 'rounds', rounds: 60 },
        seeds: [8],
        sampling,
        initial: [0],
      }),
    );
    const expected = Array.from({ length: 60 }, (_, t) => stream[3 * t + 2]!);
    for (const { thetas } of runs) expect(thetas.slice(1).map(([theta]) => theta)).toEqual(expected);
  }
});

test('a start in state 3 makes 3 the first observation, and one round of H = 1 puts θ̄_1 on it', async () => {
  const specification = specificationOf([{ ...readable(4), initial: { state: 3 } }]);
  const runs = await replicationsOf(
    specification,
    configurationOf({
      algorithms: ALL_THREE(1),
      trigger: { kind: 'deterministic', localSteps: 1 },
      budget: { kind: 'rounds', rounds: 1 },
      seeds: [1, 2, 3],
      initial: [0],
    }),
  );
  expect(runs).toHaveLength(9);
  for (const { thetas } of runs) expect(thetas[1]).toEqual([3]);
});
