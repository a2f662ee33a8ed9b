/** One agent's part of an algorithm, driven by hand. */
import type { AgentLogic, Algorithm } from '../algorithms/algorithm.ts';
import { copyOf, type Message, writeHead } from '../algorithms/message.ts';
import { agentLogic, coinsOf, configured, streamsOf } from '../algorithms/parts.ts';
import type { RunTrigger } from '../triggers/index.ts';
import type { Vector } from '../maths/vector.ts';
import { type LocalWork, localWork, perform } from '../problems/localWork.ts';
import type { LocalOperator } from '../problems/operator.ts';
import { type Expected, mustMatch, written } from './expected.ts';

/**
 * Lends messages for one call, and sees to it that the part leaves them as they are and keeps
 * nothing of them: the lent copies are full of NaN after the call.
 *
 * @param use - the call; what it returns is checked
 * @returns what the call has returned
 * @throws Error where the call wrote in a message, or what it returned uses a message's memory
 */
function lend<Message extends object, Result extends object>(
  messages: readonly Message[],
  use: (lent: readonly Message[]) => Result,
): Result {
  const lent = messages.map((message) => copyOf(message));
  const result = use(lent);
  const fields = vectorsOf(result);
  for (const [at, message] of messages.entries()) {
    for (const [key, vector] of vectorsOf(lent[at]!)) {
      const sent = (message as Record<string, unknown>)[key] as Float64Array;
      if (vector.some((value, j) => !Object.is(value, sent[j])))
        throw new Error(
          `expected ${key} of the message to stay ${written(sent)}, got ${written(vector)}: the part wrote in it`,
        );
      const shared = fields.find(([, field]) => field.buffer === vector.buffer);
      if (shared)
        throw new Error(
          `expected ${shared[0]} in memory of its own, got the memory of ${key} of the message, which is the sender's`,
        );
      vector.fill(NaN);
    }
  }
  return result;
}

function vectorsOf(message: object): [string, Float64Array][] {
  return Object.entries(message).filter(
    (entry): entry is [string, Float64Array] => entry[1] instanceof Float64Array,
  );
}

/** What an agent's part works with. */
export interface AgentKitOptions {
  /** its operator on a copy of its stream: 0 is the stream itself, further copies are of algorithms that have them */
  readonly operator: (copy: number) => LocalOperator;
  /** the agent's number; 0 by default */
  readonly agent?: number;
  /** one local step a round by default */
  readonly trigger?: RunTrigger;
  /** of its coins; 1 by default */
  readonly seed?: number;
}

/**
 * A kit for an agent's part of an algorithm, in its first state.
 *
 * @param parameters - those that have no default, at least
 */
export function agentKit(
  algorithm: Algorithm,
  parameters: Readonly<Record<string, unknown>>,
  { operator, agent = 0, trigger = { kind: 'deterministic', localSteps: 1 }, seed = 1 }: AgentKitOptions,
): AgentKit {
  const chosen = configured(algorithm, parameters);
  const operators = streamsOf(chosen).map((copy) => operator(copy));
  const { dimension } = operators[0]!;
  return new AgentKit(
    agentLogic(chosen, { agent, dimension, trigger, coins: coinsOf(chosen, { seed, part: agent }) }),
    operators,
    agent,
  );
}

/** Gives an agent's part its messages, does its work, and keeps its last answer. */
export class AgentKit {
  readonly #part: AgentLogic;
  readonly #agent: number;
  readonly #operators: readonly LocalOperator[];
  readonly #works: readonly LocalWork[];
  #answer: Message | undefined;

  /**
   * @param part - in its first state
   * @param operators - one for each stream that the part works on
   */
  constructor(part: AgentLogic, operators: readonly LocalOperator[], agent: number) {
    this.#part = part;
    this.#agent = agent;
    this.#operators = operators;
    this.#works = operators.map(({ dimension }) => localWork(dimension));
  }

  /** The vectors that the part shows, after the last message. */
  get states(): Readonly<Record<string, Vector>> {
    return this.#part.states?.() ?? {};
  }

  /**
   * The answer to the last message.
   *
   * @throws Error where there has been none
   */
  get answer(): Message {
    if (this.#answer === undefined)
      throw new Error('expected an answer, got none: no message was received yet');
    return this.#answer;
  }

  /**
   * Gives the part a message.
   *
   * @returns the answer, a copy that later messages leave as it is
   * @throws Error where the part writes in the message, or answers in the message's memory
   */
  receive(message: Message): Message {
    const [work, second] = this.#works;
    const answer = lend([message], ([lent]) => {
      this.#part.ask(lent!, work!, second!);
      for (const [k, operator] of this.#operators.entries()) perform(this.#works[k]!, operator);
      return this.#part.answer(lent!, work!, second!);
    });
    return (this.#answer = copyOf(writeHead(answer, message.round, message.localSteps, this.#agent)));
  }

  /**
   * Gives the part a message that is not answered.
   *
   * @throws Error where the part takes no such messages, or writes in it
   */
  note(notice: Message): void {
    lend([notice], ([lent]) => {
      if (!this.#part.note)
        throw new Error(
          `expected a part with note() for a message of kind "${notice.kind}", got one without`,
        );
      this.#part.note(lent!);
      return {};
    });
  }

  /**
   * The last answer must have these fields.
   *
   * @param expected - vectors as any lists of numbers; what is left out may be anything
   * @param tolerance - of numbers, relative to the larger of 1 and the expected one; 0 for bit for bit
   * @throws Error where it has not, in one line with the first field that differs
   */
  expectAnswer(expected: ExpectedMessage, tolerance?: number): void {
    mustMatch('an answer', this.answer, expected, tolerance);
  }
}

/** Fields of a message: its head's and its vectors, the latter as lists of numbers. */
export type ExpectedMessage = Expected<Message> & Readonly<Record<string, unknown>>;
