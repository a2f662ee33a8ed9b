/** By how much local steps let the moments of an agent on its chain grow. */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { Setting } from './setting.ts';
import { packedIndex, packedLength } from './symmetric.ts';

/** Rows of one agent's second-moment operator up to which its growth is computed. */
const LARGEST_OPERATOR = 250;

/** The largest growth per step, over agents, of E[θ_i; s_i] under homogeneous local steps; `undefined` where that would take too long. */
export function meanGrowthOf(
  { program, root }: Setting,
  laws: readonly FiniteObservations[],
): number | undefined {
  const { act } = program;
  if (act.kind === 'gather') return 1;
  const d = root.length;
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  let largest = 0;
  for (const law of laws) {
    const { states: S, transition } = law.chain;
    const rows = S * d;
    if (rows > LARGEST_OPERATOR) return undefined;
    const operator = new Float64Array(rows * rows);
    for (let state = 0; state < S; state++) {
      for (let next = 0; next < S; next++) {
        const p = transition[state * S + next]!;
        if (p === 0) continue;
        law.affine(state, next, A, b);
        for (let i = 0; i < d; i++)
          for (let k = 0; k < d; k++)
            operator[(next * d + i) * rows + state * d + k]! +=
              p * ((i === k ? 1 : 0) - act.stepSize * A[i * d + k]!);
      }
    }
    largest = Math.max(largest, spectralRadius(operator, rows));
  }
  return largest;
}

/** The largest growth per step, over agents, of E[θ_i θ_iᵀ; s_i] under homogeneous local steps; `undefined` where that would take too long. */
export function growthOf(
  { program, root }: Setting,
  laws: readonly FiniteObservations[],
): number | undefined {
  const { act } = program;
  if (act.kind === 'gather') return 1;
  const d = root.length;
  const pairs = packedLength(d);
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  let largest = 0;
  for (const law of laws) {
    const { states: S, transition } = law.chain;
    const rows = S * pairs;
    if (rows > LARGEST_OPERATOR) return undefined;
    const operator = new Float64Array(rows * rows);
    for (let state = 0; state < S; state++) {
      for (let next = 0; next < S; next++) {
        const p = transition[state * S + next]!;
        if (p === 0) continue;
        law.affine(state, next, A, b);
        const B = A.map((value, j) => (j % (d + 1) === 0 ? 1 : 0) - act.stepSize * value);
        for (let i = 0; i < d; i++) {
          for (let j = 0; j <= i; j++) {
            const row = (next * pairs + packedIndex(i, j)) * rows + state * pairs;
            for (let k = 0; k < d; k++) {
              for (let l = 0; l < d; l++)
                operator[row + packedIndex(k, l)]! += p * B[i * d + k]! * B[j * d + l]!;
            }
          }
        }
      }
    }
    largest = Math.max(largest, spectralRadius(operator, rows));
  }
  return largest;
}
