/** The server's part of an algorithm, round by round: heads are written here, and answers checked to belong together. */
import type { ServerLogic } from '../../src/algorithms/algorithm.ts';
import { answersOf } from '../../src/algorithms/answers.ts';
import { type Message, writeHead } from '../../src/algorithms/message.ts';
import type { RoundCompleted } from '../../src/measurement/roundCompleted.ts';
import type { MessageLayout } from '../../src/algorithms/messageLayout.ts';
import { OPEN_GAP } from '../../src/triggers/index.ts';
import { OwnFailure, ownCall } from '../../src/values/failure.ts';

/** A server whose agents take part in rounds. */
export class ServerRounds {
  readonly #part: ServerLogic;
  readonly #layout: MessageLayout;
  #round = 0;
  #localSteps = 0;
  /** whether a message of the round has asked for its local steps */
  #asked = false;

  constructor(part: ServerLogic, layout: MessageLayout) {
    this.#part = part;
    this.#layout = layout;
  }

  /** The message that opens a round. */
  open(round: number, localSteps: number): Message {
    this.#round = round;
    this.#localSteps = localSteps;
    this.#asked = false;
    return this.#headed(this.#part.open(round, localSteps));
  }

  /** The opening message of the round for an agent: its own, or that of all. */
  openTo(agent: number, common: Message): Message {
    const opened = this.#part.openTo?.(agent);
    if (opened === undefined) return common;
    if (opened.kind === common.kind) return writeHead(opened, common.round, common.localSteps);
    throw this.#misfit(`openTo gives "${opened.kind}" where open gave "${common.kind}"`);
  }

  /**
   * Takes the answers of all who take part, in agent order.
   *
   * @returns the next message of the same round, or the round's end
   * @throws OwnFailure where they are not of one kind, or the round asks for local steps twice
   */
  receive(answers: readonly Message[]): Message | RoundCompleted {
    const given = ownCall('the agents’ part', this.#round, () => answersOf(answers));
    const startedFrom = this.#part.model();
    const localSteps = this.#localSteps === OPEN_GAP ? meanSteps(answers) : this.#localSteps;
    const out = this.#part.receive(given, this.#round, localSteps);
    if (!('localModels' in out)) return this.#headed(out);
    return {
      round: this.#round,
      startedFrom,
      theta: this.#part.model(),
      localModels: () => out.localModels(),
      ...(given.silent.length > 0 && { takenIn: () => given.all.map(({ agent }) => agent) }),
    };
  }

  #headed(message: Message): Message {
    const { asksForSteps } = this.#layout.typeOf(message);
    // Clocks and budgets count H local steps a round.
    if (asksForSteps && this.#asked) {
      throw this.#misfit(
        `"${message.kind}" asks for local steps after another message of its round did; make one of the two with { localSteps: false }`,
      );
    }
    this.#asked ||= asksForSteps;
    return writeHead(message, this.#round, asksForSteps ? this.#localSteps : 0);
  }

  #misfit(reason: string): OwnFailure {
    return new OwnFailure('the server’s part', this.#round, new TypeError(reason));
  }
}

const meanSteps = (answers: readonly Message[]): number =>
  answers.reduce((sum, { localSteps }) => sum + localSteps, 0) / answers.length;
