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
  addProduct,
  assign,
  block,
  largestElement,
  type Matrix,
  matrix,
  multiply,
  power,
  scaled,
  transposed,
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
const FIRST_LOOK = 28;
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
const DIVERGED = 'local steps diverge beyond all bounds';
/** Modes that are left out, by their part of Y_k X_k. */
const NEGLIGIBLE = 1e-13;
/** What may be wrong of modes of which those that fade are left behind, and what these may be beside the others after all steps. */
const ROUGH = 1e-2;
const FADED = 1e-13;
/** Smallest parts of Y_k X_k that modes are kept for: those of smaller ones are mixed with fast modes, and what these make is no mode. */
const PARTS = [NEGLIGIBLE, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3];
/** What may be left of modes that are left out for that: now, and at the end, by how they faded until now. */
const LEFT_NOW = 0.1;
const LEFT_AT_END = 1e-8;

/** Fields and functionals that are followed step by step. */
interface Followed {
  /** so many steps more; gives X */
  readonly advance: (steps: number) => Matrix;
  readonly look: () => Looked;
  /** these fields and functionals are followed from here on; of a map that keeps a cone, inside which fields begin: its largest mode is real */
  readonly follow?: (X: Matrix, Y: Matrix) => void;
}

/**
 * The modes as soon as what is left of others makes no difference to so many steps; none where there are more. Where they are known
 * roughly, only those that do not fade until the end are followed further.
 *
 * @throws NumericalFailure if steps diverge beyond all bounds
 */
export function settledModes(
  states: number,
  steps: number,
  { advance, look, follow }: Followed,
): Modes | undefined {
  let k = 0;
  /** what fields have grown by when others were taken for them, beside the size of these */
  let growth = 1;
  while (k < steps) {
    const next = Math.min(k === 0 ? FIRST_LOOK : Math.ceil(LATER * k), steps);
    const size = growth * largestElement(advance(next - k));
    k = next;
    const looked = look();
    const parts = follow ? PARTS : PARTS.slice(0, 1);
    const basis = ifComputable(() => basisLeft(looked, states, { steps, taken: k, parts }));
    if (basis && basis.wrong <= LEFT) {
      const { modes, wrong, rest } = modesOf(looked, basis, states, steps);
      if (wrong <= LEFT && (rest <= SETTLED || size <= GROWN)) return modes;
    }
    if (!(size < TOO_LARGE)) throw new NumericalFailure(DIVERGED);
    if (follow && basis && basis.wrong <= ROUGH) {
      const { right, left } = withoutFaded(basis, steps);
      const X = multiply(looked.X, right);
      follow(X, multiply(left, looked.Y));
      growth = size / largestElement(X);
    }
  }
  return undefined;
}

/** What makes modes of X and Y: right `[…, p]` and left `[p, …]` with left Y X right = 1, and their K. */
interface Basis {
  readonly right: Matrix;
  readonly left: Matrix;
  readonly step: Matrix;
}

/** Of how many steps it is looked for after how many, and of what parts of Y_k X_k. */
interface Looking {
  readonly steps: number;
  readonly taken: number;
  readonly parts: readonly number[];
}

/** The basis of as many modes as are not mixed with fast ones, by what their sums over states are wrong. */
function basisLeft(
  looked: Looked,
  states: number,
  { steps, taken, parts }: Looking,
): Basis & { readonly wrong: number } {
  const { now, next } = looked;
  const { left: L, right: R, pivots } = biorthogonal(now, NEGLIGIBLE);
  const [G, ofNext] = [now, next].map((A) => multiply(L, multiply(A, R))) as [Matrix, Matrix];
  const [X, nextX] = [looked.X, looked.nextX].map((A) => multiply(summed(A, states), R)) as [Matrix, Matrix];
  const Y = multiply(L, transposed(summed(transposed(looked.Y), states)));
  const basisOf = (p: number): Basis & { readonly wrong: number } => {
    const head = (A: Matrix): Matrix => block(A, [0, A.rows], [0, p]);
    const inverse = inverted(scaled(head(block(G, [0, p]))));
    const step = multiply(inverse, head(block(ofNext, [0, p])));
    const { all, ...rated } = allSteps(step, steps);
    const ofEnd = addProduct(multiply(head(nextX), all), head(X), multiply(step, all), -1);
    const together = multiply(multiply(head(X), multiply(all, inverse)), block(Y, [0, p]));
    const wrong = largestElement(ofEnd) / sizeOf(rated, scaled(together, 1 / states), steps);
    return { right: scaled(head(R)), left: multiply(inverse, block(L, [0, p])), step, wrong };
  };
  let best = basisOf(pivots.length);
  for (const least of parts) {
    const p = pivots.filter((pivot) => pivot > least).length;
    const leftOut = pivots[p] ?? 0;
    const fades = leftOut <= LEFT_NOW && leftOut ** (steps / taken / 2) <= LEFT_AT_END;
    if (best.wrong <= ROUGH || p === 0 || !fades) break;
    if (p === best.step.rows) continue;
    const found = basisOf(p);
    if (found.wrong < best.wrong) best = found;
  }
  return best;
}

