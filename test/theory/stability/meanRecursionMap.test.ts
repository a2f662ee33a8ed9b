import { describe, expect, test } from 'vitest';
import type { LinearMean } from '../../../src/problems/operator.ts';
import type {
  AlgorithmConfiguration,
  AlgorithmName,
  TriggerConfiguration,
} from '../../../src/configuration/configuration.ts';
import { meansOnly, scalarMeans } from '../linearFixture.ts';
import { stableSteps } from './stableSteps.ts';

/** Those whose round with one local step and α_g = 1 is `e ← (I − ηĀ)e`, whatever else they keep. */
const ALL = ['local-sa', 'scafflsa', 'fedhsa', 'scaffold'] as const;
const every = (localSteps: number): TriggerConfiguration => ({ kind: 'deterministic', localSteps });
const coin = (probability: number): TriggerConfiguration => ({ kind: 'bernoulli', probability });

function largest(
  name: Exclude<AlgorithmName, 'richardson-romberg'>,
  means: readonly LinearMean[],
  trigger: TriggerConfiguration,
  serverStepSize = 1,
  d = 1,
): number {
  // Each takes those that are its own.
  const algorithm = { name, stepSize: 1, serverStepSize, momentum: 1 } as AlgorithmConfiguration;
  const [found] = stableSteps(meansOnly(d, means), { algorithms: [algorithm], trigger });
  return found!.mean.step!;
}

/** Bisection stops at a relative 1e-6. */
const near = (found: number, expected: number): void =>
  expect(Math.abs(found / expected - 1)).toBeLessThan(2e-6);

describe('the largest step stable in the mean, without noise', () => {
  test('with one local step every algorithm that steps by η is stable up to 2/λ_max', () => {
    // Average matrix diag(1, 4): 2/4.
    const means = [1, 3].map((scale): LinearMean => ({
      kind: 'linear',
      A: Float64Array.of(scale / 2, 0, 0, 2 * scale),
      b: Float64Array.of(scale, 1),
    }));
    for (const name of ALL) near(largest(name, means, every(1), 1, 2), 0.5);
  });

  test('Local SA with Ā = 1 and 2 and H = 2 is stable up to 6/5', () => {
    // ½((1 − η)² + (1 − 2η)²) = 1 − 3η + 5η²/2 is 1 again at η = 6/5.
    near(largest('local-sa', scalarMeans([1, 1], [2, 4]), every(2)), 6 / 5);
  });

  test('FedHSA with Ā = 1 and 2 and H = 2 is stable up to 4/3, and with α_g = 3 up to 0.28178', () => {
    // (1 − 1.5η)² = 1 at 4/3. With α_g = 3: 1 − 9η + 6.75η² = −1 at (9 − √27)/13.5.
    near(largest('fedhsa', scalarMeans([1, 1], [2, 4]), every(2)), 4 / 3);
    near(largest('fedhsa', scalarMeans([1, 1], [2, 4]), every(2), 3), (9 - Math.sqrt(27)) / 13.5);
  });

  test('under the Bernoulli trigger a scalar agent is stable until the factor is −1 or the mean ceases to exist', () => {
    // pB/(1 − qB) = −1 at B = −1/(p − q): for p = ¾ that is B = −2, η = 3/a. For p ≤ ½ it never gets
    // to −1 before qB = −1, where the mean ceases to exist: B = −1/q; for p = ¼, η = (1 + 4/3)/a.
    near(largest('local-sa', scalarMeans([2, 1]), coin(0.75)), 3 / 2);
    near(largest('local-sa', scalarMeans([2, 1]), coin(0.25)), 7 / 6);
  });

  test('no step is stable where the average operator is not', () => {
    for (const name of ALL) expect(largest(name, scalarMeans([-1, 1], [0.5, 1]), every(3))).toBe(0);
  });

  test('an unstable agent is carried by the others', () => {
    // Ā = −1 and 3, H = 1: the average 1 is stable up to 2.
    near(largest('local-sa', scalarMeans([-1, 1], [3, 1]), every(1)), 2);
  });

  test('Minibatch SGD is stable up to γ = 2 Re λ/|λ|², the smallest over the eigenvalues of Ā', () => {
    // Ā = [[1, −3], [3, 1]] has 1 ± 3i: 2/10. With diag(1, 4): 2/4.
    const turning: LinearMean = { kind: 'linear', A: Float64Array.of(1, -3, 3, 1), b: Float64Array.of(1, 1) };
    const plain: LinearMean = { kind: 'linear', A: Float64Array.of(1, 0, 0, 4), b: Float64Array.of(1, 1) };
    for (const trigger of [every(5), coin(0.3)]) {
      near(largest('minibatch-sgd', [turning], trigger, 1, 2), 0.2);
      near(largest('minibatch-sgd', [plain], trigger, 1, 2), 0.5);
    }
    expect(largest('minibatch-sgd', scalarMeans([-1, 1], [0.5, 1]), every(3))).toBe(0);
  });

  test('SCAFFOLD with one agent, H = 2 and α_g = 3 is stable up to η = 1 − √(1/3)', () => {
    // One agent: z = 0 and e⁺ = (1 − 3η(2 − η))e for a = 1. It is −1 where η² − 2η + 2/3 = 0.
    near(largest('scaffold', scalarMeans([1, 1]), every(2), 3), 1 - Math.sqrt(1 / 3));
  });

  describe('Local SGD-M', () => {
    const momentum = (
      a: number,
      serverStepSize: number,
      beta: number,
      trigger: TriggerConfiguration,
    ): number =>
      stableSteps(meansOnly(1, scalarMeans([a, 1])), {
        algorithms: [{ name: 'local-sgd-m', stepSize: 1, serverStepSize, momentum: beta }],
        trigger,
      })[0]!.mean.step!;

    test('with a = 1, H = 2, γ = 1 and β = ½ is stable up to η = 4', () => {
      // T = S = 1 − η/4: z² − z + ½T has its zeros inside the circle for |½T| < 1 and T > 0: η < 4.
      near(momentum(1, 1, 0.5, every(2)), 4);
    });

    test('with γ = 3 and β = 1 is stable between η = 2/3 and η = 2 only, and 2 is found', () => {
      // β = 1: e⁺ = (1 − 3(1 − η/2))e, within ±1 for 2/3 < η < 2; at η → 0 it is −2e.
      near(momentum(1, 3, 1, every(2)), 2);
    });

    test('has no stable η with γ = 3, β = 1 and one local step a round: e⁺ = −2e whatever η', () => {
      expect(momentum(1, 3, 1, coin(1))).toBe(0);
    });
  });
});
