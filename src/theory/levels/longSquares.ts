/**
 * Second moments of long rounds at any step size, Mathematics (12): exact but for what chains remember over a round, and for products
 * of what two chains do from one round to the next. Rounds have one exchange and no corrections; constants are left out.
 *
 * Agent i's local steps are followed by a few modes of means and a few of squares. From the state s where a round begins they are
 * a_i = F_i(s) x_i and b_i = F2_i(s) x_i^⊙2, F_i = F̄_i + F̃_i; at the end E[y_i 1{t}] = C_i(t) a_i and E[y_i^⊙2 1{t}] = C2_i(t) b_i.
 * With N_i = X⁺ − E_i y_i, S = E[X Xᵀ], the b_i and D_i = E[F̃_i(s) x_i Xᵀ] are all that a round needs:
 *
 *     E[a_i Xᵀ] = F̄_i O_i S + D_i,         E[a_i N_iᵀ] = E[a_i Xᵀ] (R − R_i)ᵀ + F̄_i O_i Σ_{j≠i} (E_j C_j D_j)ᵀ,
 *     S⁺ = B S Bᵀ + Σ_i (E_i C_i E[a_i N_iᵀ] + B (E_i C_i E[a_i Xᵀ])ᵀ + E_i E[y_i y_iᵀ] E_iᵀ),
 *
 * R_i = E_i C_i F̄_i O_i and R = B + Σ_i R_i. D_i⁺ and b_i⁺ are of F̃_i(t) and F2_i(t) at the state t where y_i ends.
 */
