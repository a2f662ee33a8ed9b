/** What a thread is to compute of a sweep, what it shares meanwhile, and how each of its runs ended. */
import type { ImportedModule } from '../../../actors/agent/userModules.ts';
import type { MetricSource } from '../../../actors/agent/userMetrics.ts';
import type { Manifest } from '../../recording/manifest.ts';
import type { SweptProblem } from './sweepPlan.ts';

/** Runs of one problem, each of one algorithm with the same seeds. Plain data. */
export interface SweepTask {
  readonly problem: SweptProblem;
  /** the files of what is the user's own */
  readonly modules: readonly ImportedModule[];
  readonly metrics: readonly MetricSource[];
  readonly seeds: readonly number[];
  readonly runs: readonly RunOfTask[];
  /** folder of a store that is taken from and added to */
  readonly store: string | undefined;
  /** whether the rounds of replications that are there have been counted */
  readonly isCounted?: boolean;
  /** shared words: rounds done by all threads, and whether to stop */
  readonly progress: Int32Array;
}

export interface RunOfTask {
  readonly key: string;
  readonly directory: string;
  /** without seeds and root */
  readonly head: Manifest;
  /** expected of each replication */
  readonly rounds: number;
  /** likewise */
  readonly agentSteps: number;
}

/** How a run of a task ended. `busy`: another program is computing it; `interrupted`: it is to be gone on with. */
export type RunEnd =
  | {
      readonly kind: 'done';
      readonly isNew: boolean;
      /** replications that came from the store, of a run that others were computed of */
      readonly fromStore?: number;
      readonly diverged: string | undefined;
    }
  | { readonly kind: 'failed' | 'busy'; readonly line: string }
  | { readonly kind: 'interrupted' };

/** Words of {@link SweepTask.progress}. */
export const ROUNDS_DONE = 0;
export const STOP_WISHED = 1;

/** Both words, 0. */
export const progressWords = (): Int32Array =>
  new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
