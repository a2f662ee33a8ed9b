/**
 * An algorithm is one value: its names and parameters, its messages, and what an agent and the server do
 * with them. Built-in ones are made as a user makes one.
 *
 * What the parts do is a matter of messages alone: no clock, thread, log or global. Each part is made for
 * one run and keeps its state in itself; an agent that has crashed gets a new one.
 */
import type { Coins } from '../maths/coins.ts';
import type { Vector } from '../maths/vector.ts';
import { noteMade } from '../values/made.ts';
import type { Policy } from '../policies/policy.ts';
import type { LocalWork } from '../problems/localWork.ts';
import type { Message, MessageType, Of } from './message.ts';
import type { Constants, Values } from './parameter.ts';
import { isSilent, type Silent } from './silence.ts';
import { parameterFault, type Parameters } from '../values/parameter.ts';
import type { RunTrigger } from '../triggers/index.ts';
import { quotedValue } from '../values/quoted.ts';

/** Facts of the run for an agent's part. */
export interface AgentSite {
  /** the agent's number, from 0 */
  readonly agent: number;
  /** d */
  readonly dimension: number;
  readonly trigger: RunTrigger;
  /** Coins for a purpose that the algorithm declares, once for each part: every message has new ones. */
  readonly coins: (purpose: string) => Coins;
}

/** Facts of the run for the server's part. */
export interface ServerSite {
  /** M */
  readonly agents: number;
  /** θ̄ at the start `[d]` */
  readonly initial: Vector;
  readonly trigger: RunTrigger;
  /** Coins for a purpose that the algorithm declares, once: every call of `open`, `receive` or `step` has new ones. */
  readonly coins: (purpose: string) => Coins;
}

/**
 * An agent's part, in two stages: what is to be computed on its observation stream in answer to a
 * message, and the answer once it has been computed. In between, a host has the work of all its
 * agents done together. A message is the agent's own of an algorithm that is a user's; of the program's own, which take messages
 * as they lie in memory, nothing may be kept but copies.
 */
export interface AgentLogic<Down = Message, Up = Message, Notice = Message> {
  /**
   * Takes a message of the server, and orders what is to be computed: at most one piece of work on each stream.
   *
   * @param work - on the agent's stream
   * @param second - on the second stream, of algorithms that have one
   */
  ask(message: Down, work: LocalWork, second: LocalWork): void;
  /** The work is done: gives the answer to the same message, `silent()` where nothing is sent. Its vectors may be those of the work. */
  answer(message: Down, work: LocalWork, second: LocalWork): Up;
  /**
   * Takes note of the end of a round that the agent took part in, when it is not in the next one; agents
   * that are, see the new model anyway.
   */
  note?(notice: Notice): void;
  /** Vectors for metrics and tests. */
  states?(): Readonly<Record<string, Vector>>;
  /** All vectors that it keeps from one message to the next, themselves; left out where there are none. */
  kept?(): readonly Vector[];
}

/**
 * The answers of one exchange, in agent order; all of one kind. Each has the number of its agent, `agent`, under every policy. Where all
 * are silent, the kind is `silent` and there are none.
 */
export type Answers<Up> = Up extends Message
  ? {
      readonly kind: Up['kind'];
      readonly all: readonly Spoken<Up>[];
      /** numbers of those who take part and send nothing, ascending */
      readonly silent: readonly number[];
    }
  : never;

/** Without the answer of an agent that sends nothing. */
type Spoken<Up> = Up extends Silent ? (Message extends Up ? Up : never) : Up;

/** The end of a round. */
export interface RoundEnd {
  /** θ_{i,H} before averaging, in the order of the answers; asked for before the next round */
  localModels(): readonly Vector[];
}

/** An answer with the message that it answers, where there are no rounds. */
export interface FreeUpdate<Down = Message, Up = Message> {
  readonly message: Down;
  readonly answer: Up;
  readonly agent: number;
  /** by the policy, from the update's staleness */
  readonly weight: number;
  /** whose step it is, of a policy with tiers: 0, 1, … */
  readonly tier?: number;
}

/** Move of a model by an update: how far its agent got, and from where. */
export interface Move {
  readonly weight: number;
  /** the model that the agent was sent `[d]` */
  readonly origin: Vector;
  /** the model that it has reached `[d]` */
  readonly model: Vector;
}

/**
 * How moves become a new model: the policy's business. Gives a new vector.
 *
 * @param model - which it is, of an algorithm that has several: 0, 1, …; 0 where left out
 */
export type Fold = (theta: Vector, moves: readonly Move[], model?: number) => Vector;

