/** Measures a replication round by round, at the server: the numbers of rounds.csv. */
import type { RoundCompleted } from '../behaviours/behaviour.ts';
import { squaredDistance, squaredNorm, type Vector } from '../maths/vector.ts';
import type { MeanOperator } from '../problems/operator.ts';
import { evaluateMean } from '../problems/operators/meanOperator.ts';
import type { RoundRecord } from '../protocol/inspection.ts';

const BYTES_PER_DOUBLE = 8;

/** What is known of the problem beforehand; `undefined` where it is not. */
export interface KnownAnswer {
  /** θ* `[d]` */
  readonly root: Vector | undefined;
  /** Ḡ, the average over agents */
  readonly mean: MeanOperator | undefined;
}

/** Vectors of d doubles sent so far, all agents together. */
export interface Traffic {
  uplinkVectors: number;
  downlinkVectors: number;
}

/** Errors, drift, traffic and the running average of one replication. */
export class RoundMeter {
  readonly #answer: KnownAnswer;
  readonly #traffic: Traffic;
  readonly #value: Float64Array;
  /** first round of the average */
  readonly #averageAfter: number;
  readonly #sum: Float64Array | undefined;
  #averaged = 0;

  /**
   * @param traffic - counters that the transport keeps up to date
   * @param averageAfter - the Polyak–Ruppert average takes the rounds after this one; `undefined`: none
   */
  constructor(dimension: number, answer: KnownAnswer, traffic: Traffic, averageAfter: number | undefined) {
    this.#answer = answer;
    this.#traffic = traffic;
    this.#value = new Float64Array(dimension);
    this.#averageAfter = averageAfter ?? Infinity;
    this.#sum = averageAfter === undefined ? undefined : new Float64Array(dimension);
  }

  /** Takes a round into the average; every round, recorded or not. */
  add(round: number, theta: Vector): void {
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
    return this.#record(0, 0, theta, error, 0);
  }

  /** @param step - local steps done by each agent so far, which is the virtual time in seconds */
  measure(completed: RoundCompleted, step: number): RoundRecord {
    const models = completed.localModels();
    let agentError = 0;
    let drift = 0;
    for (const model of models) {
      agentError += this.#error(model);
      drift += squaredDistance(model, completed.startedFrom);
    }
    const { round, theta } = completed;
    return this.#record(round, step, theta, agentError / models.length, drift / models.length);
  }

  #error(theta: Vector): number {
    return this.#answer.root ? squaredDistance(theta, this.#answer.root) : NaN;
  }

  #record(round: number, step: number, theta: Vector, agentError: number, drift: number): RoundRecord {
    let operatorNorm = NaN;
    if (this.#answer.mean) {
      evaluateMean(this.#answer.mean, theta, this.#value);
      operatorNorm = squaredNorm(this.#value);
    }
    const average = this.average();
    const { uplinkVectors, downlinkVectors } = this.#traffic;
    const vectorBytes = BYTES_PER_DOUBLE * theta.length;
    return {
      round,
      step,
      time: step,
      error: this.#error(theta),
      agentError,
      operatorNorm,
      drift,
      uplinkVectors,
      downlinkVectors,
      uplinkBytes: uplinkVectors * vectorBytes,
      downlinkBytes: downlinkVectors * vectorBytes,
      averageError: average ? this.#error(average) : NaN,
    };
  }
}
