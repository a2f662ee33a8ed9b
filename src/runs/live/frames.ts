/**
 * What the live page shows, as the server sends it: whole snapshots, each of which stands for all of its kind before it,
 * so that a slow reader may miss any of them.
 */

import type { Activity } from '../../events/inspection.ts';
import type { Place } from './thinCurve.ts';

/** What curves are of: what the report of the run is about. */
export type CurveMeasure = 'error' | 'operatorNorm' | 'gradientNorm';

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
  /** over those that have ended, against each axis; null where none has */
  readonly mean: Readonly<Record<Place, Points>> | null;
  /** the one that is recorded now; null where there is none */
  readonly latest: (Points & { readonly seed: number }) | null;
  /** the expected error, or that without noise */
  readonly theory: {
    /** what it is, and what it is worth */
    readonly words: string;
    readonly round: readonly number[];
    readonly value: readonly number[];
  } | null;
  /** the predicted limit of the error, and its name; null where none is known */
  readonly limit: { readonly name: string; readonly value: number } | null;
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
    /** of a figure with several */
    readonly panels: readonly { readonly name: string; readonly title: string }[];
    readonly panel: string | null;
    /** what may be computed again to be stepped through; null where the run itself is, or goes on here */
    readonly steppable: {
      readonly algorithms: readonly { readonly key: string; readonly title: string }[];
      readonly firstSeed: number;
    } | null;
  };
  readonly curves: {
    /** what the vertical axis says */
    readonly axis: string;
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
    /** whether the run is held up by a page; null where none can hold it up */
    readonly isHeld: boolean | null;
  };
  /** what agents were at lately; times in seconds of the run's clock */
  readonly gantt: {
    readonly agents: number;
    readonly from: number;
    readonly to: number;
    readonly stretches: readonly (readonly [agent: number, activity: Activity, from: number, to: number])[];
  };
  readonly stepping: SteppingFrame;
}

/** A vector, cut to its first numbers. */
export interface Cut {
  readonly first: readonly number[];
  readonly length: number;
}

/** A message that is under way. */
export interface MessageUnderWay {
  readonly from: 'server' | 'agent';
  readonly agent: number;
  /** null for a notice, of which nothing can be asked by hand */
  readonly dispatch: number | null;
  /** kind and dispatch */
  readonly words: string;
  readonly sent: number;
  readonly arrives: number;
  readonly lost: boolean;
  readonly copy: boolean;
  /** its vectors by name */
  readonly content: Readonly<Record<string, Cut>>;
}

/** Where a run is that is stepped through. */
export interface SteppingFrame {
  readonly mode: 'paused' | 'running' | 'released';
  /** how the replication has ended, in words; null before */
  readonly outcome: string | null;
  /** whether it is recorded already: nothing can be done to it by hand, and nothing comes after its end */
  readonly isRecorded: boolean;
  /** its name for readers */
  readonly algorithm: string;
  readonly seed: number;
  readonly events: number;
  readonly time: number;
  readonly model: Cut;
  /** of the first so many agents */
  readonly agents: readonly {
    readonly activity: Activity;
    readonly since: number;
    readonly dispatch: number | null;
    readonly mailbox: readonly string[];
    readonly iterate: Cut;
    readonly states: Readonly<Record<string, Cut>>;
    /** state of the chain, or two of a transition; null where it is not known */
    readonly observation: string | null;
  }[];
  readonly allAgents: number;
  readonly underWay: readonly MessageUnderWay[];
  /** what happened in the latest event, a line each */
  readonly happened: readonly string[];
  /** what was done by hand, a line each */
  readonly interventions: readonly string[];
}

/** What a page may ask of a run. */
export type PageCommand =
  | { readonly do: 'step' | 'arrival' | 'back' | 'pause' | 'run' | 'release' }
  | { readonly do: 'round'; readonly round: number }
  /** a replication that is recorded is computed again, and held up at its start */
  | { readonly do: 'begin'; readonly algorithm: string; readonly seed: number }
  | ({ readonly do: 'drop' } & AskedMessage)
  | ({ readonly do: 'delay'; readonly seconds: number } & AskedMessage);

type AskedMessage = Pick<MessageUnderWay, 'from' | 'agent'> & { readonly dispatch: number };

/** The name of a frame. */
export type FrameKind = keyof Frames;