/** The server's part where agents go at their own pace, without rounds. */
export interface FreeServer<Down = Message, Up = Message> {
  /** The message to an agent, where that is not the one that opens a round. */
  open?(agent: number): Down;
  /** Takes note of an answer when it comes, not of a silent one; the step that takes it in may come later. */
  answered?(update: Omit<FreeUpdate<Down, Spoken<Up>>, 'weight'>): void;
  /**
   * A server step with these updates, in the order in which they are summed. A fold of no moves leaves the model as it is.
   *
   * @param silent - those of agents that sent nothing, in the same order; the policy counts them like others
   * @returns the moves as metrics see them, in the order of the updates; of weight 0 where one was discarded
   */
  step(
    updates: readonly FreeUpdate<Down, Spoken<Up>>[],
    fold: Fold,
    silent: readonly Omit<FreeUpdate<Down>, 'answer'>[],
  ): readonly Move[];
}

/** The server's part. Vectors that it has sent are replaced, never written in: messages under way hold them. */
export interface ServerLogic<Down = Message, Up = Message, Notice = Message> {
  /** θ̄ `[d]`: the model that the run is about */
  model(): Vector;
  /** Opens round t = 1, 2, …, in which every agent takes so many local steps. */
  open(round: number, localSteps: number): Down;
  /** The opening message of the round for an agent, of the same kind; where it is left out, the message of `open`. */
  openTo?(agent: number): Down;
  /** Takes the answers of all who take part: the round's next message, or its end. */
  receive(answers: Answers<Up>, round: number, localSteps: number): Down | RoundEnd;
  /** The notice for those who took part in the round that has ended and are not in the next one. */
  notice?(): Notice;
  /**
   * All vectors that it keeps from one call to the next, themselves. Theory needs them, of the agents' parts, too: it
   * runs the parts on combinations of vectors, and these are written anew where they lie.
   */
  kept?(): readonly Vector[];
  readonly free?: FreeServer<Down, Up>;
}

/** Traits of the server's policy that an algorithm may depend on. */
export type PolicyTraits = Pick<Policy, 'carries' | 'free'>;

/** Types of messages: from the server, from agents, and from the server without an answer. */
export interface Protocol {
  readonly down: readonly MessageType[];
  readonly up: readonly MessageType[];
  readonly notices?: readonly MessageType[];
}

type Notices<M extends Protocol> = M extends { readonly notices: infer N extends readonly MessageType[] }
  ? Of<N>
  : never;

/** An algorithm as it is written down. */
export interface AlgorithmDefinition<P extends Parameters, M extends Protocol, Name extends string = string> {
  /** in files and on the command line: lower case and hyphens */
  readonly name: Name;
  /** other names that papers give it */
  readonly aliases?: readonly string[];
  /** for readers: reports, tables, figures */
  readonly title: string;
  /** paper and algorithm number */
  readonly source: string;
  readonly parameters: P;
  readonly messages: M;
  /**
   * On which copies of its observation stream an agent works: 0 is the stream that every algorithm sees,
   * others are independent of it. One, the stream, where this is left out.
   */
  readonly streams?: (values: Values<P>) => readonly [number, number];
  /** Why parameters mean nothing together or with a trigger; settings stand in backticks, the one at fault first. */
  readonly refuse?: (constants: Constants<P>, trigger: RunTrigger) => string | undefined;
  readonly agent: (values: Values<P>, site: AgentSite) => AgentLogic<Of<M['down']>, Of<M['up']>, Notices<M>>;
  readonly server: (
    values: Values<P>,
    site: ServerSite,
  ) => ServerLogic<Of<M['down']>, Of<M['up']>, Notices<M>>;
  /**
   * Why it means nothing under a policy, or with a trigger; policies without rounds are refused anyway where
   * the server has no part for them.
   */
  readonly under?: (policy: PolicyTraits, trigger: RunTrigger) => string | undefined;
  /**
   * Whether coordinate j of what an agent keeps, asks for and answers depends on coordinate j of vectors alone, and on nothing of
   * the agent's: its agents may then be asked as one. Heeded of the program's own, since others may be made of these.
   */
  readonly coordinatewise?: boolean;
  /** Names of coins: purposes for which the parts draw random numbers. */
  readonly coins?: readonly string[];
  /** Why its parts do not only add vectors with factors; then it has no exact moments. */
  readonly nonlinear?: string;
  /** Why a run on mean operators does not say what its parts do on observations; then it has no curve without noise. */
  readonly notOnMeans?: string;
  /**
   * Invariant of the model after a round.
   *
   * @param answers - that the round took in
   * @returns what does not hold, in words
   */
  readonly invariant?: (model: Vector, answers: readonly Spoken<Of<M['up']>>[]) => string | undefined;
}

const ALGORITHM = Symbol.for('fedsa.algorithm');

