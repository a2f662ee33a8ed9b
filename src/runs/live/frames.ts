/**
 * What the live page shows, as the server sends it: whole snapshots, each of which stands for all of its kind before it,
 * so that a slow reader may miss any of them.
 */

/** Values along a replication, or over several; all lists are as long as `round`. */
export interface Points {
  readonly round: readonly number[];
  readonly step: readonly number[];
  /** seconds of the run's clock */
  readonly time: readonly number[];
  /** null where it is no finite number */
  readonly value: readonly (number | null)[];
}

/** One algorithm's curves. */
export interface AlgorithmCurves {
  readonly title: string;
  readonly light: string;
  readonly dark: string;
  /** replications that have come to their end, of how many */
  readonly ended: number;
  readonly seeds: number;
  /** over those that have ended; null where none has */
  readonly mean: Points | null;
  /** the one that is recorded now; null where there is none */
  readonly latest: (Points & { readonly seed: number }) | null;
  /** the expected error, or that without noise */
  readonly theory: { readonly round: readonly number[]; readonly value: readonly number[] } | null;
  /** the predicted limit of the error of the mean; null where none is known */
  readonly limit: number | null;
}

/** The frames by their kinds. */
export interface Frames {
  /** what is shown; `state` is that of the manifest, or `waiting` before there is one */
  readonly run: {
    readonly title: string;
    readonly question: string;
    readonly state: 'waiting' | 'running' | 'completed' | 'failed' | 'interrupted';
    readonly failure: string | null;
    readonly directory: string;
    readonly isTimed: boolean;
    /** of a figure with several */
    readonly panels: readonly { readonly name: string; readonly title: string }[];
    readonly panel: string | null;
  };
  readonly curves: {
    readonly measure: 'error' | 'operatorNorm';
    readonly algorithms: readonly AlgorithmCurves[];
  };
  readonly progress: {
    readonly rounds: number;
    /** null where it is not known */
    readonly totalRounds: number | null;
    /** of the run, in [0, 1]; null where it is not known */
    readonly share: number | null;
    /** of real time; null while there is no basis, and of a run that is over */
    readonly roundsPerSecond: number | null;
    readonly messagesPerSecond: number | null;
    readonly secondsLeft: number | null;
  };
}

/** The name of a frame. */
export type FrameKind = keyof Frames;
