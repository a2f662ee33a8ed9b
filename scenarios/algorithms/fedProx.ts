/**
 * FedProx (Li, Sahu, Zaheer, Sanjabi, Talwalkar, Smith, "Federated Optimization in Heterogeneous
 * Networks", MLSys 2020, Algorithm 2), its local problem solved by H stochastic steps: each adds a pull
 * towards the server's model, `θ ← θ + η (G_i(θ, o) − μ (θ − θ̄))`. With μ = 0 that is Local SA.
 */
import { algorithm, averaging, message, nonNegative, stepSize, zeros } from '../../src/index.ts';

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

  agent: ({ stepSize, mu }, { dimension }) => {
    /** θ̄ of the round: of a message nothing may be kept but a copy */
    const origin = zeros(dimension);
    return {
      ask: ({ theta, round, localSteps }, work) => {
        origin.set(theta);
        const eta = stepSize(round);
        work.each(theta, localSteps, (x, value) => {
          for (let j = 0; j < dimension; j++) x[j]! += eta * (value[j]! - mu * (x[j]! - origin[j]!));
        });
      },
      answer: (_, work) => ended({ theta: work.theta }),
    };
  },

  server: (_, { initial }) => averaging(initial, started),
});