import { dominantModulus } from '../../maths/dominantModulus.ts';
import type { LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import { meansOfSteps } from '../../maths/jumpLinear/meansOfSteps.ts';
import { meanOf, ofState } from '../../maths/jumpLinear/slowModes.ts';
import { squaresOfSteps } from '../../maths/jumpLinear/squaresOfSteps.ts';
import {
  add,
  addProduct,
  addProductTransposed,
  assign,
  block,
  combination,
  conjugate,
  elementOf,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  plus,
  scaled,
  transposed,
  withTranspose,
} from '../../maths/matrix.ts';
import { pack, packedLength, unpackInto } from '../../maths/packed.ts';
import { addThrough, type Part, placesRead } from '../../maths/places.ts';
import type { RoundBlocks } from './roundBlocks.ts';

/** Whether second moments of such rounds can be followed. */
export const hasLongSquares = ({ local, evaluatedAt }: RoundBlocks): boolean =>
  !local.second && evaluatedAt === undefined;

interface SquareAgent {
  /** O `[d, D]` and F̄ O `[p, D]` */
  readonly O: Matrix;
  readonly FO: Matrix;
  /** E C `[D, p]`, C the sum over states, E C F̄ O `[D, D]` and E `[D, d]` */
  readonly EC: Matrix;
  readonly round: Matrix;
  readonly E: Matrix;
  /** ω with O E = ω 1 */
  readonly again: number;
  /** F̃ and F̃2 by states beside each other `[p, n d]`, `[p2, n packed d]`, and F̄2 `[p2, packed d]` */
  readonly apart: Matrix;
  readonly squaresApart: Matrix;
  readonly meanSquares: Matrix;
  /** Σ_t F̃(t) O E C(t) `[p, p]` */
  readonly between: Matrix;
  /** C and C2 by states below each other `[n d, p]`, `[n packed d, p2]` */
  readonly ended: Matrix;
  readonly endedSquares: Matrix;
}

/** D_i `[p, D]` and b_i `[p2, 1]`. */
interface Kept {
  readonly D: Matrix;
  readonly b: Matrix;
}

/**
 * The spectral radius of second moments from round to round; none where local steps have too many slow modes.
 *
 * @param firstOrder - with the D_i, or without them
 */
export function longSquareRadius(
  round: RoundBlocks,
  chains: readonly LocalChain[],
  firstOrder = true,
): number | undefined {
  const agents: SquareAgent[] = [];
  for (const [i, chain] of chains.entries()) {
    const agent = squareAgent(round, { inputs: round.inputsOf(i), lifts: round.liftsOf(i) }, chain);
    if (agent === undefined) return undefined;
    agents.push(agent);
  }
  const { size } = round;
  const B = block(round.B, [0, size], [0, size]);
  const R = combination([[1, B], ...agents.map((agent) => [1, agent.round] as const)]);
  const vectors = new Layout(agents, size);
  return dominantModulus(vectors.length, (all) => {
    const { S, kept } = vectors.read(all);
    const next = roundOf({ B, R }, agents, S, kept);
    return vectors.written(next.S, next.kept, firstOrder ? 1 : 0);
  });
}

/** Where S, packed, and the D_i and b_i are in one vector. */
class Layout {
  readonly length: number;
  readonly #size: number;
  readonly #modes: readonly (readonly [p: number, p2: number])[];

  constructor(agents: readonly SquareAgent[], size: number) {
    this.#size = size;
    this.#modes = agents.map(({ FO, meanSquares }) => [FO.rows, meanSquares.rows]);
    this.length = this.#modes.reduce((sum, [p, p2]) => sum + p * size + p2, packedLength(size));
  }

  read(all: Float64Array): { readonly S: Matrix; readonly kept: Kept[] } {
    const D = this.#size;
    const S = matrix(D, D);
    let at = packedLength(D);
    unpackInto(S.values, 0, D, matrix(at, 1, all.subarray(0, at)));
    const next = (rows: number, columns: number): Matrix =>
      matrix(rows, columns, all.subarray(at, (at += rows * columns)));
    return { S, kept: this.#modes.map(([p, p2]) => ({ D: next(p, D), b: next(p2, 1) })) };
  }

  written(S: Matrix, kept: readonly Kept[], firstOrder: number): Float64Array {
    const out = new Float64Array(this.length);
    out.set(pack(S.values, S.rows));
    let at = packedLength(S.rows);
    for (const { D, b } of kept)
      for (const A of [scaled(D, firstOrder), b]) {
        out.set(A.values, at);
        at += A.values.length;
      }
    return out;
  }
}

/** A round. */
function roundOf(
  { B, R }: { readonly B: Matrix; readonly R: Matrix },
  agents: readonly SquareAgent[],
  S: Matrix,
  kept: readonly Kept[],
): { readonly S: Matrix; readonly kept: Kept[] } {
  const firsts = agents.map(({ EC }, i) => multiply(EC, kept[i]!.D));
  const allFirsts = combination(firsts.map((A) => [1, A]));
  const nextS = conjugate(B, S);
  const ends = agents.map(({ FO, EC, E, round, endedSquares }, i) => {
    const { D, b } = kept[i]!;
    // E[a Xᵀ] and E[a Nᵀ]
    const known = plus(D, multiply(FO, S));
    const others = multiplyTransposed(known, plus(R, round, -1));
    addProductTransposed(others, FO, plus(allFirsts, firsts[i]!, -1));
    // E[y yᵀ 1{t}], packed
    const squares = multiply(endedSquares, b);
    addProduct(nextS, EC, others);
    addProduct(nextS, B, transposed(multiply(EC, known)));
    add(nextS, conjugate(E, sumOfSquares(squares, E.columns)));
    return { others, squares };
  });
  return { S: nextS, kept: agents.map((agent, i) => keptAfter(agent, nextS, ends[i]!)) };
}

/** Σ_t of packed matrices below each other `[d, d]`. */
function sumOfSquares(squares: Matrix, d: number): Matrix {
  const m = packedLength(d);
  const total = matrix(m, 1);
  for (let at = 0; at < squares.rows; at += m) add(total, block(squares, [at, m]));
  const out = matrix(d, d);
  unpackInto(out.values, 0, d, total);
  return out;
}

/** D_i⁺ and b_i⁺: what F̃_i(t) and F2_i(t) make of X⁺ = N + E y, of E[a Nᵀ] and packed E[y yᵀ 1{t}]. */
function keptAfter(
  { O, E, again, apart, squaresApart, meanSquares, between, ended }: SquareAgent,
  S: Matrix,
  { others, squares }: { readonly others: Matrix; readonly squares: Matrix },
): Kept {
  const { rows: d } = O;
  const n = ended.rows / d;
  const m = packedLength(d);
  // E[y (O N)ᵀ 1{t}] and E[y yᵀ 1{t}], below each other
  const across = multiply(ended, multiplyTransposed(others, O));
  const same = matrix(n * d, d);
  for (let t = 0; t < n; t++) unpackInto(same.values, t * d * d, d, block(squares, [t * m, m]));
  // Σ_t F̃(t) of E[y Nᵀ 1{t}], and of E[(O N + ω y) yᵀ 1{t}] Eᵀ
  const D = multiply(between, others);
  const turned = matrix(n * d, d);
  for (let t = 0; t < n; t++) assign(ofState(turned, t, d), transposed(ofState(across, t, d)));
  addProductTransposed(D, multiply(apart, add(turned, same, again)), E);
  const gained = matrix(n * m, 1);
  for (let t = 0; t < n; t++) {
    const both = scaled(withTranspose(ofState(across, t, d)), again);
    gained.values.set(pack(add(both, ofState(same, t, d), again ** 2).values, d), t * m);
  }
  const b = multiply(meanSquares, matrix(m, 1, pack(conjugate(O, S).values, d)));
  return { D, b: addProduct(b, squaresApart, gained) };
}

function squareAgent(round: RoundBlocks, part: Part, chain: LocalChain): SquareAgent | undefined {
  const { local, steps, size, opening } = round;
  const means = meansOfSteps(chain, local, steps);
  const squares = means && squaresOfSteps(chain, local, steps);
  if (squares === undefined) return undefined;
  const { states: n, dimension: d } = chain;
  const { modes: p, ended, reached } = means!;
  const withConstant = matrix(d, size + 1);
  addThrough(withConstant, { ...part, lifts: [{ at: 0, factor: 1 }] }, block(opening.x, [0, d]));
  const O = scaled(block(withConstant, [0, d], [0, size]));
  const E = matrix(size, d);
  for (const { at, factor } of part.lifts) for (let j = 0; j < d; j++) E.values[(at + j) * d + j]! += factor;
  const starts = scaled(block(reached, [0, n * p], [0, d]));
  const F = meanOf(chain, starts);
  const meanSquares = meanOf(chain, squares.reached);
  const apart = besideEachOther(starts, F, n);
  const again = placesRead(part).reduce(
    (sum, { at, factor }) => sum + factor * elementOf(opening.x, 0, at),
    0,
  );
  const total = matrix(d, p);
  for (let t = 0; t < n; t++) add(total, ofState(ended, t, d));
  const [FO, EC] = [multiply(F, O), multiply(E, total)];
  return {
    ...{ O, E, FO, EC, ended, meanSquares, again, apart, round: multiply(EC, FO) },
    squaresApart: besideEachOther(squares.reached, meanSquares, n),
    between: multiply(apart, scaled(ended, again)),
    endedSquares: squares.ended,
  };
}

/** Matrices of n states below each other, without a mean, beside each other. */
function besideEachOther(field: Matrix, mean: Matrix, n: number): Matrix {
  const { rows, columns } = mean;
  const out = matrix(rows, n * columns);
  for (let s = 0; s < n; s++)
    assign(block(out, [0, rows], [s * columns, columns]), plus(ofState(field, s, rows), mean, -1));
  return out;
}
