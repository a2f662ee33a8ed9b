/**
 * Quorum SA: Local SA whose server adapts to delays. Of the updates of a server step those are near whose agents started from a
 * model within ε of θ̄. If they are at least a share `least` of the step's updates, θ̄ moves by their average; else it stays.
 * Delays then matter by how far θ̄ has moved meanwhile, and one slow agent cannot move θ̄ by an old update. With one update a step
 * it is Picky SA; with an ε above every distance, Local SA. The rule is ours.
 */
import { algorithm, averaging, message, positive, share, stepSize } from '../../src/index.ts';
import { nearServer } from './nearServer.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

export const quorumSa = algorithm({
  name: 'quorum-sa',
  title: 'Quorum SA',
  source: 'Picky SGD’s distance (Cohen et al. 2021) with a quorum of near updates',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    distance: positive('ε', 'the largest distance of θ̄ from where an update started'),
    least: share('q', 'the least share of near updates with which θ̄ moves', { default: 0.5 }),
  },
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(theta, stepSize(round), undefined, localSteps);
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),

  server: ({ distance, least }, { initial }) =>
    nearServer(averaging(initial, started), distance, (near, all) =>
      near > 0 && near >= least * all ? all / near : 0,
    ),

  under: ({ carries }) =>
    carries ? 'a late answer does not say where it started; drop late updates' : undefined,
  nonlinear: 'how far θ̄ has moved decides what is taken in',
});
