/**
 * What an agent's answer does to the state of a run without rounds, found by letting an algorithm's own parts do
 * it on combinations of vectors, as along arrivals (arrivals/tracedRun.ts). The state is all that parts keep, the
 * message that each agent is at work on, and what a buffer holds, summed: vectors in a fixed order.
 */
import type { AgentPart, Fold } from '../../algorithms/algorithm.ts';
import { foldOf } from '../../algorithms/fold.ts';
import { copyOf, type Message, vectorOf, writeHead } from '../../algorithms/message.ts';
import {
  agentPart,
  algorithmOf,
  type ConfiguredAlgorithm,
  serverPart,
  streamsOf,
} from '../../algorithms/parts.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { Vector } from '../../maths/vector.ts';
import { localWork } from '../../problems/localWork.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import { nonlinearity } from '../nonlinearity.ts';
import { because, type Unknown } from '../unknown.ts';
import type { AnswerLaw } from './answerLaw.ts';

/** Σ coefficient · vector of the state; those beyond the state are what the answer's works have made. */
export type Combination = readonly (readonly [vector: number, coefficient: number])[];

/** What an agent computes on a stream of its observations. */
export interface Work {
  readonly stream: number;
  readonly act: AgentAct;
  readonly count: number;
  /** where local steps start, or the operator is gathered */
  readonly model: Combination;
  readonly correction: Combination | undefined;
}

/** An answer's effect: its works, and the vectors of the state that it changes. */
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
  const saysNot = nonlinearity(run.algorithm);
  if (saysNot) return saysNot;
  try {
    return new Rehearsal(run, new Rehearsal(run, 1).size()).maps();
  } catch (error) {
    if (error instanceof NotSo) return because(error.message);
    throw error;
  }
}

/** Beside their size, how far coefficients may be apart. */
const SAME = 1e-9;

class Rehearsal {
  readonly #run: RehearsedRun;
  readonly #slots: number;
  readonly #server;
  readonly #fold: Fold;
  readonly #velocities: Vector[];
  readonly #parts: readonly AgentPart[];
  readonly #messages: Message[];
  /** what the buffer holds, as one answer: the sums of the vectors of its messages and answers */
  #buffer: { readonly message: Message; readonly answer: Message } | undefined;
  /** of works: vectors beyond those of the state */
  #made = 0;

