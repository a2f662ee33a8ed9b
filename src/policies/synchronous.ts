/** Synchronous: the server steps when all agents have answered. */
import { gathering } from './quorumRounds.ts';
import { everyAgent } from './machine.ts';
import { policy } from './policy.ts';

export const synchronous = policy({
  name: 'synchronous',
  settings: {},
  text: () => 'when all agents have answered (synchronous)',
  everyone: true,
  heldUpBy: () => 'silence',
  pace: (_, agents) => ({ kind: 'rounds', asked: agents, awaited: agents }),
  machine: (_, { agents }) => {
    const all = everyAgent(agents);
    return gathering({ choose: () => all });
  },
});
