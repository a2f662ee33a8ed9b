/**
 * SCAFFLSA (Mangold et al., NeurIPS 2024, Algorithm 2) whose agents speak only when their local steps have led them somewhere: one
 * that ends nearer than τ to θ̄ is silent, and stands at θ̄, for the server and for its own ξ_i, which so sum to 0. At θ* corrected
 * steps lead nowhere, and without noise all fall silent. With τ = 0 it is SCAFFLSA.
 */
import {
  algorithm,
  mean,
  message,
  nonNegative,
  silent,
  stepSize,
  type Vector,
  zeros,
} from '../../src/index.ts';
import { inAgentOrder } from './inAgentOrder.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });
const closed = message('closed', { theta: 'θ̄' });

export const triggeredScafflsa = algorithm({
  name: 'triggered-scafflsa',
  title: 'Triggered SCAFFLSA',
  source: 'Mangold et al. 2024, Algorithm 2, with silent agents',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    threshold: nonNegative('τ', 'the distance from θ̄ below which an agent is silent'),
  },
  messages: { down: [started], up: [ended, silent], notices: [closed] },

  agent: ({ stepSize, threshold }, { dimension, trigger }) => {
    /** ξ_i */
    const control = zeros(dimension);
    /** where the agent stands for the server, in which round, and 1/(η H) or p/η there */
    let stands: Vector | undefined;
    let standsIn = 0;
    let gain = 0;
    /** θ̄ after a round has become known. */
    const close = (round: number, theta: Vector): void => {
      if (stands && round === standsIn)
        for (let j = 0; j < dimension; j++) control[j]! += gain * (theta[j]! - stands[j]!);
      stands = undefined;
    };
    return {
      ask: ({ theta, round, localSteps, taken }, work) => {
        if (taken) close(round - 1, theta);
        work.advance(theta, stepSize(round), control, localSteps);
      },
      answer: ({ theta, round, localSteps }, work) => {
        const isQuiet = Math.hypot(...work.theta.map((x, j) => x - theta[j]!)) < threshold;
        stands = Float64Array.from(isQuiet ? theta : work.theta);
        standsIn = round;
        gain =
          trigger.kind === 'bernoulli'
            ? trigger.probability / stepSize(round)
            : 1 / (stepSize(round) * localSteps);
        return isQuiet ? silent() : ended({ theta: work.theta });
      },
      note: ({ round, theta }) => {
        close(round, theta);
      },
      states: () => ({ control }),
    };
  },

  server: (_, { initial }) => {
    let theta = initial;
    return {
      model: () => theta,
      open: () => started({ theta }),
      receive: ({ all, silent }) => {
        if (all.length > 0)
          theta = mean(
            inAgentOrder(all, silent, () => theta),
            theta.length,
          );
        return { localModels: () => all.map((answer) => answer.theta) };
      },
      notice: () => closed({ theta }),
    };
  },

  under: ({ carries }, { kind }) => {
    if (carries) return 'its ξ_i move by an average that their own models must be part of';
    return kind === 'deterministic' || kind === 'bernoulli'
      ? undefined
      : 'its gain is that of a coin, or 1/(η H) with one H for all rounds';
  },
});
