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
import { ifComputable } from '../attempted.ts';
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { identity, multiply } from '../../maths/linearAlgebra.ts';
import { addProduct } from '../../maths/rectangular.ts';
import { solveColumns } from '../../maths/linearSolve.ts';
import type { Vector } from '../../maths/vector.ts';
import type { TriggerConfiguration } from '../../protocol/configuration.ts';

/** Γ and C of one agent and one round, in the mean over the trigger; both `[d, d]`. */
export interface LocalMap {
  /** Γ = E[B^K] */
  readonly power: Float64Array;
  /** C = E[Σ_{k<K} Bᵏ] */
  readonly sum: Float64Array;
}

/**
 * Γ and C of an agent.
 *
 * @param A - Ā_i `[d, d]`; it may be singular
 * @param stepSize - η, per local step
 * @param out - where the matrices are to lie with the deterministic trigger; new ones if it is left out
 * @returns `undefined` where the expectation over the trigger does not exist
 */
export function localMap(
  A: Vector,
  d: number,
  stepSize: number,
  trigger: TriggerConfiguration,
  out?: LocalMap,
): LocalMap | undefined {
  const { B } = roomOf(d);
  for (let j = 0; j < d * d; j++) B[j] = (j % (d + 1) === 0 ? 1 : 0) - stepSize * A[j]!;
  return trigger.kind === 'deterministic'
    ? fixedGap(
        B,
        d,
        trigger.localSteps,
        out ?? { power: new Float64Array(d * d), sum: new Float64Array(d * d) },
      )
    : geometricGap(B.slice(), d, trigger.probability);
}

/** Matrices `[d, d]` to compute in: kept, for there may be very many agents. */
const newRoom = (d: number) => {
  const matrix = (): Float64Array => new Float64Array(d * d);
  return { d, B: matrix(), power: matrix(), sum: matrix(), spare: matrix() };
};
let room = newRoom(0);
const roomOf = (d: number): ReturnType<typeof newRoom> => (room.d === d ? room : (room = newRoom(d)));

const writeProduct = (out: Float64Array, A: Vector, B: Vector, d: number): void => {
  addProduct(out.fill(0), 0, 1, A, 0, B, d, d, d);
};

/** B^H and Σ_{k<H} Bᵏ from H's binary digits: C_{2k} = C_k + BᵏC_k and C_{k+1} = C_k + Bᵏ. */
function fixedGap(B: Float64Array, d: number, localSteps: number, out: LocalMap): LocalMap {
  let { power, sum, spare } = roomOf(d);
  power.set(B);
  sum.fill(0);
  for (let j = 0; j < d * d; j += d + 1) sum[j] = 1;
  let isFirst = true;
  for (const digit of localSteps.toString(2).slice(1)) {
    // C_1 = I
    if (isFirst) spare.set(power);
    else writeProduct(spare, power, sum, d);
    isFirst = false;
    for (let j = 0; j < d * d; j++) spare[j]! += sum[j]!;
    [sum, spare] = [spare, sum];
    writeProduct(spare, power, power, d);
    [power, spare] = [spare, power];
    if (digit === '0') continue;
    for (let j = 0; j < d * d; j++) sum[j]! += power[j]!;
    writeProduct(spare, B, power, d);
    [power, spare] = [spare, power];
  }
  out.power.set(power);
  out.sum.set(sum);
  return out;
}

function geometricGap(B: Float64Array, d: number, p: number): LocalMap | undefined {
  if (p === 1) return { power: B, sum: identity(d) };
  const qB = B.map((value) => (1 - p) * value);
  // The largest absolute row sum bounds the spectral radius and is cheaper.
  if (!(rowSumNorm(qB, d) < 1) && !(spectralRadius(qB, d) < 1)) return undefined;
  const system = identity(d);
  for (let j = 0; j < d * d; j++) system[j]! -= qB[j]!;
  // None where the radius is so close to 1 that doubles have no inverse.
  const sum = ifComputable(() => solveColumns(system, identity(d), d, d));
  if (sum === undefined) return undefined;
  const power = multiply(B, sum, d).map((value) => p * value);
  return { power, sum };
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
