/**
 * Stability and floors in expectation over the order of answers: against Kronecker products written out, against the
 * curve's own end, and where the answer is known by hand.
 */
import { describe, expect, test } from 'vitest';
import { spectralRadius } from '../../../src/maths/eigenvalues.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { meanSquareFactor } from '../../../src/theory/stability/meanSquareFactor.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import { predict } from '../../../src/theory/predictions.ts';
import { answerRounds } from '../../../src/theory/schedules/answerRounds.ts';
import { errorAt, timesWithin } from '../../../src/theory/schedules/againstSeconds.ts';
import { settledMoments } from '../../../src/theory/schedules/answerStability.ts';
import { scheduleTheory } from '../../../src/theory/schedules/scheduleTheory.ts';
import { stalenessLaws } from '../../../src/theory/schedules/staleness.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { LOCAL_SA, SCAFFOLD } from '../../oracles/events.ts';
import { gaussMarkovAgent, lawsOnly } from '../moments/observedProblems.ts';
import { stableSteps } from '../stability/stableSteps.ts';

const weight = { kind: 'constant' } as const;
const fedAsync = (mixing: number): PolicyConfiguration => ({ kind: 'asynchronous', mixing, weight });
const H = 3;

/** Agent 0 is three times as fast. */
const timing: TimingModel = {
  compute: { kind: 'exponential', mean: 3 },
  computeDraw: 'dispatch',
  agents: [{ agents: [0, 0], compute: { kind: 'exponential', mean: 1 } }],
};
const CHANCES = [3 / 4, 1 / 4];

/** Diagonal agents of additive noise of variance 0.09, none of which is stable alone. */
const DIAGONALS = [
  [-0.5, 2],
  [2, -0.5],
];
const problem = lawsOnly(
  2,
  DIAGONALS.map(([a, b], i) => gaussMarkovAgent([a!, 0, 0, b!], [1, i], [0, 0, 0, 0], 0.09, 'stationary')),
);
const solution = solveProblem(problem);

const run = (policy: PolicyConfiguration, stepSize: number, sampling: 'iid' | 'exact' = 'iid') => ({
  trigger: { kind: 'deterministic', localSteps: H } as const,
  algorithms: [LOCAL_SA(stepSize)],
  initial: [3, -2],
  policy,
  timing,
  sampling,
});

/** B_i `[6, 6]` of (θ̄, θ̄_0, θ̄_1), row by row: FedAsync's formula. */
function answer(agent: number, alpha: number, stepSize: number): Float64Array {
  const B = new Float64Array(36);
  for (let j = 0; j < 2; j++) {
    const P = (1 - stepSize * DIAGONALS[agent]![j]!) ** H;
    for (const row of [j, 2 + 2 * agent + j]) {
      B[row * 6 + j] = 1 - alpha;
      B[row * 6 + 2 + 2 * agent + j]! += alpha * P;
    }
    const other = 2 + 2 * (1 - agent) + j;
    B[other * 6 + other] = 1;
  }
  return B;
}

/** ρ(Σ p_i B_i ⊗ B_i) */
function kroneckerRadius(alpha: number, stepSize: number): number {
  const sum = new Float64Array(36 * 36);
  CHANCES.forEach((p, agent) => {
    const B = answer(agent, alpha, stepSize);
    for (let a = 0; a < 6; a++)
      for (let b = 0; b < 6; b++)
        for (let c = 0; c < 6; c++)
          for (let e = 0; e < 6; e++) sum[(a * 6 + c) * 36 + b * 6 + e]! += p * B[a * 6 + b]! * B[c * 6 + e]!;
  });
  return spectralRadius(sum, 36);
}

