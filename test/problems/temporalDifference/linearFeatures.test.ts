import { describe, expect, test } from 'vitest';
import { linearFeaturesTd } from '../../../src/problems/temporalDifference/linearFeatures.ts';
import type { LinearFeaturesTdSpecification } from '../../../src/problems/specification.ts';
import { largestZ, meanAt, valuesOf } from '../../oracles/operatorCalls.ts';
import { relativeDistance, rowsOf, stationaryLaw } from '../../oracles/plainMatrices.ts';
import { specimen } from '../../oracles/specimens.ts';

const BASE: LinearFeaturesTdSpecification = specimen('linear-features-td', {
  agents: 4,
  states: 20,
  discount: [0.5, 0.99],
});

describe('federated TD with 20 states and 3 features', () => {
  const problem = linearFeaturesTd.build(BASE);

  test('has dense kernels with rows of sum 1, one for each agent, and their stationary laws', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 4; i++) {
      const { transition, stationary } = problem.agent(i).chain!;
      const P = rowsOf(transition, 20, 20);
      for (const row of P) {
        expect(Math.abs(row.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(1e-14);
        expect(Math.min(...row)).toBeGreaterThan(0);
      }
      expect(relativeDistance(stationary, stationaryLaw(P))).toBeLessThan(1e-14);
      seen.add(JSON.stringify(P));
    }
    expect(seen.size).toBe(4);
  });

  test('is the same for the same seed and another for another', () => {
    expect(linearFeaturesTd.build(BASE).agent(2).mean).toEqual(problem.agent(2).mean);
    expect(linearFeaturesTd.build({ ...BASE, seed: 2 }).agent(2).mean).not.toEqual(problem.agent(2).mean);
  });

  test('has operator values whose average over 40,000 observations is within 6 standard errors of the mean', () => {
    for (let i = 0; i < 2; i++) {
      const agent = problem.agent(i);
      const theta = [0.5, -1, 2];
      expect(
        largestZ(valuesOf(agent.operator('iid', 3), theta, 40_000), meanAt(agent.mean!, theta)),
      ).toBeLessThan(6);
    }
  });
});

test('discount, rewards and features have the given ranges: with φ and r fixed by d = 1, δ is read off', () => {
  // d = 1: G(θ, o) = (r + (γ φ′ − φ) θ) φ, so G(0) = r φ and G(0) − G(1) = (φ − γ φ′) φ. With reward
  // [2, 2] and γ = 0: φ = G(0)/2 and G(0) − G(1) = φ².
  const fixed = linearFeaturesTd.build({ ...BASE, dimension: 1, discount: [0, 0], reward: [2, 2] });
  const at = (theta: number): number[] =>
    valuesOf(fixed.agent(1).operator('markov', 4), [theta], 300).map(([x]) => x!);
  const zero = at(0);
  const single = at(1);
  zero.forEach((value, k) => {
    const phi = value / 2;
    expect(phi).toBeGreaterThanOrEqual(0);
    expect(phi).toBeLessThan(1);
    expect(Math.abs(value - single[k]! - phi * phi)).toBeLessThan(1e-14);
  });
});
