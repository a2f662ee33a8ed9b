/** Step sizes and local steps with which FedHSA's error falls like 1/M (FedHSA, Corollary 1 and (14)). */
import { InputError } from '../../../protocol/failure.ts';
import type { FedHsaConstants } from './constants.ts';

/** What the agents' chains enter with. */
export interface SlowestMixing {
  /** τ̄, in steps of the chain */
  readonly time: number;
  /** ρ in [0, 1) */
  readonly rate: number;
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
 * (14), the largest H that keeps the speed-up at R = HT local steps of each agent:
 * `H ≤ (μ/(2L)) √(τ̄R/(M(1 − ρ) log(MR)))`, the open constant put at 1. There the term that M divides
 * equals the one that it does not: `τ̄αL²/(μMH(1 − ρ)) = α²L⁴/μ²` at the α of Corollary 1.
 *
 * @param steps - R
 * @throws InputError if MR is not above 1
 */
export function largestUsefulLocalSteps(
  { agents, monotonicity, lipschitz }: FedHsaConstants,
  mixing: SlowestMixing,
  steps: number,
): number {
  if (!(agents * steps > 1)) throw new InputError(`the largest useful H needs MR > 1, got ${agents * steps}`);
  const ratio = (mixing.time * steps) / (agents * (1 - mixing.rate) * Math.log(agents * steps));
  return (monotonicity / (2 * lipschitz)) * Math.sqrt(ratio);
}
