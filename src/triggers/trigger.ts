/** Triggers: how many local steps the agents take before they communicate. */
import type { Generator } from '../maths/generator.ts';
import type { Kind, Values } from '../values/kind.ts';
import { settable, type Settable } from '../values/ownKind.ts';
import type { Parameters } from '../values/parameter.ts';

/** The law of the gaps, where they are alike and independent: what closed forms need to know. */
export type GapLaw =
  | { readonly kind: 'constant'; readonly gap: number }
  | { readonly kind: 'geometric'; readonly probability: number };

/** Place of a gap's draw: an agent and its generator. */
export interface GapPlace {
  /** the agent's number, from 0 */
  readonly agent: number;
  /** M */
  readonly agents: number;
  /** of the agent alone: an additional agent changes no other gaps */
  readonly coins: Generator;
}

/** The setting of a run that stands for a trigger of the program. */
export interface TriggerSetting<S extends Parameters> {
  readonly name: 'localSteps' | 'communicationProbability' | 'workSeconds';
  /** for readers: `work for so many seconds` */
  readonly title: string;
  value(settings: Values<S>): number;
}

/** A trigger, complete in one place. */
export interface TriggerDefinition<
  Name extends string = string,
  S extends Parameters = Parameters,
> extends Kind<Name, S> {
  /**
   * Local steps before communication number `round` = 1, 2, …, the same for all agents of a round.
   *
   * @param coins - of the seed; without rounds, of the agent
   */
  gap?(settings: Values<S>, round: number, coins: Generator): number;
  /** Instead of `gap`: local steps of one agent, where the agents of a round differ in them. */
  gapOf?(settings: Values<S>, round: number, place: GapPlace): number;
  /** E[K], over all agents; left out where it is not known, or not the same in all rounds */
  meanGap?(settings: Values<S>): number;
  law?(settings: Values<S>): GapLaw;
  /** left out by a user's trigger, which has a setting of its own */
  readonly setting?: TriggerSetting<S>;
  /** `H = 10` */
  symbol(settings: Values<S>, write: (value: number) => string): string;
  /** `after every 10 local steps (H)` */
  text(settings: Values<S>, write: (value: number) => string): string;
}

/**
 * Defines a trigger.
 *
 * @throws TypeError in one line for a definition that cannot be run
 */
export const trigger = <const Name extends string, S extends Parameters>(
  definition: TriggerDefinition<Name, S>,
): TriggerDefinition<Name, S> & Settable<S> => {
  if (definition.gap && definition.gapOf)
    throw new TypeError(
      `trigger ${definition.name}: gap and gapOf exclude each other; leave one of them out`,
    );
  return settable('trigger', definition, [definition.gapOf ? 'gapOf' : 'gap', 'symbol', 'text']);
};
