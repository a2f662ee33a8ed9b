/**
 * First K of M: all agents are sent to, and the server steps at the K-th answer.
 *
 * Where late updates are dropped, an agent that the new round's model finds at work gives it up: its
 * answer would be thrown away. Where they are carried, it finishes first, and its update counts among
 * the K of the round in which it comes. Where so many answers are lost that the K-th will never come, the
 * agents whose answers were lost are asked again.
 */
import { gathering } from './gathering.ts';
import { agentCount } from '../values/parameter.ts';
import { late, lateText } from './late.ts';
import { everyAgent } from './machine.ts';
import { policy } from './policy.ts';
import { counted } from './words.ts';

export const first = policy({
  name: 'first',
  settings: { count: agentCount('K', 'how many answers make a round'), late },
  text: ({ count, late }) => `at the first ${counted(count, 'answer')} of a round; ${lateText(late)}`,
  heldUpBy: ({ count }, agents) => (count === agents ? 'silence' : undefined),
  machine: ({ count, late }, { agents }) => {
    const all = everyAgent(agents);
    return gathering({ choose: () => all, quorum: count, late });
  },
});
