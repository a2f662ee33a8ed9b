/**
 * The data and the operator of each agent. Agent i sees pairs (x, y) with y = intercept + slope · x + noise, where
 * x remembers its last value, so that observations are not independent. All agents look for the common line.
 *
 * Change the stream and the operator to your own; `fedsa check scenario.ts` tries them.
 */
import type { Generator, UserAgent } from '../../src/index.ts';

interface Pair {
  x: number;
  y: number;
}

/** Makes agent number `agent`. Draws come from the generator alone: so a run can be repeated. */
export function sensor({ agent }: { agent: number }): UserAgent<Pair> {
  const [intercept, slope] = [agent / 4, 1 - agent / 8];
  const memory = 0.9 - agent / 20;
  const variance = 1 / (1 - memory ** 2); // of x, in the long run
  const pair = (x: number, draws: Generator): Pair => ({ x, y: intercept + slope * x + draws.normal() });
  return {
    // The Markov chain of observations.
    stream: {
      initial: (draws) => pair(Math.sqrt(variance) * draws.normal(), draws),
      next: ({ x }, draws) => pair(memory * x + draws.normal(), draws),
    },
    // G(θ, o), written into `out`: a step goes θ ← θ + η G. Here it is minus the gradient of (y − θ₀ − θ₁ x)²/2.
    operator: (theta, { x, y }, out) => {
      const residual = y - theta[0]! - theta[1]! * x;
      out[0] = residual;
      out[1] = residual * x;
    },
    // Ḡ(θ) = b − A θ, the operator's mean over the stationary law, where it is known: theory needs it.
    mean: {
      kind: 'linear',
      A: Float64Array.of(1, 0, 0, variance), // row by row
      b: Float64Array.of(intercept, slope * variance),
    },
  };
}
