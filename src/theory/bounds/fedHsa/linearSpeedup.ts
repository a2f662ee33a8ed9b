/** Step sizes and local steps with which FedHSA's error falls like 1/M (FedHSA, Corollary 1 and (14)). */
import { InputError } from '../../../values/failure.ts';
import type { FedHsaConstants, SlowestMixing } from './constants.ts';

/** Corollary 1 for M agents, H local steps and T rounds: a shape. */
export interface SpeedupPlan {
  /** the T that the corollary asks for, C' = 1: (4L² log(MHT)/μ²) max(τ̄, MH(1 − ρ)/τ̄) */
  readonly leastRounds: number;
  /** (13) without logarithms: (d_0 + τ̄L²σ²/(μ²(1 − ρ)))/(MHT) */
  readonly meanSquare: number;
}

/**
 * η = 4 log(MHT)/(μHT): the effective step is 4 log(MHT)/(μT), so that exp(−μαT/4) = 1/(MHT).
 *
 * @throws InputError if MHT is not above 1: log(MHT) must be positive
 */
export function speedupStep(
  { agents, monotonicity }: Pick<FedHsaConstants, 'agents' | 'monotonicity'>,
  localSteps: number,
  rounds: number,
): number {
  const samples = agents * localSteps * rounds;
  if (!(samples > 1))
    throw new InputError(`the step size of FedHSA’s Corollary 1 needs MHT > 1, got ${samples}`);
  return (4 * Math.log(samples)) / (monotonicity * localSteps * rounds);
}

/**
 * Corollary 1 for a run.
 *
 * @param mixing - of the slowest chain, at the effective step of that run, whose MHT is above 1
 */
export function speedupPlan(
  constants: FedHsaConstants,
  mixing: SlowestMixing,
  localSteps: number,
  rounds: number,
  initialSquare: number,
): SpeedupPlan {
  const { agents, monotonicity: mu, lipschitz: L, growth } = constants;
  const samples = agents * localSteps * rounds;
  const forgotten = 1 - mixing.rate;
  const most = Math.max(mixing.time, (agents * localSteps * forgotten) / mixing.time);
  return {
    leastRounds: ((4 * L ** 2 * Math.log(samples)) / mu ** 2) * most,
    meanSquare: (initialSquare + (mixing.time * (L * growth) ** 2) / (mu ** 2 * forgotten)) / samples,
  };
}

/**
 * (14), the largest H that keeps the speed-up at R = HT local steps of each agent:
 * `H ≤ (μ/(2L)) √(τ̄R/(M(1 − ρ) log(MR)))`, the open constant put at 1. There the term that M divides
 * equals the one that it does not: `τ̄αL²/(μMH(1 − ρ)) = α²L⁴/μ²` at the α of Corollary 1.
 *
 * @param steps - R, with MR > 1
 */
export function largestUsefulLocalSteps(
  { agents, monotonicity, lipschitz }: FedHsaConstants,
  mixing: SlowestMixing,
  steps: number,
): number {
  const ratio = (mixing.time * steps) / (agents * (1 - mixing.rate) * Math.log(agents * steps));
  return (monotonicity / (2 * lipschitz)) * Math.sqrt(ratio);
}
