/**
 * Second moments of many local steps v⁺ = (1 + L) v at any step size, along a chain that forgets within them where it stood: the modes
 * that are left of fields E[v vᵀ 1{s}] after some steps, from the stationary law (modesLeft.ts). Constants of steps are left out.
 */
import { identityMatrix, type Matrix, matrix, multiply, stacked, transposed } from '../matrix.ts';
import { packedIndex, packedLength } from '../packed.ts';
import type { Vector } from '../vector.ts';
import type { LocalChain, LocalShape } from './jumpSystem.ts';
import { type Modes, settledModes, type StepsByModes, stepsByModes } from './modesLeft.ts';
import { secondsAfter } from './secondMoments.ts';
import { functionalsBefore } from './squareFunctionals.ts';

/** Steps after which fast modes are gone as a rule, and looks at them. */
const USUAL_STEPS = 40;
const USUAL_LOOKS = 2;

/** Multiplications that the second moments of so many steps take as a rule, along n states. */
export function usualCostOfSquares(n: number, moves: number, d: number, steps: number): number {
  const m = packedLength(d);
  return 2 * Math.min(steps, USUAL_STEPS) * moves * m * 3 * d * d + USUAL_LOOKS * 6 * n * m ** 3;
}

/**
 * Packed E[v_H v_Hᵀ 1{t} | v, s] = `ended(t) reached(s)` packed v vᵀ, by modes: `reached` `[n p, packed d]`, `ended` `[n packed d, p]`;
 * none where they do not settle.
 *
 * @throws NumericalFailure if second moments diverge beyond all bounds
 */
export function squaresOfSteps(
  chain: LocalChain,
  local: LocalShape,
  steps: number,
): StepsByModes | undefined {
  const modes = keptModes(chain, local, steps);
  return modes && stepsByModes(modes, chain.states, steps);
}

/** The modes of each chain that were asked for last: one step size is asked for again. */
const kept = new WeakMap<LocalChain, { readonly key: string; readonly modes: Modes | undefined }>();

function keptModes(chain: LocalChain, local: LocalShape, steps: number): Modes | undefined {
  const key = JSON.stringify([local, steps]);
  const before = kept.get(chain);
  if (before?.key === key) return before.modes;
  const modes = modesOf(chain, local, steps);
  kept.set(chain, { key, modes });
  return modes;
}

function modesOf(chain: LocalChain, { gain }: LocalShape, steps: number): Modes | undefined {
  const { states: n, dimension: d } = chain;
  const local: LocalShape = { dimension: d, second: false, size: d + 1, source: 0, gain, shift: 0 };
  const places = new Places(n, d);
  const after = (fields: Matrix, count: number): Matrix =>
    places.ofFields(places.fields(fields).map((field) => secondsAfter(chain, local, field, count)));
  const before = (functionals: Matrix, count: number): Matrix =>
    places.ofFunctionals(functionalsBefore(chain, local, places.functionals(functionals), count));
  let [X, Y] = [stationaryFields(chain), totals(n, d)];
  return settledModes(n, steps, {
    advance: (count) => {
      [X, Y] = [after(X, count), before(Y, count)];
      return X;
    },
    look: () => {
      const [nextX, nextY] = [after(X, 1), before(Y, 1)];
      return { X, nextX, Y, nextY, now: multiply(Y, X), next: multiply(Y, nextX) };
    },
    follow: (ofX, ofY) => {
      [X, Y] = [ofX, ofY];
    },
  });
}

/** For each packed place the field of E[v vᵀ 1{s}] which is 1 there in the stationary law, as columns `[n packed d, packed d]`. */
const stationaryFields = ({ stationary, dimension: d }: LocalChain): Matrix =>
  stacked(Array.from(stationary, (p) => identityMatrix(packedLength(d), p)));

/** For each packed place Σ_s of what is there, as rows `[packed d, n packed d]`. */
const totals = (n: number, d: number): Matrix =>
  transposed(stacked(Array.from({ length: n }, () => identityMatrix(packedLength(d)))));

/** Where packed E[v vᵀ 1{s}] and functionals of it are in those of z = (v, 0). */
class Places {
  readonly #n: number;
  readonly #m: number;
  readonly #z: number;
  /** the elements (i, j), i ≥ j, in their packed order */
  readonly #each: readonly (readonly [i: number, j: number])[];

  constructor(n: number, d: number) {
    [this.#n, this.#m, this.#z] = [n, packedLength(d), d + 1];
    this.#each = Array.from({ length: d }, (_, i) =>
      Array.from({ length: i + 1 }, (__, j) => [i, j] as const),
    ).flat();
  }

  /** Fields E[z zᵀ 1{s}] `[n, z, z]` of columns `[n packed d, count]`. */
  fields({ values, columns }: Matrix): Float64Array[] {
    const z = this.#z;
    return Array.from({ length: columns }, (_, k) => {
      const field = new Float64Array(this.#n * z * z);
      for (let s = 0, at = k; s < this.#n; s++)
        for (const [i, j] of this.#each) {
          field[(s * z + i) * z + j] = field[(s * z + j) * z + i] = values[at]!;
          at += columns;
        }
      return field;
    });
  }

  /** Columns of fields. */
  ofFields(fields: readonly Vector[]): Matrix {
    const z = this.#z;
    const out = matrix(this.#n * this.#m, fields.length);
    let to = 0;
    for (let s = 0; s < this.#n; s++)
      for (const [i, j] of this.#each)
        for (const field of fields) out.values[to++] = field[(s * z + i) * z + j]!;
    return out;
  }

  /** Functionals `[n, count, packed z]` of rows `[count, n packed d]`. */
  functionals({ values, rows }: Matrix): Float64Array {
    const D = packedLength(this.#z);
    const out = new Float64Array(this.#n * rows * D);
    let from = 0;
    for (let k = 0; k < rows; k++)
      for (let s = 0; s < this.#n; s++)
        for (const [i, j] of this.#each)
          out[(s * rows + k) * D + packedIndex(i, j)] = values[from++]! / (i === j ? 1 : 2);
    return out;
  }

  /** Rows of functionals. */
  ofFunctionals(functionals: Vector): Matrix {
    const D = packedLength(this.#z);
    const rows = functionals.length / (this.#n * D);
    const out = matrix(rows, this.#n * this.#m);
    let to = 0;
    for (let k = 0; k < rows; k++)
      for (let s = 0; s < this.#n; s++)
        for (const [i, j] of this.#each)
          out.values[to++] = (i === j ? 1 : 2) * functionals[(s * rows + k) * D + packedIndex(i, j)]!;
    return out;
  }
}
