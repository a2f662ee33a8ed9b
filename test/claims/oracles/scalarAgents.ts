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
