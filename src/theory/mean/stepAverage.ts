/**
 * The local map averaged over the local steps of its own round: `T = E[(1/K) Σ_{k<K} Bᵏ]`, with
 * `B = I − ηĀ`. Local SGD-M and SCAFFOLD divide what a round has moved by its number of steps K, and
 * that is not `E[Σ_{k<K} Bᵏ]/E[K]` when the gaps are random.
 *
 * For Geometric(p) gaps, `1/K = ∫₀¹ u^{K−1} du` and
 * `Σ_{K>k} x^{K−1} = xᵏ/(1 − x)` give, with q = 1 − p and x = qu,
 *
 *     T = Σ_{K≥1} p q^{K−1} (1/K) Σ_{k<K} Bᵏ = ∫₀¹ p/(1 − qu) (I − quB)⁻¹ du
 *       = (p ln(1/p)/q) ∫₀¹ (pˢ I + (1 − pˢ) ηĀ)⁻¹ ds        by 1 − qu = pˢ,
 *
 * whose integrand is smooth for small p, too. It is integrated by the double-exponential rule (Takahasi
 * and Mori, "Double exponential formulas for numerical integration", Publ. RIMS 1974), whose nodes
 * gather at both ends: near the edge of existence the integrand has a pole just beyond s = 1. In the same way
 * `E[B^{K−1}/K] = ∫₀¹ p (I − quB)⁻¹ du`: the integrand times pˢ.
 */
import { inverted } from '../../maths/inverse.ts';
import { add, identityMatrix, type Matrix, matrix, plus, scaled } from '../../maths/matrix.ts';
import { largestSize } from '../../maths/vector.ts';

/** The nodes lie at |t| below this: the weights beyond add up to 1e-16. */
const END = 3.2;
/** Spacings: each level halves the one before, and uses its nodes again. */
const COARSEST = 1 / 4;
const FINEST = 1 / 32;
/** Relative change from one level to the next that leaves an error of about its square. */
const SETTLED = 1e-9;
/** Inverses that an average usually takes. */
export const USUAL_NODES = 51;

/**
 * T of an agent under the Bernoulli trigger, `[d, d]`, or with the power 1 E[B^{K−1}/K]: they exist where Γ and C do.
 *
 * @param A - Ā_i
 * @param p - below 1
 * @param power - of p^s in the integrand
 * @throws NumericalFailure if the integrand is singular to working precision, at the edge of existence
 */
export function stepAverage(A: Matrix, stepSize: number, p: number, power: 0 | 1 = 0): Matrix {
  const I = identityMatrix(A.rows);
  const total = matrix(A.rows, A.rows);
  /** Adds the integrand at s(t) = ½(1 + tanh(½π sinh t)), times ds/dt. */
  const addNode = (t: number): void => {
    const stretched = (Math.PI / 2) * Math.sinh(t);
    // ½(1 + tanh), without cancellation at the lower end
    const s = 1 / (1 + Math.exp(-2 * stretched));
    const weight = (Math.PI * Math.cosh(t)) / 4 / Math.cosh(stretched) ** 2;
    const rest = -Math.expm1(s * Math.log(p));
    add(total, inverted(plus(scaled(I, 1 - rest), A, rest * stepSize)), weight * (1 - rest) ** power);
  };
  /** The nodes at ±first, ±(first + stride), …: those of a level that no coarser one has. */
  const addNodes = (first: number, stride: number): void => {
    for (let t = first; t < END; t += stride) for (const node of [t, -t]) addNode(node);
  };
  addNode(0);
  addNodes(COARSEST, COARSEST);
  let integral = scaled(total, COARSEST);
  for (let spacing = COARSEST / 2; spacing >= FINEST; spacing /= 2) {
    addNodes(spacing, 2 * spacing);
    const finer = scaled(total, spacing);
    const change = largestSize(plus(finer, integral, -1).values);
    integral = finer;
    if (change <= SETTLED * largestSize(finer.values)) break;
  }
  return scaled(integral, (-p * Math.log(p)) / (1 - p));
}
