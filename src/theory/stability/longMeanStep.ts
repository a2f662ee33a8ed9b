/** The largest stable step size of first moments in rounds within which all chains forget where they stood (levels/longMeans.ts). */
import { usualCostOfMeans } from '../../maths/jumpLinear/meansOfSteps.ts';
import { levelChains } from '../levels/levelPlan.ts';
import { longMeanRadius } from '../levels/longMeans.ts';
import { isLong } from '../levels/longMoments.ts';
import { roundBlocks } from '../levels/roundBlocks.ts';
import { attempted } from '../attempted.ts';
import type { MomentBudget } from '../budgets.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { Setting } from '../moments/setting.ts';
import { because, tooExpensive, type Unknown } from '../unknown.ts';
import { type MomentMap, overRuns } from './momentMap.ts';
import { patientScan } from './levelStep.ts';
import { scannedStep, withStep } from './scannedStep.ts';
import { approximateStep, exactStep, noStep, type StableStep } from './stableStep.ts';
import { largestStep, type StepScan } from './stepScan.ts';

/** What a refusal for its cost begins with. */
const LONG_ROUNDS_TAKE = 'first moments of long rounds take';
/** Why there is no number. */
const TOO_MANY_MODES = 'local steps have more slow modes than coordinates at such a step size';

/** Applications of the map that its spectral radius takes about. */
const APPLICATIONS = 100;

/** How much below a step size that is known to be near the scan begins. */
const BELOW = 4;
/** How much above it it gives up. */
const ABOVE = 8;
/** Relative precision of the search, and up to which a step is as good as exact. */
const CLOSE = 3e-6;
const EXACT = 1e-5;
/** Relative error of a factor at most: its effect is judged by the factor so much below the largest step. */
const FACTOR_ERROR = 1e-4;
const APART = 1e-3;
/** What is left out. */
const FAST_MODES = 'fast modes of local steps';

/**
 * The largest stable step size; `undefined` where rounds are not long.
 *
 * @param near - finds one that it is not far from
 */
export function longMeanStep(
  given: StepScan,
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  near: () => number | Unknown,
): StableStep | undefined {
  const scan = patientScan(given);
  const seen = { isShort: false, unknownFrom: Infinity };
  const mapOf = (scanned: ConfiguredAlgorithm): MomentMap | Unknown =>
    overRuns(known, scanned, (setting) => {
      const map = longMeanMap(setting, scan.each, () => {
        seen.unknownFrom = Math.min(seen.unknownFrom, scannedStep(scanned).value as number);
      });
      seen.isShort ||= map === undefined;
      return map ?? because('rounds are short');
    });
  mapOf(withStep(algorithm, 1));
  if (seen.isShort) return undefined;
  const place = near();
  if (typeof place !== 'number' || !(place > 0 && place < Infinity)) return undefined;
  // from powers of two on: algorithms whose local steps are the same then share what they make
  const window = { from: 2 ** Math.floor(Math.log2(place / BELOW)), most: place * ABOVE, precision: CLOSE };
  const found = largestStep(scan, algorithm, mapOf, window);
  if (typeof found !== 'number' || found === 0 || found === Infinity) return exactStep(found);
  if (found * (1 + CLOSE) >= seen.unknownFrom) return noStep(TOO_MANY_MODES);
  const below = mapOf(withStep(algorithm, found * (1 - APART)));
  const factor = 'reason' in below ? below : below.factor();
  if (typeof factor !== 'number') return exactStep(because(TOO_MANY_MODES));
  const error = (FACTOR_ERROR * APART) / Math.max(-Math.log(factor), 0) + CLOSE;
  return error <= EXACT ? exactStep(found) : approximateStep(found, error, FAST_MODES);
}

/** The map of first moments; `undefined` where rounds are not long. */
function longMeanMap(
  setting: Setting,
  budget: MomentBudget,
  fails: () => void,
): MomentMap | Unknown | undefined {
  const known = levelChains(setting, budget);
  if ('reason' in known || known.nodes.length > 1) return undefined;
  const { chains, nodes } = known;
  const { root, agents, program } = setting;
  const round = roundBlocks(program, { dimension: root.length, agents: agents.length }, nodes[0]!.gap);
  if (!isLong(round, chains)) return undefined;
  const { dimension: d, size: D, opening, steps } = round;
  const z = 2 * d + 1;
  const cost = chains.reduce(
    (sum, { states: n, next }) =>
      sum +
      usualCostOfMeans(n, next.length, { dimension: d, size: z }, steps) +
      next.length * z * z * opening.x.columns +
      n * (z + d) * d * z +
      APPLICATIONS * ((z + d) * (z + opening.x.columns) + D * d),
    APPLICATIONS * (D * D + APPLICATIONS * (D + z * agents.length)),
  );
  if (cost > budget.multiplications) return tooExpensive(LONG_ROUNDS_TAKE, cost, budget);
  return {
    cost,
    factor: () =>
      attempted('the map of first moments', () => {
        const radius = longMeanRadius(round, chains);
        if (radius === undefined) fails();
        return radius ?? Infinity;
      }),
  };
}
