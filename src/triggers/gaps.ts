/** Draws the gaps of a run: how many local steps its agents take, round after round. */
import { type Generator, generatorFor } from '../maths/generator.ts';
import { ownCall } from '../values/failure.ts';
import type { Values } from '../values/kind.ts';
import type { TriggerDefinition } from './trigger.ts';

/** The local steps of a round: of every agent, or of each. */
export type RoundGap = number | readonly number[];

/** An agent's local steps in a round. */
export const gapOf = (gap: RoundGap, agent: number): number => (typeof gap === 'number' ? gap : gap[agent]!);

/** The local steps of a round, of all agents together. */
export const totalOf = (gap: RoundGap, agents: number): number =>
  typeof gap === 'number' ? gap * agents : gap.reduce((sum, localSteps) => sum + localSteps, 0);

/** A gap is an integer that 32 bits hold. */
export const LONGEST_GAP = 2_147_483_647;

/** A trigger's definition with its settings. */
export interface SetTrigger {
  readonly definition: TriggerDefinition;
  readonly settings: Values<TriggerDefinition['settings']>;
}

/** @throws OwnFailure for what is no number of local steps, and with what a user's function throws */
function checked({ name }: TriggerDefinition, round: number, draw: () => number | undefined): number {
  return ownCall(`trigger ${name}`, round, () => {
    const gap = draw();
    if (Number.isInteger(gap) && gap! >= 1 && gap! <= LONGEST_GAP) return gap!;
    throw new RangeError(
      `it gives ${String(gap)} local steps; it must give a whole number from 1 to ${LONGEST_GAP}`,
    );
  });
}

/**
 * Gaps of rounds, whichever agents take part in them: the same coins for all algorithms of a seed.
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
    return (round) => checked(definition, round, () => definition.gap!(settings, round, coins));
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
    return checked(
      definition,
      round,
      () =>
        definition.gap?.(settings, round, coins) ??
        definition.gapOf?.(settings, round, { agent, agents, coins }),
    );
  };
}
