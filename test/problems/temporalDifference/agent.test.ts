import { describe, expect, test } from 'vitest';
import { temporalDifferenceAgent } from '../../../src/problems/temporalDifference/agent.ts';
import { ownUniforms } from '../../oracles/explicitProblem.ts';
import { largestZ, meanAt, peeked, skip, valuesOf } from '../../oracles/operatorCalls.ts';
import {
  add,
  relativeDistance,
  scale,
  solution,
  stationaryLaw,
  type Row,
} from '../../oracles/plainMatrices.ts';

const S = 5;
const D = 3;
const GAMMA = 0.9;
const uniform = ownUniforms(12);
/** Some transitions impossible, state 4 transient. */
const P = Array.from({ length: S }, (_, s) => {
  const row = Array.from({ length: S }, (__, k) => (k === 4 || (s + k) % 3 === 0 ? 0 : 0.1 + uniform()));
  return scale(1 / row.reduce((sum, p) => sum + p), row);
});
const REWARDS = Array.from({ length: S }, uniform);
const PHI = Array.from({ length: S }, () => Array.from({ length: D }, () => 2 * uniform() - 1));

const transient = stationaryLaw(P);
const agent = temporalDifferenceAgent(
  {
    chain: { states: S, transition: Float64Array.from(P.flat()), stationary: Float64Array.from(transient) },
    rewards: Float64Array.from(REWARDS),
    features: Float64Array.from(PHI.flat()),
    dimension: D,
    discount: GAMMA,
  },
  0,
);

const inner = (a: Row, b: Row): number => a.reduce((sum, x, j) => sum + x * b[j]!, 0);

/** (r(s) + γ φ(s')ᵀθ − φ(s)ᵀθ) φ(s) */
const td = (theta: Row, s: number, next: number): Row =>
  scale(REWARDS[s]! + GAMMA * inner(PHI[next]!, theta) - inner(PHI[s]!, theta), PHI[s]!);

const THETA = [0.4, -2, 1.5];

describe('the mean of TD(0)', () => {
  test('is Σ π(s) P(s, s′) of each observation’s operator, to 1e-14', () => {
    for (const theta of [THETA, [0, 0, 0], [10, 0, -7]]) {
      let expected = [0, 0, 0];
      for (let s = 0; s < S; s++) {
        for (let next = 0; next < S; next++)
          expected = add(expected, scale(transient[s]! * P[s]![next]!, td(theta, s, next)));
      }
      expect(relativeDistance(meanAt(agent.mean!, theta), expected)).toBeLessThan(1e-14);
    }
  });

  test('with one feature a state, all different, has the values of Bellman’s equation as its root', () => {
    // V = r + γ P V on the recurrent states; tabular features, state 4 (transient) left out
    const n = 4;
    const kernel = P.slice(0, n).map((row) => row.slice(0, n));
    const values = solution(
      kernel.map((row, s) => row.map((p, k) => (s === k ? 1 : 0) - GAMMA * p)),
      REWARDS.slice(0, n),
    );
    const tabular = temporalDifferenceAgent(
      {
        chain: {
          states: n,
          transition: Float64Array.from(kernel.flat()),
          stationary: Float64Array.from(stationaryLaw(kernel)),
        },
        rewards: Float64Array.from(REWARDS.slice(0, n)),
        features: Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0)),
        dimension: n,
        discount: GAMMA,
      },
      0,
    );
    expect(Math.max(...meanAt(tabular.mean!, values).map(Math.abs))).toBeLessThan(1e-14);
  });
});

describe('the operator of TD(0)', () => {
  test('gives at each of 200 observations the value of a transition that P allows', () => {
    const allowed = P.flatMap((row, s) =>
      row.flatMap((p, next) => (p > 0 ? [{ s, next, value: td(THETA, s, next) }] : [])),
    );
    const operator = agent.operator('markov', 3);
    let before: number | undefined;
    for (let k = 0; k < 200; k++) {
      const value = peeked(operator, THETA);
      const { s, next } = allowed.find((candidate) => relativeDistance(value, candidate.value) < 1e-13)!;
      if (before !== undefined) expect(s).toBe(before);
      before = next;
      skip(operator, 1);
    }
  });

  test('has averages over 40,000 i.i.d. observations within 6 standard errors of its mean', () => {
    expect(
      largestZ(valuesOf(agent.operator('iid', 4), THETA, 40_000), meanAt(agent.mean!, THETA)),
    ).toBeLessThan(6);
  });

  test('starts its Markov stream from the stationary law: the first of 20,000 seeds average to the mean', () => {
    const firsts = Array.from({ length: 20_000 }, (_, seed) => peeked(agent.operator('markov', seed), THETA));
    expect(largestZ(firsts, meanAt(agent.mean!, THETA))).toBeLessThan(6);
  });
});
