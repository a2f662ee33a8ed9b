/**
 * Sampled participation: each round has K agents of its own, and the server waits for all of them. They are drawn
 * from all, or from those that are there: who is away, off or crashed, is not asked (sampling from the devices
 * that have checked in: Bonawitz et al., "Towards federated learning at scale: system design", MLSys 2019).
 */
import type { Generator } from '../maths/generator.ts';
import { gathering } from './quorumRounds.ts';
import type { Values } from '../values/kind.ts';
import { agentCount, choice, named } from '../values/parameter.ts';
import { everyAgent } from './machine.ts';
import { policy, type PolicyContext } from './policy.ts';
import { counted } from '../values/counted.ts';

/** A uniformly drawn set of `count` of the numbers 0, …, agents − 1, ascending (Fisher–Yates, cut short). */
export function drawAgents(agents: number, count: number, generator: Generator): readonly number[] {
  const all = [...everyAgent(agents)];
  for (let k = 0; k < count; k++) {
    const other = k + generator.below(agents - k);
    const chosen = all[other]!;
    all[other] = all[k]!;
    all[k] = chosen;
  }
  return all.slice(0, count).sort((a, b) => a - b);
}

/** The setting of whom agents are drawn from. */
export const among = named(
  choice('WHOM', 'from which agents those of a round are drawn', ['all', 'present']),
);

type Among = Values<{ readonly among: typeof among }>['among'];

/** The same in words, after the agents that are drawn. */
export const amongText = (among: Among): string => (among === 'present' ? ' from those that are there' : '');

/** Draws the agents of a round: as many as are available; of all where nobody is there. */
export function drawRound(
  { agents, generator, isThere }: PolicyContext,
  count: number,
  among: Among,
): readonly number[] {
  const present = among === 'present' ? everyAgent(agents).filter((agent) => isThere(agent)) : [];
  const from = present.length === 0 ? everyAgent(agents) : present;
  return drawAgents(from.length, Math.min(count, from.length), generator).map((at) => from[at]!);
}

export const sampled = policy({
  name: 'sampled',
  settings: { count: agentCount('K', 'how many agents are drawn for each round'), among },
  text: ({ count, among }) =>
    `when ${counted(count, 'agent')}, drawn anew for each round${amongText(among)}, ${count === 1 ? 'has' : 'have'} answered`,
  heldUpBy: () => 'silence',
  pace: ({ count, among }) =>
    among === 'present' ? undefined : { kind: 'rounds', asked: count, awaited: count },
  machine: ({ count, among }, context) => gathering({ choose: () => drawRound(context, count, among) }),
});
