/**
 * Buffered asynchronous, FedBuff: the server steps at every K-th update, whoever it is of (Nguyen et al.,
 * "Federated learning with buffered asynchronous aggregation", AISTATS 2022, Algorithm 1).
 */
import { agentCount } from '../values/parameter.ts';
import { inAgentOrder, type Update } from './machine.ts';
import { policy } from './policy.ts';
import { alwaysAtWork, atWork, heldUpByOne, population, populationText } from './population.ts';
import { largestStaleness, largestText, stalenessWeights, weight, weightText } from './stalenessWeight.ts';
import { ordinal } from './words.ts';

export const buffered = policy({
  name: 'buffered',
  settings: {
    count: agentCount('K', 'how many answers make a step'),
    weight,
    largestStaleness,
    ...population,
  },
  text: ({ count, weight, largestStaleness, ...population }) =>
    `at every ${ordinal(count)} answer, whoever it is of (FedBuff); ${weightText(weight)}${largestText(largestStaleness)}${populationText(population)}`,
  free: ({ weight }) => ({ fold: 'buffer', weight: stalenessWeights(weight), replaces: false }),
  heldUpBy: heldUpByOne,
  pace: ({ count, largestStaleness, ...others }) => alwaysAtWork(others, largestStaleness, count),
  machine: ({ count, largestStaleness = Infinity, ...population }, context) =>
    atWork<Update[]>(context, population, [], (buffer, update, out) => {
      if (update.staleness > largestStaleness) {
        out.late(update);
        return buffer;
      }
      buffer.push(update);
      if (buffer.length < count) return buffer;
      out.step(buffer.sort(inAgentOrder));
      return [];
    }),
});
