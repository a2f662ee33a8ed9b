/** What a server policy is: when the server steps, with whose answers, and whom it sends its model to. */
import type { Generator } from '../maths/generator.ts';
import type { Kind, Values } from '../values/kind.ts';
import { settable, type Settable } from '../values/ownKind.ts';
import type { Parameters } from '../values/parameter.ts';
import type { PolicyMachine } from './machine.ts';

/** How moves become a new model, without rounds; plain data. */
export type FoldRule = Pick<FreeStep, 'fold' | 'serverStepSize' | 'momentum' | 'tiers'>;

/** The data alone. */
export const foldRule = ({ fold, serverStepSize, momentum, tiers }: FreeStep): FoldRule => ({
  ...{ fold, serverStepSize, momentum },
  ...(tiers !== undefined && { tiers }),
});

/** How a policy without rounds makes updates into a new model. */
export interface FreeStep {
  /**
   * - `mix`: `θ̄ ← θ̄ + (1/|S|) Σ weight_i (θ_i − θ̄)`;
   * - `buffer`: `θ̄ ← θ̄ + (1/|S|) Σ weight_i (θ_i − θ̄_i)`, θ̄_i the model that agent i started from;
   * - `cross-tier`: `θ_m ← (1/|S|) Σ θ_i` of the step's tier m, `θ̄ ← Σ_m (T_{n+1−m}/T) θ_m`, T_m the steps of tier m.
   */
  readonly fold: 'mix' | 'buffer' | 'cross-tier';
  /** n of `cross-tier` */
  readonly tiers?: number;
  /** α_g of `buffer`, the size of the server's step along the mean move; 1 by default */
  readonly serverStepSize?: number | undefined;
  /** β of `buffer`: the share of the previous step that is kept, `v ← β v + mean move`; none by default */
  readonly momentum?: number | undefined;
  /**
   * @param staleness - of an update, in server steps
   * @param age - seconds since its agent was sent what it answers
   */
  weight(staleness: number, age: number): number;
  /** whether each step makes one agent's model the server's */
  readonly replaces: boolean;
}

/** Staleness and age at which weights are looked at: laws of them are monotone. */
const FAR = 1e9;

/** The weight of every update, however stale and old; `undefined` where they differ. */
export function constantWeight(step: FreeStep): number | undefined {
  const fresh = step.weight(0, 0);
  const isConstant = !weighsByAge(step) && step.weight(1, 0) === fresh && step.weight(FAR, 0) === fresh;
  return isConstant ? fresh : undefined;
}

/** Ages in seconds, by which updates may weigh, follow from no order of answers. */
export const weighsByAge = (step: FreeStep): boolean => step.weight(0, FAR) !== step.weight(0, 0);

/**
 * What of one agent is enough to hold the server up for good: `silence`, an answer that never comes;
 * `absence`, that the agent is gone.
 */
export type HeldUpBy = 'silence' | 'absence' | undefined;

/** The agents of a run, as its configuration says. */
export interface PolicyAgents {
  /** M */
  readonly agents: number;
  /** mean seconds by the timing model from a message to an agent to its answer; NaN where unknown */
  readonly seconds: (agent: number) => number;
}

/** What is there when a policy is set to work. */
export interface PolicyContext extends PolicyAgents {
  /** of the policy's draws alone */
  readonly generator: Generator;
  /** whether an agent is there at the moment: neither off nor crashed */
  readonly isThere: (agent: number) => boolean;
}

/**
 * - `own`: so many answers make a step, and every agent is always at work; or so many of them, the next drawn uniformly from
 *   the others;
 * - `rounds`: so many agents begin each round together, and the first so many answers end it, or so many seconds,
 *   if there has been an answer by then.
 */
export type Pace =
  | { readonly kind: 'own'; readonly answers: number; readonly working?: number }
  | {
      readonly kind: 'rounds';
      readonly asked: number;
      readonly awaited: number;
      readonly deadline?: number;
    };

