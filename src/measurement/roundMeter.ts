/** Measures a replication round by round, at the server: the numbers of rounds.csv. */
import { generatorFor } from '../maths/generator.ts';
import type { Vector } from '../maths/vector.ts';
import type { MeasuredRound, MeasuredRun, RoundTiming, Traffic } from './metrics/measuredRound.ts';
import type { Meter, Metric } from './metrics/metric.ts';
import type { MeasuringBasis } from './metrics/knownAnswer.ts';
import { measuredIn, METRICS } from './metrics/metrics.ts';
import { roundRecord, type RoundRecord, unknownValues } from './metrics/roundRecord.ts';
import { evaluateMean } from '../problems/meanOperator.ts';
import { ActorFailure } from '../values/failure.ts';
import type { RoundCompleted } from './roundCompleted.ts';
import { agentFields, putAgentValues } from './agentValues.ts';
import { DrawnIterate } from './drawnIterate.ts';

/** The metrics of one replication, and the iterates that are kept for them. */
export class RoundMeter {
  readonly #view: RoundView;
  readonly #meters: readonly { readonly meter: Meter; readonly at: number }[];
  readonly #unknown: readonly number[];
  readonly #followers: readonly Meter[];
  /** place of the agents' own numbers in a record; `undefined` where they are not recorded */
  readonly #agentsAt: number | undefined;
  /** first round of the average */
  readonly #averageAfter: number;
  readonly #sum: Float64Array | undefined;
  readonly #drawn: DrawnIterate | undefined;
  readonly #traffic: Traffic;
  #averaged = 0;

