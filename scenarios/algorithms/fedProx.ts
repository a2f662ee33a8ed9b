/**
 * FedProx (Li, Sahu, Zaheer, Sanjabi, Talwalkar, Smith, "Federated Optimization in Heterogeneous
 * Networks", MLSys 2020, Algorithm 2), its local problem solved by H stochastic steps: each adds a pull
 * towards the server's model, `θ ← θ + η (G_i(θ, o) − μ (θ − θ̄))`. With μ = 0 that is Local SA.
 */
import { algorithm, averaging, message, nonNegative, stepSize } from '../../src/index.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

export const fedProx = algorithm({
  name: 'fedprox',
  title: 'FedProx',
  source: 'Li et al. 2020, Algorithm 2',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    mu: nonNegative('μ', 'the pull towards the model of the server', { default: 0.1 }),
  },
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize, mu }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(theta, stepSize(round), undefined, localSteps, { rate: mu, towards: theta });
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),

  server: (_, { initial }) => averaging(initial, started),
});
