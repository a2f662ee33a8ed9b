/**
 * What an agent's answer does to the state of a run without rounds, found by letting an algorithm's own parts do
 * it on combinations of vectors (linearParts.ts). The state is all that parts keep, the
 * message that each agent is at work on, and what a buffer holds, summed: vectors in a fixed order.
 */
import type { FreeUpdate } from '../../algorithms/algorithm.ts';
import { copyOf, type Message } from '../../algorithms/message.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { LocalWork } from '../../problems/localWork.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import { type Combination, combinationOf, LinearParts } from '../linearParts.ts';
import { nonlinearOrRandom } from '../nonlinearity.ts';
import { because, type Unknown } from '../unknown.ts';
import type { AnswerLaw } from './answerLaw.ts';

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

/** An answer's effect: its works, and the vectors of the state that it changes; those beyond the state the works have made. */
export interface AnswerMap {
  readonly works: readonly Work[];
  readonly changes: readonly { readonly into: number; readonly from: Combination }[];
}

/** The vectors of a state. */
export interface StateShape {
  readonly vectors: number;
  /** which of them agent `agents[k]` keeps or is at work on, `[agents, …]` */
  readonly owned: readonly (readonly number[])[];
  /** θ̄ */
  readonly model: Combination;
  /**
   * how often θ* is in each: moments are of errors, x − c θ*; where the buffer has so many answers,
   * `[K][vectors]`
   */
  readonly roots: readonly Float64Array[];
}

export interface AnswerMaps extends StateShape {
  /** by the answers that the buffer has already `[K]`, and by agent, in the order asked for */
  readonly maps: readonly (readonly AnswerMap[])[];
}

/** What cannot be put so, in words. */
class NotSo extends Error {}

export interface RehearsedRun {
  readonly algorithm: ConfiguredAlgorithm;
  /** M */
  readonly agents: number;
  /** whose answers are looked at */
  readonly asked: readonly number[];
  readonly trigger: RunTrigger;
  /** H */
  readonly gap: number;
  readonly law: Pick<AnswerLaw, 'answers' | 'fold' | 'weight'>;
}

/** The maps, or why there are none. */
export function answerMaps(run: RehearsedRun): AnswerMaps | Unknown {
  const saysNot = nonlinearOrRandom(run.algorithm);
  if (saysNot) return saysNot;
  try {
    return new Rehearsal(run, new Rehearsal(run, 1).size()).maps();
  } catch (error) {
    if (error instanceof NotSo) return because(error.message);
    throw error;
  }
}

/** An answer with the message that it answers. */
type Held = Pick<FreeUpdate, 'message' | 'answer'>;

/** Beside their size, how far coefficients may be apart. */
const SAME = 1e-9;

class Rehearsal {
  readonly #run: RehearsedRun;
  readonly #parts: LinearParts;
  readonly #messages: Message[];
  /** what the buffer holds, as one answer: the sums of the vectors of its messages and answers */
  #buffer: Held | undefined;
  /** of works: vectors beyond those of the state */
  #made = 0;

  /** @param slots - coefficients of a combination: one for each vector of the state, and each that a work makes */
  constructor(run: RehearsedRun, slots: number) {
    const { algorithm, agents, asked, trigger, gap, law } = run;
    this.#run = run;
    const initial = new Float64Array(slots);
    initial[0] = 1;
    const { fold } = law;
    const parts = new LinearParts({ algorithm, agents, asked, trigger, initial, fold });
    this.#parts = parts;
    const hasVelocities = (fold.momentum ?? 0) > 0;
    if (hasVelocities) parts.velocities.push(...parts.streams.map(() => new Float64Array(slots)));
    if (!parts.server.free) throw new NotSo('it has no part without rounds');
    this.#messages = asked.map((_, k) => parts.opened(k, 1, gap));
  }

  /** As many slots as needed. */
  size(): number {
    this.#fillBuffer();
    return this.#live().length + this.#parts.streams.length;
  }

  /** What a buffer will hold is known once there has been an answer. */
  #fillBuffer(): void {
    if (this.#run.law.answers === 1) return;
    this.#buffer = zeroed(this.#answerOf(0));
  }