  /**
   * @param traffic - counters that the transport keeps up to date
   * @param averageAfter - the Polyak–Ruppert average takes the rounds after this one; `undefined`: none is kept
   */
  constructor(
    run: MeasuredRun & { readonly answer: MeasuringBasis },
    traffic: Traffic,
    averageAfter?: number,
  ) {
    const { dimension, seed, drawn } = run;
    this.#traffic = traffic;
    this.#view = new RoundView(run, traffic, this);
    const importedMetrics = run.answer.metrics ?? [];
    this.#unknown = unknownValues(importedMetrics.length + agentFields(run));
    this.#agentsAt = run.agentErrors ? METRICS.length + importedMetrics.length : undefined;
    this.#meters = [
      ...measuredIn(run).map(({ metric, at }) => ({ meter: metric.begin(run), at })),
      ...importedMetrics.map((metric, k) => ({ meter: guarded(metric, run), at: METRICS.length + k })),
    ];
    this.#followers = this.#meters.map(({ meter }) => meter).filter((meter) => 'each' in meter);
    this.#averageAfter = averageAfter ?? Infinity;
    this.#sum = averageAfter === undefined ? undefined : new Float64Array(dimension);
    this.#drawn = drawn ? new DrawnIterate(dimension, generatorFor(seed, 'drawn')) : undefined;
  }

  /**
   * Takes a round into the average, and to the metrics that follow the rounds; every round, recorded or not.
   *
   * @param step - local steps done by each agent so far
   * @param time - seconds on the run's clock; without one a local step takes a second and all else no time
   */
  add(completed: RoundCompleted, step: number, time = step): void {
    const { round, theta } = completed;
    if (this.#sum && round > this.#averageAfter) {
      for (let j = 0; j < theta.length; j++) this.#sum[j]! += theta[j]!;
      this.#averaged++;
    }
    if (this.#followers.length === 0) return;
    this.#view.look(completed, step, time);
    for (const meter of this.#followers) meter.each!(this.#view);
  }

  /** The Polyak–Ruppert average so far; `undefined` before its first round. */
  average(): Float64Array | undefined {
    const count = this.#averaged;
    return count === 0 ? undefined : this.#sum?.map((x) => x / count);
  }

  /** The iterate drawn from the rounds before; `undefined` where none is kept. */
  get drawn(): Vector | undefined {
    return this.#drawn?.value;
  }

  /** The start: round 0. */
  start(theta: Vector): RoundRecord {
    const models = new Array<Vector>(this.#view.run.agents).fill(theta);
    this.#view.look({ round: 0, startedFrom: theta, theta, localModels: () => models }, 0, 0);
    const record = this.#record();
    this.#drawn?.offer(theta);
    return record;
  }

  /** Ends a round: what is drawn at the next may be this one. Call it after {@link measure}. */
  close(theta: Vector): void {
    this.#drawn?.offer(theta);
  }

  /**
   * @param timing - `undefined`: a local step takes a second and all else no time
   * @param traffic - of a round that has been over for a while: as it was then
   */
  measure(
    completed: RoundCompleted,
    step: number,
    timing?: RoundTiming,
    traffic: Traffic = this.#traffic,
  ): RoundRecord {
    this.#view.look(completed, step, timing?.time ?? step, timing);
    this.#view.traffic = traffic;
    return this.#record();
  }

  #record(): RoundRecord {
    const values = this.#unknown.slice();
    for (const { meter, at } of this.#meters) values[at] = meter.of(this.#view) ?? NaN;
    if (this.#agentsAt !== undefined) putAgentValues(this.#view, values, this.#agentsAt);
    return roundRecord(values);
  }
}

/** The meter of a user's metric: what it throws, and what is no finite number, is reported with its place. */
function guarded(metric: Metric, run: MeasuredRun): Meter {
  const { name } = metric;
  const place = (round: number) =>
    ({
      stage: 'measurement',
      agent: undefined,
      metric: name,
      round,
      algorithm: run.algorithm.name,
      seed: run.seed,
    }) as const;
  const placed = <Result>(round: number, call: () => Result): Result => {
    try {
      return call();
    } catch (error) {
      throw new ActorFailure(place(round), error);
    }
  };
  const meter = placed(0, () => metric.begin(run));
  return {
    ...('each' in meter && {
      each: (round: MeasuredRound) => {
        placed(round.round, () => meter.each!(round));
      },
    }),
    of: (round) => {
      const value: unknown = placed(round.round, () => meter.of(round));
      if (value === undefined || Number.isFinite(value)) return value as number | undefined;
      throw new ActorFailure(
        place(round.round),
        `it gave ${typeof value === 'number' ? value : `a value of type ${typeof value}`}; a finite number is expected, or undefined where there is none`,
      );
    },
  };
}

/** The round that is being looked at; one object serves a whole replication. */
class RoundView implements MeasuredRound {
  round = 0;
  step = 0;
  time = 0;
  timing: RoundTiming | undefined;
  readonly run: MeasuredRun;
  traffic: Readonly<Traffic>;
  readonly #kept: Pick<RoundMeter, 'average' | 'drawn'>;
  readonly #value: Float64Array;
  /** work that was done once for this round, and what it gave */
  readonly #work: unknown[] = [];
  readonly #results: unknown[] = [];
  #done = 0;
  #completed!: RoundCompleted;
  #models: readonly Vector[] | undefined;
  readonly #sameOrigins: Vector[] = [];

  constructor(run: MeasuredRun, traffic: Traffic, kept: Pick<RoundMeter, 'average' | 'drawn'>) {
    this.run = run;
    this.traffic = traffic;
    this.#kept = kept;
    this.#value = new Float64Array(run.dimension);
  }

  look(completed: RoundCompleted, step: number, time: number, timing?: RoundTiming): void {
    this.#completed = completed;
    this.round = completed.round;
    this.step = step;
    this.time = time;
    this.timing = timing;
    this.#models = undefined;
    this.#done = 0;
  }

  get theta(): Vector {
    return this.#completed.theta;
  }

  get startedFrom(): Vector {
    return this.#completed.startedFrom;
  }

  get models(): readonly Vector[] {
    return (this.#models ??= this.#completed.localModels());
  }

  get origins(): readonly Vector[] {
    const origins = this.#completed.origins?.();
    if (origins !== undefined) return origins;
    this.#sameOrigins.length = this.models.length;
    return this.#sameOrigins.fill(this.startedFrom);
  }

  get takenIn(): readonly number[] | undefined {
    return this.round === 0 ? undefined : this.#completed.takenIn?.();
  }

  get average(): Vector | undefined {
    return this.#kept.average();
  }

  get drawn(): Vector | undefined {
    return this.round === 0 ? undefined : this.#kept.drawn;
  }

  meanOperator(theta: Vector): Vector | undefined {
    const { mean } = this.run.answer;
    if (!mean) return undefined;
    evaluateMean(mean, theta, this.#value);
    return this.#value;
  }

  once<Result>(work: (round: MeasuredRound) => Result): Result {
    for (let k = 0; k < this.#done; k++) if (this.#work[k] === work) return this.#results[k] as Result;
    const result = work(this);
    this.#work[this.#done] = work;
    this.#results[this.#done++] = result;
    return result;
  }
}
