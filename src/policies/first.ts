/**
 * First K of M: all agents are sent to, and the server steps at the K-th answer.
 *
 * Where late updates are dropped, an agent that the new round's model finds at work gives it up: its
 * answer would be thrown away. Where they are carried, it finishes first, and its update counts among
 * the K of the round in which it comes. Where so many answers are lost that the K-th will never come, the
 * agents whose answers were lost are asked again.
 *
 * Over-selection sends to S agents only, drawn anew for each round, of whom the first K count; with a deadline
 * the server steps then with those that have answered (Bonawitz et al., "Towards federated learning at scale: system
 * design", MLSys 2019, where S is 1.3 K).
 */
import { gathering } from './quorumRounds.ts';
import { agentCount, named, positiveSeconds } from '../values/parameter.ts';
import { late, lateText } from './late.ts';
import { everyAgent } from './machine.ts';
import { policy } from './policy.ts';
import { among, amongText, drawRound } from './sampled.ts';
import { counted } from '../values/counted.ts';

export const first = policy({
  name: 'first',
  settings: {
    count: agentCount('K', 'how many answers make a round'),
    late,
    of: named(agentCount('S', 'how many agents are drawn for each round')),
    among,
    deadline: named(positiveSeconds('SECONDS', 'from the broadcast to the step, with fewer answers')),
  },
  text: ({ count, late, of: drawn, among, deadline }) =>
    `at the first ${counted(count, 'answer')} of a round${drawn === undefined ? '' : ` of ${counted(drawn, 'agent')}, drawn anew for each${amongText(among)}`}${deadline === undefined ? '' : `, or ${deadline} s after its broadcast`}; ${lateText(late)}`,
  refuse: ({ count, of: drawn, among }) => {
    if (drawn !== undefined && drawn < count)
      return `${drawn} agents cannot give ${count} answers; give of=${count} or more`;
    return drawn === undefined && among !== undefined
      ? 'among says from whom agents are drawn; give of, too'
      : undefined;
  },
  heldUpBy: ({ count, of: drawn = Infinity, deadline }, agents) => {
    const asked = Math.min(drawn, agents);
    return count === asked && (deadline === undefined || asked === 1) ? 'silence' : undefined;
  },
  pace: ({ count, late, of: drawn, among, deadline }, agents) =>
    late === 'carry' || among === 'present'
      ? undefined
      : {
          kind: 'rounds',
          asked: drawn ?? agents,
          awaited: count,
          ...(deadline !== undefined && { deadline }),
        },
  machine: ({ count, late, of: drawn, among, deadline }, context) => {
    const all = everyAgent(context.agents);
    const choose = drawn === undefined ? () => all : () => drawRound(context, drawn, among);
    return gathering({ choose, quorum: count, late, ...(deadline !== undefined && { deadline }) });
  },
});
