/** What corollaries recommend, by hand: scalar agents with ±1 around their means, two equally likely states. */
import { describe, expect, test } from 'vitest';
import type { RunSettings } from '../../../src/configuration/settings/runSettings.ts';
import { runConfiguration } from '../../../src/configuration/runConfiguration.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { FallingError } from '../../../src/search/plan/fallingError.ts';
import { PlannedErrors, type PlannedRun } from '../../../src/search/plan/plannedErrors.ts';
import { recommendedCost } from '../../../src/search/plan/planPictures.ts';
import {
  type NoRecommendation,
  type Recommendation,
  recommendationsOf,
} from '../../../src/search/plan/recommendations.ts';
import { lastAbove, noiselessErrors, scalarRun, scalarSearch } from './twoScalarAgents.ts';

/** Two agents with A = 1, b = b̄_i ± 1, and b̄ = 1, 0: local roots 1 and 0, θ* = ½, noise of variance 1. */
function noisyRun(name: string, settings: RunSettings = {}): PlannedRun {
  const problem = buildProblem({
    ...{ kind: 'finite-linear', dimension: 1 },
    agents: [1, 0].map((b) => ({
      ...{ states: 2, transition: Float64Array.of(0.5, 0.5, 0.5, 0.5), initial: 'stationary' as const },
      ...{ A: Float64Array.of(1, 1), b: Float64Array.of(b + 1, b - 1) },
    })),
  });
  const configuration = runConfiguration(
    {
      ...{ algorithms: [name], localSteps: 1, rounds: 1, sampling: 'iid' },
      ...(name !== 'minibatch-sgd' && { stepSize: 1 }),
      ...(['fedhsa', 'minibatch-sgd', 'scaffold'].includes(name) && { serverStepSize: 1 }),
      ...settings,
    },
    1,
  );
  const [algorithm] = configuration.algorithms;
  return { problem, solution: solveProblem(problem), configuration, algorithm: algorithm as never };
}
const EPSILON = 1e-2;
const recommended = (
  run: PlannedRun,
  source: string,
  gap: 'localSteps' | 'communicationProbability' = 'localSteps',
) =>
  // prettier-ignore
  recommendationsOf(run, gap, EPSILON).find((found) => found.source === source);
const found = (recommendation: Recommendation | NoRecommendation | undefined): Recommendation => {
  if (recommendation === undefined || 'reason' in recommendation) throw new Error(recommendation?.reason);
  return recommendation;
};

/** λ = 1, so that a = ½, L = 1 and η_∞ = 1; C_A = 1; Σ_Ã = 0; σ̄_ε = σ̄_ω = 1; Δ_heter = ¼; ‖θ_0 − θ*‖ = ½. */
const a = 0.5;
const START = 0.5;

