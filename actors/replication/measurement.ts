/** What becomes of a replication's rounds: each is looked at for divergence, measured, recorded where it is to be, and reported. */
import { burnIn } from '../../src/measurement/burnIn.ts';
import { DivergenceRule } from '../../src/measurement/divergence.ts';
import { recordingSchedule } from '../../src/measurement/recordingSchedule.ts';
import { RoundMeter } from '../../src/measurement/roundMeter.ts';
import type { KnownAnswer } from '../../src/metrics/knownAnswer.ts';
import type { RoundTiming, Traffic } from '../../src/metrics/measuredRound.ts';
import type { Outcome } from '../../src/protocol/inspection.ts';
import type { RoundCompleted } from '../../src/protocol/roundCompleted.ts';
import { totalRounds } from '../server/trigger.ts';
import type { ReplicationObserver, ReplicationPlan } from './replication.ts';

/** The measurement of one replication. */
export class Measurement {
  /** rounds that are over, and the local steps in them */
  done = { rounds: 0, steps: 0 };
  readonly #initial: Float64Array;
  readonly #meter: RoundMeter;
  readonly #rule: DivergenceRule;
  readonly #isRecorded: (round: number) => boolean;
  readonly #observer: ReplicationObserver;

  /** @param traffic - counters that the transport keeps up to date */
  constructor(plan: ReplicationPlan, answer: KnownAnswer, traffic: Traffic, observer: ReplicationObserver) {
    const { trigger, budget, agents, seed, averageFrom, recording } = plan;
    const rounds = totalRounds(trigger, budget, agents, seed);
    const averageAfter = averageFrom === undefined ? undefined : burnIn(averageFrom, rounds);
    this.#initial = Float64Array.from(plan.initial);
    this.#meter = new RoundMeter({ ...plan, answer }, traffic, averageAfter);
    this.#rule = new DivergenceRule(this.#initial, answer.root);
    this.#isRecorded = recordingSchedule(recording, rounds);
    this.#observer = observer;
  }

  /**
   * The start: round 0.
   *
   * @returns the outcome, where the replication is over already
   */
  start(): Outcome | undefined {
    const record = this.#meter.start(this.#initial);
    if (this.#rule.hasOverflowed(record)) return { kind: 'diverged', round: 0, steps: 0 };
    this.#observer.recorded(record, this.#initial, undefined);
    return undefined;
  }

  /**
   * A round is over.
   *
   * @param step - local steps done by each agent so far
   * @param timing - asked where the round is recorded; without it a local step takes a second and all else no time
   * @returns the outcome, where the replication has diverged
   */
  roundOver(
    completed: RoundCompleted,
    step: number,
    time = step,
    timing?: () => RoundTiming,
  ): Outcome | undefined {
    const { round, theta } = completed;
    if (this.#rule.isBeyond(theta)) return { kind: 'diverged', round, steps: step };
    this.#meter.add(completed, step, time);
    if (this.#isRecorded(round)) {
      const record = this.#meter.measure(completed, step, timing?.());
      if (this.#rule.hasOverflowed(record)) return { kind: 'diverged', round, steps: step };
      this.#observer.recorded(record, Float64Array.from(theta), this.#meter.average());
    }
    this.done = { rounds: round, steps: step };
    this.#meter.close(theta);
    this.#observer.roundCompleted();
    return undefined;
  }
}
