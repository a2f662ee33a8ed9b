/** Deterministic: the agents communicate after every H-th local step. */
import { countFromOne } from '../values/parameter.ts';
import { trigger } from './trigger.ts';

export const deterministic = trigger({
  name: 'deterministic',
  settings: { localSteps: countFromOne('H', 'local steps per round') },
  gap: ({ localSteps }) => localSteps,
  meanGap: ({ localSteps }) => localSteps,
  law: ({ localSteps }) => ({ kind: 'constant', gap: localSteps }),
  setting: {
    name: 'localSteps',
    title: 'so many local steps',
    value: ({ localSteps }) => localSteps,
  },
  symbol: ({ localSteps }, write) => `H = ${write(localSteps)}`,
  text: ({ localSteps }, write) =>
    `after every ${write(localSteps)} local step${localSteps === 1 ? '' : 's'} (H)`,
});
