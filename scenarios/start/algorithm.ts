/**
 * An algorithm of your own: Local SA whose server goes a share α of the way to the average of the local models,
 * `θ̄ ← θ̄ + α (mean θ_i − θ̄)`. With α = 1 that is Local SA.
 *
 * Change it to your own; `fedsa check algorithm.ts` tries it.
 */
import { algorithm, mean, message, share, stepSize } from '../../src/index.ts';

// What the server sends, and what the agents answer; the runtime adds the round and its local steps.
const started = message('started', { theta: 'θ̄' });
export const ended = message('ended', { theta: 'θ_i' });

export const damped = algorithm({
  name: 'damped',
  title: 'Damped Local SA',
  source: 'an example',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    share: share('α', 'how far the server goes towards the average', { default: 0.5 }),
  },
  messages: { down: [started], up: [ended] },

  // An agent: from the server's model, so many steps on its own stream.
  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(theta, stepSize(round), undefined, localSteps);
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),

  // The server: what it sends to open a round, and what it does with all the answers.
  server: ({ share }, { initial }) => {
    let theta = initial;
    return {
      model: () => theta,
      kept: () => [theta], // what it keeps, from which exact theory follows
      open: () => started({ theta }),
      receive: ({ all }) => {
        const models = all.map((answer) => answer.theta);
        const average = mean(models, theta.length);
        theta = theta.map((x, j) => x + share * (average[j]! - x));
        return { localModels: () => models };
      },
    };
  },
});
