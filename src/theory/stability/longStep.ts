/** The largest stable step size in rounds within which all chains forget where they stood (levels/longMeans.ts, longSquares.ts). */
import type { LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import { usualCostOfMeans } from '../../maths/jumpLinear/meansOfSteps.ts';
import { packedLength } from '../../maths/packed.ts';
import { usualCostOfSquares } from '../../maths/jumpLinear/squaresOfSteps.ts';
import { levelChains } from '../levels/levelPlan.ts';
import { longMeanRadius } from '../levels/longMeans.ts';
import { isLong } from '../levels/longMoments.ts';
import { hasLongSquares, longSquareRadius } from '../levels/longSquares.ts';
import { type RoundBlocks, roundBlocks } from '../levels/roundBlocks.ts';
import { attempted } from '../attempted.ts';
import type { MomentBudget } from '../budgets.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { Setting } from '../moments/setting.ts';
import { because, tooExpensive, type Unknown } from '../unknown.ts';
import type { Moment } from './levelMaps.ts';
import { patientScan } from './levelStep.ts';
import { type MomentMap, overRuns } from './momentMap.ts';
import { withStep } from './scannedStep.ts';
import { approximateStep, exactStep, type StableStep } from './stableStep.ts';
import { largestStep, type StepScan } from './stepScan.ts';

type Radius = (round: RoundBlocks, chains: readonly LocalChain[]) => number | undefined;

/** What the moments of long rounds are computed by, and what is said of them. */
interface LongMoment {
  readonly radius: Radius;
  /** to one order less, where one is exact but for products of what is of first order */
  readonly coarse?: Radius;
  readonly cost: (round: RoundBlocks, chains: readonly LocalChain[]) => number;
  /** what a refusal for their cost begins with */
  readonly take: string;
  readonly neglects: string;
  /** whether rounds that take too much are left to others */
  readonly isLeft: boolean;
  /** how much below a step size that is known to be near the scan begins */
  readonly below: number;
  /** how many times the multiplications of levels it may take */
  readonly more: number;
}

/** Applications of the map that its spectral radius takes about. */
const APPLICATIONS = 100;

const LONG_MOMENTS: Readonly<Record<Moment, LongMoment>> = {
  mean: {
    ...{ radius: longMeanRadius, cost: longMeanCost },
    take: 'first moments of long rounds take',
    neglects: 'fast modes of local steps',
    ...{ isLeft: false, below: 4, more: 1 },
  },
  meanSquare: {
    ...{ radius: longSquareRadius, cost: longSquareCost },
    coarse: (round, chains) => longSquareRadius(round, chains, false),
    take: 'second moments of long rounds take',
    neglects: 'fast modes of local steps and products of what two chains remember',
    ...{ isLeft: true, below: 2, more: 4 },
  },
};

/** Why there is no number. */
const TOO_MANY_MODES = 'local steps have too many slow modes at such a step size';

/** How much above a step size that is known to be near the scan gives up. */
const ABOVE = 8;
/** Relative precision of the search, and up to which a step is as good as exact. */
const CLOSE = 3e-6;
const EXACT = 1e-5;
/** Relative error of a factor at most: its effect is judged by the factor so much below the largest step. */
const FACTOR_ERROR = 1e-4;
const APART = 1e-3;

/**
 * The largest stable step size; `undefined` where rounds are not long, or their second moments are left to others.
 *
 * @param near - finds one that it is not far from
 */
export function longStep(
  given: StepScan,
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  moment: Moment,
  near: () => number | Unknown,
): StableStep | undefined {
  const { below, coarse, isLeft, more, neglects, radius } = LONG_MOMENTS[moment];
  const scan = patientScan(given, more);
  const rounds = { areShort: false };
  const mapOf = (scanned: ConfiguredAlgorithm, by = radius): MomentMap | Unknown =>
    overRuns(known, scanned, (setting) => {
      const map = longMap(setting, scan.each, moment, by);
      rounds.areShort ||= map === undefined;
      return map ?? because('rounds are short');
    });
  const typical = mapOf(withStep(algorithm, 1));
  if (rounds.areShort || (isLeft && 'reason' in typical)) return undefined;
  const place = near();
  if (typeof place !== 'number' || !(place > 0 && place < Infinity)) return undefined;
  // from powers of two on: algorithms whose local steps are the same then share what they make
  const window = { from: 2 ** Math.floor(Math.log2(place / below)), most: place * ABOVE, precision: CLOSE };
  const found = largestStep(scan, algorithm, mapOf, window);
  if (typeof found !== 'number' || found === 0 || found === Infinity) return exactStep(found);
  const justBelow = withStep(algorithm, found * (1 - APART));
  const factorBy = (by: Radius): number | Unknown => {
    const map = mapOf(justBelow, by);
    return 'reason' in map ? map : map.factor();
  };
  const factor = factorBy(radius);
  const other = coarse === undefined ? factor : factorBy(coarse);
  if (typeof factor !== 'number') return exactStep(factor);
  if (typeof other !== 'number') return exactStep(other);
  const wrong = FACTOR_ERROR + (factor > 0 ? other / factor - 1 : 0) ** 2;
  const error = (wrong * APART) / Math.max(-Math.log(factor), 0) + CLOSE;
  return error <= EXACT ? exactStep(found) : approximateStep(found, error, neglects);
}

/** The map of moments; `undefined` where rounds are not long, or have others. */
function longMap(
  setting: Setting,
  budget: MomentBudget,
  moment: Moment,
  radius: Radius,
): MomentMap | Unknown | undefined {
  const known = levelChains(setting, budget);
  if ('reason' in known || known.nodes.length > 1) return undefined;
  const { chains, nodes } = known;
  const { root, agents, program } = setting;
  const round = roundBlocks(program, { dimension: root.length, agents: agents.length }, nodes[0]!.gap);
  if (!isLong(round, chains) || (moment === 'meanSquare' && !hasLongSquares(round))) return undefined;
  const { cost: costOf, take } = LONG_MOMENTS[moment];
  const cost = costOf(round, chains);
  if (cost > budget.multiplications) return tooExpensive(take, cost, budget);
  return {
    cost,
    factor: () =>
      attempted('the map of moments of long rounds', () => radius(round, chains) ?? because(TOO_MANY_MODES)),
  };
}

function longMeanCost(
  { dimension: d, size: D, opening, steps }: RoundBlocks,
  chains: readonly LocalChain[],
): number {
  const z = 2 * d + 1;
  return chains.reduce(
    (sum, { states: n, next }) =>
      sum +
      usualCostOfMeans(n, next.length, { dimension: d, size: z }, steps) +
      next.length * z * z * opening.x.columns +
      n * (z + d) * d * z +
      APPLICATIONS * ((z + d) * (z + opening.x.columns) + D * d),
    APPLICATIONS * (D * D + APPLICATIONS * (D + z * chains.length)),
  );
}

function longSquareCost(
  { dimension: d, size: D, steps }: RoundBlocks,
  chains: readonly LocalChain[],
): number {
  const m = packedLength(d);
  return chains.reduce(
    (sum, { states: n, next }) =>
      sum +
      usualCostOfMeans(n, next.length, { dimension: d, size: d + 1 }, steps) +
      usualCostOfSquares(n, next.length, d, steps) +
      APPLICATIONS * (n * (2 * m * m + 4 * d ** 3) + 6 * d * D * D + APPLICATIONS * (m + d * D)),
    0,
  );
}
