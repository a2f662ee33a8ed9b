/**
 * One round of a program in which a random set S of agents takes part, drawn uniformly given its size and
 * independent of all before.
 *
 * The server's mixes are affine in averages over S, so that the state after the round is the average over S of the
 * states `X_i = R_i X + E ω_i` after a round in which agent i alone takes part. With F_i(S) the second moments after
 * that, P(i ∈ S)/|S|² averages to a = E[1/|S|]/M, and P(i, j ∈ S)/|S|² to b = (1 − E[1/|S|])/(M (M − 1)):
 *
 *     S⁺ = a Σ_i F_i(S) + b Σ_{i≠j} R_i S R_jᵀ.
 */
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import { identity } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import type { Participation } from '../schedules/participation.ts';
import { IndependentRound } from './independentRound.ts';
import { congruence, type LocalNoise } from './localMoments.ts';
import type { StateLayout } from './registers.ts';
import type { RoundStage } from './roundStages.ts';
import { packedLength } from '../../maths/packed.ts';

/** Why a program's moments are those of rounds in which all take part; `undefined` where they need not be. */
export function whyAllTakePart({ correction, evaluation, together }: RoundProgram): string | undefined {
  if (together !== undefined) return together;
  if (correction === 'kept') return 'its agents keep corrections, of which some then miss a round';
  return evaluation === undefined ? undefined : 'its rounds have two exchanges, which some may miss one of';
}

/** Multiplications of a round. */
export const partialRoundCost = ({ size, agents }: StateLayout, kind: LocalNoise['kind']): number =>
  agents * (6 * size ** 3 + (kind === 'additive' ? 0 : packedLength(size) ** 2));

/** S ↦ S⁺, for S `[size, size]`. */
export function partialRound(
  layout: StateLayout,
  stages: readonly RoundStage[],
  { inverseSize }: Participation,
): { advance(S: Vector): Float64Array } {
  const { agents: M, size: n } = layout;
  const weight = inverseSize / M;
  const two = M === 1 ? 0 : (1 - inverseSize) / (M * (M - 1));
  const sum = new Float64Array(n * n);
  const alone = Array.from({ length: M }, (_, agent) => {
    const responses = stages.map((stage) =>
      stage.kind === 'mix' ? stage : { ...stage, moments: [stage.moments[agent]!] },
    );
    const round = new IndependentRound({ ...layout, agents: 1 }, responses, true);
    const matrix = round.advanceMean(identity(n), n);
    for (let j = 0; j < sum.length; j++) sum[j]! += matrix[j]!;
    return { round, matrix };
  });
  return {
    advance: (S) => {
      const out = congruence(sum, n, S, n).map((value) => two * value);
      for (const { round, matrix } of alone) {
        const moments = round.advance(S);
        const pair = congruence(matrix, n, S, n);
        for (let j = 0; j < out.length; j++) out[j]! += weight * moments[j]! - two * pair[j]!;
      }
      return out;
    },
  };
}
