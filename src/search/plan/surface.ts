/**
 * The cost over step sizes and gaps: cells of a grid of equal ratios, each with the passage of the curve at its setting.
 *
 * Of the grid the row and the column nearest to a plan are moved onto it, so that its own cell is among them.
 */
import { type AlgorithmPlan, type PlanSearch } from './planSearch.ts';
import { type FallingError, MOST_ROUNDS } from './fallingError.ts';
import { endsOf, gapsIn, ratioOf, type SearchRange, valuesIn } from './searchRange.ts';

/**
 * What becomes of the error in a cell: it gets to ε; it does so after {@link FURTHEST} times the least cost if at all; it ends
 * above ε; it grows; or its curve is not known.
 */
export type CellKind = 'reached' | 'later' | 'above' | 'grows' | 'unknown';

export interface SurfaceCell {
  readonly gap: number;
  readonly stepSize: number;
  readonly kind: CellKind;
  /** T and its cost; null where it is not known to get to ε */
  readonly rounds: number | null;
  readonly cost: number | null;
}

/** Where the grid lies. */
export interface SurfaceGrid {
  /** in increasing order */
  readonly gaps: readonly number[];
  readonly stepSizes: readonly number[];
  /** parameters beside the step size, as they are in all cells */
  readonly others: Readonly<Record<string, number>>;
}

export interface Surface {
  readonly epsilon: number;
  /** row by row, from the least gap on */
  readonly cells: readonly SurfaceCell[];
}

/** Columns and rows of a grid, and of one without a plan whose curve is exact: its curves may take long. */
const SIZE = { stepSizes: 24, gaps: 9 } as const;
const COARSE = { stepSizes: 14, gaps: 6 } as const;
/** How far the grid goes below the least step size that is best at a gap, and above the largest. */
const BELOW = 6;
const ABOVE = 2;
/** A largest stable step size so many times that far is shown, with some beyond it. */
const NEAR = 50;
const BEYOND_EDGE = 1.4;
/** Of the least cost: a cell that takes more is not followed further. */
export const FURTHEST = 100;

/** The rows of a grid, and the parameters beside the step size, for the plans of an algorithm, one for each ε. */
export function gridRows(
  { parameters, gap }: PlanSearch,
  plans: readonly AlgorithmPlan[],
): Pick<SurfaceGrid, 'gaps' | 'others'> {
  const gaps = gapsIn(gap, ratioOf(gap.range, sizeFor(plans).gaps));
  const found = foundOf(plans);
  return {
    gaps: movedOnto(gaps, found.map((plan) => plan.gap)), // prettier-ignore
    others: Object.fromEntries(
      parameters.slice(1).map(({ name, range }) => [name, found[0]?.parameters[name] ?? endsOf(range).low]),
    ),
  };
}

/** The columns. @param edge - largest stable step sizes, which the grid goes beyond where they are near */
export function gridColumns(
  { parameters }: PlanSearch,
  plans: readonly AlgorithmPlan[],
  edge: readonly number[],
): number[] {
  const { name, range } = parameters[0]!;
  const bests = plans.flatMap(({ byGap }) => byGap.map((each) => each.parameters[name]!));
  const largest = Math.max(...bests);
  const near = edge.filter((step) => step < NEAR * largest).map((step) => BEYOND_EDGE * step);
  const steps: SearchRange =
    range.kind === 'list' || bests.length === 0
      ? range
      : {
          kind: 'between',
          low: Math.max(range.low, Math.min(...bests) / BELOW),
          high: Math.min(range.high, Math.max(largest * ABOVE, ...near)),
        };
  return movedOnto(valuesIn(steps, ratioOf(steps, sizeFor(plans).stepSizes)), foundOf(plans).map((plan) => plan.parameters[name]!)); // prettier-ignore
}

const foundOf = (plans: readonly AlgorithmPlan[]): Exclude<AlgorithmPlan, { kind: 'none' }>[] =>
  plans.flatMap((plan) => (plan.kind === 'none' ? [] : [plan]));

const sizeFor = (plans: readonly AlgorithmPlan[]): Readonly<Record<'gaps' | 'stepSizes', number>> =>
  plans.some(({ kind }) => kind === 'exact') ? SIZE : COARSE;

/** The cells for one ε. @param progress - hears after each how many there are so far */
export function planSurface(
  search: PlanSearch,
  { gaps, stepSizes, others }: SurfaceGrid,
  { plan, epsilon }: { readonly plan: AlgorithmPlan; readonly epsilon: number },
  progress?: (cells: number) => void,
): Surface {
  const { errors, parameters, costAt } = search;
  const step = parameters[0]!.name;
  const most = plan.kind === 'none' ? Infinity : FURTHEST * plan.cost;
  const cells: SurfaceCell[] = [];
  for (const gap of gaps) {
    const cost = costAt(gap);
    for (const stepSize of stepSizes) {
      const error = errors.roughErrorAt({ gap, parameters: { [step]: stepSize, ...others } });
      const outcome = outcomeOf(error, epsilon, Math.max(1, most / cost));
      cells.push({
        ...{ gap, stepSize, kind: outcome.kind },
        rounds: outcome.rounds,
        cost: outcome.rounds === null ? null : outcome.rounds * cost,
      });
      progress?.(cells.length);
    }
  }
  return { epsilon, cells };
}

function outcomeOf(
  error: FallingError,
  epsilon: number,
  most: number,
): { readonly kind: CellKind; readonly rounds: number | null } {
  const passage = error.passage(epsilon, Math.min(most, MOST_ROUNDS));
  if ('reason' in passage) return { kind: 'unknown', rounds: null };
  if (passage.kind === 'reached' && passage.rounds <= most)
    return { kind: 'reached', rounds: Math.ceil(passage.rounds) };
  if (passage.kind !== 'never')
    return { kind: error.horizon < most && passage.kind === 'later' ? 'unknown' : 'later', rounds: null };
  return { kind: error.floor() === Infinity ? 'grows' : 'above', rounds: null };
}

/** Values, of which those nearest to some others are put in these's places. */
function movedOnto(values: readonly number[], others: readonly number[]): number[] {
  const moved = [...values];
  for (const other of others) {
    const away = moved.map((value) => Math.abs(Math.log(value / other)));
    moved[away.indexOf(Math.min(...away))] = other;
  }
  return [...new Set(moved)].sort((a, b) => a - b);
}
