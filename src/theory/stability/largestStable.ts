/** The end of a window of stable step sizes, or of another setting, found by the spectral radius at some of them. */
import { tooExpensive, type Unknown } from '../unknown.ts';

export interface StabilityQuery {
  /** where the scan upwards begins */
  readonly from: number;
  /** where it gives up */
  readonly most: number;
  /**
   * what to do where `from` is not stable: `smaller` settings, down to a 4096th of it, for what is stable at all is
   * stable at small ones; or scan on to the first `larger` one that is
   */
  readonly otherwise?: 'smaller' | 'larger';
  /** below 1 exactly where stable; what does not exist is not stable */
  readonly factor: (setting: number) => number | Unknown;
  /** whether to look coarsely, whatever it costs */
  readonly isCoarse?: boolean;
  /** multiplications of one factor, and of all that there may be */
  readonly cost?: number;
  readonly budget?: number;
  /** relative; 10⁻⁶ by default */
  readonly precision?: number;
}

/** How closely a scan looks: the ratio of neighbouring settings, and how many of them it takes at most, as a rule. */
const FINE = { ratio: 1.25, settings: 52 };
const COARSE = { ratio: 2, settings: 17 };
/** Factors that the search for the root takes, as a rule. */
const SEARCH = 8;

/** How much smaller the settings are that are tried where the first is not stable. */
const SMALLER = 8;

/** Its 4096th is a normal double, too. */
const LEAST = 1e-303;

/** The sum of it and of the next setting of a scan is a double. */
const GREATEST = Number.MAX_VALUE / 4;

const PRECISION = 1e-6;

/**
 * The first setting upwards at which the factor reaches 1 after having been below: by a geometric scan, coarser where
 * the budget allows no finer one, and a search for the root. A window of instability narrower than the scan's ratio may
 * be stepped over. The scan stays among normal doubles.
 *
 * @returns 0 if no stable setting is found, Infinity if `most` is stable; why not, where a factor takes too much
 */
export function largestStable(query: StabilityQuery): number | Unknown {
  const { cost = 0, budget = Infinity, otherwise = 'smaller', precision = PRECISION } = query;
  const most = Math.min(query.most, GREATEST);
  const from = Math.min(Math.max(query.from, LEAST), most);
  const needed = ({ ratio, settings }: typeof FINE): number =>
    cost * (SEARCH + Math.min(settings, Math.ceil(Math.log(most / from) / Math.log(ratio))));
  if (needed(COARSE) > budget)
    return tooExpensive('the scan for it takes', needed(COARSE), { multiplications: budget });
  const { isCoarse = needed(FINE) > budget } = query;
  const { ratio } = isCoarse ? COARSE : FINE;
  if (!(from >= LEAST)) return 0;
  const known = (setting: number): Known => {
    const factor = query.factor(setting);
    if (typeof factor !== 'number')
      return { at: setting, value: Infinity, ...(factor.needed !== undefined && { refusal: factor }) };
    return { at: setting, value: Number.isNaN(factor) ? Infinity : factor - 1 };
  };
  let refusal: Unknown | undefined;
  let lower: Known | undefined;
  for (let tries = 0; lower === undefined; tries++) {
    const at = otherwise === 'larger' ? from * ratio ** tries : from / SMALLER ** tries;
    if (otherwise === 'larger' ? at > most : tries > 4) return refusal ?? 0;
    const found = known(at);
    ({ refusal } = found);
    if (found.value < 0) lower = found;
  }
  for (;;) {
    if (lower.at >= most) return Infinity;
    const upper = known(Math.min(lower.at * ratio, most));
    if (upper.value >= 0) return rootBetween(lower, upper, known, precision * lower.at);
    lower = upper;
  }
}

interface Known {
  readonly at: number;
  /** the factor less 1 */
  readonly value: number;
  /** where it takes too much: it counts as unstable unless the search ends there */
  readonly refusal?: Unknown;
}

/**
 * Where a function passes 0, within a width: by I. F. D. Oliveira and R. H. C. Takahashi's "An enhancement of the
 * bisection method average performance preserving minmax optimality" (2020), whose secants never take more than one
 * value above what bisection does.
 */
function rootBetween(
  below: Known,
  above: Known,
  known: (at: number) => Known,
  width: number,
): number | Unknown {
  let [lower, upper] = [below, above];
  const start = upper.at - lower.at;
  const most = Math.ceil(Math.log2(start / width)) + 1;
  for (let tries = 0; upper.at - lower.at > width; tries++) {
    const gap = upper.at - lower.at;
    const middle = lower.at + gap / 2;
    const share = lower.value / (lower.value - upper.value);
    const secant = Number.isFinite(upper.value) ? lower.at + gap * share : middle;
    const towards = Math.sign(middle - secant);
    const moved = (TOWARDS_MIDDLE * gap * gap) / start;
    const tried = moved <= Math.abs(middle - secant) ? secant + towards * moved : middle;
    const radius = Math.max(0, (width / 2) * 2 ** (most - tries) - gap / 2);
    const at = Math.abs(tried - middle) <= radius ? tried : middle - towards * radius;
    const found = known(at);
    if (found.value < 0) lower = found;
    else upper = found;
  }
  return upper.refusal ?? (lower.at + upper.at) / 2;
}

/** How far a secant's root is moved towards the middle, beside the gap's square. */
const TOWARDS_MIDDLE = 0.2;
