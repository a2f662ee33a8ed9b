/** By how much local steps let the moments of an agent on its chain grow. */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import type { Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { Setting } from './setting.ts';
import { packedIndex, packedLength } from '../../maths/packed.ts';

/** Rows of one agent's operator of moments up to which its growth is computed. */
const LARGEST_OPERATOR = 250;

/** The largest growth per step, over agents, of E[θ_i; s_i] under homogeneous local steps; `undefined` where that would take too long. */
export const meanGrowthOf = (setting: Setting, laws: readonly FiniteObservations[]): number | undefined =>
  largestGrowth(setting, laws, setting.root.length, (operator, place, p, B, d) => {
    for (let i = 0; i < d; i++) for (let k = 0; k < d; k++) operator[place(i) + k]! += p * B[i * d + k]!;
  });

/** The largest growth per step, over agents, of E[θ_i θ_iᵀ; s_i] under homogeneous local steps; `undefined` where that would take too long. */
export const growthOf = (setting: Setting, laws: readonly FiniteObservations[]): number | undefined =>
  largestGrowth(setting, laws, packedLength(setting.root.length), (operator, place, p, B, d) => {
    for (let i = 0; i < d; i++) {
      for (let j = 0; j <= i; j++) {
        const row = place(packedIndex(i, j));
        for (let k = 0; k < d; k++) {
          for (let l = 0; l < d; l++) operator[row + packedIndex(k, l)]! += p * B[i * d + k]! * B[j * d + l]!;
        }
      }
    }
  });

/**
 * Adds what a move of probability p does to the moments, by B = I − ηA `[d, d]`.
 *
 * @param place - where a moment after the move has its row of the moments before it
 */
type AddMove = (
  operator: Float64Array,
  place: (moment: number) => number,
  p: number,
  B: Vector,
  d: number,
) => void;

/** The largest spectral radius, over agents, of a local step on moments of so many numbers a state. */
function largestGrowth(
  { program, root }: Setting,
  laws: readonly FiniteObservations[],
  moments: number,
  addMove: AddMove,
): number | undefined {
  const { act } = program;
  if (act.kind === 'gather') return 1;
  const d = root.length;
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  let largest = 0;
  for (const law of laws) {
    const { states: S, transition } = law.chain;
    const rows = S * moments;
    if (rows > LARGEST_OPERATOR) return undefined;
    const operator = new Float64Array(rows * rows);
    for (let state = 0; state < S; state++) {
      for (let next = 0; next < S; next++) {
        const p = transition[state * S + next]!;
        if (p === 0) continue;
        law.affine(state, next, A, b);
        const B = A.map((value, j) => (j % (d + 1) === 0 ? 1 : 0) - act.stepSize * value);
        const place = (moment: number): number => (next * moments + moment) * rows + state * moments;
        addMove(operator, place, p, B, d);
      }
    }
    largest = Math.max(largest, spectralRadius(operator, rows));
  }
  return largest;
}
