/** The end of a window of stable step sizes, found by trying. */

/** How closely a scan looks. */
export interface Closeness {
  /** of neighbouring step sizes of the scan */
  readonly ratio: number;
  /** relative width at which bisection stops */
  readonly precision: number;
}

/** About 60 calls. */
const FINE: Closeness = { ratio: 1.25, precision: 1e-6 };
/** About 25 calls. */
export const COARSE: Closeness = { ratio: 2, precision: 1e-3 };

export interface ScanRange {
  /** where the scan upwards begins */
  readonly smallest: number;
  /** where it gives up */
  readonly most: number;
  /**
   * what to do where `smallest` is not stable: `smaller` steps, down to a 10⁻⁴ of it, for what is stable at
   * all is stable at small steps; or scan on to the first `larger` one that is
   */
  readonly otherwise: 'smaller' | 'larger';
  readonly closeness?: Closeness;
}

/**
 * The first step size of the scan upwards at which `stable` fails after having held: by a geometric
 * scan, and bisection. A window of instability narrower than the scan's ratio may be stepped over. The scan stays among
 * normal doubles: below them a step times the ratio may be the same step, and above them none is finite.
 *
 * @returns 0 if no stable step is found, Infinity if no end of stability is
 */
export function endOfStability(stable: (stepSize: number) => boolean, scanned: ScanRange): number {
  const { ratio, precision } = scanned.closeness ?? FINE;
  const most = Math.min(scanned.most, GREATEST);
  const range = { ...scanned, smallest: Math.min(Math.max(scanned.smallest, LEAST), most), most };
  if (!(range.smallest >= LEAST)) return 0;
  const first = range.otherwise === 'larger' ? firstAbove(range, stable) : firstBelow(range, stable);
  if (first === undefined) return 0;
  let lower = first;
  let upper = lower * ratio;
  while (stable(upper)) {
    lower = upper;
    upper *= ratio;
    if (upper > range.most) return Infinity;
  }
  while (upper - lower > precision * lower) {
    const middle = (lower + upper) / 2;
    if (stable(middle)) lower = middle;
    else upper = middle;
  }
  return (lower + upper) / 2;
}

/** Its 10⁻⁴ is a normal double, too. */
const LEAST = 1e-303;

/** The sum of it and of the next step of a scan is a double. */
const GREATEST = Number.MAX_VALUE / 4;

/** The first stable step of the scan upwards. */
function firstAbove(
  { smallest, most, closeness = FINE }: ScanRange,
  stable: (stepSize: number) => boolean,
): number | undefined {
  for (let step = smallest; step <= most; step *= closeness.ratio) if (stable(step)) return step;
  return undefined;
}

/** The smallest step, or a tenth, … a 10⁻⁴ of it. */
function firstBelow({ smallest }: ScanRange, stable: (stepSize: number) => boolean): number | undefined {
  for (let tries = 0; tries <= 4; tries++) {
    const step = smallest / 10 ** tries;
    if (stable(step)) return step;
  }
  return undefined;
}
