/**
 * Buffered asynchronous, FedBuff: the server steps at every K-th update, whoever it is of (Nguyen et al.,
 * "Federated learning with buffered asynchronous aggregation", AISTATS 2022, Algorithm 1).
 */
import { agentCount } from '../values/parameter.ts';
import { inAgentOrder, type Update } from './machine.ts';
import { ownPace } from './ownPace.ts';
import { policy } from './policy.ts';
import { stalenessWeights, weight, weightText } from './stalenessWeight.ts';
import { ordinal } from './words.ts';

export const buffered = policy({
  name: 'buffered',
  settings: { count: agentCount('K', 'how many answers make a step'), weight },
  text: ({ count, weight }) =>
    `at every ${ordinal(count)} answer, whoever it is of (FedBuff); ${weightText(weight)}`,
  free: ({ weight }) => ({ fold: 'buffer', weight: stalenessWeights(weight), replaces: false }),
  machine: ({ count }, { agents }) =>
    ownPace<Update[]>(agents, [], (buffer, update, out) => {
      buffer.push(update);
      if (buffer.length < count) return buffer;
      out.step(buffer.sort(inAgentOrder));
      return [];
    }),
});
