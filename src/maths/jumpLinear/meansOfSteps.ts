/**
 * Means of many local steps at any step size, along a chain that forgets within them where it stood, Mathematics (12).
 *
 * With A what a step makes of fields E[z 1{s}], X_k = A^k X_0 from the stationary law and Y_k = Y_0 A^k of the sum over states contain
 * after some k steps slow modes alone. Where L and R make L Y_k X_k R diagonal, X = X_k R and Y = L Y_k are bases of them, and
 *
 *     A^H ≈ X K^H (Y X)⁻¹ Y,          K = (Y X)⁻¹ Y A X.
 */
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
  stacked,
  transposed,
} from '../matrix.ts';
import { biorthogonal } from '../biorthogonal.ts';
import type { LocalChain, LocalShape } from './jumpSystem.ts';
import { ifComputable, NumericalFailure } from '../numericalFailure.ts';
import { ofState, unit } from './slowModes.ts';
import { stepOperator } from './stepOperator.ts';

/** E[v_H 1{t} | z, s] = `ended(t) reached(s) z`, by p modes. */
export interface MeansOfSteps {
  /** `[n p, z]` */
  readonly reached: Matrix;
  /** `[n d, p]` */
  readonly ended: Matrix;
  /** p */
  readonly modes: number;
}

/** What is left after some steps. */
interface Modes {
  /** (Y X)⁻¹ Y `[p, n z]`, and what X is of v `[n d, p]` */
  readonly left: Matrix;
  readonly right: Matrix;
  /** K `[p, p]` */
  readonly step: Matrix;
}

/** Steps until the first look at what is left of fast modes, and by how many times more until the next. */
const FIRST_LOOK = 40;
const LATER = 1.4;
/** What may be left of them in a step, beside the largest element of what all steps do. */
const LEFT = 1e-5;
/** Growth above which local steps diverge, whatever rounds make of it. */
const TOO_LARGE = 1e60;
/** Modes that are left out, by their part of Y_k X_k. */
const NEGLIGIBLE = 1e-13;

/** Steps after which fast modes are gone as a rule, and looks at them. */
const USUAL_STEPS = 80;
const USUAL_LOOKS = 4;

/** Multiplications that the means of so many steps take as a rule, along n states. */
export function usualCostOfMeans(
  n: number,
  moves: number,
  { dimension: d, size: z }: Pick<LocalShape, 'dimension' | 'size'>,
  steps: number,
): number {
  const look = n * z * z * (6 * d + 3 * z) + 2 * z ** 3 * Math.log2(steps + 1);
  return 2 * Math.min(steps, USUAL_STEPS) * moves * d * d * z + USUAL_LOOKS * look;
}

/**
 * The means of so many steps; none where more modes are slow than z has coordinates.
 *
 * @throws NumericalFailure if they diverge beyond all bounds
 */
export function meansOfSteps(chain: LocalChain, local: LocalShape, steps: number): MeansOfSteps | undefined {
  const { states: n } = chain;
  const { size: z } = local;
  const modes = keptModes(chain, local, steps);
  if (modes === undefined) return undefined;
  const p = modes.step.rows;
  const amplitudes = expectModerate(multiply(power(modes.step, steps), modes.left));
  const reached = matrix(n * p, z);
  for (let s = 0; s < n; s++) assign(ofState(reached, s, p), block(amplitudes, [0, p], [s * z, z]));
  return { reached, ended: modes.right, modes: p };
}

/** The modes of each chain that were asked for last, whatever the round: at many step sizes, and about as many steps. */
const kept = new WeakMap<LocalChain, Map<string, Modes | undefined>>();
const MOST_KEPT = 24;

function keptModes(chain: LocalChain, local: LocalShape, steps: number): Modes | undefined {
  const ofChain = kept.get(chain) ?? new Map<string, Modes | undefined>();
  kept.set(chain, ofChain);
  const key = JSON.stringify([local, Math.round(4 * Math.log2(steps))]);
  if (!ofChain.has(key)) {
    const [oldest] = ofChain.keys();
    if (ofChain.size >= MOST_KEPT) ofChain.delete(oldest!);
    ofChain.set(key, modesOf(chain, local, steps));
  }
  return ofChain.get(key);
}

