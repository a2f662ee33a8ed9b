/** FedLSA's exact moments for scalar agents: an oracle apart from what `fedsa theory` computes. */
import type { ScalarAgent } from './scalarAgents.ts';

/** E e and E e², e = θ̄ − θ*. */
export interface AverageMoments {
  readonly mean: number;
  readonly second: number;
}

/**
 * A round of H local steps of FedLSA. Given e, the agents are independent:
 * `E[e_i,H | e] = α_i e + β_i` and `E[e_i,H² | e] = p_i e² + q_i e + r_i`.
 */
export function fedLsaRound(
  agents: readonly ScalarAgent[],
  stepSize: number,
  localSteps: number,
): (moments: AverageMoments) => AverageMoments {
  const N = agents.length;
  // sums over agents of α, β, α², αβ, β², p, q, r
  let [a, b, aa, ab, bb, p, q, r] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const agent of agents) {
    const custom = { alpha: 1, beta: 0, p: 1, q: 0, r: 0 };
    const kept = 1 - stepSize * agent.mean;
    const square = kept ** 2 + stepSize ** 2 * agent.spread;
    const pull = stepSize * agent.pull;
    for (let h = 0; h < localSteps; h++) {
      custom.q = square * custom.q + 2 * kept * pull * custom.alpha;
      custom.r = square * custom.r + 2 * kept * pull * custom.beta + pull ** 2 + stepSize ** 2 * agent.noise;
      custom.p *= square;
      custom.alpha *= kept;
      custom.beta = kept * custom.beta + pull;
    }
    a += custom.alpha;
    b += custom.beta;
    aa += custom.alpha ** 2;
    ab += custom.alpha * custom.beta;
    bb += custom.beta ** 2;
    p += custom.p;
    q += custom.q;
    r += custom.r;
  }
  return ({ mean, second }) => ({
    mean: (a * mean + b) / N,
    second: ((a * a - aa + p) * second + (2 * (a * b - ab) + q) * mean + (b * b - bb + r)) / N ** 2,
  });
}
