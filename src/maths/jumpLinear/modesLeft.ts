/**
 * What is left of a linear map A of fields after many steps. X_k = A^k X_0 and Y_k = Y_0 A^k contain after some k slow modes alone.
 * Where L and R make L Y_k X_k R diagonal, X = X_k R and Y = L Y_k are bases of them, and
 *
 *     A^H ≈ X K^H (Y X)⁻¹ Y,          K = (Y X)⁻¹ Y A X.
 */
import { biorthogonal } from '../biorthogonal.ts';
import { inverted } from '../inverse.ts';
import {
  add,
  assign,
  block,
  largestElement,
  type Matrix,
  matrix,
  multiply,
  plus,
  power,
  scaled,
} from '../matrix.ts';
import { spectralRadius } from '../eigenvalues.ts';
import { ifComputable, NumericalFailure } from '../numericalFailure.ts';

/** What is left after some steps. */
export interface Modes {
  /** (Y X)⁻¹ Y `[p, …]`, and X `[n rows, p]` */
  readonly left: Matrix;
  readonly right: Matrix;
  /** K `[p, p]` */
  readonly step: Matrix;
}

/** Many steps by p modes: from the state s to t they make `ended(t) reached(s)` of a field. */
export interface StepsByModes {
  /** (Y X)⁻¹ Y after K^H, state below state `[n p, …]` */
  readonly reached: Matrix;
  /** X, state below state */
  readonly ended: Matrix;
  /** p */
  readonly modes: number;
}

/** The modes, by what is left of others the result of all steps is wrong, and that in a step beside them. */
export interface FoundModes {
  readonly modes: Modes;
  readonly wrong: number;
  readonly rest: number;
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
/** What may be left of them in a step beside the modes of fields that have grown so much: else these need not grow as the modes do. */
const SETTLED = 1e-3;
const GROWN = 1e3;
/** Modes that are as good as nothing. */
const FORGOTTEN = 1e-7;
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
    if (found && found.wrong <= LEFT && (found.rest <= SETTLED || largestElement(X) <= GROWN))
      return found.modes;
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
  // of growth that overflows the rest is judged beside it
  const rate = spectralRadius(step.values, step.rows) || 1;
  const ofRate = power(scaled(step, 1 / rate), steps);
  const all = scaled(ofRate, Math.min(1, rate ** steps));
  const right = multiply(X, R);
  const left = multiply(basis, Y);
  const rows = X.rows / states;
  const total = matrix(rows, step.rows);
  for (let s = 0; s < states; s++) add(total, block(right, [s * rows, rows]));
  const atEnd = multiply(total, all);
  const afterEnd = plus(multiply(nextX, R), multiply(right, step), -1);
  const ofEnd = multiply(afterEnd, all);
  const ofStart = plus(multiply(multiply(atEnd, basis), nextY), multiply(multiply(atEnd, step), left), -1);
  const size = Math.max(Math.min(1, rate ** -steps), largestElement(multiply(atEnd, left)));
  const wrong = Math.max(largestElement(ofEnd), largestElement(ofStart)) / size;
  const rounding = Number.EPSILON * largestElement(ofRate);
  const rest = largestElement(afterEnd) / Math.max(largestElement(right), FORGOTTEN);
  return { modes: { left, right, step }, wrong: size < Infinity ? wrong + rounding : Infinity, rest };
}

/**
 * So many steps along n states by their modes.
 *
 * @throws NumericalFailure if they diverge beyond all bounds
 */
export function stepsByModes({ left, right, step }: Modes, states: number, steps: number): StepsByModes {
  const { rows: p } = step;
  const width = left.columns / states;
  const amplitudes = expectModerate(multiply(power(step, steps), left));
  const reached = matrix(states * p, width);
  for (let s = 0; s < states; s++)
    assign(block(reached, [s * p, p]), block(amplitudes, [0, p], [s * width, width]));
  return { reached, ended: right, modes: p };
}

/**
 * The same fields.
 *
 * @throws NumericalFailure if steps diverge beyond all bounds
 */
function expectModerate(A: Matrix): Matrix {
  if (!(largestElement(A) < TOO_LARGE)) throw new NumericalFailure('local steps diverge beyond all bounds');
  return A;
}
