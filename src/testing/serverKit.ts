/** The server's part of an algorithm, driven by hand. */
import type { Algorithm } from '../algorithms/algorithm.ts';
import { ServerRounds } from '../../actors/server/serverRounds.ts';
import { copyOf, type Message } from '../algorithms/message.ts';
import { coinsOf, configured, serverLogic } from '../algorithms/parts.ts';
import type { RunTrigger } from '../triggers/index.ts';
import type { RoundCompleted } from '../measurement/roundCompleted.ts';
import { MessageLayout } from '../algorithms/messageLayout.ts';
import type { ExpectedMessage } from './agentKit.ts';
import { type Expected, mustMatch } from './expected.ts';

/** The run that a server's part is in. */
export interface ServerKitOptions {
  /** θ̄ at the start `[d]` */
  readonly initial: ArrayLike<number>;
  /** M; 1 by default */
  readonly agents?: number;
  /** one local step a round by default */
  readonly trigger?: RunTrigger;
  /** of its coins; 1 by default */
  readonly seed?: number;
}

/** Gives a server's part its answers, and keeps what it said last. */
export class ServerKit {
  readonly #rounds: ServerRounds;
  #output: Message | RoundCompleted | undefined;
  /** what the part sent last, and a copy: messages under way hold its vectors */
  #sent: readonly [sent: Message, copy: Message] | undefined;

  /** @param rounds - of the part, in the state with which a run begins */
  constructor(rounds: ServerRounds) {
    this.#rounds = rounds;
  }

  /**
   * What the server said last: a broadcast, or a round's end.
   *
   * @throws Error where it has said nothing yet
   */
  get output(): Message | RoundCompleted {
    if (this.#output === undefined)
      throw new Error('expected a broadcast, got none: no round was opened yet');
    return this.#output;
  }

  /**
   * Has the server open a round.
   *
   * @returns the broadcast, a copy
   * @throws Error where the part writes in a message that it has sent
   */
  open(round: number, localSteps: number): Message {
    return this.#send(this.#rounds.open(round, localSteps));
  }

  /** The opening message of the round for an agent, a copy; the broadcast of most algorithms. */
  openTo(agent: number, broadcast: Message): Message {
    return copyOf(this.#rounds.openTo(agent, broadcast));
  }

  /**
   * Gives the server the answers of all agents, in agent order.
   *
   * @returns the next broadcast of the round, or its end
   * @throws Error where the part writes in an answer, or in a message that it has sent
   */
  receive(answers: readonly Message[]): Message | RoundCompleted {
    const lent = answers.map((answer) => copyOf(answer));
    const output = this.#rounds.receive(lent);
    for (const [agent, answer] of answers.entries())
      mustMatch(`the answer of agent ${agent} to be left as it was,`, lent[agent]!, answer, 0);
    if (!('localModels' in output)) return this.#send(output);
    this.#checkSent();
    return (this.#output = output);
  }

  #send(message: Message): Message {
    this.#checkSent();
    this.#sent = [message, copyOf(message)];
    const broadcast = copyOf(message);
    this.#output = broadcast;
    return broadcast;
  }

  #checkSent(): void {
    if (this.#sent) mustMatch('the broadcast to be left as it was sent,', ...this.#sent, 0);
  }

  /**
   * The server's last word must be a broadcast with these fields.
   *
   * @param tolerance - of numbers, relative to the larger of 1 and the expected one; 0 for bit for bit
   * @throws Error where it is not
   */
  expectBroadcast(expected: ExpectedMessage, tolerance?: number): void {
    const { output } = this;
    if ('localModels' in output)
      throw new Error(`expected a broadcast, got the end of round ${output.round}`);
    mustMatch('a broadcast', output, expected, tolerance);
  }

  /**
   * The server's last word must be a round's end with these fields.
   *
   * @param expected - `localModels` and `origins` as lists
   * @param tolerance - of numbers, relative to the larger of 1 and the expected one; 0 for bit for bit
   * @throws Error where it is not
   */
  expectRoundCompleted(expected: Expected<RoundCompleted> = {}, tolerance?: number): void {
    const { output } = this;
    if (!('localModels' in output))
      throw new Error(`expected the end of a round, got a broadcast of kind "${output.kind}"`);
    mustMatch('the end of a round', output, expected, tolerance);
  }
}

/**
 * A kit for the server's part of an algorithm, in the state with which a run begins.
 *
 * @param parameters - those that have no default, at least
 */
export function serverKit(
  algorithm: Algorithm,
  parameters: Readonly<Record<string, unknown>>,
  { initial, agents = 1, trigger = { kind: 'deterministic', localSteps: 1 }, seed = 1 }: ServerKitOptions,
): ServerKit {
  const chosen = configured(algorithm, parameters);
  const coins = coinsOf(chosen, { seed, part: 'server' });
  const site = { agents, initial: Float64Array.from(initial), trigger, coins };
  return new ServerKit(
    new ServerRounds(serverLogic(chosen, site), new MessageLayout(algorithm, initial.length)),
  );
}
