/** Sampled participation: each round has K agents of its own, and the server waits for all of them. */
import type { Generator } from '../maths/generator.ts';
import { gathering } from './gathering.ts';
import { agentCount } from '../values/parameter.ts';
import { everyAgent } from './machine.ts';
import { policy } from './policy.ts';
import { counted } from './words.ts';

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

export const sampled = policy({
  name: 'sampled',
  settings: { count: agentCount('K', 'how many agents are drawn for each round') },
  text: ({ count }) =>
    `when ${counted(count, 'agent')}, drawn anew for each round, ${count === 1 ? 'has' : 'have'} answered`,
  heldUpBy: () => 'silence',
  machine: ({ count }, { agents, generator }) =>
    gathering({ choose: () => drawAgents(agents, count, generator) }),
});
