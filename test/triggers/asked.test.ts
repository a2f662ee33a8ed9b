/** Questions that callers ask a trigger instead of looking at its kind. */
import { expect, test } from 'vitest';
import { type RunTrigger, triggerSetting, userTrigger } from '../../src/triggers/index.ts';

const runTrigger: RunTrigger = {
  kind: 'own',
  name: 'growing',
  settings: {},
  symbol: 'H_t = t',
  text: 'after t local steps in round t',
  differs: false,
  file: null,
  bundle: 'x',
};

test.each<{ trigger: RunTrigger; setting: ReturnType<typeof triggerSetting> }>([
  {
    trigger: { kind: 'deterministic', localSteps: 5 },
    setting: { name: 'localSteps', title: 'so many local steps', value: 5 },
  },
  {
    trigger: { kind: 'bernoulli', probability: 0.2 },
    setting: { name: 'communicationProbability', title: 'a probability to communicate', value: 0.2 },
  },
  {
    trigger: { kind: 'work', seconds: 3 },
    setting: { name: 'workSeconds', title: 'work for so many seconds', value: 3 },
  },
  { trigger: runTrigger, setting: { name: 'trigger', title: 'growing' } },
])('$setting.name stands for the trigger', ({ trigger, setting }) => {
  expect(triggerSetting(trigger)).toEqual(setting);
});

test('a user’s trigger is one, and no trigger of the program is', () => {
  expect(userTrigger(runTrigger)).toBe(runTrigger);
  expect(userTrigger({ kind: 'bernoulli', probability: 1 })).toBeUndefined();
});
