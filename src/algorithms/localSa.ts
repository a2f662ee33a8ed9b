/**
 * Local SA: from the server's θ̄, H local steps `θ ← θ + η G_i(θ, o)`, then the server averages. The same
 * algorithm is FedLSA (Mangold et al. 2024, Algorithm 1), FedAvg, Local SGD and federated TD(0),
 * according to the operator.
 */
import { algorithm } from './algorithm.ts';
import { averaging } from './averaging.ts';
import { message } from './message.ts';
import { stepSize } from '../values/parameter.ts';

const started = message('roundStarted', { theta: 'θ̄' });
const ended = message('localModel', { theta: 'θ_i' });

export const localSa = algorithm({
  name: 'local-sa',
  aliases: ['fedlsa', 'fedavg', 'local-sgd'],
  title: 'Local SA',
  source: 'FedLSA, Mangold et al. 2024, Algorithm 1; FedAvg; Local SGD; FedHSA §2.2',
  parameters: { stepSize: stepSize('η', 'the local step size') },
  coordinatewise: true,
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(theta, stepSize(round), undefined, localSteps);
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),

  server: (_, { initial }) => averaging(initial, started),
});
