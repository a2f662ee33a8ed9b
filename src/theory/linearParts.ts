/**
 * The parts of an algorithm for one run of theory, with all that they keep. They only ever add vectors with factors, so that
 * what they are given instead of a vector `[d]` may be what it is of other vectors: the coefficients of a combination of
 * these, or its coordinates in columns `[d, columns]`. What an agent computes on observations makes new vectors; the caller
 * does that.
 */
import { answersOf } from '../algorithms/answers.ts';
import type { AgentLogic, Fold, FreeUpdate, RoundEnd, ServerLogic } from '../algorithms/algorithm.ts';
import { foldOf } from '../algorithms/fold.ts';
import { copyOf, type Message, vectorOf, writeHead } from '../algorithms/message.ts';
import {
  agentLogic,
  algorithmOf,
  type ConfiguredAlgorithm,
  serverLogic,
  streamsOf,
} from '../algorithms/parts.ts';
import type { PartFailure } from '../algorithms/reportedServer.ts';
import { type Coins, PartCoins } from '../maths/coins.ts';
import { NumericalFailure } from '../maths/numericalFailure.ts';
import type { Vector } from '../maths/vector.ts';
import type { FoldRule } from '../policies/policy.ts';
import { type LocalWork, localWork } from '../problems/localWork.ts';
import type { RunTrigger } from '../triggers/index.ts';
import { firstLine } from '../values/failure.ts';

/** What cannot be followed of an algorithm's parts, in words. */
export class Unfollowed extends Error {}

/** A part has thrown, or has returned no message: what stands for vectors here need not be any to it. */
export class PartThrows extends Unfollowed {
  constructor(cause: unknown) {
    super(`a part of it throws: ${firstLine(cause)}`, { cause });
  }
}

/** More vectors than there is room for: what has made the room begins again with more. */
export class OutOfRoom extends Error {}

/** What a part has thrown: what stands in for its coins, and the numbers, throw what says so themselves. */
function partFailure(cause: unknown): Error {
  for (const kind of [Unfollowed, OutOfRoom, NumericalFailure]) if (cause instanceof kind) return cause;
  return new PartThrows(cause);
}

/** What a part computes. */
function ofPart<T>(compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw partFailure(error);
  }
}

export const NOT_LINEAR = 'its parts are not linear, or keep vectors that their `kept` does not name';
export const NOT_NAMED = 'it keeps vectors from one round to the next that its `kept` does not name';
export const SHARED_WORK = 'two pieces of its work are on the same observations';

/** Σ coefficient · vector; empty for the zero vector. */
export type Combination = readonly (readonly [vector: number, coefficient: number])[];

/** The combination that a vector of coefficients stands for. */
export function combinationOf(vector: Vector): Combination {
  const out: [number, number][] = [];
  for (let k = 0; k < vector.length; k++) if (vector[k] !== 0) out.push([k, vector[k]!]);
  return out;
}

/** A vector of coefficients becomes that of one vector; beyond all that there are it becomes zero. */
export function setUnit(vector: Float64Array, slot: number): void {
  vector.fill(0);
  vector[slot] = 1;
}

/** The one vector that a combination is; `undefined` of any other. */
export function onlyVector(combination: Combination): number | undefined {
  const [first] = combination;
  return combination.length === 1 && first![1] === 1 ? first![0] : undefined;
}

/** Σ coefficient · vector `[length]`. */
export function combined(combination: Combination, vectors: readonly Vector[], length: number): Float64Array {
  const out = new Float64Array(length);
  for (const [k, coefficient] of combination)
    for (let j = 0; j < length; j++) out[j]! += coefficient * vectors[k]![j]!;
  return out;
}

/** More exchanges of one round than any protocol has. */
const MOST_EXCHANGES = 100;

/** Of what the parts are. */
export interface LinearPartsOptions {
  readonly algorithm: ConfiguredAlgorithm;
  /** M */
  readonly agents: number;
  /** those that have a part here; all where it is left out */
  readonly asked?: readonly number[];
  readonly trigger: RunTrigger;
  /** what stands for θ̄_0, as long as everything that stands for a vector */
  readonly initial: Float64Array;
  /** of the policy's server steps, where it has any */
  readonly fold: FoldRule | undefined;
  /** stand in for the coins of a part; for expectations where it is left out */
  readonly coins?: (part: number | 'server') => Coins;
}

/** The parts, made anew. */
export class LinearParts {
  readonly server: ServerLogic;
  /** of the policy's server step, where it has momentum or tiers */
  readonly velocities: Vector[] = [];
  /** of an agent's observations */
  readonly streams: readonly number[];
  /** whether two pieces of an agent's work are on the same observations */
  readonly isTwin: boolean;
  readonly #asked: readonly number[];
  readonly #agents: AgentLogic[];
  /** of each agent, as in a run: a part may keep what it was answered with until it is asked for more */
  readonly #works: readonly (readonly LocalWork[])[];
  readonly #makeAgent: (agent: number) => AgentLogic;
  readonly #size: number;
  readonly #fold: ((tier: number) => Fold) | undefined;
  readonly #asking: ReadonlySet<string>;
  /** of messages, by their kind */
  readonly #fields: ReadonlyMap<string, readonly string[]>;

