/** What manifest.json holds: enough to know what a run was, how far it came, and to run it again. */
import type { RunConfiguration } from '../configuration/configuration.ts';
import type { ResolvedPlacement } from '../events/inspection.ts';
import type { Replications } from '../configuration/replications.ts';
import type { TimedCounts } from '../events/timedCounts.ts';
import type { PaperFields } from '../configuration/paperField.ts';
import type { Prediction } from '../theory/predictions.ts';
import type { Survivors } from '../theory/survivors.ts';
import type { Measure } from '../configuration/scenario.ts';

/**
 * How far a replication came; or, where there is a last seed, several of one algorithm with consecutive
 * seeds that are in the same state. Runs of many replications share records, which have the sums of their counts.
 */
export interface RunRecord extends Replications, TimedCounts {
  readonly state: 'pending' | 'completed' | 'diverged' | 'failed' | 'interrupted';
  /** rounds and local steps done; of several replications the least */
  readonly rounds: number;
  readonly steps: number;
  /** of several replications the most, where that is another number */
  readonly mostRounds?: number;
  readonly mostSteps?: number;
  /** set where a rule of the run's program ended it (`configuration.stopWhen`) */
  readonly stopped?: true;
  /** rows in rounds.csv, and in iterates.csv where there is one, of all of them; absent until they have ended */
  readonly rows?: number;
  /** rows in each file beside rounds.csv that has some of them */
  readonly beside?: Readonly<Record<string, number>>;
}

export interface Manifest {
  readonly format: 'fedsa-run/1';
  /** of fedsa */
  readonly version: string;
  /** of the project's checkout, where there is one */
  readonly commit: string | null;
  /** seconds of a tick of virtual time; absent where it was recorded by a version whose times were no ticks */
  readonly tick?: number;
  readonly node: string;
  readonly machine: {
    readonly platform: string;
    readonly architecture: string;
    readonly cpu: string;
    readonly cores: number;
    readonly memoryBytes: number;
  };
  /** ISO 8601 */
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly state: 'running' | 'completed' | 'failed' | 'interrupted';
  /** the line that said what went wrong */
  readonly failure: string | null;
  /** the command line after `fedsa` */
  readonly arguments: readonly string[];
  readonly scenario: PaperFields & {
    readonly name: string;
    readonly title: string;
    /** the question the scenario asks, in a sentence or two */
    readonly question: string;
    /** figure or table of a paper that it reproduces */
    readonly reproduces: string | null;
    /** the quantity the scenario is about; the error where it does not say */
    readonly measure?: Measure | undefined;
    /** in what the run is of another size: `1,600 of 3,000 rounds` */
    readonly sizes?: readonly string[] | undefined;
    /** file it came from, with its SHA-256; null for a shipped scenario */
    readonly file: string | null;
    readonly sha256: string | null;
    /** SHA-256 of a scenario's file with the local files that it imports, compiled */
    readonly bundle?: string | undefined;
  };
  readonly problem: {
    readonly kind: string;
    readonly agents: number;
    readonly dimension: number;
    /** the specification as the scenario gave it; large arrays are replaced by their sizes */
    readonly specification: unknown;
    /** θ*; null where it is not known */
    readonly root: readonly number[] | null;
    /** estimate of E‖θ̂ − θ*‖², where the root is estimated from long streams */
    readonly rootError?: number;
    /** who is left while others have crashed, and how far their own root is; absent where nobody crashes at a known time */
    readonly survivors?: readonly Survivors[];
  };
  readonly configuration: RunConfiguration;
  /** null until the run has begun */
  readonly placement: ResolvedPlacement | null;
  readonly predictions: readonly Prediction[];
  /** in the order of the rows: by algorithm, then by seed */
  readonly runs: readonly RunRecord[];
}

/** θ* as a manifest has it. */
export const recordedRoot = ({
  root,
  rootError,
}: {
  readonly root: ArrayLike<number> | null | undefined;
  readonly rootError?: number;
}): Pick<Manifest['problem'], 'root' | 'rootError'> => ({
  root: root ? Array.from(root) : null,
  ...(rootError !== undefined && { rootError }),
});
