/** A long round, in which all chains forget where they stood, as a stage X⁺ = B X + Σ_i E_i y_i. */
import { block, type Matrix, matrix, stacked } from '../../maths/matrix.ts';
import type { LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import { type LongAgent, longAgents, type Place } from './longAgent.ts';
import type { Lift } from '../../maths/places.ts';
import type { RoundBlocks } from './roundBlocks.ts';

export interface LongStage {
  /** B `[D, D]` */
  readonly shared: Matrix;
  readonly agents: readonly LongAgent[];
  /** E_i: where all agents write, and each in its own places */
  readonly common: readonly Lift[];
  readonly ofAgents: readonly (readonly Lift[])[];
}

/** The round; none where steps are too large for a chain's mixing time. */
export function longStage(round: RoundBlocks, chains: readonly LocalChain[]): LongStage | undefined {
  const { places, opening } = placesOf(round, chains);
  const agents = longAgents(places, opening, round.evaluatedAt);
  return agents && { shared: round.B, agents, ...splitLifts(round, chains.length) };
}

/** How the round enters and leaves the agents. */
export function placesOf(
  round: RoundBlocks,
  chains: readonly LocalChain[],
): { readonly places: readonly Place[]; readonly opening: RoundBlocks['opening'] } {
  const { steps, inputsOf, liftsOf } = round;
  const { local, opening } = withCorrection(round);
  return {
    places: chains.map((chain, i) => ({
      ...{ chain, local, steps, inputs: inputsOf(i), lifts: liftsOf(i) },
    })),
    opening,
  };
}

/** Local steps with a correction, which is 0 where an algorithm has none: algorithms then share them. */
function withCorrection({
  dimension: d,
  local,
  opening,
}: RoundBlocks): Pick<RoundBlocks, 'local' | 'opening'> {
  if (local.second) return { local, opening };
  const among = (O: Matrix): Matrix => stacked([block(O, [0, d]), matrix(d, O.columns), block(O, [d, 1])]);
  return {
    local: { ...local, second: true, size: 2 * d + 1, shift: local.gain },
    opening: { x: among(opening.x), mean: among(opening.mean), evaluated: among(opening.evaluated) },
  };
}

/** In corrections, other agents write what all do; an agent writes more in its own. */
function splitLifts(
  { corrections, liftsOf }: RoundBlocks,
  count: number,
): Pick<LongStage, 'common' | 'ofAgents'> {
  const lifts = Array.from({ length: count }, (_, i) => liftsOf(i));
  const factorOf = (i: number, place: number): number =>
    lifts[i]!.find(({ at }) => at === place)?.factor ?? 0;
  const commonAt = (at: number): number => factorOf(at === corrections[0] ? count - 1 : 0, at);
  const liftAt = (at: number, factor: number): Lift[] => (factor === 0 ? [] : [{ at, factor }]);
  const places = new Set(lifts.flat().map(({ at }) => at));
  return {
    common: [...places].flatMap((at) => liftAt(at, commonAt(at))),
    ofAgents: lifts.map((_, i) =>
      corrections.slice(i, i + 1).flatMap((at) => liftAt(at, factorOf(i, at) - commonAt(at))),
    ),
  };
}
