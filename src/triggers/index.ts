/** The triggers: all that there are. */
import type { Generator } from '../maths/generator.ts';
import type { ConfigurationOf } from '../policies/kind.ts';
import { bernoulli } from './bernoulli.ts';
import { deterministic } from './deterministic.ts';
import type { GapLaw, TriggerDefinition } from './trigger.ts';

export const TRIGGERS = [deterministic, bernoulli] as const;

/** A trigger with its settings: H local steps a round, or probability p in (0, 1] after each. */
export type TriggerConfiguration = ConfigurationOf<(typeof TRIGGERS)[number]>;

const definitionOf = ({ kind }: TriggerConfiguration): TriggerDefinition =>
  TRIGGERS.find(({ name }) => name === kind)!;

/** Local steps before communication number `round`, as {@link TriggerDefinition.gap}. */
export function gapsOf(trigger: TriggerConfiguration): (round: number, coins: Generator) => number {
  const definition = definitionOf(trigger);
  return (round, coins) => definition.gap(trigger, round, coins);
}

/** E[K], the mean number of local steps in a round: H, or 1/p. */
export const meanGap = (trigger: TriggerConfiguration): number => definitionOf(trigger).meanGap(trigger);

/** The law of the gaps; `undefined` where they are not alike and independent. */
export const lawOf = (trigger: TriggerConfiguration): GapLaw | undefined =>
  definitionOf(trigger).law?.(trigger);

/** `H = 10`, and `after every 10 local steps (H)`, with numbers written by `write`. */
export function triggerTexts(
  trigger: TriggerConfiguration,
  write: (value: number) => string,
): { readonly symbol: string; readonly text: string } {
  const definition = definitionOf(trigger);
  return { symbol: definition.symbol(trigger, write), text: definition.text(trigger, write) };
}
