import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { matrixVector, multiply } from '../../../src/maths/linearAlgebra.ts';
import { solve } from '../../../src/maths/linearSolve.ts';
import type { LinearMean } from '../../../src/problems/operator.ts';
import type { TriggerConfiguration } from '../../../src/configuration/configuration.ts';
import {
  average,
  directLocalSa,
  linearOf,
  randomMeans,
  scalarMeans,
  localSaLimit,
} from '../linearFixture.ts';

const limit = (
  d: number,
  means: readonly LinearMean[],
  stepSize: number,
  trigger: TriggerConfiguration,
): Float64Array => localSaLimit(linearOf(d, means), stepSize, trigger);

describe('the deterministic trigger', () => {
  test('G₁ = 1 − θ and G₂ = 4 − 2θ with η = ½ and H = 2 settle at 11/7, off the root 5/3', () => {
    // wᵢ = 1 − (1 − ηaᵢ)²: ¾ and 1; θ_∞ = (¾·1 + 1·2)/(7/4) = 11/7.
    const offset = limit(1, scalarMeans([1, 1], [2, 4]), 0.5, { kind: 'deterministic', localSteps: 2 });
    expect(Math.abs(offset[0]! - (11 / 7 - 5 / 3))).toBeLessThan(4 * Number.EPSILON);
  });

  test('hundreds of rounds of local steps, written out, end where the closed form says', () => {
    for (const localSteps of [1, 2, 5, 10, 33]) {
      const means = randomMeans(4, 3, 0.4, localSteps);
      const run = directLocalSa(means, new Float64Array(3), 0.1);
      let theta = new Float64Array(3);
      for (let t = 0; t < 600; t++) theta = Float64Array.from(run.round(localSteps, 0));
      const { root } = linearOf(3, means);
      const offset = limit(3, means, 0.1, { kind: 'deterministic', localSteps });
      // The slowest contraction, about 0.95 a round at H = 1, is below 1e-13 after 600 rounds.
      offset.forEach((value, j) => expect(Math.abs(root[j]! + value - theta[j]!)).toBeLessThan(1e-12));
    }
  });

  test('two local steps give η v of FedHSA’s Proposition 1, with the sign of Ā turned', () => {
    // v = (1/M)(2Ā + ηĀ′)⁻¹ Σ Ā_i²(θ_i* − θ*) with the paper's Ā, which is −Ā here; Ā′ = mean Ā_i².
    const [d, eta] = [3, 0.2];
    const means = randomMeans(5, d, 0.4, 77);
    const { A, root } = linearOf(d, means);
    const squares = means.map((agent) => multiply(agent.A, agent.A, d));
    const meanSquare = average(squares);
    const system = A.map((value, j) => -2 * value + eta * meanSquare[j]!);
    const pulls = means.map((agent, i) => {
      const localRoot = solve(agent.A, agent.b, d);
      return matrixVector(
        squares[i]!,
        localRoot.map((value, j) => value - root[j]!),
        d,
      );
    });
    const v = solve(system, average(pulls), d);
    const offset = limit(d, means, eta, { kind: 'deterministic', localSteps: 2 });
    v.forEach((value, j) => expect(Math.abs(offset[j]! - eta * value)).toBeLessThan(1e-14));
    expect(Math.hypot(...offset)).toBeGreaterThan(1e-3);
  });

  test('there is no offset with H = 1, nor for agents that share a root', () => {
    const apart = limit(3, randomMeans(4, 3, 0.4, 5), 0.1, { kind: 'deterministic', localSteps: 1 });
    const shared = limit(1, scalarMeans([1, 3], [2, 6]), 0.1, { kind: 'deterministic', localSteps: 20 });
    for (const value of [...apart, ...shared]) expect(Math.abs(value)).toBeLessThan(1e-14);
  });

  test('an agent with a singular Ā pulls without a root of its own', () => {
    // Ā = (0, 2), b̄ = (1, 1): θ* = 1. H = 2, η = ¼: agent 0 moves by 2η = ½; agent 1 maps
    // θ → θ/4 + ¾·½. θ = ½(θ + ½ + θ/4 + ⅜) gives ⅜θ = 7/16, θ = 7/6: an offset of 1/6.
    const offset = limit(1, scalarMeans([0, 1], [2, 1]), 0.25, { kind: 'deterministic', localSteps: 2 });
    expect(Math.abs(offset[0]! - 1 / 6)).toBeLessThan(1e-15);
  });
});

describe('the Bernoulli trigger', () => {
  const means = scalarMeans([1, 1], [2, 4]);
  const trigger = { kind: 'bernoulli', probability: 0.5 } as const;

  test('G₁ = 1 − θ and G₂ = 4 − 2θ with η = ½ and p = ½ have E[θ̄] → 8/5', () => {
    // E[Γ_i] = ½B/(1 − ½B) with B = ½ and 0: 1/3 and 0. The weights 1 − Γ are 2/3 and 1, the local
    // roots 1 and 2: (2/3 + 2)/(5/3) = 8/5.
    const offset = limit(1, means, 0.5, trigger);
    expect(Math.abs(offset[0]! - (8 / 5 - 5 / 3))).toBeLessThan(4 * Number.EPSILON);
  });

  test('the average of θ̄ over 400,000 rounds with random gaps is 8/5', () => {
    const coins = generatorFor(1, 'trigger test');
    const run = directLocalSa(means, Float64Array.of(1.6), 0.5);
    const [batches, length] = [200, 2_000];
    const averages: number[] = [];
    for (let batch = 0; batch < batches; batch++) {
      let sum = 0;
      for (let t = 0; t < length; t++) {
        let gap = 1;
        while (coins.uniform() >= 0.5) gap += 1;
        sum += run.round(gap, 0)[0]!;
      }
      averages.push(sum / length);
    }
    const mean = averages.reduce((sum, value) => sum + value, 0) / batches;
    const variance = averages.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (batches - 1);
    // Six standard errors of independent batches (Student, 199 degrees of freedom): about 1e-8.
    expect(Math.abs(mean - 1.6)).toBeLessThan(6 * Math.sqrt(variance / batches));
    // The bound is fine enough to tell 8/5 from the root 5/3 by far.
    expect(Math.sqrt(variance / batches)).toBeLessThan(1e-3);
  });
});