/** An algorithm, whatever its parameters and messages. */
export interface Algorithm<Name extends string = string, P extends Parameters = Parameters> {
  readonly [ALGORITHM]: true;
  readonly name: Name;
  readonly aliases: readonly string[];
  readonly title: string;
  readonly source: string;
  readonly parameters: P;
  readonly messages: Required<Protocol>;
  /** The algorithm with parameters of its own: several of them may be in one run. */
  with(settings: VariantSettings): AlgorithmVariant;
  streams(values: Readonly<Record<string, unknown>>): readonly number[];
  refuse?(constants: Readonly<Record<string, unknown>>, trigger: RunTrigger): string | undefined;
  agent(values: Readonly<Record<string, unknown>>, site: AgentSite): AgentLogic;
  server(values: Readonly<Record<string, unknown>>, site: ServerSite): ServerLogic;
  readonly under?: (policy: PolicyTraits, trigger: RunTrigger) => string | undefined;
  readonly coordinatewise?: boolean;
  readonly coins: readonly string[];
  readonly nonlinear?: string;
  readonly notOnMeans?: string;
  readonly invariant?: (model: Vector, answers: readonly Message[]) => string | undefined;
}

/** Settings of a variant. */
export interface VariantSettings {
  /** for readers, instead of the title */
  readonly label?: string;
  readonly [parameter: string]: unknown;
}

/** An algorithm with parameters of its own, and a label where it is in a run more than once. */
export interface AlgorithmVariant {
  readonly algorithm: Algorithm;
  readonly label?: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Whether a value, from whatever module, is an algorithm. */
export const isAlgorithm = (value: unknown): value is Algorithm =>
  typeof value === 'object' && value !== null && ALGORITHM in value;

/** Whether a value is an algorithm with parameters of its own. */
export const isVariant = (value: unknown): value is AlgorithmVariant =>
  typeof value === 'object' && value !== null && 'algorithm' in value && isAlgorithm(value.algorithm);

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Names that stand beside parameters, where these are given by name. */
const TAKEN = ['name', 'key', 'label', 'own'];

/** The fault of a definition that no compiler has seen: types of a user's file are not checked when it is run. */
function definitionFault(definition: Readonly<Record<string, unknown>>): string | undefined {
  const { name, title, parameters, messages, agent, server } = definition;
  if (typeof name !== 'string' || !NAME.test(name))
    return `name must be of lower-case letters, digits and hyphens (found ${quotedValue(name)})`;
  if (typeof title !== 'string') return 'title must be a text';
  if (typeof parameters !== 'object' || parameters === null)
    return 'parameters must be an object; {} for none';
  const taken = TAKEN.find((word) => word in parameters);
  if (taken !== undefined) return `a parameter must not be named "${taken}"`;
  for (const [parameter, value] of Object.entries(parameters)) {
    const fault = parameterFault(value);
    if (fault !== undefined) return `the parameter ${parameter} ${fault}`;
  }
  if (typeof agent !== 'function') return 'agent must be a function that makes an agent’s part';
  if (typeof server !== 'function') return 'server must be a function that makes the server’s part';
  const { down = [], up = [], notices = [] } = (messages ?? {}) as Partial<Protocol>;
  if (down.length === 0 || up.length === 0) return 'messages must have at least one "down" and one "up"';
  if (up.every(isSilent)) return 'its agents are always silent: messages must have another "up"';
  if (up.some((type) => isSilent(type) && type.fields.length > 0))
    return 'a message of the kind "silent" has no vectors; import silent from fedsa';
  const kinds = [...down, ...up, ...notices].map(({ kind }) => kind);
  const twice = kinds.find((kind, at) => kinds.indexOf(kind) < at);
  return twice === undefined ? undefined : `two of its messages are of the kind "${twice}"`;
}

/**
 * Makes an algorithm. The compiler infers the types of its parts from its parameters and messages.
 *
 * @throws TypeError in one line for a definition that cannot be run
 */
export function algorithm<const Name extends string, const P extends Parameters, const M extends Protocol>(
  definition: AlgorithmDefinition<P, M, Name>,
): Algorithm<Name, P> {
  const fault = definitionFault({ ...definition });
  if (fault !== undefined) throw new TypeError(`algorithm ${definition.name}: ${fault}`);
  const { aliases = [], messages, ...rest } = definition;
  const entry = {
    streams: () => [0],
    coins: [],
    ...rest,
    [ALGORITHM]: true,
    aliases,
    messages: { notices: [], ...messages },
    with: ({ label, ...parameters }: VariantSettings): AlgorithmVariant => ({
      algorithm: made,
      parameters,
      ...(label === undefined ? {} : { label }),
    }),
  };
  // The runtime gives each part the parameters and messages that the definition says.
  const made = noteMade('algorithm', entry as unknown as Algorithm<Name, P>);
  return made;
}
