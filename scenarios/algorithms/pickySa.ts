/**
 * Picky SA: Picky SGD (Cohen, Daniely, Drori, Koren and Schain, "Asynchronous stochastic optimization robust to arbitrary
 * delays", NeurIPS 2021) with operators instead of gradients. The server takes an update in if its own model is
 * still near the one that the update was computed from, `‖θ̄ − θ̄_i‖ ≤ ε`, and discards it otherwise: a delay in which
 * little has happened does no harm. The paper has its threshold from the accuracy aimed at and the objective's smoothness;
 * here it is given. Under `buffered:1` with H = 1 it is the paper's algorithm: `θ̄ ← θ̄ + η G_i(θ̄_i)`, or θ̄ stays.
 */
import { algorithm, averaging, message, positive, stepSize } from '../../src/index.ts';
import { nearServer } from './nearServer.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

export const pickySa = algorithm({
  name: 'picky-sa',
  title: 'Picky SA',
  source: 'Picky SGD, Cohen et al. 2021',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    distance: positive('ε', 'the largest distance of θ̄ from where an update started'),
  },
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(theta, stepSize(round), undefined, localSteps);
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),

  server: ({ distance }, { initial }) => nearServer(averaging(initial, started), distance, () => 1),

  under: ({ carries }) =>
    carries ? 'a late answer does not say where it started; drop late updates' : undefined,
  nonlinear: 'how far θ̄ has moved decides what is taken in',
});
