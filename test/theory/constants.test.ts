import { describe, expect, test } from 'vitest';
import type { ChainLaw } from '../../src/problems/operator.ts';
import { chainConstants, operatorConstants, problemConstants } from '../../src/theory/constants.ts';
import { meansOnly, scalarMeans } from './linearFixture.ts';

const CHAIN: ChainLaw = {
  states: 2,
  transition: Float64Array.of(3 / 4, 1 / 4, 1 / 2, 1 / 2),
  stationary: Float64Array.of(2 / 3, 1 / 3),
};

describe('chainConstants', () => {
  test('[[¾, ¼], [½, ½]] has τ(¼) = 1, τ(0.01) = 4, the gap ¾ and C_∞ = 3/2', () => {
    // TV from the worse start is ⅔·4⁻ᵗ: 1/6 at t = 1.
    const constants = chainConstants(CHAIN, 0.01);
    expect(constants).toMatchObject({
      states: 2,
      quarterMixingTime: 1,
      mixingTime: 4,
      stationary: [2 / 3, 1 / 3],
    });
    expect(constants.spectralGap).toBeCloseTo(3 / 4, 14);
    expect(constants.supremumRatio).toBeCloseTo(3 / 2, 14);
  });
});

describe('operatorConstants', () => {
  test('the symmetric part of [[2, 2], [0, 2]] has the smallest eigenvalue 1', () => {
    // [[2, 1], [1, 2]] has 1 and 3. The root of (4, 2) is (1, 1).
    const constants = operatorConstants(
      { kind: 'linear', A: Float64Array.of(2, 2, 0, 2), b: Float64Array.of(4, 2) },
      2,
    );
    expect(constants.monotonicity).toBeCloseTo(1, 14);
    expect(constants.localRoot).toEqual([1, 1]);
  });

  test('a singular matrix has no local root', () => {
    expect(operatorConstants(scalarMeans([0, 1])[0]!, 1)).toEqual({ localRoot: null, monotonicity: 0 });
  });
});

describe('problemConstants', () => {
  test('local roots 1 and 2 around 5/3 have the heterogeneity ½(4/9 + 1/9) = 5/18', () => {
    const problem = meansOnly(1, scalarMeans([1, 1], [2, 4]), CHAIN);
    const constants = problemConstants(problem, Float64Array.of(5 / 3), 0.01);
    expect(constants.heterogeneity).toBeCloseTo(5 / 18, 15);
    expect(constants.agents).toHaveLength(2);
    expect(constants.agents[1]!.chain!.mixingTime).toBe(4);
    expect(constants.chainsLeftOut).toBe(0);
  });

  test('without a root, or with a singular agent, heterogeneity is not defined', () => {
    const singular = meansOnly(1, scalarMeans([0, 1], [2, 1]));
    expect(problemConstants(singular, Float64Array.of(1), 0.01).heterogeneity).toBeNull();
    expect(problemConstants(meansOnly(1, scalarMeans([1, 1])), undefined, 0.01).heterogeneity).toBeNull();
  });

  test('chains whose analysis would take minutes are left out and counted', () => {
    const states = 700;
    const huge: ChainLaw = { states, transition: new Float64Array(0), stationary: new Float64Array(states) };
    const problem = meansOnly(1, scalarMeans([1, 1], [2, 4]), huge);
    const constants = problemConstants(problem, undefined, 0.01);
    expect(constants.chainsLeftOut).toBe(2);
    expect(constants.agents[0]!.chain).toBeNull();
  });
});
