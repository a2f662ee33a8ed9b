/**
 * Deadline: the server steps so many seconds after it has sent, with whatever has come.
 *
 * When all have answered there is nothing to wait for, and the server steps early; when nobody has, it
 * steps at the first answer, and asks again where every answer has been lost. An answer that comes at
 * the very moment of the deadline is in time. Each exchange of a round has a deadline of its own.
 */
import { gathering } from './quorumRounds.ts';
import { positiveSeconds } from '../values/parameter.ts';
import { late, lateText } from './late.ts';
import { everyAgent } from './machine.ts';
import { policy } from './policy.ts';

export const deadline = policy({
  name: 'deadline',
  settings: { seconds: positiveSeconds('SECONDS', 'from the broadcast to the step'), late },
  pace: ({ seconds, late }, agents) =>
    late === 'carry' ? undefined : { kind: 'rounds', asked: agents, awaited: agents, deadline: seconds },
  text: ({ seconds, late }) => `${seconds} s after its broadcast; ${lateText(late)}`,
  machine: ({ seconds, late }, { agents }) => {
    const all = everyAgent(agents);
    return gathering({ choose: () => all, deadline: seconds, late });
  },
});
