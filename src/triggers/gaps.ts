/** Draws the gaps of a run: how many local steps its agents take, round after round. */
import { type Generator, generatorFor } from '../maths/generator.ts';
import type { Values } from '../values/kind.ts';
import type { TriggerDefinition } from './trigger.ts';

/** The local steps of a round: of every agent, or of each. */
export type RoundGap = number | readonly number[];

/** An agent's local steps in a round. */
export const gapOf = (gap: RoundGap, agent: number): number => (typeof gap === 'number' ? gap : gap[agent]!);

/** The local steps of a round, of all agents together. */
export const totalOf = (gap: RoundGap, agents: number): number =>
  typeof gap === 'number' ? gap * agents : gap.reduce((sum, one) => sum + one, 0);

/** A gap is an integer that 32 bits hold. */
export const LONGEST_GAP = 2_147_483_647;

/** A trigger's definition with its settings. */
export interface SetTrigger {
  readonly definition: TriggerDefinition;
  readonly settings: Values<TriggerDefinition['settings']>;
}

/** @throws RangeError for what is no number of local steps */
function checked({ name }: TriggerDefinition, gap: number, round: number): number {
  if (Number.isInteger(gap) && gap >= 1 && gap <= LONGEST_GAP) return gap;
  throw new RangeError(
    `the trigger ${name} gives ${String(gap)} local steps in round ${round}; it must give a whole number from 1 to ${LONGEST_GAP}`,
  );
}

/**
 * Gaps of rounds, whoever takes part in them: the same coins for all algorithms of a seed.
 *
 * @returns to be called for rounds 1, 2, … in turn
 */
export function drawnForRounds(
  { definition, settings }: SetTrigger,
  agents: number,
  seed: number,
): (round: number) => RoundGap {
  if (definition.gap) {
    const coins = generatorFor(seed, 'trigger');
    return (round) => checked(definition, definition.gap!(settings, round, coins), round);
  }
  const drawn = drawnForAgents({ definition, settings }, agents, seed);
  return (round) => Array.from({ length: agents }, (_, agent) => drawn(round, agent));
}

/**
 * Gaps of agents each of which goes at its own pace.
 *
 * @returns to be called whenever an agent is sent to, with the round that it is to answer for
 */
export function drawnForAgents(
  { definition, settings }: SetTrigger,
  agents: number,
  seed: number,
): (round: number, agent: number) => number {
  const all = new Array<Generator | undefined>(agents);
  return (round, agent) => {
    const coins = (all[agent] ??= generatorFor(seed, 'trigger', agent));
    const gap =
      definition.gap?.(settings, round, coins) ??
      definition.gapOf?.(settings, round, { agent, agents, coins });
    return checked(definition, gap ?? NaN, round);
  };
}
