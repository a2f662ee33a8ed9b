/**
 * What the local steps between two communications do to a linear agent, in the mean.
 *
 * A local step with the mean operator and a constant correction c is `θ ← Bθ + η(b̄ + c)`, with
 * `B = I − ηĀ`. So K of them take θ to `Γθ + ηC(b̄ + c)`, with `Γ = B^K` and `C = Σ_{k<K} Bᵏ`; about
 * a point θ*: `θ − θ* ← Γ(θ − θ*) + ηC(Ḡ(θ*) + c)`.
 *
 * With the deterministic trigger K = H. With the Bernoulli(p) trigger the gap K between two
 * communications is Geometric(p) on {1, 2, …}, `P(K > k) = qᵏ` with q = 1 − p, so that
 *
 *     E[C] = Σ_{k≥0} P(K > k) Bᵏ = Σ_{k≥0} qᵏ Bᵏ = (I − qB)⁻¹,
 *     E[Γ] = Σ_{k≥1} p q^{k−1} Bᵏ = p B (I − qB)⁻¹,
 *
 * which exist if and only if the spectral radius of qB is below 1. The gaps do not depend on the
 * iterates: where a round is linear in the state it starts from, the expected state follows the
 * round with E[Γ] and E[C] instead of Γ and C, exactly. (Gaps are the same for all agents; that does
 * not matter to averages over agents, which are linear, too.)
 */
import { spectralRadius } from '../maths/eigenvalues.ts';
import { identity, multiply } from '../maths/linearAlgebra.ts';
import { solveColumns } from '../maths/linearSolve.ts';
import type { Vector } from '../maths/vector.ts';
import type { TriggerConfiguration } from '../protocol/configuration.ts';

/** Γ and C of one agent and one round, in the mean over the trigger; both `[d, d]`. */
export interface LocalMap {
  /** Γ = E[B^K] */
  readonly power: Vector;
  /** C = E[Σ_{k<K} Bᵏ] */
  readonly sum: Vector;
}

/**
 * Γ and C of an agent.
 *
 * @param A - Ā_i `[d, d]`; it may be singular
 * @param stepSize - η, per local step
 * @returns `undefined` where the expectation over the trigger does not exist
 */
export function localMap(
  A: Vector,
  d: number,
  stepSize: number,
  trigger: TriggerConfiguration,
): LocalMap | undefined {
  const B = identity(d);
  for (let j = 0; j < d * d; j++) B[j]! -= stepSize * A[j]!;
  return trigger.kind === 'deterministic'
    ? fixedGap(B, d, trigger.localSteps)
    : geometricGap(B, d, trigger.probability);
}

/** B^H and Σ_{k<H} Bᵏ from H's binary digits: C_{2k} = C_k + BᵏC_k and C_{k+1} = C_k + Bᵏ. */
function fixedGap(B: Float64Array, d: number, localSteps: number): LocalMap {
  let power: Float64Array = B;
  let sum: Float64Array = identity(d);
  for (const digit of localSteps.toString(2).slice(1)) {
    const upper = multiply(power, sum, d);
    for (let j = 0; j < d * d; j++) upper[j]! += sum[j]!;
    sum = upper;
    power = multiply(power, power, d);
    if (digit === '0') continue;
    sum = sum.map((value, j) => value + power[j]!);
    power = multiply(B, power, d);
  }
  return { power, sum };
}

function geometricGap(B: Float64Array, d: number, p: number): LocalMap | undefined {
  if (p === 1) return { power: B, sum: identity(d) };
  const qB = B.map((value) => (1 - p) * value);
  // The largest absolute row sum bounds the spectral radius and is cheaper.
  if (!(rowSumNorm(qB, d) < 1) && !(spectralRadius(qB, d) < 1)) return undefined;
  const system = identity(d);
  for (let j = 0; j < d * d; j++) system[j]! -= qB[j]!;
  const sum = inverse(system, d);
  if (sum === undefined) return undefined;
  const power = multiply(B, sum, d).map((value) => p * value);
  return { power, sum };
}

/** The inverse; `undefined` where the radius is so close to 1 that none exists in doubles. */
function inverse(system: Vector, d: number): Float64Array | undefined {
  try {
    return solveColumns(system, identity(d), d, d);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function rowSumNorm(A: Vector, d: number): number {
  let largest = 0;
  for (let i = 0; i < d; i++) {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += Math.abs(A[i * d + j]!);
    largest = Math.max(largest, sum);
  }
  return largest;
}