/** A pace without rounds. */
export type OwnPace = Extract<Pace, { readonly kind: 'own' }>;

/** C, the number of the M agents that are at work at a time. */
export const workingOf = ({ working = Infinity }: OwnPace, agents: number): number =>
  Math.min(working, agents);

/**
 * The mean staleness of updates, in server steps: in each step of K answers all but one of the C dispatches under way grow older
 * by a step, so that it is (C − 1)/K.
 */
export const meanStaleness = (pace: OwnPace, agents: number): number =>
  (workingOf(pace, agents) - 1) / pace.answers;

/** In which orders a policy without rounds takes answers in, where every agent is always at work. */
export interface OrderRule {
  /**
   * - `buffer`: a step takes in the next so many answers, and agents are sent to when they answer;
   * - `waiting`: a step takes one answer in, unless an agent would fall too far behind by it: then it waits for these, and
   *   takes in what has come meanwhile; agents are sent to with the step.
   */
  readonly kind: 'buffer' | 'waiting';
  /** that a step of `buffer` takes in */
  readonly answers: number;
  /** largest staleness of what is taken in; Infinity where there is no bound */
  readonly largestStaleness: number;
  /** how far the policy goes in a step: a setting, its value, and what it may be at most */
  readonly strength: {
    readonly setting: 'mixing' | 'serverStepSize';
    readonly value: number;
    readonly most: number;
  };
  /** whether every update weighs the same, however stale */
  readonly alike: boolean;
}

/** A policy, complete in one place. */
export interface PolicyDefinition<
  Name extends string = string,
  S extends Parameters = Parameters,
> extends Kind<Name, S> {
  /** what follows "the server steps …" */
  text(settings: Values<S>): string;
  /** Why settings mean nothing together, or with these agents; said after the policy's name. */
  refuse?(settings: Values<S>, agents: PolicyAgents): string | undefined;
  /** whether all agents take part in each step, round by round: what the theory of rounds is about */
  readonly everyone?: boolean;
  /** of policies under which each agent goes at its own pace; left out by those with rounds */
  free?(settings: Values<S>): FreeStep;
  heldUpBy?(settings: Values<S>, agents: number): HeldUpBy;
  /** whether answers to an earlier round's model are taken into a later round; where `late` says so if left out */
  carries?(settings: Values<S>): boolean;
  /** how many answers make a step, of those that are always under way; left out where that is not all there is to it */
  pace?(settings: Values<S>, agents: number): Pace | undefined;
  /** left out where agents are not always at work, or have rounds */
  orders?(settings: Values<S>): OrderRule | undefined;
  machine(settings: Values<S>, context: PolicyContext): PolicyMachine;
}

/**
 * Defines a policy.
 *
 * @throws TypeError in one line for a definition that cannot be run
 */
export const policy = <
  const Name extends string,
  S extends Parameters,
  const Aliases extends readonly string[] = readonly [],
>(
  definition: Omit<PolicyDefinition<Name, S>, 'aliases'> & { readonly aliases?: Aliases },
): Omit<PolicyDefinition<Name, S>, 'aliases'> & { readonly aliases?: Aliases } & Settable<S> =>
  settable('policy', definition, ['text', 'machine']);

/** A policy with its settings: what others ask of it. */
export interface Policy {
  readonly name: string;
  /** what follows "the server steps …" */
  readonly text: string;
  /** whether all agents take part in each step, round by round */
  readonly everyone: boolean;
  /** whether answers to an earlier round's model are taken into a later round */
  readonly carries: boolean;
  /** `undefined` for a policy with rounds */
  readonly free: FreeStep | undefined;
  heldUpBy(agents: number): HeldUpBy;
  pace(agents: number): Pace | undefined;
  readonly orders: OrderRule | undefined;
  machine(context: PolicyContext): PolicyMachine;
}
