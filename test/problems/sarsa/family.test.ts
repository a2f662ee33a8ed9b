/** SARSA: its mean against the chain of pairs at each θ, its walk against a plain one, fixed policies against TD(0). */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { actionFeatures, addFeature } from '../../../src/problems/control/actionFeatures.ts';
import { processOf } from '../../../src/problems/control/environment.ts';
import { pairChain } from '../../../src/problems/control/decisionProcess.ts';
import type { NonlinearMean } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { sarsa } from '../../../src/problems/sarsa/family.ts';
import { successorTable } from '../../../src/problems/sarsa/operator.ts';
import type { OnPolicy, SarsaSpecification } from '../../../src/problems/specification.ts';
import { evaluateMean } from '../../../src/problems/meanOperator.ts';
import { meanAt } from '../../oracles/operatorCalls.ts';
import { relativeDistance } from '../../oracles/plainMatrices.ts';
import { specimen } from '../../oracles/specimens.ts';

const AGENT = 1;
const { environment, discount, seed, features: kind } = specimen('sarsa', {});
const [S, A, d] = [5, 3, 4];
const process = processOf(environment, seed, AGENT);
const features = actionFeatures(kind, S, A, seed);
const phi = Array.from({ length: S * A }, (_, pair) => {
  const row = new Float64Array(d);
  addFeature(features, pair, 1, row);
  return row;
});
const value = (theta: ArrayLike<number>, pair: number): number =>
  phi[pair]!.reduce((sum, x, j) => sum + x * theta[j]!, 0);

const agentWith = (policy: OnPolicy) => sarsa.build(specimen('sarsa', { policy })).agent(AGENT);
const softmax = (temperature: number): OnPolicy => ({ kind: 'softmax', temperature });
const soft = (epsilon: number): OnPolicy => ({ kind: 'epsilon-soft', epsilon });
const UNIFORM: OnPolicy = { kind: 'fixed', behaviour: 'uniform' };

/** β_θ(a | s), written plainly. */
function law(policy: OnPolicy, theta: ArrayLike<number>, s: number): number[] {
  const values = Array.from({ length: A }, (_, a) => value(theta, s * A + a));
  if (policy.kind === 'softmax') {
    const powers = values.map((x) => Math.exp(x / policy.temperature));
    const sum = powers.reduce((a, b) => a + b);
    return powers.map((x) => x / sum);
  }
  if (policy.kind === 'fixed') return values.map(() => 1 / A);
  const best = values.indexOf(Math.max(...values));
  return values.map((_, a) => policy.epsilon / A + (a === best ? 1 - policy.epsilon : 0));
}

const THETAS: readonly number[][] = [
  [0, 0, 0, 0],
  [1, -2, 0.5, 3],
  [-4, 1, 1, 0.1],
];
const POLICIES = [softmax(0.3), softmax(2), soft(0.2), soft(1)];

describe('the mean operator', () => {
  test.each(POLICIES)('under %o is the sum over transitions between pairs at each θ, to 1e-12', (policy) => {
    const mean = agentWith(policy).mean!;
    for (const theta of THETAS) {
      const laws = Float64Array.from(
        { length: S * A },
        (_, pair) => law(policy, theta, Math.floor(pair / A))[pair % A]!,
      );
      const { transition, stationary } = pairChain(process, laws);
      const expected = new Float64Array(d);
      for (let x = 0; x < S * A; x++)
        for (let y = 0; y < S * A; y++) {
          const difference = process.rewards[x]! + discount * value(theta, y) - value(theta, x);
          const weight = stationary[x]! * transition[x * S * A + y]! * difference;
          for (let j = 0; j < d; j++) expected[j]! += weight * phi[x]![j]!;
        }
      expect(relativeDistance(meanAt(mean, theta), expected)).toBeLessThan(1e-12);
    }
  });

  test('of a policy that hardly looks at θ is that of TD(0) under the uniform policy', () => {
    const linear = agentWith(UNIFORM).mean!;
    expect(linear.kind).toBe('linear');
    for (const theta of THETAS) {
      expect(
        relativeDistance(meanAt(agentWith(softmax(1e13)).mean!, theta), meanAt(linear, theta)),
      ).toBeLessThan(1e-11);
      expect(relativeDistance(meanAt(agentWith(soft(1)).mean!, theta), meanAt(linear, theta))).toBeLessThan(
        1e-12,
      );
    }
  });

  test('vanishes at the root, which Newton finds from 0', () => {
    const problem = buildProblem(specimen('sarsa', {}));
    const { root, mean } = solveProblem(problem);
    const out = new Float64Array(d);
    evaluateMean(mean!, root!, out);
    expect(Math.max(...out.map(Math.abs))).toBeLessThan(1e-13);
    expect(Math.max(...root!.map(Math.abs))).toBeGreaterThan(0.1);
  });
});

