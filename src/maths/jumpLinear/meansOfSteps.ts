/**
 * Means of many local steps at any step size, along a chain that forgets within them where it stood, Mathematics (12).
 * The modes that are left of fields E[z 1{s}] after some steps, from the stationary law (modesLeft.ts).
 */
import { assign, block, type Matrix, matrix, multiply, scaled, stacked, transposed } from '../matrix.ts';
import type { LocalChain, LocalShape } from './jumpSystem.ts';
import { type Looked, type Modes, settledModes, type StepsByModes, stepsByModes } from './modesLeft.ts';
import { ofState, unit } from './slowModes.ts';
import { stepOperator } from './stepOperator.ts';

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
 * E[v_H 1{t} | z, s] = `ended(t) reached(s) z` by modes: `reached` `[n p, z]`, `ended` `[n d, p]`; none where more modes are slow than z
 * has coordinates.
 *
 * @throws NumericalFailure if means diverge beyond all bounds
 */
export function meansOfSteps(chain: LocalChain, local: LocalShape, steps: number): StepsByModes | undefined {
  const modes = keptModes(chain, local, steps);
  return modes && stepsByModes(modes, chain.states, steps);
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
  const A = stepOperator(chain, local);
  const ofV = unit(d, local.size);
  let [now, next] = [0, 1].map(() => ({
    X: stacked(Array.from(stationary, (p) => scaled(ofV, p))),
    Y: stacked(Array.from({ length: n }, () => transposed(ofV))),
  })) as [Fields, Fields];
  const step = (): void => {
    A.forward(now.X, next.X);
    A.backward(now.Y, next.Y);
  };
  return settledModes(n, steps, {
    advance: (count) => {
      for (let k = 0; k < count; k++) {
        step();
        [now, next] = [next, now];
      }
      return now.X;
    },
    look: () => {
      step();
      return looked(chain, [now.X, next.X], [now.Y, next.Y]);
    },
  });
}

/** X and Yᵀ of v alone. */
interface Fields {
  readonly X: Matrix;
  readonly Y: Matrix;
}

/** What is looked at after k steps, from X_k, A X_k and Y_kᵀ, Aᵀ Y_kᵀ of v alone. */
function looked(
  chain: LocalChain,
  [X, nextX]: readonly [Matrix, Matrix],
  backward: readonly [Matrix, Matrix],
): Looked {
  const [Y, nextY] = backward.map((ofV) => wholeFunctionals(chain, ofV)) as [Matrix, Matrix];
  const [now, next] = [X, nextX].map((ofV) => multiply(Y, wholeField(chain, ofV))) as [Matrix, Matrix];
  return { X, nextX, Y, nextY, now, next };
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
