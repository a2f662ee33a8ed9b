/** What is known to grow, and how it is worded. */
import { describe, expect, test } from 'vitest';
import { solveProblem } from '../../../src/problems/root.ts';
import { growthWarning, knownGrowth } from '../../../src/theory/stability/meanSquareGrowth.ts';
import { meanSquareFactors } from '../../../src/theory/stability/runFactors.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import type { Prediction } from '../../../src/theory/predictions.ts';
import { scalarProblem } from '../observedAgents.ts';

const PREDICTION: Prediction = {
  algorithm: 'local-sa',
  limitError: 0,
  limitKind: 'exact',
  roundFactor: 0.5,
  source: '',
};
const curve = (...meanSquare: number[]) => ({
  rounds: meanSquare.map((_, round) => round),
  meanSquare,
  biasSquare: meanSquare.map(() => 0),
});

describe('knownGrowth', () => {
  test('is told by the second moments, else by the mean, else by the exact curve', () => {
    const all = { ...PREDICTION, meanSquareFactor: 1.5, roundFactor: 2, exact: curve(1, 2, 40, 800) };
    expect(knownGrowth(all)).toEqual({ quantity: 'mean square', factor: 1.5 });
    expect(knownGrowth({ ...all, meanSquareFactor: null })).toEqual({
      quantity: 'mean recursion',
      factor: 4,
    });
    expect(knownGrowth({ ...PREDICTION, exact: curve(1, 2, 40, 800) })).toEqual({
      quantity: 'mean square',
      factor: undefined,
    });
  });

  test('is not seen in what converges, in a 1 with its rounding, nor in a climb from 0 to a floor', () => {
    expect(knownGrowth({ ...PREDICTION, meanSquareFactor: 1 + 1e-9 })).toBeUndefined();
    expect(knownGrowth({ ...PREDICTION, meanSquareFactor: 0.9, exact: curve(9, 5, 3, 2) })).toBeUndefined();
    expect(knownGrowth({ ...PREDICTION, exact: curve(0, 1, 2, 3, 4, 5, 6) })).toBeUndefined();
    expect(knownGrowth({ ...PREDICTION, exact: { reason: 'too large' } })).toBeUndefined();
  });
});

test('growthWarning has the rate where it is known', () => {
  expect(growthWarning({ ...PREDICTION, meanSquareFactor: 1.5 })).toBe(
    'E‖θ̄ − θ*‖² grows without bound at this step size, by a factor of 1.5 a round in the long run',
  );
  expect(growthWarning({ ...PREDICTION, exact: curve(1, 2, 40, 800) })).toBe(
    'E‖θ̄ − θ*‖² grows without bound at this step size',
  );
  expect(growthWarning({ ...PREDICTION, roundFactor: 2 })).toBe(
    'the noise-free error grows without bound at this step size, by a factor of 4 a round in the long run',
  );
  expect([growthWarning(PREDICTION), growthWarning(undefined)]).toEqual([undefined, undefined]);
});

describe('meanSquareFactors', () => {
  const problem = scalarProblem(0.9);
  const factors = (sampling: 'markov' | 'exact') =>
    meanSquareFactors(
      problem,
      solveProblem(problem),
      {
        algorithms: [
          { name: 'local-sa', stepSize: 0.1 },
          {
            name: 'local-sa',
            stepSize: { kind: 'decreasing', scale: 1, offset: 1, exponent: 1 },
          },
          { name: 'local-sa', stepSize: 3 },
        ],
        trigger: { kind: 'deterministic', localSteps: 2 },
        sampling,
        initial: [0],
      },
      PATIENT_BUDGET,
    );

  test('are those of constant steps; a step that changes has none, nor has a run without noise', () => {
    const [small, changing, large] = factors('markov');
    expect(small!.value).toBeLessThan(1);
    expect(changing).toBeNull();
    expect(large!.value).toBeGreaterThan(1);
    expect(large!.relativeError).toBe(0);
    expect(factors('exact')).toEqual([null, null, null]);
  });
});
