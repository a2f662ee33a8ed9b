/** What a run along its schedule does with its vectors, which are in numbered slots, and what is asked of their moments. */
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { Vector } from '../../maths/vector.ts';
import type { Combination } from '../linearParts.ts';

/** A vector that is made, and the empty slot that takes it. */
export interface Made {
  readonly from: Combination;
  readonly into: number;
}

/** A stretch of an agent's observations: what its act makes of v, with f as it is. */
export interface Observed {
  readonly agent: number;
  /** 0, or 1 of an algorithm whose agents work on two */
  readonly stream: number;
  readonly act: AgentAct;
  /** the moving register: where steps begin, zero where values are gathered */
  readonly v: Combination;
  /** the fixed one: the correction of steps, the model of a gathering; `undefined` where there is none */
  readonly f: Combination | undefined;
  /** observations */
  readonly count: number;
  /** the empty slot that takes what becomes of v */
  readonly into: number;
}

/** A step of a run; θ̄_0 is in slot 0 before the first. */
export type RunStep =
  /** New vectors, all of them of the old ones; then some are let go. */
  | { readonly kind: 'combine'; readonly made: readonly Made[]; readonly gone: readonly number[] }
  | { readonly kind: 'observe'; readonly observed: Observed }
  /** Two stretches of local steps over the same observations; they have no f. */
  | { readonly kind: 'observeBoth'; readonly both: readonly [Observed, Observed] }
  | ThetaStep;

/** A server step, or the start, leaves θ̄. */
export interface ThetaStep {
  readonly kind: 'round';
  readonly round: number;
  readonly theta: Combination;
}

/** Means and covariances of the vectors. */
export interface RunMoments {
  /** about how many multiplications it has taken so far */
  readonly multiplications: number;
  /** A vector that is not random. */
  set(slot: number, mean: Vector): void;
  /** E v `[d]` */
  mean(combination: Combination): Float64Array;
  /** tr Cov(v) */
  variance(combination: Combination): number;
  combine(made: readonly Made[], gone: readonly number[]): void;
  observe(observed: Observed): void;
  observeBoth?(first: Observed, second: Observed): void;
}

/**
 * Goes along the steps of a run.
 *
 * @param initial - θ̄_0 `[d]`
 * @param goesOn - asked after each step, with the share of the steps that are done
 * @returns whether it always went on
 */
export function follow(
  steps: readonly RunStep[],
  initial: Vector,
  moments: RunMoments,
  goesOn: (step: RunStep, share: number) => boolean,
): boolean {
  moments.set(0, initial);
  return steps.every((step, at) => {
    if (step.kind === 'combine') moments.combine(step.made, step.gone);
    else if (step.kind === 'observe') moments.observe(step.observed);
    else if (step.kind === 'observeBoth') moments.observeBoth!(...step.both);
    return goesOn(step, (at + 1) / steps.length);
  });
}