/** Σ_s of matrices of n states below each other. */
function summed(field: Matrix, states: number): Matrix {
  const rows = field.rows / states;
  const total = matrix(rows, field.columns);
  for (let s = 0; s < states; s++) add(total, block(field, [s * rows, rows]));
  return total;
}

interface Rated {
  readonly rate: number;
  readonly ofRate: Matrix;
}

/** What all steps make of modes, beside their growth where there is any, for that may overflow. */
function allSteps(step: Matrix, steps: number): Rated & { readonly all: Matrix } {
  const rate = spectralRadius(step.values, step.rows) || 1;
  const ofRate = power(scaled(step, 1 / rate), steps);
  return { rate, ofRate, all: scaled(ofRate, Math.min(1, rate ** steps)) };
}

/** What errors are judged beside: what all steps make, or what was there before. */
const sizeOf = ({ rate }: Pick<Rated, 'rate'>, together: Matrix, steps: number): number =>
  Math.max(Math.min(1, rate ** -steps), largestElement(together));

/** The modes, by what is left of others the result of all steps is wrong, and that in a step beside the modes. */
function modesOf(
  { X, nextX, Y, nextY }: Looked,
  basis: Basis,
  states: number,
  steps: number,
): { readonly modes: Modes; readonly wrong: number; readonly rest: number } {
  const { step } = basis;
  const [right, left] = [multiply(X, basis.right), multiply(basis.left, Y)];
  const { all, ...rated } = allSteps(step, steps);
  const atEnd = multiply(summed(right, states), all);
  const afterEnd = addProduct(multiply(nextX, basis.right), right, step, -1);
  const beforeStart = addProduct(multiply(basis.left, nextY), step, left, -1);
  const most = Math.max(
    largestElement(multiply(afterEnd, all)),
    largestElement(multiply(atEnd, beforeStart)),
  );
  const size = sizeOf(rated, multiply(atEnd, left), steps);
  const rounding = Number.EPSILON * largestElement(rated.ofRate);
  return {
    modes: { left, right, step },
    wrong: size < Infinity ? most / size + rounding : Infinity,
    rest: largestElement(afterEnd) / Math.max(largestElement(right), FORGOTTEN),
  };
}

/** The modes that do not fade within so many steps, half of these later. */
function withoutFaded(
  { left, right, step }: Basis,
  steps: number,
): { readonly right: Matrix; readonly left: Matrix } {
  const { ofRate: half } = allSteps(step, Math.ceil(steps / 2));
  const { left: L, right: R } = biorthogonal(multiply(half, half), FADED);
  return { right: multiply(right, multiply(half, R)), left: multiply(multiply(L, half), left) };
}

/**
 * So many steps along n states by their modes.
 *
 * @throws NumericalFailure if they diverge beyond all bounds
 */
export function stepsByModes({ left, right, step }: Modes, states: number, steps: number): StepsByModes {
  const { rows: p } = step;
  const width = left.columns / states;
  const amplitudes = multiply(power(step, steps), left);
  if (!(largestElement(amplitudes) < TOO_LARGE)) throw new NumericalFailure(DIVERGED);
  const reached = matrix(states * p, width);
  for (let s = 0; s < states; s++)
    assign(block(reached, [s * p, p]), block(amplitudes, [0, p], [s * width, width]));
  return { reached, ended: right, modes: p };
}
