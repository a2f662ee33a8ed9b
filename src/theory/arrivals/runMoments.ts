/** What a run along its schedule asks of the moments of its vectors. */
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

/** Means and covariances of random vectors in numbered slots. */
export interface RunMoments {
  /** whether observations differ at all */
  readonly isRandom: boolean;
  /** whether what is observed depends on what was observed before */
  readonly isCarried: boolean;
  /** about how many multiplications it has taken so far */
  readonly multiplications: number;
  /** A vector that is not random. */
  set(slot: number, mean: Vector): void;
  /** Lets a vector go. */
  clear(slot: number): void;
  /** E v `[d]` */
  mean(combination: Combination): Float64Array;
  /** tr Cov(v), or 0 where variances come late */
  variance(combination: Combination): number;
  /**
   * The variances asked for, in order, of moments that have them once the run is over.
   *
   * @param most - multiplications that it may take
   */
  late?(most: number): Vector | { readonly needed: number };
  /** Makes new vectors, all of them of the old ones. */
  combine(made: readonly Made[]): void;
  observe(observed: Observed): void;
  /** Two stretches of local steps over the same observations, where their moments are known; they have no f. */
  readonly observeBoth?: ((first: Observed, second: Observed) => void) | undefined;
}
