import { describe, expect, test } from 'vitest';
import {
  fedLsaBound,
  type FedLsaBound,
  heterogeneousPlan,
  synchronousPlan,
} from '../../../../src/theory/bounds/scafflsa/fedLsa.ts';
import { repeated } from '../../../../src/maths/affineMap.ts';
import { meanRound } from '../../../../src/theory/mean/roundMap.ts';
import { meanErrors } from '../../../../src/theory/mean/meanRecursion.ts';
import { exactMoments, type KnownProblem, SCALAR, TD, ROUND } from './boundFixture.ts';

const ROUNDS = [0, 1, 2, 5, 20, 100, 400];

/** The bound of a run of Local SA, and ‖Γ̄ᵗ (θ_0 − θ*)‖², which the mean has beside θ̃_t. */
function boundOf(known: KnownProblem, stepSize: number, localSteps: number) {
  const algorithm = { name: 'local-sa', stepSize, serverStepSize: 1 } as const;
  const round = meanRound(known.linear, algorithm, { kind: 'deterministic', localSteps })!;
  const { root } = known.linear;
  const bias = meanErrors(round, root, root, ROUNDS).map(Math.sqrt);
  const bound = fedLsaBound(known.constants, {
    stepSize,
    localSteps,
    initialDistance: known.initialDistance,
    drift: bias[1]!,
    biasAfter: (round) => bias[ROUNDS.indexOf(round)]!,
  });
  const linear = {
    start: (model: Float64Array) => repeated(round.matrix!, undefined, model.slice(), model),
  };
  const forgotten = meanErrors(linear, Float64Array.from(known.initial), root, ROUNDS);
  return { bound, forgotten };
}

describe('Theorem 4.1', () => {
  test.each([
    ['scalar agents', SCALAR],
    ['TD(0)', TD],
  ])('dominates the exact mean-square deviation and error of %s', (_, known) => {
    for (const part of [0.01, 0.1, 0.5, 0.99]) {
      for (const localSteps of [1, 3, 20]) {
        const stepSize = part * known.constants.largestStep;
        const { bound, forgotten } = boundOf(known, stepSize, localSteps);
        if ('reason' in bound) throw new Error(bound.reason);
        const algorithm = { name: 'local-sa', stepSize, serverStepSize: 1 } as const;
        const exact = exactMoments(known, algorithm, localSteps, ROUNDS);
        ROUNDS.forEach((round, index) => {
          const variance = exact.meanSquare[index]! - exact.biasSquare[index]!;
          const deviation = Math.sqrt(Math.max(0, variance) + forgotten[index]!);
          expect(deviation).toBeLessThanOrEqual(bound.deviation(round) * (1 + 1e-9));
          expect(exact.meanSquare[index]!).toBeLessThanOrEqual(bound.meanSquare(round) * (1 + 1e-9));
        });
      }
    }
  });

  test('is within a factor of four of the error where noise rules, so not empty', () => {
    const stepSize = 0.2 * SCALAR.constants.largestStep;
    const { bound } = boundOf(SCALAR, stepSize, 1);
    const algorithm = { name: 'local-sa', stepSize, serverStepSize: 1 } as const;
    const exact = exactMoments(SCALAR, algorithm, 1, ROUNDS).meanSquare.at(-1)!;
    expect(Math.sqrt((bound as FedLsaBound).meanSquare(400) / exact)).toBeLessThan(4);
  });

  test('a step of η_∞ is refused with the number', () => {
    const { largestStep } = SCALAR.constants;
    const { bound } = boundOf(SCALAR, largestStep, 1);
    expect(bound).toHaveProperty('reason');
    expect((bound as { reason: string }).reason).toMatch(/^needs η < η_∞ = 0\.75/);
  });
});

describe('Corollary 4.4', () => {
  test('for ε = ½ has f = √(1/1) + √(4/1), η = (¼/3)² = 1/144 and 288 ln(2·2/½) = 598.9 rounds, rounded up', () => {
    const { stepSize, ...plan } = synchronousPlan(ROUND, 0.5, 2);
    expect(stepSize).toBeCloseTo(1 / 144, 14);
    expect(plan).toEqual({ kind: 'bound', localSteps: 1, rounds: 599 });
  });

  test.each([0.5, 0.1])('reaches ε = %d at its η, after its T rounds with H = 1', (precision) => {
    for (const known of [SCALAR, TD]) {
      const plan = synchronousPlan(known.constants, precision, known.initialDistance);
      expect(plan).toMatchObject({ kind: 'bound', localSteps: 1 });
      const algorithm = { name: 'local-sa', stepSize: plan.stepSize, serverStepSize: 1 } as const;
      const { meanSquare } = exactMoments(known, algorithm, 1, [plan.rounds]);
      expect(meanSquare[0]!).toBeLessThanOrEqual(precision ** 2);
    }
  });

  test('its step grows with the number of agents: linear speed-up', () => {
    const few = synchronousPlan(SCALAR.constants, 0.01, 1);
    const many = synchronousPlan({ ...SCALAR.constants, agents: 20 }, 0.01, 1);
    expect(many.stepSize / few.stepSize).toBeCloseTo(10, 10);
  });
});

describe('Corollary 4.5', () => {
  test('for ε = ¼ has η = ½·2·ε²/2 = 1/32, H = 2/(¼·2·ε) = 16 and T = ¼/(¼ε) ln(2/ε) = 4 ln 8', () => {
    expect(heterogeneousPlan(ROUND, 0.25, 2)).toEqual({
      ...{ kind: 'shape', stepSize: 1 / 32, localSteps: 16 },
      rounds: expect.closeTo(4 * Math.log(8), 12) as number,
    });
  });

  test('is a shape: H and T/log grow like 1/ε, η shrinks like ε²', () => {
    const coarse = heterogeneousPlan(SCALAR.constants, 1e-3, Math.E * 1e-3);
    const fine = heterogeneousPlan(SCALAR.constants, 1e-4, Math.E * 1e-4);
    if ('reason' in coarse || 'reason' in fine) throw new Error('not within the conditions');
    expect(fine.localSteps / coarse.localSteps).toBeCloseTo(10, 9);
    expect(fine.rounds / coarse.rounds).toBeCloseTo(10, 9);
    expect(fine.stepSize / coarse.stepSize).toBeCloseTo(0.01, 9);
  });

  test('is for agents that differ, and for small ε', () => {
    expect(heterogeneousPlan({ ...SCALAR.constants, rootSpread: 0 }, 0.1, 1)).toHaveProperty('reason');
    expect(heterogeneousPlan(SCALAR.constants, 1e-3, 1)).toMatchObject({ kind: 'shape' });
    expect(heterogeneousPlan(SCALAR.constants, 100, 1)).toHaveProperty('reason');
  });
});