describe('by hand', () => {
  test('SCAFFLSA’s Corollary 4.4', () => {
    const { kind, stepSize, gap, rounds } = found(recommended(noisyRun('local-sa'), 'SCAFFLSA Cor. 4.4'));
    // f² = σ̄_ε/(aN(1 − e⁻²)) with N = 2, and η = ε²/(4f²), T = ln(2‖θ_0 − θ*‖/ε)/(ηa)
    const eta = (EPSILON / 4) * a * 2 * (1 - Math.exp(-2));
    expect(stepSize / eta).toBeCloseTo(1, 12);
    expect([kind, gap, rounds]).toEqual(['bound', 1, Math.ceil(Math.log((2 * START) / 0.1) / (eta * a))]);
  });

  test('SCAFFLSA’s Corollary 4.5, H in whole steps', () => {
    const { kind, stepSize, gap, rounds } = found(recommended(noisyRun('local-sa'), 'SCAFFLSA Cor. 4.5'));
    // w = 1, D = ½: η = aNε², H = 1/(½ · 2 · ε), T = max(1/a, D/(a²ε)) ln(‖θ_0 − θ*‖/ε)
    expect(stepSize).toBeCloseTo(EPSILON, 14);
    expect([kind, gap, rounds]).toEqual(['shape', 10, Math.ceil((0.5 / (a * a * 0.1)) * Math.log(5))]);
  });

  test('SCAFFLSA’s Corollary 5.4, and 5.2 with p', () => {
    const { stepSize, gap, rounds } = found(recommended(noisyRun('scafflsa'), 'SCAFFLSA Cor. 5.4'));
    // η = aε²/32, the largest H with ηH ≤ a/16
    const eta = (a * Math.sqrt(EPSILON) ** 2) / 32;
    const H = Math.floor(a / 16 / eta);
    const psi = START ** 2 + (eta * H) ** 2 / 4;
    expect(stepSize).toBeCloseTo(eta, 15);
    expect(gap).toBe(H);
    expect(rounds).toBe(Math.ceil((4 / (eta * a * H)) * Math.log((2 * psi) / EPSILON)));
    const random = found(recommended(noisyRun('scafflsa'), 'SCAFFLSA Cor. 5.2', 'communicationProbability'));
    // its a is that of A 3, 1: η = ε²/4, p = √η
    expect(random.stepSize).toBeCloseTo(EPSILON / 4, 15);
    expect(random.gap).toBeCloseTo(Math.sqrt(EPSILON / 4), 14);
  });

  test('FedHSA’s (14) and Corollary 1, at their fixed point', () => {
    const run = noisyRun('fedhsa', { sampling: 'markov' });
    const { kind, stepSize, gap: H, rounds } = found(recommended(run, 'FedHSA Cor. 1, (14)'));
    // μ = L = 1, σ = max|b| = 2, τ̄ = 1, ρ = 2⁻⁵⁰: R = HT is the larger of (d_0 + σ²)/(Mε) and 4 log(MR) H max(1, MH)
    const wanted = (START ** 2 + 4) / (2 * EPSILON);
    let [R, h] = [wanted, 1];
    for (let k = 0; k < 1000; k++) {
      const next = Math.max(wanted, 4 * Math.log(2 * R) * h * Math.max(1, 2 * h));
      h = Math.max(1, Math.floor(0.5 * Math.sqrt(R / (2 * Math.log(2 * R)))));
      R = next;
    }
    expect([kind, H, rounds]).toEqual(['shape', h, Math.ceil(R / h)]);
    expect(stepSize).toBeCloseTo((4 * Math.log(2 * H * rounds)) / (H * rounds), 14);
  });

  test('Richardson–Romberg’s Theorems 4 and 5', () => {
    const plain = found(recommended(noisyRun('local-sa'), 'Richardson–Romberg Th. 4'));
    expect(plain).toMatchObject({ kind: 'shape', gap: 10, rounds: Math.ceil(10 * Math.log(10)) });
    expect(plain.stepSize).toBeCloseTo(EPSILON, 15);
    const run = noisyRun('richardson-romberg');
    const extrapolated = found(recommended(run, 'Richardson–Romberg Th. 5'));
    expect(extrapolated).toMatchObject({ gap: 32, rounds: Math.ceil(Math.sqrt(10) * Math.log(10)) });
  });

  test('Streaming FL’s Corollaries 4.6 and 4.8, whose gradients are μ times the error', () => {
    const sgd = found(recommended(noisyRun('minibatch-sgd'), 'Streaming FL Cor. 4.6'));
    // L = μ = 1, σ² = 1, Δ_0 = ⅛: K = 8σ²/(2ε²), T = 4LΔ_0/ε²
    expect(sgd).toMatchObject({ kind: 'bound', stepSize: 1, gap: 400, rounds: 50 });
    const local = found(recommended(noisyRun('local-sa'), 'Streaming FL Cor. 4.8'));
    // θ² = ζ² = ¼ and δ² = 1, as the Hessians are the same: ηK = 3ε²/(8 · 5/4)
    expect(local.gap).toBe(Math.ceil(392 / 15 / (2 * EPSILON)));
    expect(local.stepSize * local.gap).toBeCloseTo((3 * EPSILON) / 10, 14);
  });
});