/** The textbook's loop on the documented draws: act, see r and s', act, learn. */
function plainWalk(
  policy: OnPolicy,
  eta: number,
  rounds: readonly { theta: number[]; steps: number }[],
): number[][] {
  const generator = generatorFor(9, 'chain', AGENT);
  const successors = successorTable({ process, features, discount });
  const act = (theta: readonly number[], s: number): number => {
    let left = generator.uniform();
    const probabilities = law(policy, theta, s);
    const found = probabilities.findIndex((p) => (left -= p) < 0);
    return s * A + (found < 0 ? A - 1 : found);
  };
  let pair = -1;
  return rounds.map(({ theta: start, steps }) => {
    const theta = [...start];
    for (let k = 0; k < steps; k++) {
      if (pair < 0) pair = act(theta, generator.below(S));
      const next = act(theta, successors.draw(pair, generator.uint32()));
      const difference = process.rewards[pair]! + discount * value(theta, next) - value(theta, pair);
      phi[pair]!.forEach((x, j) => (theta[j]! += eta * difference * x));
      pair = next;
    }
    return theta;
  });
}

test.each([softmax(0.3), soft(0.3)])('under %o local steps are those of the plain loop', (policy) => {
  const operator = agentWith(policy).operator('markov', 9);
  const rounds = [
    { theta: [0, 0, 0, 0], steps: 300 },
    { theta: [3, -1, 2, 0.5], steps: 300 },
    { theta: [-2, 0, 0, 1], steps: 1 },
  ];
  const expected = plainWalk(policy, 0.2, rounds);
  rounds.forEach(({ theta, steps }, round) => {
    const iterate = Float64Array.from(theta);
    operator.advance(iterate, 0.2, undefined, steps);
    expect(relativeDistance(iterate, expected[round]!)).toBeLessThan(1e-12);
  });
});

test('there are no i.i.d. observations, no chain and no law of observations, and exact is the mean', () => {
  const agent = agentWith(softmax(0.3));
  expect(agent).toMatchObject({ followsModel: true, chain: undefined });
  expect('observations' in agent || 'noise' in agent).toBe(false);
  expect(() => agent.operator('iid', 1)).toThrow(/`sampling`: each θ has a stationary law of its own/);
  const theta = [1, 2, 3, 4];
  const out = new Float64Array(d);
  agent.operator('exact', 1).peek(Float64Array.from(theta), out);
  expect([...out]).toEqual([...meanAt(agent.mean as NonlinearMean, theta)]);
});

test('tabular values of a fixed policy are the values of its pairs', () => {
  const specification: SarsaSpecification = specimen('sarsa', {
    agents: 1,
    policy: UNIFORM,
    features: { kind: 'tabular' },
  });
  const { root } = solveProblem(buildProblem(specification));
  const single = processOf(environment, seed, 0);
  for (let x = 0; x < S * A; x++) {
    let next = 0;
    for (let s = 0; s < S; s++)
      for (let a = 0; a < A; a++) next += (single.kernel[x * S + s]! * root![s * A + a]!) / A;
    expect(root![x]).toBeCloseTo(single.rewards[x]! + discount * next, 10);
  }
});
