/**
 * FedAvgM (Hsu, Qi, Brown, "Measuring the Effects of Non-Identical Data Distribution for Federated Visual
 * Classification", 2019): Local SA, and a server with momentum, `v ← β v + (mean θ_i − θ̄)`,
 * `θ̄ ← θ̄ + v`. With β = 0 that is Local SA. Its parts only add multiples of vectors and name those that they
 * keep, so it has exact theory.
 */
import { algorithm, averaging, decay, message, stepSize, zeros } from '../../src/index.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

export const fedAvgM = algorithm({
  name: 'fedavgm',
  title: 'FedAvgM',
  source: 'Hsu et al. 2019',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    beta: decay('β', 'the momentum of the server', { default: 0.9 }),
  },
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(theta, stepSize(round), undefined, localSteps);
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),

  server: ({ beta }, { initial }) => {
    const v = zeros(initial.length);
    const server = averaging(initial, started, (theta, average) =>
      theta.map((x, j) => {
        const before = v[j]!;
        v[j] = beta * before + average[j]! - x;
        return average[j]! + beta * before;
      }),
    );
    return { ...server, kept: () => [...server.kept(), v] };
  },
});
