/**
 * Buffered asynchronous, FedBuff: the server steps at every K-th update, from any agent (Nguyen et al.,
 * "Federated learning with buffered asynchronous aggregation", AISTATS 2022, Algorithm 1).
 */
import { countFromOne, decay, named, positive } from '../values/parameter.ts';
import { inAgentOrder, type Update } from './machine.ts';
import { policy } from './policy.ts';
import {
  alwaysAtWork,
  atWork,
  heldUpByOne,
  isEverybodyAtWork,
  population,
  populationText,
} from './population.ts';
import {
  bounds,
  boundsText,
  isConstant,
  isPast,
  stalenessWeights,
  weight,
  weightText,
} from './stalenessWeight.ts';

/** `single`, `2nd`, `3rd`, `11th`. */
function ordinal(count: number): string {
  if (count === 1) return 'single';
  const teen = Math.floor((count % 100) / 10) === 1;
  return `${count}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')}`;
}

/** No larger α_g is looked for. */
const MOST_STEP = 1e4;

export const buffered = policy({
  name: 'buffered',
  aliases: ['fedbuff'],
  settings: {
    count: countFromOne('K', 'how many answers make a step'),
    weight,
    serverStepSize: named(positive('ALPHA_G', 'α_g, the size of the server’s step along the mean move')),
    momentum: named(decay('BETA', 'β, the share of the previous step that is kept')),
    ...bounds,
    ...population,
  },
  text: ({ count, weight, serverStepSize, momentum, ...others }) =>
    `at every ${ordinal(count)} answer, from any agent (FedBuff)${serverStepSize === undefined ? '' : `, with server step size ${serverStepSize}`}${momentum === undefined ? '' : `, with momentum ${momentum}`}; ${weightText(weight)}${boundsText(others)}${populationText(others)}`,
  free: ({ weight, serverStepSize, momentum }) => ({
    ...{ fold: 'buffer', weight: stalenessWeights(weight), replaces: false, serverStepSize, momentum },
  }),
  heldUpBy: heldUpByOne,
  pace: ({ count, ...others }) => alwaysAtWork(others, count),
  orders: ({ count, weight, serverStepSize = 1, largestStaleness = Infinity, largestAge, ...others }) =>
    isEverybodyAtWork(others) && largestAge === undefined
      ? {
          ...{ kind: 'buffer', answers: count, largestStaleness, alike: isConstant(weight) },
          strength: { setting: 'serverStepSize', value: serverStepSize, most: MOST_STEP },
        }
      : undefined,
  machine: ({ count, ...others }, context) =>
    atWork<Update[]>(context, others, [], (buffer, update, out) => {
      if (isPast(others, update)) {
        out.late(update);
        return buffer;
      }
      buffer.push(update);
      if (buffer.length < count) return buffer;
      out.step(buffer.sort(inAgentOrder));
      return [];
    }),
});
