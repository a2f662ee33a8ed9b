/**
 * FedDyn (Acar, Zhao, Navarro, Mattina, Whatmough, Saligrama, "Federated Learning Based on Dynamic Regularization", ICLR 2021,
 * Algorithm 1), its local problem solved by H stochastic steps: each adds what the agent keeps and a pull towards the server's model,
 * `θ ← θ + η (G_i(θ, o) + g_i − α (θ − θ̄))`, and then `g_i ← g_i − α (θ_i − θ̄)`. The server keeps `h ← h − (α/M) Σ (θ_i − θ̄)`, and
 * `θ̄ ← mean θ_i − h/α`. Its fixed point is θ*, where g_i = −Ḡ_i(θ*).
 */
import { algorithm, mean, message, positive, stepSize, type Vector, zeros } from '../../src/index.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

export const fedDyn = algorithm({
  name: 'feddyn',
  title: 'FedDyn',
  source: 'Acar et al. 2021, Algorithm 1',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    alpha: positive('α', 'the pull towards the model of the server', { default: 0.1 }),
  },
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize, alpha }, { dimension }) => {
    /** g_i, and its move by the last answer, which it makes when the server is known to have taken that: h is the mean of g_i */
    const gradient = zeros(dimension);
    const pending = zeros(dimension);
    return {
      ask: ({ theta, round, localSteps, taken }, work) => {
        if (taken) for (let j = 0; j < dimension; j++) gradient[j]! += pending[j]!;
        work.advance(theta, stepSize(round), gradient, localSteps, { rate: alpha, towards: theta });
      },
      answer: ({ theta }, work) => {
        for (let j = 0; j < dimension; j++) pending[j] = -alpha * (work.theta[j]! - theta[j]!);
        return ended({ theta: work.theta });
      },
      kept: () => [gradient, pending],
      states: () => ({ gradient }),
    };
  },

  server: ({ alpha }, { agents, initial }) => {
    let theta = initial;
    /** h, of all agents */
    let average: Vector = zeros(initial.length);
    return {
      model: () => theta,
      kept: () => [theta, average],
      open: () => started({ theta }),
      receive: ({ all }) => {
        const models = all.map((answer) => answer.theta);
        const middle = mean(models, theta.length);
        const share = (alpha * models.length) / agents;
        average = average.map((h, j) => h - share * (middle[j]! - theta[j]!));
        theta = middle.map((x, j) => x - average[j]! / alpha);
        return { localModels: () => models };
      },
    };
  },

  under: ({ free, carries }) =>
    free || carries ? 'its g_i and h move by models of one and the same round' : undefined,
});
