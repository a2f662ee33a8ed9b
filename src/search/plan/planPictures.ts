/** What the pictures of an algorithm's plans show beside them: cells over step sizes and gaps, other ε, and recommendations. */
import type { Strength } from '../../theory/bounds/statement.ts';
import { bareReason } from '../../theory/unknown.ts';
import { type AlgorithmPlan, type PlanSearch } from './planSearch.ts';
import { costByEpsilon, type EpsilonPlan, levelsAbout } from './costByEpsilon.ts';
import { firstRound } from './fallingError.ts';
import type { PlannedRun } from './plannedErrors.ts';
import { type Recommendation, recommendationsOf } from './recommendations.ts';
import { computedEdge, edgeFromCells, type EdgePoint, grownBeyond } from './stableEdge.ts';
import { gridColumns, gridRows, planSurface, type Surface, type SurfaceGrid } from './surface.ts';

/** What a corollary recommends, with what it costs; or why it recommends nothing. */
export interface RecommendedCost {
  readonly source: string;
  /** null where the corollary does not apply */
  readonly kind: Strength | null;
  readonly stepSize: number | null;
  readonly gap: number | null;
  /** T by the corollary, and by theory's curve at its parameters */
  readonly statedRounds: number | null;
  readonly rounds: number | null;
  readonly cost: number | null;
  /** why a number is missing */
  readonly reason: string | null;
}

/** Plain data. */
export interface PlanPictures {
  /** for each ε */
  readonly surfaces: readonly Surface[];
  /** with the parameters beside the step size in all cells */
  readonly others: Readonly<Record<string, number>>;
  /** by gap */
  readonly edge: readonly EdgePoint[];
  /** at ε beside those that were asked for, ascending */
  readonly byEpsilon: readonly EpsilonPlan[];
  /** for each ε */
  readonly recommended: readonly (readonly RecommendedCost[])[];
}

/** Each ε, with its plan. */
interface LevelPlans {
  readonly epsilons: readonly number[];
  readonly plans: readonly AlgorithmPlan[];
}

/**
 * The pictures of one algorithm.
 *
 * @param progress - hears how many cells of surfaces and levels beside ε there are so far, and how many there will be
 */
export function planPictures(
  run: PlannedRun,
  search: PlanSearch,
  { epsilons, plans }: LevelPlans,
  progress: (parts: number, all: number) => void,
): PlanPictures {
  const rows = gridRows(search, plans);
  const fixed = { ...run, algorithm: { ...run.algorithm, ...rows.others } };
  const computed = computedEdge(fixed, search.gap.kind, rows.gaps);
  const columns = gridColumns(search, plans, computed.map(({ stepSize }) => stepSize)); // prettier-ignore
  const grid = { ...rows, stepSizes: columns };
  const count = grid.gaps.length * grid.stepSizes.length;
  const cells = epsilons.length * count;
  const levels = levelsAbout(epsilons, startOf(search, grid));
  const hear = (parts: number): void => {
    progress(parts, cells + levels.length);
  };
  const surfaces = epsilons.map((epsilon, k) => {
    const surface = planSurface(search, grid, { plan: plans[k]!, epsilon }, (some) => {
      hear(k * count + some);
    });
    return grownBeyond(computed, surface);
  });
  const others = { ...grid.others, ...('serverStepSize' in grid.others && { serverStepSize: SERVER_STEP }) };
  const asStated = { ...run, algorithm: { ...run.algorithm, ...others } };
  return {
    surfaces,
    others: grid.others,
    edge: edgeFromCells(computed, surfaces[0]!.cells),
    byEpsilon: costByEpsilon(search, grid, levels, (some) => {
      hear(cells + some);
    }),
    recommended: epsilons.map((epsilon) =>
      recommendationsOf(asStated, search.gap.kind, epsilon).map((found) =>
        'reason' in found
          ? { ...NOTHING, source: found.source, reason: found.reason }
          : recommendedCost(search, found, others, epsilon),
      ),
    ),
  };
}

/** α_g of the corollaries, where it is searched. */
const SERVER_STEP = 1;

const NOTHING: Omit<RecommendedCost, 'source'> = {
  ...{ kind: null, stepSize: null, gap: null, statedRounds: null, rounds: null, cost: null, reason: null },
};

/** The error at the start; 0 where no curve is known. */
function startOf(
  { errors, parameters: [step] }: PlanSearch,
  { gaps, stepSizes, others }: SurfaceGrid,
): number {
  const parameters = { [step!.name]: stepSizes[0]!, ...others };
  const start = errors.errorAt({ gap: gaps[0]!, parameters }).at([0]);
  return 'reason' in start ? 0 : start.meanSquare[0]!;
}

/** T and its cost at recommended parameters, by theory’s curve. @param others - the parameters beside the step size */
export function recommendedCost(
  { errors, parameters: [step], costAt }: PlanSearch,
  { source, kind: strength, stepSize, gap, rounds: statedRounds }: Recommendation,
  others: Readonly<Record<string, number>>,
  epsilon: number,
): RecommendedCost {
  const stated = { ...NOTHING, source, kind: strength, stepSize, gap, statedRounds };
  const error = errors.errorAt({ gap, parameters: { [step!.name]: stepSize, ...others } });
  const passage = error.passage(epsilon);
  if ('reason' in passage) return { ...stated, reason: bareReason(passage.reason) };
  if (passage.kind === 'later') return { ...stated, reason: bareReason(error.refusal!.reason) };
  if (passage.kind === 'never') return { ...stated, reason: 'its expected error does not get to ε' };
  const rounds = firstRound(error, epsilon, passage.rounds);
  if (typeof rounds !== 'number') return { ...stated, reason: rounds.reason };
  const perRound = costAt(gap);
  return Number.isNaN(perRound)
    ? { ...stated, rounds, reason: 'the cost of a round is not known there' }
    : { ...stated, rounds, cost: rounds * perRound };
}
