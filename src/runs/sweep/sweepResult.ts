/** How far a sweep is, and its result: apart from how it is executed, so that their types reach no package of the program's. */
import type { Gathered } from './sweepFiles.ts';

/** How far a sweep is. */
export interface SweepProgress {
  /** runs that have ended, of those of this session */
  readonly runs: number;
  readonly totalRuns: number;
  readonly rounds: number;
  readonly totalRounds: number;
  /** that compute for it, where they are on other machines */
  readonly workers?: number;
}

/** What did not end well. */
export interface SweepFailure {
  readonly key: string;
  /** `step-size=1, local-steps=5` */
  readonly point: string;
  readonly algorithm: string;
  readonly line: string;
}

export interface SweepResult extends Gathered {
  readonly state: 'completed' | 'failed' | 'interrupted';
  readonly directory: string;
  readonly failures: readonly SweepFailure[];
  /** runs that were computed or continued */
  readonly computed: number;
  /** runs that were there */
  readonly found: number;
  /** replications of runs that were computed which came from the store */
  readonly fromStore: number;
}