describe('FedAsync with two agents', () => {
  test.each([
    [0.3, 0.1],
    [0.9, 0.25],
    [1, 0.5],
  ])('α = %f, η = %f: the mean-square factor is the Kronecker product’s', (alpha, stepSize) => {
    const known = knownProblem(problem, solution, run(fedAsync(alpha), stepSize));
    if ('reason' in known) throw new Error(known.reason);
    const factor = meanSquareFactor(known, LOCAL_SA(stepSize), PATIENT_BUDGET);
    expect(factor).toBeCloseTo(kroneckerRadius(alpha, stepSize), 10);
  });

  test('the largest α is where the Kronecker product’s radius is 1', () => {
    const stepSize = 0.1;
    const { algorithms } = scheduleTheory(problem, solution, run(fedAsync(0.3), stepSize), { rounds: [0] });
    const { meanSquare, mean } = algorithms[0]!.strength;
    expect(meanSquare).toMatchObject({ kind: 'exact', relativeError: 0, reason: null });
    const largest = meanSquare.step!;
    expect(largest).toBeGreaterThan(0.02);
    expect(largest).toBeLessThan(1);
    expect(kroneckerRadius(largest * (1 - 1e-4), stepSize)).toBeLessThan(1);
    expect(kroneckerRadius(largest * (1 + 1e-4), stepSize)).toBeGreaterThan(1);
    expect(mean.step).toBeGreaterThan(largest);
  });

  test('the floor is the end of the curve, and the limit its mean’s', () => {
    const even = { ...timing, agents: [] };
    const configuration = { ...run(fedAsync(0.1), 0.1), timing: even };
    const known = knownProblem(problem, solution, configuration);
    if ('reason' in known) throw new Error(known.reason);
    const { algorithms } = scheduleTheory(problem, solution, configuration, { rounds: [0, 4000] });
    const { floor, result } = algorithms[0]!;
    if (result.kind === 'refused') throw new Error(result.reason);
    expect(floor! / result.meanSquare[1]!).toBeCloseTo(1, 8);
    const [prediction] = predict(problem, solution, configuration);
    expect(prediction!.limitError! / result.biasSquare[1]!).toBeCloseTo(1, 8);
    expect(prediction!.roundFactor).toBeLessThan(1);
    // Packed (1, E X; E X Xᵀ) is a fixed point.
    const rounds = answerRounds(known, known.answers!, LOCAL_SA(0.1), PATIENT_BUDGET);
    if ('reason' in rounds) throw new Error(rounds.reason);
    const settled = settledMoments(rounds, PATIENT_BUDGET)!;
    const [step] = rounds.mixture();
    step!.advance(settled).forEach((x, j) => {
      expect(x).toBeCloseTo(settled[j]!, 9);
    });
  });

  test('the largest η of the mean is where the mean step’s radius is 1', () => {
    const [found] = stableSteps(problem, run(fedAsync(0.3), 0.1));
    const radius = (stepSize: number): number => {
      const sum = new Float64Array(36);
      CHANCES.forEach((p, agent) => {
        answer(agent, 0.3, stepSize).forEach((x, j) => (sum[j]! += p * x));
      });
      return spectralRadius(sum, 6);
    };
    const largest = found!.mean.step!;
    expect(radius(largest * (1 - 1e-4))).toBeLessThan(1);
    expect(radius(largest * (1 + 1e-4))).toBeGreaterThan(1);
  });
});

test('one agent with α = 1 is plain SA: the factor is (1 − ηA)^{2H}', () => {
  const alone = lawsOnly(1, [gaussMarkovAgent([2], [1], [0], 0.5, 'stationary')]);
  const configuration = { ...run(fedAsync(1), 0.1), initial: [1], timing: { ...timing, agents: [] } };
  const known = knownProblem(alone, solveProblem(alone), configuration);
  if ('reason' in known) throw new Error(known.reason);
  expect(meanSquareFactor(known, LOCAL_SA(0.1), PATIENT_BUDGET)).toBeCloseTo(0.8 ** (2 * H), 12);
});

