/** The error of a run without noise, round by round, and what it takes. */
import { squaredDistance, type Vector } from '../../maths/vector.ts';
import type { MeanOperator } from '../../problems/operator.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { totalOf } from '../../triggers/gaps.ts';
import { lawOf, meanGap, roundGaps } from '../../triggers/index.ts';
import type { WithPolicy } from '../roundBased.ts';
import { tooExpensive, type Unknown } from '../unknown.ts';
import type { NoiseFreeRun } from './noiseFreeRun.ts';

/** The error of a run without noise; plain data. */
export interface NoiseFreeCurve {
  /** ascending; fewer than were asked for where the run has grown beyond all doubles */
  readonly rounds: readonly number[];
  /** ‖θ̄_t − θ*‖²; where gaps are drawn its mean over those of the run's first seeds */
  readonly errors: readonly number[];
  /** how many seeds that is; absent where all have the same gaps */
  readonly seeds?: number;
}

/** What the run is, as far as this depends on it. */
export type NoiseFreeConfiguration = Pick<
  RunConfiguration,
  'algorithms' | 'trigger' | 'initial' | 'sampling' | 'seeds'
> &
  WithPolicy;

/** How much work it may be. */
export interface NoiseFreeBudget {
  /** for each algorithm */
  readonly multiplications: number;
  /** for the curve of a single seed, if that is more */
  readonly curve?: number;
  /** what is found: the curve alone, also the limit, or also the largest step size, as by default */
  readonly until?: 'curve' | 'limit' | 'step';
}

/** What is asked of an algorithm. */
export interface Asked {
  readonly means: readonly MeanOperator[];
  /** θ* `[d]` */
  readonly root: Vector;
  readonly rounds: readonly number[];
  readonly configuration: NoiseFreeConfiguration;
  readonly budget: NoiseFreeBudget;
}

/** Multiplications that a local step takes beside the operator, and an operator that is not linear. */
const STEP = 100;
const NONLINEAR = 1e4;
/** Seeds over whose gaps the error is averaged at most. */
const MOST_SEEDS = 20;

/** Multiplications of a round, in the mean over those asked for. */
export function roundCost(means: readonly MeanOperator[], { root, rounds, configuration }: Asked): number {
  const each = means.reduce(
    (sum, { kind }) => sum + STEP + (kind === 'linear' ? root.length ** 2 : NONLINEAR),
    0,
  );
  const { trigger, seeds } = configuration;
  const mean = meanGap(trigger);
  if (mean !== undefined) return each * mean;
  const gaps = roundGaps(trigger, means.length, seeds[0] ?? 1);
  const steps = Array.from({ length: Math.max(1, rounds.at(-1) ?? 1) }, (_, t) =>
    totalOf(gaps(t + 1), means.length),
  );
  return (each * steps.reduce((sum, value) => sum + value, 0)) / (means.length * steps.length);
}

/**
 * The errors of a run at the rounds asked for.
 *
 * @param make - begins it
 * @param cost - multiplications of a round
 */
export function noiseFreeCurve(
  make: () => NoiseFreeRun,
  cost: number,
  { means, root, rounds, configuration: { trigger, seeds }, budget }: Asked,
): NoiseFreeCurve | Unknown {
  const last = rounds.at(-1) ?? 0;
  const isDrawn = lawOf(trigger)?.kind !== 'constant';
  const needed = last * cost;
  const most = budget.curve ?? budget.multiplications;
  if (needed > most) return tooExpensive('a run without noise takes', needed, { multiplications: most });
  const affordable = Math.max(1, Math.floor(budget.multiplications / Math.max(1, needed)));
  const taken = isDrawn ? seeds.slice(0, Math.min(MOST_SEEDS, affordable)) : seeds.slice(0, 1);
  const errors = rounds.map(() => 0);
  for (const seed of taken) {
    const gaps = roundGaps(trigger, means.length, seed);
    const run = make();
    for (const [at, wanted] of rounds.entries()) {
      while (run.round < wanted) run.advance(gaps(run.round + 1));
      errors[at]! += squaredDistance(run.model, root) / taken.length;
    }
  }
  const overflow = errors.findIndex((error) => !Number.isFinite(error));
  const count = overflow < 0 ? rounds.length : overflow;
  return {
    rounds: rounds.slice(0, count),
    errors: errors.slice(0, count),
    ...(isDrawn && { seeds: taken.length }),
  };
}
