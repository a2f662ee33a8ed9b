/**
 * The least cost of one algorithm at other errors than those that were asked for: of a grid of costs the best cells of each ε,
 * with the step size that is best between their neighbours.
 */
import { leastAlong } from './leastAlong.ts';
import { type GapPlan, type PlanSearch } from './planSearch.ts';
import { MOST_ROUNDS } from './fallingError.ts';
import type { SurfaceGrid } from './surface.ts';

/** The least cost that was found for an ε. */
export interface EpsilonPlan extends GapPlan {
  readonly epsilon: number;
}

/** Rows whose best step size is looked for, and how closely. */
const ROWS = 2;
const PRECISION = 0.05;
/** Levels in a decade, and how far they go below and above those that are asked for. */
const PER_DECADE = 4;
const BEYOND = 10;

/** Levels of equal ratios about those that are asked for, below the error at the start. */
export function levelsAbout(asked: readonly number[], start: number): number[] {
  const low = Math.min(...asked) / BEYOND;
  const high = Math.min(Math.max(...asked) * BEYOND, start);
  const count = Math.max(0, Math.floor(PER_DECADE * Math.log10(high / low)));
  return Array.from({ length: count }, (_, k) => low * 10 ** (k / PER_DECADE)).filter(
    (level) => level < start && !asked.some((other) => Math.abs(Math.log(level / other)) < 1e-9),
  );
}

/** The least cost at each level that is reached. @param progress - hears before each how many there are so far */
export const costByEpsilon = (
  search: PlanSearch,
  grid: SurfaceGrid,
  levels: readonly number[],
  progress?: (levels: number) => void,
): EpsilonPlan[] =>
  levels.flatMap((epsilon, k) => {
    progress?.(k);
    const found = leastIn(search, grid, epsilon);
    return found === undefined ? [] : [{ epsilon, ...found }];
  });

function leastIn(
  { errors, parameters, costAt }: PlanSearch,
  { gaps, stepSizes, others }: SurfaceGrid,
  epsilon: number,
): GapPlan | undefined {
  const step = parameters[0]!;
  const roundsAt = (gap: number, stepSize: number, most = MOST_ROUNDS): number => {
    const parameters = { [step.name]: stepSize, ...others };
    const passage = errors.roughErrorAt({ gap, parameters }).passage(epsilon, most);
    return 'rounds' in passage ? passage.rounds : Infinity;
  };
  const rows = gaps
    .map((gap) => {
      let [best, least] = [0, Infinity];
      stepSizes.forEach((stepSize, k) => {
        const rounds = roundsAt(gap, stepSize, Math.min(MOST_ROUNDS, Math.max(64, 4 * least)));
        if (rounds < least) [best, least] = [k, rounds];
      });
      return { gap, best, least, cost: least * costAt(gap) };
    })
    .filter(({ least }) => least < Infinity)
    .sort((a, b) => a.cost - b.cost);
  const refined = rows.slice(0, ROWS).map(({ gap, best, least }): GapPlan => {
    const near = stepSizes[best]!;
    const line = { low: stepSizes[best - 1] ?? near, high: stepSizes[best + 1] ?? near };
    const found =
      step.range.kind === 'list'
        ? undefined
        : leastAlong({ ...line, near, precision: PRECISION }, (at, most) =>
            roundsAt(gap, at, Math.min(MOST_ROUNDS, 4 * most)),
          );
    const { at, value } = found === undefined || found.value > least ? { at: near, value: least } : found;
    const rounds = Math.ceil(value);
    return { gap, parameters: { [step.name]: at, ...others }, rounds, cost: rounds * costAt(gap) };
  });
  return refined.sort((a, b) => a.cost - b.cost)[0];
}
