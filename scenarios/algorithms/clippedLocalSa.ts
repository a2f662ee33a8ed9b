/**
 * Local SA with clipped steps (Liu, Zhuang, Lei, Liao, "A Communication-Efficient Distributed Gradient
 * Clipping Algorithm for Training Deep Neural Networks", NeurIPS 2022, Algorithm 1, CELGC): no local step
 * is longer than η c, `θ ← θ + η min(1, c/‖G‖) G`. With c above every ‖G‖ that is Local SA.
 */
import { algorithm, averaging, message, positive, stepSize } from '../../src/index.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

export const clippedLocalSa = algorithm({
  name: 'clipped-local-sa',
  title: 'Clipped Local SA',
  source: 'CELGC, Liu et al. 2022, Algorithm 1',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    clip: positive('c', 'the largest norm of an operator value that is not clipped', { default: 1 }),
  },
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize, clip }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      const eta = stepSize(round);
      work.each(theta, localSteps, (x, value) => {
        const scale = Math.min(1, clip / Math.sqrt(value.reduce((sum, g) => sum + g * g, 0)));
        for (let j = 0; j < x.length; j++) x[j]! += eta * (scale * value[j]!);
      });
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),

  server: (_, { initial }) => averaging(initial, started),
});
