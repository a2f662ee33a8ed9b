/**
 * Minibatch SGD (Streaming FL, §3): no local steps; each agent averages its operator over K
 * observations at the broadcast w, and the server steps along the average, `w ← w + γ mean ĝ_i`.
 */
import { addScaled, mean } from '../maths/vector.ts';
import { algorithm } from './algorithm.ts';
import { message } from './message.ts';
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

  server: ({ serverStepSize }, { initial }) => {
    let theta = initial;
    return {
      model: () => theta,
      kept: () => [theta],
      open: () => started({ theta }),
      receive: ({ all }) => {
        const startedFrom = theta;
        const values = all.map(({ value }) => value);
        theta = addScaled(theta, serverStepSize, mean(values, theta.length));
        // No agent ever leaves the broadcast model.
        return { localModels: () => values.map(() => startedFrom) };
      },
      free: {
        step: (updates, fold) => {
          const moves = updates.map(({ message, answer, weight }) => ({
            weight,
            origin: message.theta,
            model: addScaled(message.theta, serverStepSize, answer.value),
          }));
          theta = fold(theta, moves);
          return moves;
        },
      },
    };
  },
});
