/**
 * The inspection stream: everything that an observer of a run can know, as one union. Recorder,
 * progress and report read this stream and nothing else.
 */
import type { AlgorithmName } from '../algorithms/catalogue.ts';
import type { Vector } from '../maths/vector.ts';
import type { PlacementName } from './configuration.ts';

/** One algorithm run with one seed. */
export interface Replication {
  readonly algorithm: AlgorithmName;
  readonly seed: number;
}

/** One recorded round: a row of rounds.csv. Numbers that do not exist for a problem are NaN. */
export interface RoundRecord {
  /** t; round 0 is the start */
  readonly round: number;
  /** local steps done by each agent so far */
  readonly step: number;
  /** seconds on the run's clock */
  readonly time: number;
  /** ‖θ̄_t − θ*‖² */
  readonly error: number;
  /** mean_i ‖θ_i − θ*‖², before averaging */
  readonly agentError: number;
  /** ‖Ḡ(θ̄_t)‖² */
  readonly operatorNorm: number;
  /** mean_i ‖θ_{i,H} − θ̄‖², θ̄ the model the round started from */
  readonly drift: number;
  /** vectors of d doubles sent so far, all agents together */
  readonly uplinkVectors: number;
  readonly downlinkVectors: number;
  readonly uplinkBytes: number;
  readonly downlinkBytes: number;
  /** ‖average of θ̄ over the rounds after the burn-in − θ*‖²; NaN before, and without averaging */
  readonly averageError: number;
}

/** Where the agents of a run live. */
export interface ResolvedPlacement {
  readonly name: PlacementName;
  readonly threads: number;
  /** what a thread hosts: agents of one replication, or whole replications one after another */
  readonly unit: 'agents' | 'replications';
}

/** How a replication ended. */
export type Outcome =
  | { readonly kind: 'completed'; readonly rounds: number; readonly steps: number }
  | { readonly kind: 'diverged'; readonly round: number; readonly steps: number }
  | { readonly kind: 'interrupted'; readonly rounds: number; readonly steps: number };

export type Inspection =
  | {
      readonly kind: 'placed';
      readonly placement: ResolvedPlacement;
    }
  | {
      readonly kind: 'progressed';
      /** rounds done and to do, over all replications */
      readonly rounds: number;
      readonly totalRounds: number;
      /** of the latest recorded round; NaN where θ* is not known */
      readonly error: number;
    }
  | { readonly kind: 'replicationStarted'; readonly replication: Replication }
  | {
      readonly kind: 'roundRecorded';
      readonly replication: Replication;
      readonly record: RoundRecord;
      /** θ̄_t, `[d]`; a copy that the observer may keep */
      readonly theta: Vector;
      /** the Polyak–Ruppert average so far, where one is kept */
      readonly average: Vector | undefined;
    }
  | { readonly kind: 'replicationEnded'; readonly replication: Replication; readonly outcome: Outcome };
