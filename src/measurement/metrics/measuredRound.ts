/** A run and its rounds, as metrics see them. */
import type { StepSize } from '../../algorithms/stepSize.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import type { Vector } from '../../maths/vector.ts';
import type { MeanOperator } from '../../problems/operator.ts';
import type { TimedChoice } from '../../timing/isTimed.ts';

/** Known answer of the problem; `undefined` where it is not known beforehand. */
export interface ProblemAnswer {
  /** θ* `[d]` */
  readonly root: Vector | undefined;
  /** Ḡ, the average over agents */
  readonly mean: MeanOperator | undefined;
  /** Ḡ_i(θ*) in agent order; only where the Lyapunov function is measured */
  readonly pulls?: readonly Vector[] | undefined;
}

/** Measurements that a run is asked for, and whether it is timed. */
export interface Measurements extends TimedChoice {
  /** fraction of the rounds left out of the Polyak–Ruppert average; `undefined`: no average */
  readonly averageFrom: number | undefined;
  /** whether a uniformly drawn iterate is kept beside the last one */
  readonly drawn: boolean;
  /** whether the Lyapunov function of SCAFFLSA is measured */
  readonly lyapunov: boolean;
  /** whether the agents' own numbers are recorded, too */
  readonly agentErrors?: boolean | undefined;
  /** whether some message says its size, so that bits are recorded, too */
  readonly bits?: boolean | undefined;
}

/** One replication, as its metrics see it. */
export interface MeasuredRun extends Measurements {
  readonly agents: number;
  /** d */
  readonly dimension: number;
  readonly seed: number;
  readonly algorithm: { readonly name: string; readonly stepSize?: StepSize };
  readonly trigger: RunTrigger;
  readonly answer: ProblemAnswer;
}

/** Traffic so far, of all agents together: vectors of d numbers, and the bits of the messages that carry them. */
export interface Traffic {
  uplinkVectors: number;
  downlinkVectors: number;
  uplinkBits: number;
  downlinkBits: number;
}

/** Before anything is sent. */
export const noTraffic = (): Traffic => ({
  uplinkVectors: 0,
  downlinkVectors: 0,
  uplinkBits: 0,
  downlinkBits: 0,
});

/** Numbers that a clock adds to a round. */
export interface RoundTiming {
  /** seconds since the start */
  readonly time: number;
  /** mean over the updates that the round took in, in server steps */
  readonly staleness: number;
  /** share of the agents' time so far that they waited */
  readonly idle: number;
}

/** A round that is over. Its vectors are lent: copy what you keep, and write in none. */
export interface MeasuredRound {
  readonly run: MeasuredRun;
  /** t; round 0 is the start */
  readonly round: number;
  /** local steps done by each agent so far; their mean where agents differ */
  readonly step: number;
  /** seconds on the run's clock */
  readonly time: number;
  /** θ̄_t `[d]` */
  readonly theta: Vector;
  /** the model that the round started from `[d]` */
  readonly startedFrom: Vector;
  /** θ_i of the agents that the round took in, in their order, before averaging; θ̄_0 of each at the start */
  readonly models: readonly Vector[];
  /** the models that these local steps started from, in the same order */
  readonly origins: readonly Vector[];
  /** whose models they are, in the same order; `undefined`: those of all agents */
  readonly takenIn: readonly number[] | undefined;
  /** the Polyak–Ruppert average so far `[d]`; `undefined` before its first round, and where none is kept */
  readonly average: Vector | undefined;
  /** ŵ, drawn uniformly from θ̄_0, …, θ̄_{t−1} `[d]`; `undefined` at the start, and where none is kept */
  readonly drawn: Vector | undefined;
  readonly traffic: Readonly<Traffic>;
  /** `undefined` in runs without a clock, and at the start */
  readonly timing: RoundTiming | undefined;
  /** Ḡ(θ) `[d]`, the caller's until the next call; `undefined` where it is not known. */
  meanOperator(theta: Vector): Vector | undefined;
  /** The result of `work` for this round, which is done once, whichever metrics ask for it. */
  once<Result>(work: (round: MeasuredRound) => Result): Result;
}
