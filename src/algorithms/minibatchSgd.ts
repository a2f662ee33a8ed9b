/**
 * Minibatch SGD (Streaming FL, §3): no local steps; each agent averages its operator over K
 * observations at the broadcast w, and the server steps along the average, `w ← w + γ mean ĝ_i`.
 */
import { algorithm } from './algorithm.ts';
import { message } from './message.ts';
import { stepping } from './stepping.ts';
import { positive } from '../values/parameter.ts';

const started = message('roundStarted', { theta: 'w' });
const evaluated = message('operatorValue', { value: 'ĝ_i' });

export const minibatchSgd = algorithm({
  name: 'minibatch-sgd',
  title: 'Minibatch SGD',
  source: 'Streaming FL, §3',
  parameters: { serverStepSize: positive('γ', 'the step size of the server') },
  coordinatewise: true,
  messages: { down: [started], up: [evaluated] },

  agent: () => ({
    ask: ({ theta, localSteps }, work) => {
      work.accumulate(theta, localSteps);
    },
    answer: (_, { value, count }) => {
      for (let j = 0; j < value.length; j++) value[j]! /= count;
      return evaluated({ value });
    },
  }),

  // No agent ever leaves the broadcast model.
  server: ({ serverStepSize }, { initial }) =>
    stepping(initial, started, 'value', { stepSize: () => serverStepSize }),
});
