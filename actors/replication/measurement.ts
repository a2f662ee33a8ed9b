/** Measurement of a replication: each round is checked for divergence, measured, recorded where it is to be, and reported. */
import { keyOf } from '../../src/algorithms/parts.ts';
import { burnIn } from '../../src/measurement/burnIn.ts';
import { DivergenceRule } from '../../src/measurement/divergence.ts';
import { RoundSnapshot } from '../../src/measurement/roundSnapshot.ts';
import { isLastBefore, recordingSchedule } from '../../src/measurement/recordingSchedule.ts';
import { RoundMeter } from '../../src/measurement/roundMeter.ts';
import type { RoundTiming, Traffic } from '../../src/measurement/metrics/measuredRound.ts';
import { isLimited } from '../../src/configuration/budget.ts';
import type { RecordingChoice } from '../../src/measurement/recordingSchedule.ts';
import type { Outcome, RecordedRound } from '../../src/events/inspection.ts';
import { countedBytes } from '../../src/configuration/settings/byteLimit.ts';
import { BITS_PER_BYTE } from '../../src/measurement/metrics/messageSize.ts';
import type { RoundCompleted } from '../../src/measurement/roundCompleted.ts';
import { type Ticks, ticksOf } from '../../src/values/ticks.ts';
import { totalRounds } from '../server/trigger.ts';
import type { ReplicationObserver, ReplicationPlan, ReplicationRun } from './replication.ts';

/** Δ of a grid in time. */
const gridOf = (recording: RecordingChoice): Ticks | undefined =>
  typeof recording === 'object' && 'seconds' in recording ? ticksOf(recording.seconds) : undefined;

/** Rounds are kept where one may be measured after the next one has begun. */
export const holdsRounds = ({ budget, recording }: Pick<ReplicationPlan, 'budget' | 'recording'>): boolean =>
  isLimited(budget) || gridOf(recording) !== undefined;

/** The measurement of one replication. */
export class Measurement {
  /** rounds that are over, and the local steps in them */
  done = { rounds: 0, steps: 0 };
  readonly #initial: Float64Array;
  readonly #meter: RoundMeter;
  readonly #rule: DivergenceRule;
  readonly #isRecorded: (round: number) => boolean;
  readonly #observer: ReplicationObserver;
  readonly #stopWhen: (round: RecordedRound) => boolean;
  readonly #traffic: Traffic;
  readonly #seconds: number;
  readonly #until: Ticks;
  readonly #bytes: ReturnType<typeof countedBytes>;
  readonly #isLimited: boolean;
  /** the round that was over last, where whether it is recorded depends on the next one; only with limits or a grid */
  readonly #held: RoundSnapshot | undefined;
  #heldAt: Ticks = 0;
  /** Δ of a grid in time */
  readonly #grid: Ticks | undefined;
  /** T */
  readonly #rounds: number;

  /** @param traffic - counters that the transport keeps up to date */
  constructor({ plan, answer, observer, stopWhen }: ReplicationRun, traffic: Traffic) {
    const { budget, averageFrom, recording } = plan;
    const { seconds = Infinity, bytes } = budget;
    const rounds = totalRounds(plan);
    const averageAfter = averageFrom === undefined ? undefined : burnIn(averageFrom, rounds);
    this.#initial = Float64Array.from(plan.initial);
    this.#meter = new RoundMeter({ ...plan, answer }, traffic, averageAfter);
    this.#rule = new DivergenceRule(this.#initial, answer.root);
    this.#isRecorded = recordingSchedule(recording, rounds, isLimited(budget));
    this.#observer = observer;
    const replication = { algorithm: keyOf(plan.algorithm), seed: plan.seed };
    this.#stopWhen = (round) => stopWhen?.(replication, round) ?? false;
    this.#traffic = traffic;
    this.#seconds = seconds;
    this.#until = ticksOf(seconds);
    this.#bytes = countedBytes(bytes);
    this.#grid = gridOf(recording);
    this.#isLimited = isLimited(budget);
    this.#held = holdsRounds(plan) ? new RoundSnapshot() : undefined;
    this.#rounds = rounds;
  }

