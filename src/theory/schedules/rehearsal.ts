/**
 * An algorithm's own parts without rounds, on combinations of the vectors of a state (linearParts.ts): all that parts keep, and the
 * message that each agent is at work on, in a fixed order. What agents compute makes further vectors.
 */
import { copyOf, type Message } from '../../algorithms/message.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import { type LocalWork, stepByStep } from '../../problems/localWork.ts';
import {
  type Combination,
  combinationOf,
  LinearParts,
  type LinearPartsOptions,
  setUnit,
  Unfollowed,
} from '../linearParts.ts';

/** What an agent computes on a stream of its observations, as combinations of the vectors of the state. */
export interface Work {
  readonly agent: number;
  readonly stream: number;
  readonly act: AgentAct;
  readonly count: number;
  /** where local steps start, or the operator is gathered */
  readonly model: Combination;
  readonly correction: Combination | undefined;
}

/** An event's effect: its works, and the vectors of the state that it changes; those beyond the state the works have made. */
export interface StateMap {
  readonly works: readonly Work[];
  readonly changes: readonly { readonly into: number; readonly from: Combination }[];
}

/** An answer with the message that it answers. */
export interface Held {
  readonly message: Message;
  readonly answer: Message;
}

interface RehearsalOptions extends Omit<LinearPartsOptions, 'initial'> {
  readonly asked: readonly number[];
  /** H */
  readonly gap: number;
  /** whether parts may do more with an observation than local steps and sums of the operator: of means alone */
  readonly isMean?: boolean;
}

/** The parts, begun. */
export class Rehearsal {
  readonly parts: LinearParts;
  /** of each agent asked, the message that it is at work on */
  readonly messages: Message[];
  /** whether all work was local steps and sums of the operator */
  isPlain = true;
  readonly #options: RehearsalOptions;
  /** where the next vector goes that a work makes */
  #made = 0;
  #works: Work[] = [];

  /** @param slots - coefficients of a combination: one for each vector of the state, and each that a work makes */
  constructor(options: RehearsalOptions, slots: number) {
    this.#options = options;
    const initial = new Float64Array(slots);
    initial[0] = 1;
    this.parts = new LinearParts({ ...options, initial });
    const { parts } = this;
    if (!parts.server.free) throw new Unfollowed('it has no part without rounds');
    if ((options.fold?.momentum ?? 0) > 0)
      parts.velocities.push(...parts.streams.map(() => new Float64Array(slots)));
    this.messages = options.asked.map((_, k) => this.#opened(k));
  }

  /** Sends an agent what it is to work on next. */
  send(k: number): void {
    this.messages[k] = this.#opened(k);
  }

  #opened(k: number): Message {
    return this.parts.opened(k, 1, this.#options.gap);
  }

  /** Has an agent answer what it was sent. */
  answer(k: number): Held {
    const message: Message = { ...this.messages[k]!, taken: true };
    const answer = this.parts.answer(k, message, (works) => {
      works.forEach((work, stream) => {
        this.#perform(work, this.#options.asked[k]!, this.parts.streams[stream]!);
      });
    });
    return { message, answer };
  }

  #perform(work: LocalWork, agent: number, stream: number): void {
    const { isMean = false } = this.#options;
    const make = (vector: Float64Array, act: AgentAct, count: number, corrected = false): void => {
      const correction = corrected ? combinationOf(work.correction) : undefined;
      this.#works.push({ agent, stream, act, count, model: combinationOf(work.theta), correction });
      setUnit(vector, this.#made++);
    };
    const evaluate = (): void => {
      make(work.value, { kind: 'gather' }, 1);
    };
    const { kind, count, stepSize, corrected } = work;
    if (kind === 'accumulate') make(work.value, { kind: 'gather' }, count);
    else if (kind === 'advance') {
      if (count > 0 || !isMean) make(work.theta, { kind: 'step', stepSize }, count, corrected);
    } else if (!isMean) throw new Unfollowed('its agents do other work than local steps');
    else {
      this.isPlain = false;
      if (kind === 'peek') evaluate();
      else stepByStep(work, evaluate, evaluate);
    }
  }

  /** The vectors of an agent. */
  ownedBy(k: number): Float64Array[] {
    return [...this.parts.keptBy(k), ...this.parts.vectorsOf(this.messages[k]!)];
  }

  /** Every vector of the state, in its order. */
  live(): Float64Array[] {
    return [...this.parts.kept(), ...this.messages.flatMap((_, k) => this.ownedBy(k))];
  }

  /** What an event does where each vector of the state is itself. */
  mapOf(event: () => void, live = (): Float64Array[] => this.live()): StateMap {
    const before = live();
    if (new Set(before).size < before.length) throw new Unfollowed('two of its vectors are one in memory');
    before.forEach(setUnit);
    const works = this.worksOf(event, before.length);
    const after = live();
    if (after.length !== before.length)
      throw new Unfollowed('its parts keep vectors that they do not have from the start');
    const changes = after.flatMap((vector, into) =>
      isUnit(vector, into) ? [] : [{ into, from: combinationOf(vector) }],
    );
    return { works, changes };
  }

  /** The works of an event, the vectors that they make from one on. */
  worksOf(event: () => void, first: number): readonly Work[] {
    this.#made = first;
    this.#works = [];
    event();
    return this.#works;
  }
}

/** A copy of an answer and its message, zero. */
export function zeroed({ message, answer }: Held): Held {
  const copy = { message: copyOf(message), answer: copyOf(answer) };
  for (const message of [copy.message, copy.answer])
    for (const value of Object.values<unknown>({ ...message }))
      if (value instanceof Float64Array) value.fill(0);
  return copy;
}

const isUnit = (vector: Float64Array, slot: number): boolean =>
  vector[slot] === 1 && combinationOf(vector).length === 1;
