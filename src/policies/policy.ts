/** Server policies: when the server steps, with whose answers, and whom it sends its model to. */
import type { Generator } from '../maths/generator.ts';
import type { Kind, Values } from '../values/kind.ts';
import { settable, type Settable } from '../values/ownKind.ts';
import type { Parameters } from '../values/parameter.ts';
import type { PolicyMachine } from './machine.ts';
import type { HeldUpBy, OrderRule, Pace } from './pace.ts';

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

/** The agents of a run, as its configuration says. */
export interface PolicyAgents {
  /** M */
  readonly agents: number;
  /** mean seconds by the timing model from a message to an agent to its answer; NaN where unknown */
  readonly seconds: (agent: number) => number;
}

/** Surroundings of a policy at work. */
export interface PolicyContext extends PolicyAgents {
  /** of the policy's draws alone */
  readonly generator: Generator;
  /** whether an agent is there at the moment: neither off nor crashed */
  readonly isThere: (agent: number) => boolean;
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
