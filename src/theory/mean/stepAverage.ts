/**
 * The local map averaged over the local steps of its own round: `T = E[(1/K) Σ_{k<K} Bᵏ]`, with
 * `B = I − ηĀ`. Local SGD-M and SCAFFOLD divide what a round has moved by its number of steps K, and
 * that is not `E[Σ_{k<K} Bᵏ]/E[K]` when the gaps are random.
 *
 * With the deterministic trigger T = C/H. For Geometric(p) gaps, `1/K = ∫₀¹ u^{K−1} du` and
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
import { inverse } from '../../maths/inverse.ts';
import { identity } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import type { TriggerConfiguration } from '../../protocol/configuration.ts';
import type { LocalMap } from './localMap.ts';

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
 * T of an agent, `[d, d]`.
 *
 * @param A - Ā_i `[d, d]`
 * @param map - Γ and C of the same agent, step size and trigger: T exists where they do
 * @throws NumericalFailure if the integrand is singular to working precision, at the edge of existence
 */
export function stepAverage(
  A: Vector,
  d: number,
  stepSize: number,
  trigger: TriggerConfiguration,
  map: LocalMap,
): Float64Array {
  if (trigger.kind === 'deterministic') return map.sum.map((value) => value / trigger.localSteps);
  return integrated(A, d, stepSize, trigger.probability, 0);
}

/** E[B^{K−1}/K] under the Bernoulli trigger `[d, d]`: it exists where T does, and throws alike. */
export const powerPerStep = (A: Vector, d: number, stepSize: number, p: number): Float64Array =>
  integrated(A, d, stepSize, p, 1);

/** The integral with the factor p^{power·s}. */
function integrated(A: Vector, d: number, stepSize: number, p: number, power: 0 | 1): Float64Array {
  if (p === 1) return identity(d);
  const total = new Float64Array(d * d);
  addNode(total, A, d, stepSize, p, power, 0);
  addNodes(total, A, d, stepSize, p, power, COARSEST, COARSEST);
  let integral = total.map((value) => COARSEST * value);
  for (let spacing = COARSEST / 2; spacing >= FINEST; spacing /= 2) {
    addNodes(total, A, d, stepSize, p, power, spacing, 2 * spacing);
    const finer = total.map((value) => spacing * value);
    const settled = largestDifference(finer, integral) <= SETTLED * largestDifference(finer);
    integral = finer;
    if (settled) break;
  }
  const factor = (-p * Math.log(p)) / (1 - p);
  return integral.map((value) => factor * value);
}

/** Adds the nodes at ±first, ±(first + stride), …: those of a level that no coarser one has. */
function addNodes(
  total: Float64Array,
  A: Vector,
  d: number,
  stepSize: number,
  p: number,
  power: 0 | 1,
  first: number,
  stride: number,
): void {
  for (let t = first; t < END; t += stride) {
    addNode(total, A, d, stepSize, p, power, t);
    addNode(total, A, d, stepSize, p, power, -t);
  }
}

/** Adds the integrand at s(t) = ½(1 + tanh(½π sinh t)), times ds/dt. */
function addNode(
  total: Float64Array,
  A: Vector,
  d: number,
  stepSize: number,
  p: number,
  power: 0 | 1,
  t: number,
): void {
  const stretched = (Math.PI / 2) * Math.sinh(t);
  // ½(1 + tanh), without cancellation at the lower end
  const s = 1 / (1 + Math.exp(-2 * stretched));
  const weight = (Math.PI * Math.cosh(t)) / 4 / Math.cosh(stretched) ** 2;
  const rest = -Math.expm1(s * Math.log(p));
  const system = A.map((value) => rest * stepSize * value);
  for (let j = 0; j < d; j++) system[j * (d + 1)]! += 1 - rest;
  const value = inverse(system, d);
  for (let j = 0; j < d * d; j++) total[j]! += weight * (1 - rest) ** power * value[j]!;
}

/** The largest |a − b| of an element, or |a|. */
function largestDifference(a: Vector, b?: Vector): number {
  let largest = 0;
  for (let j = 0; j < a.length; j++) largest = Math.max(largest, Math.abs(a[j]! - (b?.[j] ?? 0)));
  return largest;
}
