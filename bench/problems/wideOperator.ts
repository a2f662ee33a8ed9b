/** An operator of any width whose steps cost little: `G(θ, o) = c + o/10 − θ` in every coordinate, o an autoregression. */
import type { UserAgentFactory } from '../../src/problems/userModule/family.ts';

/** Agent i of M: c_j = i + j/d. */
export const wideAgent: UserAgentFactory<number> = ({ agent, dimension }) => ({
  stream: {
    initial: (generator) => generator.normal(),
    next: (o, generator) => 0.5 * o + generator.normal(),
  },
  operator: (theta, o, out) => {
    for (let j = 0; j < dimension; j++) out[j] = agent + j / dimension + o / 10 - theta[j]!;
  },
});
