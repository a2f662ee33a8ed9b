/**
 * Tiers, FedAT: agents of like speed go round by round together, each tier at its own pace. When a tier's round is over
 * the average of its models becomes its own, θ_m of tier m = 1 (the fastest), …, n, and the server goes to
 * `θ̄ = Σ_m (T_{n+1−m}/T) θ_m`, with T_m the rounds of tier m so far and T the sum: a slow tier weighs as much as its
 * opposite is fast. The θ_m of a tier that has had no round is the start (Chai, Chen, Anwar, Zhao, Cheng and Rangwala,
 * "FedAT: a high-performance and communication-efficient federated learning system with asynchronous tiers", SC 2021).
 */
import { agentCount, choice, named } from '../values/parameter.ts';
import { everyAgent, inAgentOrder, type PolicyMachine, type PolicyOutput, type Update } from './machine.ts';
import { policy, type PolicyContext } from './policy.ts';
import { drawAgents } from './sampled.ts';
import { counted } from '../values/counted.ts';

export const tiers = policy({
  name: 'tiers',
  aliases: ['fedat'],
  settings: {
    tiers: agentCount('N', 'how many tiers'),
    drawn: named(agentCount('K', 'how many agents of a tier are drawn for each of its rounds')),
    by: named(choice('WHAT', 'how agents are put into tiers', ['speed', 'number'])),
  },
  text: ({ tiers, drawn, by }) =>
    `when ${drawn === undefined ? 'all agents' : `${counted(drawn, 'agent')}, drawn anew for each round,`} of one of ${counted(tiers, 'tier')} ${drawn === 1 ? 'has' : 'have'} answered (FedAT), tiers by ${by === 'number' ? 'the agents’ numbers' : 'mean speed'}`,
  free: ({ tiers }) => ({ fold: 'cross-tier', tiers, weight: () => 1, replaces: false }),
  refuse: ({ tiers, drawn, by = 'speed' }, { agents, seconds }) => {
    if (tiers > agents)
      return `each of ${counted(tiers, 'tier')} needs an agent, and the problem has ${agents}; give at most tiers:${agents}`;
    const unknown =
      by === 'speed' ? everyAgent(agents).find((agent) => !isFinite(seconds(agent))) : undefined;
    if (unknown === undefined) return undefined;
    const others = drawn === undefined ? '' : `,drawn=${drawn}`;
    return `tiers go by the agents’ mean seconds, and those of agent ${unknown} are ${Number.isNaN(seconds(unknown)) ? 'unknown' : 'infinite'} under this timing model; \`policy\` tiers:${tiers}${others},by=number goes by their numbers`;
  },
  // A tier of which an agent is gone stops; the others continue.
  heldUpBy: ({ tiers }) => (tiers === 1 ? 'absence' : undefined),
  machine: ({ tiers, drawn, by = 'speed' }, context) => inTiers(tiersOf(tiers, by, context), drawn, context),
});

/** The members of each tier, ascending, the fastest tier first; sizes differ by one at most. */
function tiersOf(tiers: number, by: 'speed' | 'number', { agents, seconds }: PolicyContext): number[][] {
  const cycles = everyAgent(agents).map((agent) => (by === 'speed' ? seconds(agent) : agent));
  const order = [...everyAgent(agents)].sort((a, b) => compare(cycles[a]!, cycles[b]!) || a - b);
  const place = (tier: number): number => Math.floor((tier * agents) / tiers);
  return Array.from({ length: tiers }, (_, tier) =>
    order.slice(place(tier), place(tier + 1)).sort((a, b) => a - b),
  );
}

/** Of what may be infinite. */
const compare = (a: number, b: number): number => Number(a > b) - Number(a < b);

interface Tier {
  awaited: Set<number>;
  held: Update[];
}

function inTiers(
  members: readonly (readonly number[])[],
  drawn = Infinity,
  { generator }: PolicyContext,
): PolicyMachine<Tier[]> {
  const tierOf = new Map(members.flatMap((all, tier) => all.map((agent) => [agent, tier] as const)));
  /** The agents of a tier's new round. */
  const chosen = (tier: number): readonly number[] => {
    const all = members[tier]!;
    return all.length <= drawn ? all : drawAgents(all.length, drawn, generator).map((at) => all[at]!);
  };
  /** Ends a tier's round where nobody is awaited any more; where nobody has answered, it begins again. */
  const proceed = (state: Tier[], tier: number, out: PolicyOutput): void => {
    const { awaited, held } = state[tier]!;
    if (awaited.size > 0) return;
    if (held.length > 0) out.step(held.sort(inAgentOrder), tier);
    const agents = chosen(tier);
    state[tier] = { awaited: new Set(agents), held: [] };
    out.send(agents, false);
  };
  return {
    state: members.map(() => ({ awaited: new Set<number>(), held: [] })),
    next: (state, input, out) => {
      switch (input.kind) {
        case 'ready': {
          const all = members.map((_, tier) => chosen(tier));
          all.forEach((agents, tier) => (state[tier] = { awaited: new Set(agents), held: [] }));
          out.send(
            all.flat().sort((a, b) => a - b),
            false,
          );
          break;
        }
        case 'update':
        case 'missing': {
          const tier = tierOf.get(input.agent)!;
          const { awaited, held } = state[tier]!;
          const isAwaited = awaited.delete(input.agent);
          if (input.kind === 'update' && isAwaited) held.push(input);
          else if (input.kind === 'update') out.late(input);
          if (isAwaited) proceed(state, tier, out);
          break;
        }
        case 'returned':
          if (state[tierOf.get(input.agent)!]!.awaited.has(input.agent)) out.send([input.agent], false);
          break;
        case 'exchanged':
        case 'woken':
          break;
      }
      return state;
    },
  };
}
