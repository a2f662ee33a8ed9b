/**
 * Local SGD with momentum (Streaming FL, Algorithm 1, "Local SGD-M"): the momentum v, which the server
 * keeps, is a descent direction, so it enters with a minus sign. The local step `v_k = −β G + (1 − β) v`,
 * `w ← w − η v_k` is one of size ηβ with the constant correction `−((1 − β)/β) v`; the server sets
 * `v ← (1/(η M K)) Σ_i (w − w_{i,K})` and `w ← w − γ v`.
 */
import { addScaled, addScaledDifference, mean, type Vector } from '../maths/vector.ts';
import { algorithm } from './algorithm.ts';
import { message } from './message.ts';
import { positive, share, stepSize } from '../values/parameter.ts';

const started = message('momentumRoundStarted', { theta: 'w', momentum: 'v' });
const ended = message('localModel', { theta: 'w_i' });

export const localSgdMomentum = algorithm({
  name: 'local-sgd-m',
  title: 'Local SGD-M',
  source: 'Streaming FL, Algorithm 1',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    serverStepSize: positive('γ', 'the step size of the server'),
    momentum: share('β', 'the weight of the newest gradient, in (0, 1]'),
  },
  coordinatewise: true,
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize, momentum: beta }, { dimension }) => {
    const correction = new Float64Array(dimension);
    const scale = -(1 - beta) / beta;
    return {
      ask: ({ theta, momentum, round, localSteps }, work) => {
        for (let j = 0; j < dimension; j++) correction[j] = scale * momentum[j]!;
        work.advance(theta, stepSize(round) * beta, correction, localSteps);
      },
      answer: (_, work) => ended({ theta: work.theta }),
    };
  },

  server: ({ stepSize, serverStepSize }, { initial }) => {
    let theta = initial;
    let momentum: Vector = new Float64Array(initial.length);
    return {
      model: () => theta,
      kept: () => [theta, momentum],
      open: () => started({ theta, momentum }),
      receive: ({ all }, round, localSteps) => {
        const models = all.map((answer) => answer.theta);
        const average = mean(models, theta.length);
        const pathLength = stepSize(round) * localSteps;
        momentum = Float64Array.from(theta, (w, j) => (w - average[j]!) / pathLength);
        theta = addScaled(theta, -serverStepSize, momentum);
        return { localModels: () => models };
      },
      free: {
        // v = (1/|S|) Σ s_i (w_i − w_{i,K})/(η_i K_i), with the w_i, η_i and K_i that each agent was given
        step: (updates) => {
          const sum = new Float64Array(theta.length);
          const moves = updates.map(({ message, answer, weight }) => {
            const { theta: origin, round, localSteps } = message;
            const model = answer.theta;
            const pathLength = stepSize(round) * localSteps;
            const scale = weight / (updates.length * pathLength);
            addScaledDifference(sum, scale, origin, model);
            return { weight, origin, model };
          });
          momentum = sum;
          theta = addScaled(theta, -serverStepSize, momentum);
          return moves;
        },
      },
    };
  },

  under: ({ free, carries }) => {
    if (carries) return 'its v is the average path from one common model; drop late updates';
    if (free?.serverStepSize !== undefined || free?.momentum !== undefined)
      return 'its server has a step size γ and a momentum v of its own; leave those of the policy out';
    if (free?.fold === 'cross-tier')
      return 'its v is an average over all agents alike, and tiers weigh theirs';
    return free?.fold === 'mix'
      ? 'its v is an average over agents, and such a step has one agent; buffered averages several'
      : undefined;
  },
});
