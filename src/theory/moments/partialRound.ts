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
import { combination, conjugate, identityMatrix, type Matrix } from '../../maths/matrix.ts';
import { packedLength } from '../../maths/packed.ts';
import { type Places, placesOf } from '../round/registers.ts';
import type { Participation } from '../schedules/participation.ts';
import { IndependentRound } from './independentRound.ts';
import type { LocalNoise } from './localMoments.ts';
import type { RoundStage } from './roundStages.ts';

/** Why a program's moments are those of rounds in which all take part; `undefined` where they need not be. */
export function whyAllTakePart({ correction, evaluation, together }: RoundProgram): string | undefined {
  if (together !== undefined) return together;
  if (correction === 'kept') return 'its agents keep corrections, of which some then miss a round';
  return evaluation === undefined ? undefined : 'its rounds have two exchanges, which some may miss one of';
}

/** Multiplications of a round. */
export const partialRoundCost = (
  { keptSize: n, agents: { length: M } }: Places,
  kind: LocalNoise['kind'],
): number => M * (6 * n ** 3 + (kind === 'additive' ? 0 : packedLength(n) ** 2));

/** S ↦ S⁺, for S `[n, n]`. */
export function partialRound(
  program: RoundProgram,
  places: Places,
  stages: readonly RoundStage[],
  { inverseSize }: Participation,
): { advance(S: Matrix): Matrix } {
  const M = places.agents.length;
  const weight = inverseSize / M;
  const two = M === 1 ? 0 : (1 - inverseSize) / (M * (M - 1));
  const single = placesOf(program, places.dimension, 1, places.agents[0]!.noise !== undefined);
  const alone = places.agents.map((_, agent) => {
    const responses = stages.map((stage) =>
      stage.kind === 'mix' ? stage : { ...stage, moments: [stage.moments[agent]!] },
    );
    const round = new IndependentRound(single, responses, true);
    return { round, R: round.advanceMean(identityMatrix(single.keptSize)) };
  });
  const sum = combination(alone.map(({ R }) => [1, R]));
  return {
    advance: (S) =>
      combination([
        [two, conjugate(sum, S)],
        ...alone.flatMap(({ round, R }) => [
          [weight, round.advance(S)] as const,
          [-two, conjugate(R, S)] as const,
        ]),
      ]),
  };
}
