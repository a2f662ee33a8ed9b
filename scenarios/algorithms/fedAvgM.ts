/**
 * FedAvgM (Hsu, Qi, Brown, "Measuring the Effects of Non-Identical Data Distribution for Federated Visual
 * Classification", 2019): Local SA, and a server with momentum, `v ← β v + (mean θ_i − θ̄)`,
 * `θ̄ ← θ̄ + v`. With β = 0 that is Local SA. Its round is linear, so it is given as data, and has exact theory.
 */
import { algorithmOfRound, decay, stepSize } from '../../src/index.ts';

export const fedAvgM = algorithmOfRound({
  name: 'fedavgm',
  title: 'FedAvgM',
  source: 'Hsu et al. 2019',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    beta: decay('β', 'the momentum of the server', { default: 0.9 }),
  },
  round: ({ stepSize, beta }) => ({
    memory: true, // v
    correction: 'none',
    opening: { model: { server: 1 } },
    act: { kind: 'step', stepSize },
    closing: () => ({
      server: { meanModel: 1, memory: beta },
      memory: { memory: beta, meanModel: 1, server: -1 },
    }),
  }),
});
