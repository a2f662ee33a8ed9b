/** Agents with one coordinate, whose second moments are exact in a few multiplications a step. */

/**
 * One agent: `G(θ, o) = b(o) − A(o) θ` in one dimension, given by its moments. With e = θ − θ* a local step is
 * `e ← (1 − ηA)e + ηx + ηw`: x is the control variate less its fixed point `−pull`, w the noise at θ*.
 */
export interface ScalarAgent {
  /** Ā > 0 */
  readonly mean: number;
  /** Var A(o) */
  readonly spread: number;
  /** Ḡ(θ*), which sums to 0 over the agents */
  readonly pull: number;
  /** E w² */
  readonly noise: number;
}

/** Agents that differ in Ā and in where their own roots lie; A and w are not correlated. */
export function population(agents: number): ScalarAgent[] {
  return Array.from({ length: agents }, (_, index) => ({
    mean: index % 2 === 0 ? 1 : 2,
    spread: 0.25,
    pull: index % 2 === 0 ? 1 : -1,
    noise: 1,
  }));
}

/** A 3's a and L, σ̄_ω and Δ_heter of SCAFFLSA (Mangold et al. 2024), exact. */
export function scalarConstants(agents: readonly ScalarAgent[]) {
  const average = (value: (agent: ScalarAgent) => number): number =>
    agents.reduce((sum, agent) => sum + value(agent) / agents.length, 0);
  return {
    monotonicity: Math.min(...agents.map(({ mean }) => mean)),
    smoothness: Math.max(...agents.map(({ mean, spread }) => (mean ** 2 + spread) / mean)),
    largestSquare: Math.max(...agents.map(({ mean, spread }) => mean ** 2 + spread)),
    rootNoise: average(({ noise }) => noise),
    pullSpread: average(({ pull }) => pull ** 2),
  };
}
