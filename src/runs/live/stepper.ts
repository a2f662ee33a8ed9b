/** Steps through the replications of a run: holds them up between events, goes back by running again, drops and delays messages. */
import type { Stepper } from '../../../actors/experiment/preparedExperiment.ts';
import {
  type Arrival,
  type Heard,
  type ReplicationView,
  StepBack,
} from '../../../actors/replication/stepping.ts';
import type { RoundRecord } from '../../measurement/metrics/roundRecord.ts';
import type { Outcome, TimedEvent } from '../../events/inspection.ts';
import type { Replication } from '../../configuration/replications.ts';
import type { Intervention } from '../../configuration/intervention.ts';
import { CURVE_MEASURES, RECORDED_IN } from './curveMeasure.ts';
import type { CurveMeasure } from './frames.ts';
import { GanttWindow } from './ganttWindow.ts';
import { ThinCurve } from './thinCurve.ts';

/** Events between two questions while it runs on. */
const A_TURN = 64;
/** Messages that are under way, and what happened last, are shown up to so many. */
const MOST_SHOWN = 200;

type MessagePlace = Pick<Arrival, 'from' | 'agent' | 'dispatch'>;
type Sent = Extract<TimedEvent, { kind: 'message' }>;

/** What it does: it waits, it runs, or it runs to the end without stops. */
type Mode = 'paused' | 'running' | 'released';

/** What may be done to a message that is under way. */
type Meddling = { readonly kind: 'drop' } | { readonly kind: 'delay'; readonly seconds: number };

const isSame = (first: MessagePlace, other: MessagePlace): boolean =>
  first.from === other.from && first.agent === other.agent && first.dispatch === other.dispatch;

/** One for a run; pages make it continue, and show where it is. */
export class RunStepper implements Stepper {
  /** what agents were at lately */
  readonly gantt = new GanttWindow();
  #mode: Mode = 'paused';
  #replication: Replication | undefined;
  #interventions: readonly Intervention[] | undefined;
  #look: (() => ReplicationView) | undefined;
  #events = 0;
  /** events up to which it runs without asking */
  #target = 0;
  /** what it is looking for, event by event, beyond the target */
  #isFound: (() => boolean) | undefined;
  /** since the latest step was asked for */
  #arrivals = 0;
  /** newest round that is recorded; −1 before there is one */
  #round = -1;
  #curves = noCurves();
  #outcome: Outcome | undefined;
  #underWay: Sent[] = [];
  #happened: Heard[] = [];
  #waiting: { readonly go: (events: number) => void; readonly back: (error: StepBack) => void } | undefined;
  #signal: AbortSignal | undefined;

  /** @param signal - interrupts: who is held up is let go, and finds that out */
  heed(signal: AbortSignal): void {
    this.#signal = signal;
    signal.addEventListener('abort', () => {
      this.#waiting?.go(0);
    });
  }