test('where a corollary does not apply, it says why', () => {
  const reasonsOf = (run: PlannedRun): Record<string, string> =>
    Object.fromEntries(
      recommendationsOf(run, 'localSteps', EPSILON).map((each) => [
        each.source,
        'reason' in each ? each.reason : '',
      ]),
    );
  expect(reasonsOf(noisyRun('local-sa', { sampling: 'markov' }))).toMatchObject({
    'SCAFFLSA Cor. 4.4': 'needs i.i.d. observations',
    'Richardson–Romberg Th. 4': 'needs i.i.d. observations',
    'Streaming FL Cor. 4.8': '',
  });
  expect(reasonsOf(noisyRun('local-sa'))).toMatchObject({ 'SCAFFLSA Cor. 4.6': 'is about TD(0)' });
  expect(reasonsOf(noisyRun('fedhsa'))).toEqual({ 'FedHSA Cor. 1, (14)': 'is stated for Markov sampling' });
  expect(reasonsOf(noisyRun('fedhsa', { sampling: 'markov', serverStepSize: 0.5 }))).toEqual({
    'FedHSA Cor. 1, (14)': 'needs α_g = 1, has 0.5',
  });
  expect(recommendationsOf(noisyRun('scaffold'), 'localSteps', EPSILON)).toEqual([]);
  expect(recommendationsOf(noisyRun('fedhsa'), 'communicationProbability', EPSILON)).toEqual([]);
});

test('a recommendation’s T and cost are those of theory’s curve there', () => {
  const search = scalarSearch(scalarRun());
  const at = { source: 'of a paper', kind: 'bound', stepSize: 0.013, gap: 3, rounds: 7 } as const;
  const setting = { gap: 3, parameters: { stepSize: 0.005 } };
  const cost = recommendedCost(search, at, {}, 1e-3);
  const rounds = lastAbove(noiselessErrors(0.013, 3, 2000), 1e-3);
  expect(cost).toEqual({
    ...{ source: 'of a paper', kind: 'bound', stepSize: 0.013, gap: 3, statedRounds: 7 },
    ...{ rounds, cost: 3 * rounds, reason: null },
  });
  const unreached = recommendedCost(search, { ...at, stepSize: 1.1 }, {}, 1e-3);
  expect([unreached.rounds, unreached.cost, unreached.reason]).toEqual([
    null,
    null,
    'its expected error does not get to ε',
  ]);
  const few = new FallingError((asked) =>
    asked.at(-1)! > 64
      ? { reason: 'no exact moments: takes too much' }
      : search.errors.errorAt(setting).at(asked),
  );
  const unknown = recommendedCost({ ...search, errors: { errorAt: () => few } as never }, at, {}, 1e-3);
  expect([unknown.rounds, unknown.reason]).toEqual([null, 'takes too much']);
  const priceless = recommendedCost({ ...search, costAt: () => NaN }, at, {}, 1e-3);
  expect([priceless.rounds, priceless.cost]).toEqual([rounds, null]);
});

test('the errors of a recommendation are of its own step size, whatever else is searched', () => {
  const errors = new PlannedErrors(noisyRun('fedhsa'), 'localSteps');
  const at = { source: 's', kind: 'shape', stepSize: 0.01, gap: 2, rounds: 1 } as const;
  const search = scalarSearch(noisyRun('fedhsa'), { errors });
  const rounds = recommendedCost(search, at, { serverStepSize: 1 }, EPSILON).rounds!;
  expect(recommendedCost(search, at, { serverStepSize: 0.5 }, EPSILON).rounds).toBeGreaterThan(1.9 * rounds);
});