function modesOf(chain: LocalChain, local: LocalShape, steps: number): Modes | undefined {
  const { states: n, dimension: d, stationary } = chain;
  const { size: z } = local;
  const A = stepOperator(chain, local);
  const ofV = unit(d, z);
  let X = stacked(Array.from(stationary, (p) => scaled(ofV, p)));
  let Y = stacked(Array.from({ length: n }, () => transposed(ofV)));
  let [nextX, nextY] = [scaled(X), scaled(Y)];
  let look = Math.min(FIRST_LOOK, steps);
  for (let k = 0; k <= steps; k++) {
    A.forward(X, nextX);
    A.backward(Y, nextY);
    if (k === look) {
      look = k < steps ? Math.min(Math.ceil(LATER * look), steps) : 0;
      const found = ifComputable(() => byModes(chain, steps, [X, nextX], [Y, nextY]));
      if (found && found.wrong <= LEFT) return found.modes;
      expectModerate(nextX);
    }
    [X, nextX, Y, nextY] = [nextX, X, nextY, Y];
  }
  return undefined;
}

/** The modes after k steps, from X_k, A X_k and Y_kᵀ, Aᵀ Y_kᵀ, and by what is left of others the result of all steps is wrong. */
function byModes(
  chain: LocalChain,
  steps: number,
  [X, nextX]: readonly [Matrix, Matrix],
  backward: readonly [Matrix, Matrix],
): { readonly modes: Modes; readonly wrong: number } {
  const { states: n, dimension: d } = chain;
  const [Y, nextY] = backward.map((ofV) => wholeFunctionals(chain, ofV)) as [Matrix, Matrix];
  const [now, next] = [X, nextX].map((ofV) => multiply(Y, wholeField(chain, ofV))) as [Matrix, Matrix];
  const { left: L, right: R } = biorthogonal(now, NEGLIGIBLE);
  const basis = multiply(inverted(multiply(L, multiply(now, R))), L);
  const step = multiply(basis, multiply(next, R));
  const all = power(step, steps);
  const right = multiply(X, R);
  const left = multiply(basis, Y);
  const total = matrix(d, step.rows);
  for (let s = 0; s < n; s++) add(total, ofState(right, s, d));
  const atEnd = multiply(total, all);
  const ofEnd = multiply(plus(multiply(nextX, R), multiply(right, step), -1), all);
  const ofStart = plus(multiply(multiply(atEnd, basis), nextY), multiply(multiply(atEnd, step), left), -1);
  const size = Math.max(1, largestElement(multiply(atEnd, left)));
  const wrong = Math.max(largestElement(ofEnd), largestElement(ofStart)) / size;
  return { modes: { left, right, step }, wrong: size < Infinity ? wrong : Infinity };
}

function expectModerate(A: Matrix): Matrix {
  if (!(largestElement(A) < TOO_LARGE)) throw new NumericalFailure('local steps diverge beyond all bounds');
  return A;
}

/** The field of all of z `[n z, z]` of that of v, the rest in the stationary law. */
function wholeField({ states: n, dimension: d, stationary }: LocalChain, X: Matrix): Matrix {
  const { columns: z } = X;
  const out = matrix(n * z, z);
  for (let s = 0; s < n; s++) {
    assign(block(out, [s * z, d]), ofState(X, s, d));
    for (let j = d; j < z; j++) out.values[(s * z + j) * z + j] = stationary[s]!;
  }
  return out;
}

/** The functionals of all of z `[z, n z]` of those of v, the rest what it is. */
function wholeFunctionals({ states: n, dimension: d }: LocalChain, Y: Matrix): Matrix {
  const z = Y.rows / n;
  const out = matrix(z, n * z);
  assign(block(out, [0, d]), transposed(Y));
  for (let s = 0; s < n; s++) for (let j = d; j < z; j++) out.values[j * n * z + s * z + j] = 1;
  return out;
}
