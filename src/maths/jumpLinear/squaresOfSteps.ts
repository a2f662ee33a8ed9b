/**
 * Second moments of many local steps v⁺ = (1 + L) v at any step size, along a chain that forgets within them where it stood: the modes
 * that are left of fields E[v vᵀ 1{s}] after some steps, from the stationary law (modesLeft.ts). Constants of steps are left out.
 */
import { type Matrix, matrix, multiply } from '../matrix.ts';
import { packedIndex, packedLength } from '../packed.ts';
import type { Vector } from '../vector.ts';
import type { LocalChain, LocalShape } from './jumpSystem.ts';
import { type Modes, modesLeft, settledModes, type StepsByModes, stepsByModes } from './modesLeft.ts';
import { secondsAfter } from './secondMoments.ts';
import { functionalsBefore } from './squareFunctionals.ts';

/** Steps after which fast modes are gone as a rule, and looks at them. */
const USUAL_STEPS = 90;
const USUAL_LOOKS = 4;

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
  const z = d + 1;
  const local: LocalShape = { dimension: d, second: false, size: z, source: 0, gain, shift: 0 };
  let fields = startingFields(chain);
  let functionals = totals(n, d);
  return settledModes(steps, {
    advance: (count) => {
      fields = fields.map((field) => secondsAfter(chain, local, field, count));
      functionals = functionalsBefore(chain, local, functionals, count);
      return asColumns(fields, n, d);
    },
    look: () => {
      const [X, Y] = [asColumns(fields, n, d), asRows(functionals, n, d)];
      const nextX = asColumns(
        fields.map((field) => secondsAfter(chain, local, field.slice(), 1)),
        n,
        d,
      );
      const nextY = asRows(functionalsBefore(chain, local, functionals, 1), n, d);
      return modesLeft({ X, nextX, Y, nextY, now: multiply(Y, X), next: multiply(Y, nextX) }, n, steps);
    },
  });
}

/** For each packed place a field of E[z zᵀ 1{s}], z = (v, 0), which is 1 there in the stationary law. */
function startingFields({ states: n, dimension: d, stationary }: LocalChain): Float64Array[] {
  const z = d + 1;
  return eachPlace(d).map(([i, j]) => {
    const field = new Float64Array(n * z * z);
    for (let s = 0; s < n; s++) field[(s * z + i) * z + j] = field[(s * z + j) * z + i] = stationary[s]!;
    return field;
  });
}

/** For each packed place a functional, Σ_s of what is there. */
function totals(n: number, d: number): Float64Array {
  const [m, D] = [packedLength(d), packedLength(d + 1)];
  const out = new Float64Array(n * m * D);
  for (let s = 0; s < n; s++)
    eachPlace(d).forEach(([i, j], k) => {
      out[(s * m + k) * D + packedIndex(i, j)] = i === j ? 1 : 1 / 2;
    });
  return out;
}

/** Packed E[v vᵀ 1{s}] of fields as columns `[n packed d, count]`. */
function asColumns(fields: readonly Vector[], n: number, d: number): Matrix {
  const z = d + 1;
  const places = eachPlace(d);
  const out = matrix(n * places.length, fields.length);
  let to = 0;
  for (let s = 0; s < n; s++)
    for (const [i, j] of places) for (const field of fields) out.values[to++] = field[(s * z + i) * z + j]!;
  return out;
}

/** What functionals make of packed E[v vᵀ 1{s}] `[count, n packed d]`. */
function asRows(functionals: Vector, n: number, d: number): Matrix {
  const D = packedLength(d + 1);
  const count = functionals.length / (n * D);
  const places = eachPlace(d);
  const out = matrix(count, n * places.length);
  let to = 0;
  for (let k = 0; k < count; k++)
    for (let s = 0; s < n; s++)
      places.forEach(([i, j], place) => {
        out.values[to++] = (i === j ? 1 : 2) * functionals[(s * count + k) * D + place]!;
      });
  return out;
}

/** The elements (i, j), i ≥ j, in their packed order. */
const eachPlace = (d: number): (readonly [i: number, j: number])[] =>
  Array.from({ length: d }, (_, i) => Array.from({ length: i + 1 }, (__, j) => [i, j] as const)).flat();
