/** How fast an algorithm's second moments contract, round by round. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { dominantModulus } from '../../maths/dominantModulus.ts';
import { matrix, transposed } from '../../maths/matrix.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import { mixed } from '../moments/momentCurve.ts';
import { plannedRounds } from '../moments/plannedRounds.ts';
import { centred, type Places } from '../round/registers.ts';
import type { Setting } from '../moments/setting.ts';
import { packedIndex, packedLength, unpack, pack } from '../../maths/packed.ts';
import { answerRounds } from '../schedules/answerRounds.ts';
import { answerSquareMap } from '../schedules/answerStability.ts';
import { type MomentMap, overRuns, SQUARES_TAKE } from './momentMap.ts';
import { attempted } from '../attempted.ts';
import { tooExpensive, tooLarge, type Unknown } from '../unknown.ts';

/** Applications of a round map that a spectral radius takes where it is not written out. */
const MOST_APPLICATIONS = 150;
/**
 * The spectral radius of the map that takes the second moments from one round to the next, E[x xᵀ] under
 * i.i.d. sampling and E[x xᵀ; s] on the joint chain of all agents under Markov sampling, x the errors of
 * all that the algorithm keeps between rounds: below 1 exactly if `E ‖θ̄_t − θ*‖²` stays bounded from every
 * start. Under i.i.d. sampling it is at least the square of the mean round's factor, and equal to it where
 * noise is additive; Gauss–Markov noise under Markov sampling is part of x. Estimated from below by
 * Arnoldi's method where there are many moments.
 *
 * @param budget - more work than this is refused, and so is a step size at which the mean square over the
 *   Bernoulli gaps does not exist
 */
export function meanSquareFactor(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): number | Unknown {
  const map = squareMap(known, algorithm, budget);
  return 'reason' in map ? map : map.factor();
}

/** The map of {@link meanSquareFactor}, or why there is none. */
export const squareMap = (
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): MomentMap | Unknown =>
  attempted('the map of second moments', () => {
    if (known.answers === undefined)
      return overRuns(known, algorithm, (setting) => squareMapOf(setting, budget));
    const steps = answerRounds(known, known.answers, algorithm, budget);
    return 'reason' in steps ? steps : answerSquareMap(steps, budget);
  });

function squareMapOf(setting: Setting, budget: MomentBudget): MomentMap | Unknown {
  const rounds = plannedRounds(setting, budget);
  if ('reason' in rounds) return rounds;
  const { places, blocks } = rounds;
  const n = blocks * packedLength(places.keptSize - 1);
  const cost = rounds.setupCost + Math.min(n, MOST_APPLICATIONS) * rounds.roundCost;
  const doubles = rounds.memory + MOST_APPLICATIONS * n;
  if (doubles > budget.doubles) return tooLarge(SQUARES_TAKE, doubles, budget);
  if (cost > budget.multiplications) return tooExpensive(SQUARES_TAKE, cost, budget);
  const factor = (): number | Unknown =>
    attempted('the map of second moments', () =>
      radiusOf(places, blocks, mixed(rounds), setting.program.correction === 'kept'),
    );
  return { cost, factor };
}

/** Without the constant 1 of the state, whose row holds the mean, the map is linear in the E[x xᵀ; s]. */
function radiusOf(
  places: Places,
  blocks: number,
  round: (moments: Float64Array) => Float64Array,
  keepsCorrections: boolean,
): number {
  const N = places.keptSize;
  const block = packedLength(N);
  const entries: number[] = [];
  for (let from = 0; from < blocks * block; from += block)
    for (let i = 1; i < N; i++) for (let j = 1; j <= i; j++) entries.push(from + packedIndex(i, j));
  return dominantModulus(entries.length, (x) => {
    const moments = new Float64Array(blocks * block);
    entries.forEach((place, k) => (moments[place] = x[k]!));
    if (keepsCorrections) {
      for (let from = 0; from < moments.length; from += block)
        moments.set(consistent(moments.subarray(from, from + block), places), from);
    }
    const image = round(moments);
    return Float64Array.from(entries, (place) => image[place]!);
  });
}

/**
 * The second moments of the states moved to where the algorithm's always are: corrections sum to 0. Another average
 * may never change, with the eigenvalue 1.
 */
function consistent(moments: Float64Array, places: Places): Float64Array {
  const n = places.keptSize;
  const half = centred(matrix(n, n, unpack(moments, n)), places);
  return pack(centred(transposed(half), places).values, n);
}