  /** @param slots - coefficients of a combination: one for each vector of the state, and each that a work makes */
  constructor(run: RehearsedRun, slots: number) {
    const { algorithm, agents, asked, trigger, law } = run;
    this.#run = run;
    this.#slots = slots;
    const start = new Float64Array(slots);
    start[0] = 1;
    const { fold } = law;
    const models = (fold.momentum ?? 0) > 0 ? streamsOf(algorithm) : [];
    this.#velocities = models.map(() => new Float64Array(slots));
    this.#fold = foldOf(fold, this.#velocities)(0);
    this.#server = serverPart(algorithm, { agents, initial: start, trigger });
    if (!this.#server.free) throw new NotSo('it has no part without rounds');
    this.#parts = asked.map((agent) => agentPart(algorithm, { agent, dimension: this.#slots, trigger }));
    this.#messages = asked.map((agent) => this.#open(agent));
  }

  /** As many slots as needed. */
  size(): number {
    this.#fillBuffer();
    return this.#live().length + streamsOf(this.#run.algorithm).length;
  }

  /** What a buffer will hold is known once there has been an answer. */
  #fillBuffer(): void {
    if (this.#run.law.answers === 1) return;
    const { message, answer } = this.#answerOf(0);
    this.#buffer = { message: zeroed(message), answer: zeroed(answer) };
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
      this.#server.free!.step([update], this.#fold);
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
    return { vectors, owned: this.#owned(), model: combinationOf(this.#server.model()), roots, maps };
  }

  /** What the answer of an agent does where the buffer holds so many already. */
  #mapOf(k: number, held: number, vectors: number): AnswerMap {
    const { law, asked } = this.#run;
    const agent = asked[k]!;
    this.#reset();
    this.#made = vectors;
    const { works, message, answer } = this.#answerOf(k);
    this.#server.free!.answered?.({ agent, message, answer });
    if (held + 1 < law.answers) this.#buffer = summed(this.#buffer!, { message, answer }, this.#vectorsOf);
    else {
      const own = { agent, weight: law.weight, message, answer };
      // One after another they count alike: so one with their sum stands for all, and the others hold zeros.
      const others = Array.from({ length: held }, (_, at) => ({
        agent,
        weight: law.weight,
        message: at === 0 ? this.#buffer!.message : zeroed(message),
        answer: at === 0 ? this.#buffer!.answer : zeroed(answer),
      }));
      this.#server.free!.step([own, ...others], this.#fold);
      if (this.#buffer) this.#buffer = { message: zeroed(message), answer: zeroed(answer) };
    }
    this.#messages[k] = this.#open(agent);
    const live = this.#live();
    if (live.length !== vectors)
      throw new NotSo('its parts keep vectors that they do not have from the start');
    const changes = live.flatMap((vector, into) => {
      const from = combinationOf(vector);
      return from.length === 1 && from[0]![0] === into && from[0]![1] === 1 ? [] : [{ into, from }];
    });
    return { works, changes };
  }

  #open(agent: number): Message {
    const { free } = this.#server;
    const { gap } = this.#run;
    return copyOf(writeHead(free?.open ? free.open(agent) : this.#server.open(1, gap), 1, gap));
  }

  /** Has an agent answer what it was sent. */
  #answerOf(k: number): { works: Work[]; message: Message; answer: Message } {
    const part = this.#parts[k]!;
    const streams = streamsOf(this.#run.algorithm);
    const message: Message = { ...this.#messages[k]!, taken: true };
    const [first, second] = [localWork(this.#slots), localWork(this.#slots)];
    part.ask(message, first, second);
    const works = streams.map((stream, at) => this.#perform(at === 0 ? first : second, stream));
    if (new Set(streams).size < streams.length)
      throw new NotSo('two pieces of its work are on the same observations');
    const answer = copyOf(part.answer(message, first, second));
    return { works, message, answer: writeHead(answer, 1, this.#run.gap, this.#run.asked[k]) };
  }

  #perform(work: ReturnType<typeof localWork>, stream: number): Work {
    const model = combinationOf(work.theta);
    const made = (vector: Float64Array): void => {
      vector.fill(0);
      vector[this.#made++] = 1;
    };
    const { count } = work;
    switch (work.kind) {
      case 'accumulate':
        made(work.value);
        return { stream, act: { kind: 'gather' }, count, model, correction: undefined };
      case 'advance': {
        const correction = work.corrected ? combinationOf(work.correction) : undefined;
        made(work.theta);
        return { stream, act: { kind: 'step', stepSize: work.stepSize }, count, model, correction };
      }
      default:
        throw new NotSo('its agents do other work than local steps');
    }
  }

  readonly #vectorsOf = (message: Message): Float64Array[] => {
    const { down, up } = algorithmOf(this.#run.algorithm).messages;
    const { fields } = [...down, ...up].find(({ kind }) => kind === message.kind)!;
    return fields.map((field) => vectorOf(message, field) as Float64Array);
  };

  #buffered(): Float64Array[] {
    const held = this.#buffer;
    return held ? [...this.#vectorsOf(held.message), ...this.#vectorsOf(held.answer)] : [];
  }

  #common(): Vector[] {
    return [...(this.#server.kept?.() ?? []), ...this.#velocities];
  }

  #own(k: number): Vector[] {
    return [...(this.#parts[k]!.kept?.() ?? []), ...this.#vectorsOf(this.#messages[k]!)];
  }

  /** Every vector of the state, in its order. */
  #live(): Float64Array[] {
    return [
      ...this.#common(),
      ...this.#parts.flatMap((_, k) => this.#own(k)),
      ...this.#buffered(),
    ] as Float64Array[];
  }

  #owned(): number[][] {
    let from = this.#common().length;
    return this.#parts.map((_, k) => this.#own(k).map(() => from++));
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

const zeroed = (message: Message): Message => {
  const copy = copyOf(message);
  for (const value of Object.values(copy)) if (value instanceof Float64Array) value.fill(0);
  return copy;
};

function summed<B extends Readonly<Record<'message' | 'answer', Message>>>(
  sums: B,
  more: B,
  vectorsOf: (message: Message) => Float64Array[],
): B {
  for (const part of ['message', 'answer'] as const) {
    const added = vectorsOf(more[part]);
    vectorsOf(sums[part]).forEach((vector, k) => {
      for (let j = 0; j < vector.length; j++) vector[j]! += added[k]![j]!;
    });
  }
  return sums;
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

function combinationOf(vector: Readonly<Float64Array>): Combination {
  const out: [number, number][] = [];
  for (let k = 0; k < vector.length; k++) if (vector[k] !== 0) out.push([k, vector[k]!]);
  return out;
}
