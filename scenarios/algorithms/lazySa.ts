/**
 * Local SA whose agents speak only when they have something new to say, in the manner of LAG (Chen, Giannakis, Sun, Yin, "LAG:
 * Lazily Aggregated Gradient for Communication-Efficient Distributed Learning", NeurIPS 2018, rule 15a with a constant right side):
 * an agent whose move Δ_i = θ_i − θ̄ is nearer than τ to the last one that it sent is silent, and the server takes that one again.
 * With τ = 0 it is Local SA.
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

const sum = (a: Vector, b: Vector): Vector => a.map((x, j) => x + b[j]!);
const difference = (a: Vector, b: Vector): Vector => a.map((x, j) => x - b[j]!);

export const lazySa = algorithm({
  name: 'lazy-sa',
  title: 'Lazy Local SA',
  source: 'Chen et al. 2018, LAG-WK, with local steps and a constant threshold',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    threshold: nonNegative('τ', 'the distance from the last move sent, below which an agent is silent'),
  },
  messages: { down: [started], up: [ended, silent] },

  agent: ({ stepSize, threshold }, { dimension }) => {
    /** the move of this agent that the server has; unknown of one that begins later, or anew after a crash: it speaks */
    let last: Vector | undefined;
    let sent: Vector | undefined;
    return {
      ask: ({ theta, round, localSteps, taken }, work) => {
        if (round === 1) last = zeros(dimension);
        else if (sent && taken) last = sent;
        sent = undefined;
        work.advance(theta, stepSize(round), undefined, localSteps);
      },
      answer: ({ theta }, work) => {
        const move = difference(work.theta, theta);
        if (last && Math.hypot(...difference(move, last)) < threshold) return silent();
        sent = move;
        return ended({ theta: work.theta });
      },
    };
  },

  server: (_, { agents, initial }) => {
    let theta = initial;
    /** the last move of each agent that has spoken */
    const moves = new Array<Vector | undefined>(agents).fill(undefined);
    /** Where an agent would be that started from a model, and went as it did last. */
    const repeated = (agent: number, origin: Vector): Vector =>
      moves[agent] ? sum(origin, moves[agent]) : origin;
    return {
      model: () => theta,
      open: () => started({ theta }),
      receive: ({ all, silent }) => {
        for (const answer of all) moves[answer.agent] = difference(answer.theta, theta);
        const models = inAgentOrder(all, silent, (agent) => repeated(agent, theta));
        // Until somebody speaks nothing moves.
        if (moves.some(Boolean)) theta = mean(models, theta.length);
        return { localModels: () => all.map((answer) => answer.theta) };
      },
      free: {
        step: (updates, fold, silent) => {
          const spoken = updates.map(({ agent, message, answer, weight }) => {
            moves[agent] = difference(answer.theta, message.theta);
            return { weight, origin: message.theta, model: answer.theta };
          });
          const again = silent.flatMap(({ agent, message: { theta: origin }, weight }) =>
            moves[agent] ? { weight, origin, model: repeated(agent, origin) } : [],
          );
          theta = fold(theta, [...spoken, ...again]);
          return spoken;
        },
      },
    };
  },

  under: ({ carries }) =>
    carries ? 'a late model starts from another θ̄ than the round that takes it in' : undefined,
});
