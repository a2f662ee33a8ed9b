/**
 * FedAdam (Reddi, Charles, Zaheer, Garrett, Rush, Konečný, Kumar, McMahan, "Adaptive Federated
 * Optimization", ICLR 2021, Algorithm 2): Local SA, and a server that takes `Δ = mean θ_i − θ̄` for a
 * gradient: `m ← β₁ m + (1 − β₁) Δ`, `v ← β₂ v + (1 − β₂) Δ²`, `θ̄ ← θ̄ + α m/(√v + τ)`, from m = 0 and v = τ².
 */
import { algorithm, averaging, decay, message, positive, stepSize, zeros } from '../../src/index.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

export const fedAdam = algorithm({
  name: 'fedadam',
  title: 'FedAdam',
  source: 'Reddi et al. 2021, Algorithm 2',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    serverStepSize: positive('α', 'the step size of the server', { default: 0.1 }),
    beta1: decay('β₁', 'how much of the last direction is kept', { default: 0.9 }),
    beta2: decay('β₂', 'how much of the last squares is kept', { default: 0.99 }),
    tau: positive('τ', 'the degree of adaptivity', { default: 1e-3 }),
  },
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(theta, stepSize(round), undefined, localSteps);
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),

  server: ({ serverStepSize, beta1, beta2, tau }, { initial }) => {
    const m = zeros(initial.length);
    const v = zeros(initial.length).fill(tau ** 2);
    return averaging(initial, started, (theta, average) =>
      theta.map((x, j) => {
        const delta = average[j]! - x;
        m[j] = beta1 * m[j]! + (1 - beta1) * delta;
        v[j] = beta2 * v[j]! + (1 - beta2) * delta ** 2;
        return x + (serverStepSize * m[j]) / (Math.sqrt(v[j]) + tau);
      }),
    );
  },
});
