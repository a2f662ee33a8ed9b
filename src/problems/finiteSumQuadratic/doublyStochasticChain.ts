/** Doubly stochastic chains: every row and every column sums to 1, so the stationary law is uniform. */
import type { Generator } from '../../maths/generator.ts';
import type { ChainLaw } from '../operator.ts';
import { oneOf, object, real, type ValuesOf, where } from '../../values/value.ts';

const fields = {
  /**
   * D: all entries alike; the cycle j → j + 1; or, for each agent, a symmetric matrix of uniform
   * entries balanced to rows of sum 1
   */
  shape: oneOf('uniform', 'cycle', 'random'),
  /** ρ in [0, 1), the probability of staying that is added; above 0 for the cycle */
  persistence: real({ least: 0, below: 1 }),
};

/** Kernel of a doubly stochastic chain: `P = ρ I + (1 − ρ) D`. */
export type DoublyStochasticKernel = ValuesOf<typeof fields>;

export const doublyStochasticKernel = where(object(fields), ({ shape, persistence }, fault) => {
  if (shape !== 'cycle' || persistence > 0) return;
  fault(['persistence'], 'must be above 0 if the shape is "cycle", which is periodic otherwise');
});

/** Balancing sweeps before giving up; a random matrix needs some tens. */
const MOST_SWEEPS = 10_000;

/**
 * `P = ρ I + (1 − ρ) D` on n states, with D by its kind: `uniform` has all entries 1/n, so that the
 * spectral gap is 1 − ρ; `cycle` goes from j to j + 1 (mod n), and is not reversible; `random` is a
 * symmetric matrix of uniform entries, balanced.
 *
 * @param generator - for `random` alone
 */
export function doublyStochasticChain(
  states: number,
  { shape, persistence }: DoublyStochasticKernel,
  generator: Generator,
): ChainLaw {
  const n = states;
  const D = shape === 'random' ? balancedSymmetric(n, generator) : undefined;
  const transition = new Float64Array(n * n);
  for (let from = 0; from < n; from++) {
    for (let to = 0; to < n; to++) {
      const moves = D ? D[from * n + to]! : shape === 'uniform' ? 1 / n : to === (from + 1) % n ? 1 : 0;
      transition[from * n + to] = (1 - persistence) * moves + (from === to ? persistence : 0);
    }
  }
  return { states: n, transition, stationary: new Float64Array(n).fill(1 / n) };
}

/**
 * A symmetric matrix `[n, n]` of rows that sum to 1: `D_jk = c_j S_jk c_k`, where `S = (U + Uᵀ)/2`
 * with independent U(0, 1) entries, and c is found by `c ← √(c/(S c))`, which halves the error a sweep
 * (Knight, Ruiz and Uçar, "A symmetry preserving algorithm for matrix scaling", SIAM J. Matrix Anal.
 * Appl. 2014).
 */
function balancedSymmetric(n: number, generator: Generator): Float64Array {
  const U = Float64Array.from({ length: n * n }, () => generator.uniform());
  const S = new Float64Array(n * n);
  for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) S[j * n + k] = (U[j * n + k]! + U[k * n + j]!) / 2;
  const c = new Float64Array(n).fill(1);
  const product = new Float64Array(n);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let worst = 0;
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += S[j * n + k]! * c[k]!;
      product[j] = sum;
      worst = Math.max(worst, Math.abs(c[j]! * sum - 1));
    }
    if (worst <= 4 * n * Number.EPSILON) {
      return S.map((entry, e) => c[Math.floor(e / n)]! * entry * c[e % n]!);
    }
    for (let j = 0; j < n; j++) c[j] = Math.sqrt(c[j]! / product[j]!);
  }
  throw new RangeError(`a random matrix of ${n} rows could not be balanced in ${MOST_SWEEPS} sweeps`);
}
