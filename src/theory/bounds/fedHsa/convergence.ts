/**
 * FedHSA's rates: "Achieving Tighter Finite-Time Rates for Heterogeneous Federated Stochastic
 * Approximation under Markovian Sampling", Theorems 1 and 2. Universal constants are left open there and
 * are 1 here: shapes, not bounds.
 */
import { digits, statementOf, type TermedStatement } from '../statement.ts';
import { type FedHsaConstants, type MixingRate, slowestMixing } from './constants.ts';
import { because, type Unknown } from '../../unknown.ts';

/** A run of FedHSA. */
export interface FedHsaRun {
  /** η */
  readonly stepSize: number;
  /** α_g, which the theorems put at 1 */
  readonly serverStepSize: number;
  /** H */
  readonly localSteps: number;
  /** T */
  readonly rounds: number;
  /** d_0 = ‖θ̄_0 − θ*‖² */
  readonly initialSquare: number;
}

/** α = H η α_g, the effective step of a round. */
const effectiveStep = ({ stepSize, serverStepSize, localSteps }: FedHsaRun): number =>
  localSteps * stepSize * serverStepSize;

/**
 * Theorem 1, i.i.d. sampling: `d_T ≤ exp(−μαT/2) d_0 + O(αL²/(μMH) + α²L⁴/μ²) σ²` for α_g = 1 and
 * `η ≤ μ/(2CL²H)`, C open.
 */
export function independentShape(constants: FedHsaConstants, run: FedHsaRun): TermedStatement | Unknown {
  const { agents, monotonicity: mu, lipschitz: L, growth } = constants;
  const alpha = effectiveStep(run);
  const failed = unmet(constants, run, 2);
  if (failed !== undefined) return failed;
  return statementOf('shape', [
    { symbol: 'exp(−μαT/2) d_0', value: Math.exp(-(mu / 2) * alpha * run.rounds) * run.initialSquare },
    { symbol: 'αL²σ²/(μMH)', value: ((alpha * L ** 2) / (mu * agents * run.localSteps)) * growth ** 2 },
    { symbol: 'α²L⁴σ²/μ²', value: ((alpha ** 2 * L ** 4) / mu ** 2) * growth ** 2 },
  ]);
}

/**
 * Theorem 2, Markov sampling, (12): with τ̄ = τ(α²) and ρ = max ρ_i,
 *
 *     d_T ≤ exp(−μαT/4) O(d_0 + σ²) + O(τ̄αL²/(μMH(1 − ρ)) + α²L⁴/μ²) σ²
 *
 * for α_g = 1, `η ≤ μ/(C'τ̄L²H)`, C' ≥ 1 open, and T ≥ 2τ̄.
 */
export function markovShape(
  constants: FedHsaConstants,
  rates: readonly MixingRate[],
  run: FedHsaRun,
): TermedStatement | Unknown {
  const { agents, monotonicity: mu, lipschitz: L, growth } = constants;
  const alpha = effectiveStep(run);
  const { time: tau, rate: slowest } = slowestMixing(rates, alpha);
  const failed = unmet(constants, run, tau);
  if (failed !== undefined) return failed;
  if (!(run.rounds >= 2 * tau)) return because(`needs T ≥ 2τ̄ = ${digits(2 * tau)} rounds, has ${run.rounds}`);
  const variance = (tau * alpha * L ** 2) / (mu * agents * run.localSteps * (1 - slowest));
  const start = run.initialSquare + growth ** 2;
  return statementOf('shape', [
    { symbol: 'exp(−μαT/4) (d_0 + σ²)', value: Math.exp(-(mu / 4) * alpha * run.rounds) * start },
    { symbol: 'τ̄αL²σ²/(μMH(1−ρ))', value: variance * growth ** 2 },
    { symbol: 'α²L⁴σ²/μ²', value: ((alpha ** 2 * L ** 4) / mu ** 2) * growth ** 2 },
  ]);
}

/** What fails whatever the open constant is, which is at least 1. */
function unmet(
  { monotonicity: mu, lipschitz: L }: FedHsaConstants,
  run: FedHsaRun,
  factor: number,
): Unknown | undefined {
  if (run.serverStepSize !== 1) return because(`needs α_g = 1, has ${digits(run.serverStepSize)}`);
  const largest = mu / (factor * L ** 2 * run.localSteps);
  if (run.stepSize > largest)
    return because(`needs η ≤ ${digits(largest)} at the least, has ${digits(run.stepSize)}`);
  return undefined;
}