test('SCAFFOLD keeps c − mean c_i, which is 0: it has a limit, θ* itself, and a largest α', () => {
  const heterogeneous = lawsOnly(
    1,
    [1, 2].map((a) => gaussMarkovAgent([a], [3 * a - 2], [0], 0.1, 'stationary')),
  );
  const configuration = {
    ...run(fedAsync(0.3), 0.1),
    initial: [1],
    algorithms: [SCAFFOLD(0.1), LOCAL_SA(0.1)],
  };
  const [scaffold, local] = predict(heterogeneous, solveProblem(heterogeneous), configuration);
  expect(scaffold).toMatchObject({ limitError: 0, limitKind: 'exact' });
  expect(scaffold!.roundFactor).toBeLessThan(1);
  expect(local!.limitError).toBeGreaterThan(1e-4);
  const { algorithms } = scheduleTheory(heterogeneous, solveProblem(heterogeneous), configuration, {
    rounds: [0, 2000],
  });
  const [{ floor, result }] = algorithms as [(typeof algorithms)[0]];
  if (result.kind === 'refused') throw new Error(result.reason);
  expect(floor! / result.meanSquare[1]!).toBeCloseTo(1, 8);
});

describe('FedAsync with SCAFFOLD, of two agents in one dimension', () => {
  const slopes = [2, -0.5];
  const scalar = lawsOnly(
    1,
    slopes.map((a) => gaussMarkovAgent([a], [1], [0], 0.09, 'stationary')),
  );

  /** One step of (θ̄, x_1, c of its message, c_1, x_2, …) by hand, where c = mean c_i. */
  const stepOf = (x: readonly number[], agent: number, alpha: number, stepSize: number): number[] => {
    const out = [...x];
    const [model, control, kept] = [1, 2, 3].map((k) => k + 3 * agent) as [number, number, number];
    let y = x[model]!;
    for (let k = 0; k < H; k++) y += stepSize * (-slopes[agent]! * y + x[kept]! - x[control]!);
    out[kept]! += -x[control]! + (x[model]! - y) / (H * stepSize);
    out[0] = (1 - alpha) * x[0]! + alpha * y;
    out[model] = out[0];
    out[control] = (out[3]! + out[6]!) / 2;
    return out;
  };

  /** ρ(Σ p_i B_i ⊗ B_i) `[49, 49]` */
  const radius = (alpha: number, stepSize: number): number => {
    const sum = new Float64Array(49 * 49);
    CHANCES.forEach((p, agent) => {
      const columns = Array.from({ length: 7 }, (_, b) =>
        stepOf(
          Array.from({ length: 7 }, (__, k) => Number(k === b)),
          agent,
          alpha,
          stepSize,
        ),
      );
      for (let at = 0; at < 49 * 49; at++) {
        const [row, column] = [Math.floor(at / 49), at % 49];
        sum[at]! +=
          p * columns[Math.floor(column / 7)]![Math.floor(row / 7)]! * columns[column % 7]![row % 7]!;
      }
    });
    return spectralRadius(sum, 49);
  };

  test.each([
    [0.2, 0.05],
    [0.6, 0.1],
    [0.9, 0.2],
  ])('α = %f, η = %f: the mean-square factor is the Kronecker product’s', (alpha, stepSize) => {
    const configuration = { ...run(fedAsync(alpha), stepSize), initial: [1] };
    const known = knownProblem(scalar, solveProblem(scalar), configuration);
    if ('reason' in known) throw new Error(known.reason);
    const factor = meanSquareFactor(known, SCAFFOLD(stepSize), PATIENT_BUDGET);
    expect(factor).toBeCloseTo(radius(alpha, stepSize), 8);
  });

  test('the largest η is where the Kronecker product’s radius is 1', () => {
    const configuration = { ...run(fedAsync(0.2), 0.05), initial: [1], algorithms: [SCAFFOLD(0.05)] };
    const [found] = stableSteps(scalar, configuration);
    const largest = found!.meanSquare.step!;
    expect(radius(0.2, largest * (1 - 1e-4))).toBeLessThan(1);
    expect(radius(0.2, largest * (1 + 1e-4))).toBeGreaterThan(1);
  });
});