  /**
   * The start: round 0.
   *
   * @returns the outcome, where the replication is over already
   */
  start(): Outcome | undefined {
    const record = this.#meter.start(this.#initial);
    if (this.#rule.hasOverflowed(record)) return { kind: 'diverged', round: 0, steps: 0 };
    return this.#report({ record, theta: this.#initial, average: undefined });
  }

  /**
   * A round is over at this time, by the server's clock and all agents' traffic, and is not taken in yet.
   *
   * @returns the outcome, where the round is beyond a limit, or the replication has ended with the one before
   */
  before(time: number): Outcome | undefined {
    if (ticksOf(time) > this.#until || this.#sentBytes > this.#bytes.most) return this.end();
    if (this.#grid === undefined || this.#held?.completed === undefined) return undefined;
    return isLastBefore(this.#heldAt, ticksOf(time), this.#grid) ? this.#recordHeld() : undefined;
  }

  /**
   * Adds a round that is over, after {@link before}.
   *
   * @param step - local steps done by each agent so far
   * @param timing - asked where the round is recorded, now or perhaps later; what it gives has the numbers of now whenever it
   *   is called, until it is asked again
   * @returns the outcome, where the replication has ended with it
   */
  add(
    completed: RoundCompleted,
    step: number,
    time: number,
    timing: (() => () => RoundTiming) | undefined,
  ): Outcome | undefined {
    const { round, theta } = completed;
    this.#letGo();
    if (this.#rule.isBeyond(theta)) return { kind: 'diverged', round, steps: step };
    this.#meter.add(completed, step, time);
    this.done = { rounds: round, steps: step };
    if (this.#isRecorded(round)) {
      const outcome = this.#record(completed, step, timing?.()());
      if (outcome !== undefined) return outcome;
      this.#meter.close(theta);
    } else if (this.#held === undefined) {
      this.#meter.close(theta);
    } else {
      this.#held.keep(completed, step, timing?.(), this.#traffic);
      this.#heldAt = ticksOf(time);
    }
    this.#observer.observe({ kind: 'roundCompleted', share: this.#share(time) });
    return undefined;
  }

  /** The rounds, the local steps or the time are used up: the last round is recorded, whichever it is. */
  end(): Outcome {
    return this.#recordHeld() ?? { kind: 'completed', ...this.done };
  }

  #recordHeld(): Outcome | undefined {
    const { completed, step = 0, timing, traffic } = this.#held ?? {};
    const outcome = completed && this.#record(completed, step, timing?.(), traffic);
    this.#letGo();
    return outcome;
  }

  /** A round that is followed by another is not recorded any more. */
  #letGo(): void {
    if (this.#held?.completed === undefined) return;
    this.#meter.close(this.#held.completed.theta);
    this.#held.completed = undefined;
  }

  #record(
    completed: RoundCompleted,
    step: number,
    timing: RoundTiming | undefined,
    traffic?: Traffic,
  ): Outcome | undefined {
    const record = this.#meter.measure(completed, step, timing, traffic);
    if (this.#rule.hasOverflowed(record)) return { kind: 'diverged', round: completed.round, steps: step };
    const theta = Float64Array.from(completed.theta);
    return this.#report({ record, theta, average: this.#meter.average() });
  }

  /** @returns the outcome, where the rule ends the replication with this round */
  #report(round: RecordedRound): Outcome | undefined {
    this.#observer.observe({ kind: 'recorded', ...round });
    return this.#stopWhen(round) ? { kind: 'completed', ...this.done, stopped: true } : undefined;
  }

  /** How far it is towards the first of its limits; `undefined` without limits. */
  #share(time: number): number | undefined {
    if (!this.#isLimited) return undefined;
    const { most } = this.#bytes;
    return Math.max(time / this.#seconds, this.#sentBytes / most, this.done.rounds / this.#rounds);
  }

  /** Bytes sent so far that the limit counts. */
  get #sentBytes(): number {
    const { up, down } = this.#bytes;
    const { uplinkBits, downlinkBits } = this.#traffic;
    return ((up ? uplinkBits : 0) + (down ? downlinkBits : 0)) / BITS_PER_BYTE;
  }
}
