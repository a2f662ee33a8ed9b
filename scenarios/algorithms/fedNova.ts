/**
 * FedNova: Wang, Liu, Liang, Joshi and Poor, "Tackling the objective inconsistency problem in heterogeneous
 * federated optimization", NeurIPS 2020, equation (8), with plain local steps. Agents may differ in their local
 * steps H_i; the server averages what each has moved in a step of its own, and takes the mean number of steps:
 * `θ̄ ← θ̄ + τ (1/M) Σ (θ_i − θ̄)/H_i`, `τ = (1/M) Σ H_i`. Where all H_i are the same, it is Local SA. Without rounds the
 * server takes in `θ̄_i + τ (θ_i − θ̄_i)/H_i` instead of θ_i, with τ the mean of the H_i that agents answered after last.
 */
import { addScaled, algorithm, message, stepSize } from '../../src/index.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

export const fedNova = algorithm({
  name: 'fednova',
  title: 'FedNova',
  source: 'Wang et al. 2020, equation (8)',
  parameters: { stepSize: stepSize('η', 'the local step size') },
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(theta, stepSize(round), undefined, localSteps);
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),

  server: (_, { initial }) => {
    let theta = initial;
    /** H_i of each agent's latest answer */
    const latest = new Map<number, number>();
    return {
      model: () => theta,
      kept: () => [theta],
      open: () => started({ theta }),
      receive: ({ all }) => {
        const origin = theta;
        const steps = all.reduce((sum, { localSteps }) => sum + localSteps, 0) / all.length;
        for (const { theta: model, localSteps } of all) {
          const weight = steps / localSteps / all.length;
          theta = addScaled(addScaled(theta, weight, model), -weight, origin);
        }
        return { localModels: () => all.map((answer) => answer.theta) };
      },
      free: {
        answered: ({ agent, answer }) => {
          latest.set(agent, answer.localSteps);
        },
        step: (updates, fold) => {
          let total = 0;
          for (const steps of latest.values()) total += steps;
          const moves = updates.map(({ message, answer, weight }) => {
            return { weight, origin: message.theta, model: answer.theta };
          });
          const normalised = moves.map(({ weight, origin, model }, k) => {
            const scale = total / latest.size / updates[k]!.answer.localSteps;
            return { weight, origin, model: addScaled(addScaled(origin, scale, model), -scale, origin) };
          });
          theta = fold(theta, normalised);
          return moves;
        },
      },
    };
  },
});