describe('the law of staleness', () => {
  test.each([
    [[0.25, 0.25, 0.5], 1],
    [[0.25, 0.25, 0.5], 3],
    [[0.01, 0.99], 7],
    [[1], 2],
  ])('of chances %j and K = %i is that of ⌊(h + N)/K⌋', (chances, answers) => {
    const laws = stalenessLaws({ chances, answers });
    const mean = laws.reduce((sum, law) => sum + (law.last - law.first + 1) * law.chance * law.mean, 0);
    expect(mean).toBeCloseTo((chances.length - 1) / answers, 12);
    for (const { chance: p, mean, quantiles } of laws) {
      const probabilities = new Map<number, number>();
      for (let h = 0; h < answers; h++) {
        for (let n = 0; n < 6000; n++) {
          const tau = Math.floor((h + n) / answers);
          probabilities.set(tau, (probabilities.get(tau) ?? 0) + (p * (1 - p) ** n) / answers);
        }
      }
      let below = 0;
      let sum = 0;
      const found: number[] = [];
      for (const [tau, probability] of [...probabilities].sort(([a], [b]) => a - b)) {
        below += probability;
        sum += tau * probability;
        for (const level of [0.5, 0.9, 0.99].slice(found.length)) if (below >= level - 1e-12) found.push(tau);
      }
      expect(mean).toBeCloseTo(sum, 9);
      expect(quantiles).toEqual(found);
    }
  });
});

test('errors by seconds are those by steps in the mean over a Poisson number of them', () => {
  // After n steps ρⁿ: E ρ^N = e^{−Λt(1 − ρ)}.
  const errors = Array.from({ length: 400 }, (_, n) => 0.9 ** n);
  const law = { rate: 3, answers: 1 };
  const times = timesWithin(law, 399);
  expect(times).toEqual([0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]);
  for (const time of times) expect(errorAt(errors, law, time) / Math.exp(-0.3 * time)).toBeCloseTo(1, 11);
  // Two answers a step: E over pairs of answers, one by one.
  let expected = 0;
  for (let n = 0, p = Math.exp(-6); n < 60; p *= 6 / ++n) expected += p * 0.9 ** Math.floor(n / 2);
  expect(errorAt(errors, { rate: 3, answers: 2 }, 2)).toBeCloseTo(expected, 12);
});

describe('four alike agents that would diverge alone', () => {
  const [M, A, stepSize] = [4, 6.5, 0.5];
  const P = (1 - stepSize * A) ** H;
  const alike = lawsOnly(
    1,
    Array.from({ length: M }, () => gaussMarkovAgent([A], [1], [0], 0.5, 'stationary')),
  );
  /** ρ of the mean step on (θ̄, the model sent to each agent): θ̄ ← kept θ̄ + gain θ̄_i. */
  const radius = (kept: number, gain: number): number => {
    const sum = new Float64Array((M + 1) ** 2);
    for (let agent = 1; agent <= M; agent++) {
      for (const row of [0, agent]) {
        sum[row * (M + 1)]! += kept / M;
        sum[row * (M + 1) + agent]! += gain / M;
      }
      for (let other = 1; other <= M; other++) if (other !== agent) sum[other * (M + 1) + other]! += 1 / M;
    }
    return spectralRadius(sum, M + 1);
  };
  test.each([
    { name: 'α of FedAsync', policy: fedAsync(0.1), radiusAt: (α: number) => radius(1 - α, α * P) },
    {
      name: 'α_g of FedBuff',
      policy: { kind: 'buffered', count: 1, weight, serverStepSize: 0.01 } as const,
      radiusAt: (strength: number) => radius(1, strength * (P - 1)),
    },
  ])('the largest $name is where the mean step’s radius is 1', ({ policy, radiusAt }) => {
    const configuration = { ...run(policy, stepSize), initial: [2], timing: { ...timing, agents: [] } };
    const { algorithms } = scheduleTheory(alike, solveProblem(alike), configuration, { rounds: [0] });
    const { mean } = algorithms[0]!.strength;
    expect(mean).toMatchObject({ kind: 'exact', relativeError: 0, reason: null });
    expect(radiusAt(mean.step! * (1 - 1e-4))).toBeLessThan(1);
    expect(radiusAt(mean.step! * (1 + 1e-4))).toBeGreaterThan(1);
  });
});
