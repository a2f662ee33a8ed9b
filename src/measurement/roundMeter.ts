/** Measures a replication round by round, at the server: the numbers of rounds.csv. */
import type { RoundCompleted } from '../behaviours/behaviour.ts';
import { squaredDistance, squaredNorm, type Vector } from '../maths/vector.ts';
import type { MeanOperator } from '../problems/operator.ts';
import { evaluateMean } from '../problems/meanOperator.ts';
import type { RoundRecord } from '../protocol/inspection.ts';
import type { ControlMeter } from './controlMeter.ts';
import type { DrawnIterate } from './drawnIterate.ts';

const BYTES_PER_DOUBLE = 8;

/** What is known of the problem beforehand; `undefined` where it is not. */
export interface KnownAnswer {
  /** θ* `[d]` */
  readonly root: Vector | undefined;
  /** Ḡ, the average over agents */
  readonly mean: MeanOperator | undefined;
  /** Ḡ_i(θ*) in agent order; only where the Lyapunov function is measured */
  readonly pulls?: readonly Vector[] | undefined;
}

/** Vectors of d doubles sent so far, all agents together. */
export interface Traffic {
  uplinkVectors: number;
  downlinkVectors: number;
}

/** What is measured beyond the errors; nothing by default. */
export interface FurtherMeasurements {
  /** the Polyak–Ruppert average takes the rounds after this one */
  readonly averageAfter?: number | undefined;
  readonly drawn?: DrawnIterate | undefined;
  readonly controls?: ControlMeter | undefined;
}

/** What a run on a clock tells of a round besides. */
export interface RoundTiming {
  /** seconds since the start */
  readonly time: number;
  /** mean over the updates that the round took in, in server steps */
  readonly staleness: number;
  /** share of the agents' time so far that they waited */
  readonly idle: number;
}

/** Errors, drift, traffic and the running average of one replication. */
export class RoundMeter {
  readonly #answer: KnownAnswer;
  readonly #traffic: Traffic;
  readonly #value: Float64Array;
  /** first round of the average */
  readonly #averageAfter: number;
  readonly #sum: Float64Array | undefined;
  readonly #drawn: DrawnIterate | undefined;
  readonly #controls: ControlMeter | undefined;
  #averaged = 0;

  /**
   * @param traffic - counters that the transport keeps up to date
   */
  constructor(dimension: number, answer: KnownAnswer, traffic: Traffic, further: FurtherMeasurements = {}) {
    const { averageAfter, drawn, controls } = further;
    this.#answer = answer;
    this.#traffic = traffic;
    this.#value = new Float64Array(dimension);
    this.#averageAfter = averageAfter ?? Infinity;
    this.#sum = averageAfter === undefined ? undefined : new Float64Array(dimension);
    this.#drawn = drawn;
    this.#controls = controls;
  }

  /** Takes a round into the average and the control variates; every round, recorded or not. */
  add(completed: RoundCompleted): void {
    const { round, theta } = completed;
    this.#controls?.add(round, theta, completed.localModels());
    if (!this.#sum || round <= this.#averageAfter) return;
    for (let j = 0; j < theta.length; j++) this.#sum[j]! += theta[j]!;
    this.#averaged++;
  }

  /** The Polyak–Ruppert average so far; `undefined` before its first round. */
  average(): Float64Array | undefined {
    const count = this.#averaged;
    return count === 0 ? undefined : this.#sum?.map((x) => x / count);
  }

  /** The start: round 0. */
  start(theta: Vector): RoundRecord {
    const error = this.#error(theta);
    const record = this.#record(0, 0, theta, error, 0, undefined);
    this.#drawn?.offer(theta);
    return record;
  }

  /** Ends a round: what is drawn at the next may be this one. Call it after {@link measure}. */
  close(theta: Vector): void {
    this.#drawn?.offer(theta);
  }

  /**
   * @param step - local steps done by each agent so far
   * @param timing - `undefined`: a local step takes a second and all else no time
   */
  measure(completed: RoundCompleted, step: number, timing?: RoundTiming): RoundRecord {
    const { round, theta } = completed;
    const { agentError, drift } = this.#ofModels(completed);
    return this.#record(round, step, theta, agentError, drift, timing);
  }

  /** mean_i ‖θ_i − θ*‖² and mean_i ‖θ_i − θ̄_{t−1}‖² in one pass: with many agents this is most of a record. */
  #ofModels(completed: RoundCompleted): { readonly agentError: number; readonly drift: number } {
    const models = completed.localModels();
    const origins = completed.origins?.();
    const { startedFrom } = completed;
    const { root } = this.#answer;
    // Without a root any vector will do: what is summed for it is not told.
    const target = root ?? startedFrom;
    let agentError = 0;
    let drift = 0;
    for (let k = 0; k < models.length; k++) {
      const model = models[k]!;
      const origin = origins === undefined ? startedFrom : origins[k]!;
      let toTarget = 0;
      let toOrigin = 0;
      for (let j = 0; j < model.length; j++) {
        const error = model[j]! - target[j]!;
        const way = model[j]! - origin[j]!;
        toTarget += error * error;
        toOrigin += way * way;
      }
      agentError += toTarget;
      drift += toOrigin;
    }
    return { agentError: root ? agentError / models.length : NaN, drift: drift / models.length };
  }

  #error(theta: Vector): number {
    return this.#answer.root ? squaredDistance(theta, this.#answer.root) : NaN;
  }

  #operatorNorm(theta: Vector): number {
    if (!this.#answer.mean) return NaN;
    evaluateMean(this.#answer.mean, theta, this.#value);
    return squaredNorm(this.#value);
  }

  #record(
    round: number,
    step: number,
    theta: Vector,
    agentError: number,
    drift: number,
    timing: RoundTiming | undefined,
  ): RoundRecord {
    const average = this.average();
    const drawn = round > 0 ? this.#drawn?.value : undefined;
    const error = this.#error(theta);
    const { uplinkVectors, downlinkVectors } = this.#traffic;
    const vectorBytes = BYTES_PER_DOUBLE * theta.length;
    return {
      round,
      step,
      time: timing ? timing.time : step,
      error,
      agentError,
      operatorNorm: this.#operatorNorm(theta),
      drift,
      uplinkVectors,
      downlinkVectors,
      uplinkBytes: uplinkVectors * vectorBytes,
      downlinkBytes: downlinkVectors * vectorBytes,
      averageError: average ? this.#error(average) : NaN,
      drawnError: drawn ? this.#error(drawn) : NaN,
      drawnOperatorNorm: drawn ? this.#operatorNorm(drawn) : NaN,
      lyapunov: this.#controls?.lyapunov(error) ?? NaN,
      staleness: timing?.staleness ?? NaN,
      idle: timing?.idle ?? NaN,
    };
  }
}
