/** The end of a window of stable step sizes, or of another setting, found by the spectral radius at some of them. */
import { because, tooExpensive, type Unknown } from '../unknown.ts';

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
  /** below 1 exactly where stable, Infinity where there are no moments; what is not known is neither stable nor unstable */
  readonly factor: (setting: number) => number | Unknown;
  /** multiplications of one factor, and of all that there may be */
  readonly cost?: number;
  readonly budget?: number;
  /** relative; 10⁻⁶ by default */
  readonly precision?: number;
}

/** The scan doubles the setting; where it ends, it looks at so many steps of an octave. */
const OCTAVE = 3;
/** Settings that the scan takes at most, as a rule. */
const SETTINGS = 17;
/** Factors that the search for the root takes, as a rule. */
const SEARCH = 6;

/** How much smaller the settings are that are tried where the first is not stable. */
const SMALLER = 8;

/** Its 4096th is a normal double, too. */
const LEAST = 1e-303;

/** The sum of it and of the next setting of a scan is a double. */
const GREATEST = Number.MAX_VALUE / 4;

const PRECISION = 1e-6;

/** How far beside a setting it is tried again where arithmetic fails at it, as an iteration that does not settle may. */
const BESIDE = 2 ** -22;

/**
 * The first setting upwards at which the factor reaches 1 after having been below: by a geometric scan that doubles the
 * setting, a closer one in the interval where it ends, and a search for the root. A window of instability narrower than
 * the scan's ratio may be stepped over. The scan stays among normal doubles.
 *
 * @returns 0 if no stable setting is found, Infinity if `most` is stable; why not, where a factor takes too much, or is not known
 *   next to the end
 */
export function largestStable(query: StabilityQuery): number | Unknown {
  const { cost = 0, budget = Infinity, otherwise = 'smaller', precision = PRECISION } = query;
  const most = Math.min(query.most, GREATEST);
  const from = Math.min(Math.max(query.from, LEAST), most);
  const settings = Math.min(SETTINGS, Math.ceil(Math.log2(most / from)));
  const needed = cost * (settings + OCTAVE - 1 + SEARCH);
  if (needed > budget) return tooExpensive('the scan for it takes', needed, { multiplications: budget });
  if (!(from >= LEAST)) return 0;
  const factorAt = (at: number): number | Unknown => {
    const factor = query.factor(at);
    return Number.isNaN(factor) ? because('its arithmetic has no result') : factor;
  };
  const known = (at: number): Known => {
    const found = factorAt(at);
    const failed = typeof found !== 'number' && found.needed === undefined;
    const factor = failed ? factorAt(at * (1 - BESIDE)) : found;
    return typeof factor === 'number'
      ? { at, value: Math.log(factor) }
      : { at, value: Infinity, refusal: factor };
  };
  let refusal: Unknown | undefined;
  let lower: Known | undefined;
  for (let tries = 0; lower === undefined; tries++) {
    const at = otherwise === 'larger' ? from * 2 ** (tries / OCTAVE) : from / SMALLER ** tries;
    if (otherwise === 'larger' ? at > most : tries > 4) return refusal ?? 0;
    const found = known(at);
    ({ refusal } = found);
    if (found.value < 0) lower = found;
  }
  for (;;) {
    if (lower.at >= most) return Infinity;
    const upper = known(Math.min(2 * lower.at, most));
    if (upper.value >= 0) return endBetween(lower, upper, known, precision);
    lower = upper;
  }
}

/** The end of stability between two settings of the scan, looked for closely from below. */
function endBetween(
  below: Known,
  above: Known,
  known: (at: number) => Known,
  precision: number,
): number | Unknown {
  let [lower, upper] = [below, above];
  for (let k = 1; k < OCTAVE; k++) {
    const at = below.at * 2 ** (k / OCTAVE);
    if (at >= upper.at) break;
    const tried = known(at);
    if (tried.value < 0) lower = tried;
    else upper = tried;
  }
  return rootBetween(lower, upper, known, precision * lower.at);
}

interface Known {
  readonly at: number;
  /** the logarithm of the factor, which grows like a power of the setting */
  readonly value: number;
  /** where it is not known: it counts as unstable unless the search ends there */
  readonly refusal?: Unknown;
}

/**
 * The root of a function, within a width: by T. R. Chandrupatla's "A new hybrid quadratic/bisection algorithm for finding
 * the zero of a nonlinear function without using derivatives" (1997). It interpolates where three values lie on a curve
 * that has an inverse. A factor is the largest of several and may have a kink next to the root: where interpolation does not halve
 * the bracket, the last two positive values are followed down to 0, and where that does not, it is bisected.
 */
function rootBetween(
  below: Known,
  above: Known,
  known: (at: number) => Known,
  width: number,
): number | Unknown {
  /** the newest, the end of the bracket on the other side of the root, and the one before */
  let [a, b, c] = [above, below, above];
  let [lower, upper, higher] = [below, above, above];
  let next = (below.at + above.at) / 2;
  let lastGap = above.at - below.at;
  let tries = 0;
  for (;;) {
    const tried = known(next);
    c = a;
    if (tried.value < 0 !== a.value < 0) [b, c] = [a, b];
    a = tried;
    if (tried.value < 0) lower = tried;
    else [upper, higher] = [tried, upper];
    const gap = upper.at - lower.at;
    if (gap <= width) break;
    const isCloser = gap <= CLOSER * lastGap || Math.abs(a.value) <= Math.abs(c.value) / 2;
    tries = isCloser ? 0 : tries + 1;
    lastGap = gap;
    const followed = rootFollowed(lower, upper, higher);
    const choices = [interpolated(a, b, c), followed, followed].slice(tries % 4);
    next = choices.find((at) => at! >= lower.at && at! <= upper.at) ?? (lower.at + upper.at) / 2;
    next = Math.min(Math.max(next, lower.at + width / 2), upper.at - width / 2);
  }
  return upper.refusal ?? (lower.at + upper.at) / 2;
}

/** What a bracket is about halved below. */
const CLOSER = 0.6;

/** What share of the bracket is left where values that are followed end just beside its stable end, or just below it. */
const ASIDE = 16;

/** Where a power of the setting through two positive values reaches 1; none far below what is stable. */
function rootFollowed(lower: Known, upper: Known, higher: Known): number | undefined {
  const aside = (upper.at - lower.at) / ASIDE;
  const at = upper.at * (higher.at / upper.at) ** (-upper.value / (higher.value - upper.value));
  return at > lower.at - aside ? Math.max(at, lower.at + aside) : undefined;
}

/** Where the root is between a and b; none where a, b and c lie on no curve that has an inverse. */
function interpolated(a: Known, b: Known, c: Known): number | undefined {
  const place = (a.at - b.at) / (c.at - b.at);
  const value = (a.value - b.value) / (c.value - b.value);
  if (!(value ** 2 < place && (1 - value) ** 2 < 1 - place)) return undefined;
  const quadratic = (a.value / (b.value - a.value)) * (c.value / (b.value - c.value));
  const linear = (a.value / (c.value - a.value)) * (b.value / (c.value - b.value));
  return a.at + (quadratic + ((c.at - a.at) / (b.at - a.at)) * linear) * (b.at - a.at);
}