  maps(): AnswerMaps {
    const { asked, law } = this.#run;
    const K = law.answers;
    // At the start everything is the initial model or 0.
    const start = this.#live().map((vector) => vector[0]!);
    this.#fillBuffer();
    // Models that begin as one vector are two after a step.
    if (new Set(this.#live()).size < this.#live().length) {
      const update = { agent: asked[0]!, weight: law.weight, ...this.#answerOf(0) };
      this.#parts.step([update]);
    }
    const vectors = this.#live().length;
    const roots: Float64Array[] = [new Float64Array(vectors)];
    roots[0]!.set(start);
    const maps: AnswerMap[][] = [];
    for (let held = 0; held < K; held++) {
      const row = asked.map((_, k) => this.#mapOf(k, held, vectors));
      maps.push(row);
      if (held + 1 < K) roots.push(rootsAfter(row[0]!, roots[held]!));
      const after = roots[held + 1] ?? roots[0]!;
      for (const map of row) {
        const found = rootsAfter(map, roots[held]!);
        if (found.some((c, k) => Math.abs(c - after[k]!) > SAME))
          throw new NotSo('its vectors are no models, and no differences of models');
      }
    }
    const again = this.#mapOf(0, 0, vectors);
    if (JSON.stringify(again) !== JSON.stringify(maps[0]![0]))
      throw new NotSo('what its parts do with an answer changes during a run');
    this.#reset();
    return { vectors, owned: this.#owned(), model: combinationOf(this.#parts.server.model()), roots, maps };
  }

  /** What the answer of an agent does where the buffer holds so many already. */
  #mapOf(k: number, held: number, vectors: number): AnswerMap {
    const { law, asked } = this.#run;
    const agent = asked[k]!;
    this.#reset();
    this.#made = vectors;
    const { works, ...messages } = this.#answerOf(k);
    this.#parts.server.free!.answered?.({ agent, ...messages });
    if (held + 1 < law.answers) this.#hold(messages);
    else {
      // One after another they count alike: so one with their sum stands for all, and the others hold zeros.
      const sums = Array.from({ length: held }, (_, at) => (at === 0 ? this.#buffer! : zeroed(messages)));
      this.#parts.step([messages, ...sums].map((part) => ({ agent, weight: law.weight, ...part })));
      if (this.#buffer) this.#buffer = zeroed(messages);
    }
    this.#messages[k] = this.#parts.opened(k, 1, this.#run.gap);
    const live = this.#live();
    if (live.length !== vectors)
      throw new NotSo('its parts keep vectors that they do not have from the start');
    const changes = live.flatMap((vector, into) => {
      const from = combinationOf(vector);
      return from.length === 1 && from[0]![0] === into && from[0]![1] === 1 ? [] : [{ into, from }];
    });
    return { works, changes };
  }

  /** Has an agent answer what it was sent. */
  #answerOf(k: number): { works: Work[]; message: Message; answer: Message } {
    const parts = this.#parts;
    const message: Message = { ...this.#messages[k]!, taken: true };
    const works: Work[] = [];
    const answer = parts.answer(k, message, (asked) => {
      works.push(...asked.map((work, at) => this.#perform(work, this.#run.asked[k]!, parts.streams[at]!)));
      if (parts.isTwin) throw new NotSo('two pieces of its work are on the same observations');
    });
    return { works, message, answer };
  }

  #perform(work: LocalWork, agent: number, stream: number): Work {
    const model = combinationOf(work.theta);
    const made = (vector: Float64Array): void => {
      vector.fill(0);
      vector[this.#made++] = 1;
    };
    const { count } = work;
    switch (work.kind) {
      case 'accumulate':
        made(work.value);
        return { agent, stream, act: { kind: 'gather' }, count, model, correction: undefined };
      case 'advance': {
        const correction = work.corrected ? combinationOf(work.correction) : undefined;
        made(work.theta);
        return { agent, stream, act: { kind: 'step', stepSize: work.stepSize }, count, model, correction };
      }
      default:
        throw new NotSo('its agents do other work than local steps');
    }
  }

  /** Adds an answer to what the buffer holds. */
  #hold(more: Held): void {
    const added = this.#vectorsOf(more);
    this.#vectorsOf(this.#buffer!).forEach((vector, k) => {
      for (let j = 0; j < vector.length; j++) vector[j]! += added[k]![j]!;
    });
  }

  #vectorsOf({ message, answer }: Held): Float64Array[] {
    return [...this.#parts.vectorsOf(message), ...this.#parts.vectorsOf(answer)];
  }

  #own(k: number): Float64Array[] {
    return [...this.#parts.keptBy(k), ...this.#parts.vectorsOf(this.#messages[k]!)];
  }

  /** Every vector of the state, in its order. */
  #live(): Float64Array[] {
    return [
      ...this.#parts.kept(),
      ...this.#messages.flatMap((_, k) => this.#own(k)),
      ...(this.#buffer ? this.#vectorsOf(this.#buffer) : []),
    ];
  }

  #owned(): number[][] {
    let from = this.#parts.kept().length;
    return this.#messages.map((_, k) => this.#own(k).map(() => from++));
  }

  /** Each vector of the state is itself. */
  #reset(): void {
    const live = this.#live();
    if (new Set(live).size < live.length) throw new NotSo('two of its vectors are one in memory');
    live.forEach((vector, k) => {
      vector.fill(0);
      vector[k] = 1;
    });
  }
}

function zeroed({ message, answer }: Held): Held {
  const copy = { message: copyOf(message), answer: copyOf(answer) };
  for (const message of [copy.message, copy.answer])
    for (const value of Object.values<unknown>({ ...message }))
      if (value instanceof Float64Array) value.fill(0);
  return copy;
}

/** How often θ* is in each vector after an answer; local steps end at a model, a gathering does not. */
function rootsAfter({ works, changes }: AnswerMap, before: Float64Array): Float64Array {
  const countOf = (from: Combination): number =>
    from.reduce((sum, [vector, c]) => {
      const work = works[vector - before.length];
      return sum + c * (work ? Number(work.act.kind === 'step') : before[vector]!);
    }, 0);
  for (const { model, correction } of works) {
    if (Math.abs(countOf(model) - 1) > SAME || Math.abs(countOf(correction ?? [])) > SAME)
      throw new NotSo('its agents do not start from a model');
  }
  const after = before.slice();
  for (const { into, from } of changes) after[into] = countOf(from);
  return after;
}