  constructor({ algorithm, agents, asked, trigger, initial, fold, coins }: LinearPartsOptions) {
    this.#size = initial.length;
    this.#fold = fold && foldOf(fold, this.velocities);
    const coinsOf = (part: number | 'server'): { readonly coins?: PartCoins } =>
      coins ? { coins: new PartCoins(algorithmOf(algorithm).coins, undefined, coins(part)) } : {};
    const { down, up, notices } = algorithmOf(algorithm).messages;
    const failure: PartFailure = (_, __, cause) => partFailure(cause);
    const server = { agents, initial, trigger, ...coinsOf('server'), failure };
    this.server = serverLogic(algorithm, server);
    this.#makeAgent = (agent) => {
      const site = { agent, dimension: this.#size, trigger, ...coinsOf(agent) };
      return ofPart(() => agentLogic(algorithm, site));
    };
    this.#asked = asked ?? Array.from({ length: agents }, (_, agent) => agent);
    this.#agents = this.#asked.map(this.#makeAgent);
    this.streams = ofPart(() => streamsOf(algorithm));
    this.#works = this.#asked.map(() => this.streams.map(() => localWork(this.#size)));
    this.isTwin = new Set(this.streams).size < this.streams.length;
    this.#asking = new Set(down.filter(({ asksForSteps }) => asksForSteps).map(({ kind }) => kind));
    this.#fields = new Map([...down, ...up, ...notices].map(({ kind, fields }) => [kind, fields]));
  }

  /** Whether the k-th of the agents asked, from 0, keeps vectors. */
  keeps(k: number): boolean {
    return this.#agents[k]!.kept !== undefined;
  }

  /** An agent takes a notice. */
  note(k: number, notice: Message): void {
    ofPart(() => {
      this.#agents[k]!.note!(notice);
    });
  }

  /** An agent has lost everything. */
  restart(k: number): void {
    this.#agents[k] = this.#makeAgent(this.#asked[k]!);
  }

  /** What an agent is sent where there are no rounds, the agent's to keep. */
  opened(k: number, round: number, localSteps: number): Message {
    const { server } = this;
    const message = server.free?.open?.(this.#asked[k]!) ?? server.open(round, localSteps);
    return writeHead(copyOf(message), round, localSteps);
  }

  /**
   * Has an agent answer a message.
   *
   * @param perform - does its works, one on each stream
   */
  answer(k: number, message: Message, perform: (works: readonly LocalWork[]) => void): Message {
    const part = this.#agents[k]!;
    const works = this.#works[k]!;
    ofPart(() => {
      part.ask(message, works[0]!, works[1]!);
    });
    for (const work of works) callOrders(work);
    perform(works);
    const answer = copyOf(ofPart(() => part.answer(message, works[0]!, works[1]!)));
    return writeHead(answer, message.round, message.localSteps, this.#asked[k]);
  }

  /**
   * Has some agents go through a round: exchange after exchange, until the server has its models.
   *
   * @param localSteps - of the round, and of an agent in it
   * @param perform - does the works of an agent, one on each stream
   * @returns of each exchange whether it asks for the round's local steps
   */
  round(
    round: number,
    localSteps: number,
    agents: readonly number[],
    perform: (works: readonly LocalWork[], agent: number) => void,
    gapOf: (agent: number) => number = () => localSteps,
  ): boolean[] {
    const { server } = this;
    const exchanges: boolean[] = [];
    let message = server.open(round, localSteps);
    for (let exchange = 1; exchange <= MOST_EXCHANGES; exchange++) {
      exchanges.push(this.asksForSteps(message));
      const all = agents.map((agent) => {
        const opened = (exchange === 1 ? server.openTo?.(agent) : undefined) ?? message;
        // As in a run, a part may write in what it is sent, and keep it.
        const sent = writeHead(copyOf(opened), round, this.asksForSteps(opened) ? gapOf(agent) : 0);
        return this.answer(agent, sent, (works) => {
          perform(works, agent);
        });
      });
      const out = this.receive(all, round, localSteps);
      if ('localModels' in out) return exchanges;
      message = out;
    }
    throw new Unfollowed('its rounds do not end');
  }

  /** The server takes the answers of an exchange. */
  receive(answers: readonly Message[], round: number, localSteps: number): Message | RoundEnd {
    return this.server.receive(
      ofPart(() => answersOf(answers)),
      round,
      localSteps,
    );
  }

  /** A server step without rounds; updates are summed in their order. */
  step(updates: readonly FreeUpdate[], tier = 0): void {
    this.server.free!.step(updates, this.#fold!(tier), []);
  }

  /** The vectors that the server keeps, themselves, and the policy's. */
  kept(): Float64Array[] {
    return [...(this.server.kept?.() ?? []), ...this.velocities] as Float64Array[];
  }

  /** The vectors that an agent keeps, themselves. */
  keptBy(k: number): Float64Array[] {
    return (ofPart(() => this.#agents[k]!.kept?.()) ?? []) as Float64Array[];
  }

  /** Whether a message of the server's asks for a round's local steps. */
  asksForSteps({ kind }: Message): boolean {
    return this.#asking.has(kind);
  }

  /** The vectors of a message, themselves. */
  vectorsOf(message: Message): Float64Array[] {
    return this.#fields.get(message.kind)!.map((field) => vectorOf(message, field) as Float64Array);
  }
}

/** Functions of agents' orders as {@link callOf} makes them: an order stays until there is another. */
const madeCalls = new WeakSet();

/** The function, called {@link ofPart}. */
function callOf<Given extends unknown[], T>(run: (...given: Given) => T): (...given: Given) => T {
  if (madeCalls.has(run)) return run;
  const call = (...given: Given): T => ofPart(() => run(...given));
  madeCalls.add(call);
  return call;
}

/** The agent's own functions in what it has ordered. */
function callOrders(work: LocalWork): void {
  const { ownStep, form } = work;
  if (ownStep) work.ownStep = callOf(ownStep);
  if (typeof form?.scale === 'function') work.form = { ...form, scale: callOf(form.scale) };
}
