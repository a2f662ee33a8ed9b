/**
 * What is left of a linear map A of fields after many steps. X_k = A^k X_0 and Y_k = Y_0 A^k contain after some k slow modes alone.
 * Where L and R make L Y_k X_k R diagonal, X = X_k R and Y = L Y_k are bases of them, and
 *
 *     A^H ≈ X K^H (Y X)⁻¹ Y,          K = (Y X)⁻¹ Y A X.
 */
import { biorthogonal } from '../biorthogonal.ts';
import { inverted } from '../inverse.ts';
import { add, block, largestElement, type Matrix, matrix, multiply, plus, power } from '../matrix.ts';
import { ifComputable, NumericalFailure } from '../numericalFailure.ts';

/** What is left after some steps. */
export interface Modes {
  /** (Y X)⁻¹ Y `[p, …]`, and X `[n rows, p]` */
  readonly left: Matrix;
  readonly right: Matrix;
  /** K `[p, p]` */
  readonly step: Matrix;
}

/** The modes, and by what is left of others the result of all steps is wrong. */
export interface FoundModes {
  readonly modes: Modes;
  readonly wrong: number;
}

/** X_k, A X_k, Y_k and Y_k A, and Y_k X_k, Y_k A X_k; of X the rows that are asked for, of each of n states below each other. */
export interface Looked {
  readonly X: Matrix;
  readonly nextX: Matrix;
  readonly Y: Matrix;
  readonly nextY: Matrix;
  readonly now: Matrix;
  readonly next: Matrix;
}

/** Steps until the first look at what is left of fast modes, and by how many times more until the next. */
const FIRST_LOOK = 40;
const LATER = 1.4;
/** What may be left of fast modes in a step, beside the largest element of what all steps do. */
const LEFT = 1e-5;
/** Growth above which local steps diverge, whatever rounds make of it. */
const TOO_LARGE = 1e60;
/** Modes that are left out, by their part of Y_k X_k. */
const NEGLIGIBLE = 1e-13;

/** Fields that are followed step by step. */
interface Followed {
  /** so many steps more; gives X */
  readonly advance: (steps: number) => Matrix;
  readonly look: () => FoundModes;
}

/**
 * The modes as soon as what is left of others makes no difference to so many steps; none where there are more.
 *
 * @throws NumericalFailure if steps diverge beyond all bounds
 */
export function settledModes(steps: number, { advance, look }: Followed): Modes | undefined {
  let k = 0;
  while (k < steps) {
    const next = Math.min(k === 0 ? FIRST_LOOK : Math.ceil(LATER * k), steps);
    const X = advance(next - k);
    k = next;
    const found = ifComputable(look);
    if (found && found.wrong <= LEFT) return found.modes;
    expectModerate(X);
  }
  return undefined;
}

/** The modes after k steps. */
export function modesLeft(
  { X, nextX, Y, nextY, now, next }: Looked,
  states: number,
  steps: number,
): FoundModes {
  const { left: L, right: R } = biorthogonal(now, NEGLIGIBLE);
  const basis = multiply(inverted(multiply(L, multiply(now, R))), L);
  const step = multiply(basis, multiply(next, R));
  const all = power(step, steps);
  const right = multiply(X, R);
  const left = multiply(basis, Y);
  const rows = X.rows / states;
  const total = matrix(rows, step.rows);
  for (let s = 0; s < states; s++) add(total, block(right, [s * rows, rows]));
  const atEnd = multiply(total, all);
  const ofEnd = multiply(plus(multiply(nextX, R), multiply(right, step), -1), all);
  const ofStart = plus(multiply(multiply(atEnd, basis), nextY), multiply(multiply(atEnd, step), left), -1);
  const size = Math.max(1, largestElement(multiply(atEnd, left)));
  const wrong = Math.max(largestElement(ofEnd), largestElement(ofStart)) / size;
  return { modes: { left, right, step }, wrong: size < Infinity ? wrong : Infinity };
}

/**
 * The same fields.
 *
 * @throws NumericalFailure if steps diverge beyond all bounds
 */
export function expectModerate(A: Matrix): Matrix {
  if (!(largestElement(A) < TOO_LARGE)) throw new NumericalFailure('local steps diverge beyond all bounds');
  return A;
}
