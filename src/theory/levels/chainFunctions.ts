/**
 * The functions of an agent's state that pairs of agents are followed by: those that its stages' mean effects depend on
 * most, as singular vectors, orthonormal in L²(π) and orthogonal to 1.
 */
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import type { Vector } from '../../maths/vector.ts';
import type { StageMoments } from './stageMoments.ts';

export interface ChainFunctions {
  /** φ^a(s), by function `[n]` each */
  readonly values: readonly Float64Array[];
  /** part of the squared singular values that the functions leave out */
  readonly omitted: number;
}

/** Beside the largest, squared singular values that are rounding. */
const ROUNDING = 1e-22;

/**
 * Functions of an agent's state.
 *
 * @param stages - what the agent does in each
 * @param covariances - E[X Xᵀ] at the start of each stage, and of the last at its end
 * @param omits - part of the squared singular values that may be left out
 */
export function chainFunctions(
  stages: readonly StageMoments[],
  covariances: readonly Vector[],
  omits: number,
): ChainFunctions {
  const { states: n, stationary, dimension: d } = stages[0]!.agent.pass.chain;
  const columns: Float64Array[] = [];
  stages.forEach((stage, k) => {
    const { inputs, lifts } = stage.agent;
    const q = inputs.length;
    const size = Math.sqrt(covariances[k]!.length);
    const scale = inputs.map((i) => Math.sqrt(Math.max(covariances[k]![i * size + i]!, 1e-300)));
    const after = covariances[k + 1]!;
    const sizeAfter = Math.sqrt(after.length);
    const result = Array.from({ length: d }, (_, i) => {
      const at = (lifts[0]?.at ?? 0) + i;
      return 1 / Math.sqrt(Math.max(after[at * sizeAfter + at]!, 1e-300));
    });
    const starts = stage.agent.pass.mean();
    const ends = stage.ended;
    for (const [values, isMeasure] of [
      [starts, false],
      [ends, true],
    ] as const) {
      const block: Float64Array[] = [];
      let norm = 0;
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < q; j++) {
          const column = new Float64Array(n);
          const factor = result[i]! * scale[j]!;
          for (let s = 0; s < n; s++) {
            const p = Math.sqrt(stationary[s]!);
            const value = values[(s * d + i) * q + j]!;
            const centred = isMeasure
              ? value / p - p * stage.mean[i * q + j]!
              : p * (value - stage.mean[i * q + j]!);
            column[s] = factor * centred;
            norm += (factor * centred) ** 2;
          }
          block.push(column);
        }
      }
      if (norm > 0) for (const column of block) columns.push(column.map((value) => value / Math.sqrt(norm)));
    }
  });
  return leading(columns, stationary, omits);
}

/** The left singular vectors of the columns, largest first, divided by √π. */
function leading(columns: readonly Float64Array[], stationary: Vector, omits: number): ChainFunctions {
  const w = columns.length;
  if (w === 0) return { values: [], omitted: 0 };
  const n = stationary.length;
  const gram = new Float64Array(w * w);
  for (let i = 0; i < w; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let s = 0; s < n; s++) sum += columns[i]![s]! * columns[j]![s]!;
      gram[i * w + j] = sum;
      gram[j * w + i] = sum;
    }
  const { values, vectors } = symmetricEigenvectors(gram, w);
  const order = [...values.keys()].sort((i, j) => values[j]! - values[i]!);
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const chosen: Float64Array[] = [];
  let left = total;
  for (const k of order) {
    if (left <= omits * total || values[k]! <= ROUNDING * total || chosen.length >= n - 1) break;
    const u = new Float64Array(n);
    for (let j = 0; j < w; j++) {
      const factor = vectors[j * w + k]!;
      for (let s = 0; s < n; s++) u[s]! += factor * columns[j]![s]!;
    }
    if (!orthonormalise(u, chosen, stationary)) break;
    chosen.push(u);
    left -= values[k]!;
  }
  const functions = chosen.map((u) => u.map((value, s) => value / Math.sqrt(stationary[s]!)));
  return { values: functions, omitted: total > 0 ? Math.max(0, left / total) : 0 };
}

/** Makes u of norm 1, orthogonal to √π and to those before; false where nothing is left of it. */
function orthonormalise(u: Float64Array, before: readonly Vector[], stationary: Vector): boolean {
  const size = Math.hypot(...u);
  for (let pass = 0; pass < 2; pass++) {
    for (const other of [stationary.map(Math.sqrt), ...before]) {
      let along = 0;
      for (let s = 0; s < u.length; s++) along += u[s]! * other[s]!;
      for (let s = 0; s < u.length; s++) u[s]! -= along * other[s]!;
    }
  }
  const norm = Math.hypot(...u);
  if (!(norm > 1e-6 * size)) return false;
  for (let s = 0; s < u.length; s++) u[s]! /= norm;
  return true;
}
