/**
 * What a server step does to second moments under independent observations: S = E x xᵀ of the state about the root goes to
 * `E[B S Bᵀ]`, B random with what agents observe, which is linear in S (vectorEvents.ts). Noise that does not depend on θ adds to S and
 * is left out: it makes no order unstable.
 */
import { matrixOfVectors } from '../../maths/affineMap.ts';
import { assign, block, conjugate, type Matrix, matrix, transposed } from '../../maths/matrix.ts';
import { pack, packedLength, unpack } from '../../maths/packed.ts';
import type { KnownAgent } from '../../theory/moments/setting.ts';
import type { VectorEvents } from '../../theory/schedules/vectorEvents.ts';
import { because, type Unknown } from '../../theory/unknown.ts';
import { workMoments } from '../../theory/workMoments.ts';
import type { ReachedSteps, StepMaps } from './stepMaps.ts';

/** What agents observe. */
export interface ObservedAgents {
  readonly agents: readonly KnownAgent[];
  /** θ* `[d]` */
  readonly root: Float64Array;
}

/** Numbers in packed second moments. */
const MOST_MOMENTS = 300;

/** The maps of packed second moments `[n (n + 1)/2]`, or why there are none. */
export function meanSquareMaps(
  { basis, unplain, eventOf, once }: ReachedSteps,
  observed: ObservedAgents,
): StepMaps | Unknown {
  const n = basis.columns;
  const size = packedLength(n);
  if (size > MOST_MOMENTS)
    return because(`a step has ${n} numbers, too many for a matrix of their second moments`);
  if (unplain !== undefined) return because(unplain);
  const momentsOf = workMoments({ ...observed, sampling: 'iid' });
  return { size, matrix: once((step) => mapOf(basis, eventOf(step, momentsOf))) };
}

/** `S ↦ Qᵀ E[B Q S Qᵀ Bᵀ] Q` of packed S. */
function mapOf(Q: Matrix, event: VectorEvents): Matrix {
  const { rows: height, columns: n } = Q;
  const state = [1, height] as const;
  return matrixOfVectors(packedLength(n), (packed) => {
    const S = matrix(1 + height, 1 + height);
    assign(block(S, state, state), conjugate(Q, matrix(n, n, unpack(packed, n))));
    return pack(conjugate(transposed(Q), block(event.second(S), state, state)).values, n);
  });
}