  begin(
    replication: Replication,
    before: readonly Intervention[] | undefined,
  ): readonly Intervention[] | undefined {
    const { algorithm, seed } = this.#replication ?? {};
    if (replication.algorithm !== algorithm || replication.seed !== seed) {
      this.#target = 0;
      this.#isFound = undefined;
      this.#replication = replication;
      if (this.#mode === 'running') this.#mode = 'paused';
    }
    this.#interventions ??= before ?? [];
    this.#look = undefined;
    this.#outcome = undefined;
    this.#underWay = [];
    this.#happened = [];
    this.#arrivals = 0;
    this.#round = -1;
    this.#curves = noCurves();
    this.gantt.ring.clear();
    return this.#interventions.length === 0 ? undefined : this.#interventions;
  }

  allowed(events: number, look: () => ReplicationView): number | Promise<number> {
    this.#events = events;
    this.#look = look;
    if (this.#signal?.aborted) return 0;
    if (events < this.#target) {
      // What happens in the last of them is shown.
      this.#happened = [];
      return Math.max(1, Math.min(A_TURN, this.#target - events - 1));
    }
    if (this.#isFound?.() === false) {
      this.#happened = [];
      return 1;
    }
    this.#isFound = undefined;
    if (this.#mode !== 'paused') {
      this.#happened = [];
      return A_TURN;
    }
    return new Promise((go, back) => (this.#waiting = { go, back }));
  }

  ended(outcome: Outcome, events: number, look: () => ReplicationView): Promise<void> | undefined {
    this.#events = events;
    this.#look = look;
    this.#outcome = outcome;
    this.#isFound = undefined;
    if (this.#mode === 'released' || this.#signal?.aborted) return undefined;
    this.#mode = 'paused';
    return new Promise((resolve, back) => {
      this.#waiting = {
        go: () => {
          resolve();
        },
        back,
      };
    });
  }

  recorded(record: RoundRecord): void {
    const { round, step, time } = record;
    this.#round = round;
    for (const measure of CURVE_MEASURES) {
      const { column, valueOf } = RECORDED_IN[measure];
      this.#curves[measure].add({ round, step, time, value: valueOf(record[column]) });
    }
  }

  /** Hears of what happens between the actors. */
  heard(event: Heard): void {
    if (this.#happened.length < MOST_SHOWN) this.#happened.push(event);
    if (event.kind === 'message') {
      this.#underWay.push(event);
      if (this.#underWay.length > MOST_SHOWN) this.#underWay.shift();
    } else if (event.kind === 'arrived') {
      const place = this.#underWay.findIndex(
        (candidate) => isSame(candidate, event) && candidate.copy === event.copy,
      );
      if (place >= 0) this.#underWay.splice(place, 1);
      this.#arrivals++;
    }
  }

  /** So many events on. */
  step(events = 1): void {
    this.#mode = 'paused';
    if (this.#waiting === undefined) return;
    this.#target = this.#events + events;
    this.#happened = [];
    this.#go();
  }

  /** On until a message arrives. */
  toArrival(): void {
    this.#arrivals = 0;
    this.#seek(() => this.#arrivals > 0);
  }

  /** To where a round is recorded, this one or the next; back where it has been, by running again. */
  toRound(round: number): void {
    const isFound = (): boolean => this.#round >= round;
    if (isFound()) {
      this.#mode = 'paused';
      this.#again(0);
      this.#isFound = isFound;
    } else this.#seek(isFound);
  }

  /** Back by so many events, by running again from the replication's start. */
  back(events = 1): void {
    this.#mode = 'paused';
    this.#again(Math.max(0, this.#events - events));
  }

  /** Holds it up, on whatever way it is. */
  pause(): void {
    this.#isFound = undefined;
    this.#target = 0;
    if (this.#mode === 'running') this.#mode = 'paused';
  }

  run(): void {
    this.#mode = 'running';
    this.#go();
  }

  /** To the end of the run, without holding anything up. */
  release(): void {
    this.#mode = 'released';
    this.#go();
  }

  /**
   * Does something to a message that is under way; it takes the place of what was done to it before.
   *
   * @returns whether there is such a message
   */
  intervene(
    { from, agent, dispatch }: Pick<Intervention, 'from' | 'agent' | 'dispatch'>,
    change: Meddling,
  ): boolean {
    const isIt = (messagePlace: MessagePlace): boolean => isSame(messagePlace, { from, agent, dispatch });
    if (
      this.#waiting === undefined ||
      !this.#underWay.some((candidate) => isIt(candidate) && !candidate.copy)
    )
      return false;
    const { algorithm, seed } = this.#replication!;
    const others = this.interventions.filter(
      (intervention) =>
        intervention.algorithm !== algorithm || intervention.seed !== seed || !isIt(intervention),
    );
    this.#interventions = [...others, { algorithm, seed, from, agent, dispatch, ...change }];
    this.#again(this.#events);
    return true;
  }

  /** Whether nothing happens until something is asked for. */
  get isHeld(): boolean {
    return this.#waiting !== undefined;
  }

  get mode(): Mode {
    return this.#mode;
  }

  get replication(): Replication | undefined {
    return this.#replication;
  }

  /** How the replication has ended; `undefined` before. */
  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  get interventions(): readonly Intervention[] {
    return this.#interventions ?? [];
  }

  /** What is recorded of the replication up to here. */
  curve(measure: CurveMeasure): ThinCurve {
    return this.#curves[measure];
  }

  /** The replication as it is between the last event and the next; `undefined` before it has begun. */
  get view(): ReplicationView | undefined {
    return this.#look?.();
  }

  /** Messages that have been sent and have not arrived, in the order in which they were sent; at most {@link MOST_SHOWN}. */
  get underWay(): readonly Sent[] {
    return this.#underWay;
  }

  /** What happened in the latest event. */
  get happened(): readonly Heard[] {
    return this.#happened;
  }

  #seek(isFound: () => boolean): void {
    this.#isFound = isFound;
    this.step();
  }

  #again(target: number): void {
    this.#target = target;
    this.#isFound = undefined;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.back(new StepBack());
  }

  #go(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    // At once more than asked for would be done where it runs to a target.
    waiting?.go(this.#mode === 'paused' ? 1 : A_TURN);
  }
}

const noCurves = (): Readonly<Record<CurveMeasure, ThinCurve>> => ({
  error: new ThinCurve(),
  operatorNorm: new ThinCurve(),
  gradientNorm: new ThinCurve(),
});
