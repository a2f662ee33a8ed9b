/**
 * TiFL: Chai, Ali, Zawad, Truex, Anwar, Baracaldo, Zhou, Ludwig, Yan and Cheng, "TiFL: A Tier-based Federated
 * Learning System", HPDC 2020, with static selection. In the first rounds all agents take part and are profiled;
 * by how soon they answered they are put into tiers of equal size. After that each round is of one tier, each as
 * likely, and of K agents drawn from it, so that nobody waits for an agent much slower than itself.
 */
import { agentCount, countFromOne, drawAgents, everyAgent, gathering, policy } from '../../src/index.ts';

export const tifl = policy({
  name: 'tifl',
  settings: {
    count: agentCount('K', 'agents of a round'),
    tiers: agentCount('m', 'tiers', { default: 3 }),
    profiling: countFromOne('P', 'rounds in which all agents are profiled', { default: 1 }),
  },
  text: ({ count, tiers, profiling }) =>
    `when ${count} agents of one of ${tiers} tiers have answered, all agents in the first ${profiling} (TiFL)`,
  heldUpBy: () => 'silence',
  machine: ({ count, tiers, profiling }, { agents, generator }) => {
    const all = everyAgent(agents);
    /** places in which an agent's answers came, added up: the smaller, the faster */
    const places = all.map(() => 0);
    let round = 0;
    let answers = 0;
    const tierOf = (tier: number): readonly number[] =>
      [...all]
        .sort((a, b) => places[a]! - places[b]! || a - b)
        .slice(Math.floor((tier * agents) / tiers), Math.floor(((tier + 1) * agents) / tiers));
    const choose = (): readonly number[] => {
      round++;
      answers = 0;
      if (round <= profiling) return all;
      const tier = tierOf(generator.below(tiers));
      const drawn = drawAgents(tier.length, Math.min(count, tier.length), generator);
      return drawn.map((at) => tier[at]!).sort((a, b) => a - b);
    };
    const gathers = gathering({ choose });
    return {
      state: gathers.state,
      next: (state: typeof gathers.state, input, out) => {
        if (input.kind === 'update' && round <= profiling) places[input.agent]! += answers++;
        return gathers.next(state, input, out);
      },
    };
  },
});
