/**
 * The agents of a host as one. Where an algorithm is `coordinatewise`, coordinate j of what an agent computes depends on coordinate
 * j of vectors alone. So n agents of dimension d that take the same messages are one of dimension
 * n d: its vectors are theirs one after another, and what it is sent is the message's, n times. It is the algorithm's own
 * part, with the bits of n of them, and does once in a round what each of these would do.
 */
import type { AgentLogic } from '../../src/algorithms/algorithm.ts';
import { type Message, vectorOf, writeHead } from '../../src/algorithms/message.ts';
import { agentLogic } from '../../src/algorithms/parts.ts';
import type { Vector } from '../../src/maths/vector.ts';
import type { LocalWork } from '../../src/problems/localWork.ts';
import { type MessageLayout, layoutOf } from '../../src/algorithms/messageLayout.ts';
import type { AgentsConfiguration, HostShare } from './agentsConfiguration.ts';

/** A message with its vectors, in the order of its type. */
interface Vectors<M> {
  readonly message: M;
  readonly vectors: readonly Vector[];
}

/** Agents first, …, first + n − 1, which are asked together. */
export class StackedAgents {
  readonly #part: AgentLogic;
  readonly #works: readonly LocalWork[];
  readonly #layout: MessageLayout;
  readonly #hosted: HostShare;
  readonly #dimension: number;
  /** what it is sent, by kind: written anew each time */
  readonly #asked = new Map<string, Vectors<Message> & { readonly vectors: readonly Float64Array[] }>();
  /** the agents' answers, by kind: their vectors are parts of its own */
  readonly #answers = new Map<string, Vectors<readonly Message[]>>();

  /** @param works - for each stream one, its vectors `[n d]` */
  constructor(
    { algorithm, dimension, trigger }: AgentsConfiguration,
    hosted: HostShare,
    works: readonly LocalWork[],
  ) {
    this.#layout = layoutOf(algorithm, dimension);
    this.#hosted = hosted;
    this.#dimension = dimension;
    this.#works = works;
    this.#part = agentLogic(algorithm, { agent: hosted.first, dimension: hosted.count * dimension, trigger });
  }

  /** Takes a message to all, and writes down what is to be computed. */
  ask(message: Message): void {
    this.#part.ask(this.#repeated(message), this.#works[0]!, this.#works[1]!);
  }

  /** The work is done: gives the answer of all to the same message, its vectors `[n d]`. */
  answer({ kind, round, localSteps }: Message): Message {
    const answer = this.#part.answer(this.#asked.get(kind)!.message, this.#works[0]!, this.#works[1]!);
    return writeHead(answer, round, localSteps, this.#hosted.first);
  }

  /** Each agent's answer, in agent order: its vectors are parts of those of all. */
  each(answer: Message): readonly Message[] {
    const { round, localSteps } = answer;
    const { first } = this.#hosted;
    const answers = this.#answersIn(answer);
    for (let k = 0; k < answers.length; k++) writeHead(answers[k]!, round, localSteps, first + k);
    return answers;
  }

  #repeated(message: Message): Message {
    const { fields } = this.#layout.typeOf(message);
    let asked = this.#asked.get(message.kind);
    if (asked === undefined) {
      const vectors = fields.map(() => new Float64Array(this.#hosted.count * this.#dimension));
      const named = Object.fromEntries(fields.map((field, k) => [field, vectors[k]!]));
      asked = { message: { ...message, ...named }, vectors };
      this.#asked.set(message.kind, asked);
    }
    for (let k = 0; k < fields.length; k++) repeat(asked.vectors[k]!, vectorOf(message, fields[k]!));
    return writeHead(asked.message, message.round, message.localSteps);
  }

  #answersIn(answer: Message): readonly Message[] {
    const { fields } = this.#layout.typeOf(answer);
    let answers = this.#answers.get(answer.kind);
    if (answers === undefined || fields.some((field, k) => vectorOf(answer, field) !== answers!.vectors[k])) {
      const d = this.#dimension;
      const vectors = fields.map((field) => vectorOf(answer, field));
      const message = Array.from({ length: this.#hosted.count }, (_, k) => ({
        ...answer,
        ...Object.fromEntries(fields.map((field, at) => [field, vectors[at]!.subarray(k * d, (k + 1) * d)])),
      }));
      answers = { message, vectors };
      this.#answers.set(answer.kind, answers);
    }
    return answers.message;
  }
}

/** Up to this length a loop copies faster than calls of `copyWithin`. */
const SHORT = 64;

/** Fills a vector with another, again and again: a few times in a loop, then twice as much each time. */
function repeat(out: Float64Array, vector: Vector): void {
  const d = vector.length;
  let filled = 0;
  for (; filled < Math.min(SHORT, out.length); filled += d) {
    for (let j = 0; j < d; j++) out[filled + j] = vector[j]!;
  }
  for (; filled < out.length; filled *= 2) out.copyWithin(filled, 0, filled);
}
