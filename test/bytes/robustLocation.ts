/** A user's own problem: robust location, each agent's level moving with an autoregression. */
import type { UserAgent, UserAgentContext } from '../../src/index.ts';

/** Each coordinate moves by at most 1 a step. */
export function locator({ agent, generator, options, dimension }: UserAgentContext): UserAgent {
  const { spread } = options as { readonly spread: number };
  const level = agent * spread + generator.uniform();
  const clipped = (value: number): number => Math.max(-1, Math.min(1, value));
  return {
    stream: {
      initial: (chance) => chance.normal(),
      next: (observed: number, chance) => 0.5 * observed + chance.normal(),
      independent: (chance) => chance.normal() / Math.sqrt(0.75),
    },
    operator: (theta, observed, out) => {
      for (let j = 0; j < dimension; j++) out[j] = clipped(level + j + observed - theta[j]!);
    },
    mean: {
      kind: 'nonlinear',
      evaluate: (theta, out) => {
        for (let j = 0; j < dimension; j++) out[j] = Math.tanh(level + j - theta[j]!);
      },
    },
  };
}
