/**
 * What the local steps between two communications do to a linear agent, in the mean: Mathematics (3).
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
import { solveMatrix } from '../../maths/linearSolve.ts';
import {
  add,
  addProduct,
  assign,
  assignProduct,
  identityMatrix,
  largestRowSum,
  type Matrix,
  matrix,
  multiply,
  numbersOf,
  scaled,
} from '../../maths/matrix.ts';
import type { TriggerConfiguration } from '../../configuration/configuration.ts';

/** Γ and C of one agent and one round, in the mean over the trigger; both `[d, d]`. */
export interface LocalMap {
  /** Γ = E[B^K] */
  readonly power: Matrix;
  /** C = E[Σ_{k<K} Bᵏ] */
  readonly sum: Matrix;
}

/** Of zeros. */
const emptyMap = (d: number): LocalMap => ({ power: matrix(d, d), sum: matrix(d, d) });

/**
 * Γ and C of an agent.
 *
 * @param A - Ā_i; it may be singular
 * @param stepSize - η, per local step
 * @param out - where they are to lie; new matrices if it is left out
 * @returns `undefined` where the expectation over the trigger does not exist
 */
export function localMap(
  A: Matrix,
  stepSize: number,
  trigger: TriggerConfiguration,
  out = emptyMap(A.rows),
): LocalMap | undefined {
  if (room.B.rows !== A.rows) room = newRoom(A.rows);
  const B = add(assign(room.B, room.I), A, -stepSize);
  const map =
    trigger.kind === 'deterministic' ? fixedGap(B, trigger.localSteps) : geometricGap(B, trigger.probability);
  return map && { power: assign(out.power, map.power), sum: assign(out.sum, map.sum) };
}

/** Matrices `[d, d]` to compute in: kept, for there may be very many agents. */
const newRoom = (d: number) => ({
  I: identityMatrix(d),
  B: matrix(d, d),
  power: matrix(d, d),
  sum: matrix(d, d),
  spare: matrix(d, d),
});
let room = newRoom(0);

/** B^H and Σ_{k<H} Bᵏ from H's binary digits: C_{2k} = C_k + C_k Bᵏ and C_{k+1} = C_k + Bᵏ. */
function fixedGap(B: Matrix, localSteps: number): LocalMap {
  let { power, sum, spare } = room;
  assign(power, B);
  assign(sum, room.I);
  for (const digit of localSteps.toString(2).slice(1)) {
    addProduct(assign(spare, sum), sum, power);
    [sum, spare] = [spare, sum];
    assignProduct(spare, power, power);
    [power, spare] = [spare, power];
    if (digit === '0') continue;
    add(sum, power);
    assignProduct(spare, B, power);
    [power, spare] = [spare, power];
  }
  return { power, sum };
}

function geometricGap(B: Matrix, p: number): LocalMap | undefined {
  const I = identityMatrix(B.rows);
  if (p === 1) return { power: B, sum: I };
  const qB = scaled(B, 1 - p);
  // The largest absolute row sum bounds the spectral radius and is cheaper.
  if (!(largestRowSum(qB) < 1) && !(spectralRadius(numbersOf(qB), B.rows) < 1)) return undefined;
  // None where the radius is so close to 1 that doubles have no inverse.
  const sum = ifComputable(() => solveMatrix(add(scaled(I), qB, -1), I));
  return sum && { power: scaled(multiply(B, sum), p), sum };
}
