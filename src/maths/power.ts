/**
 * Powers with the same bits on every engine. The language leaves `**` to the engine, and V8 has changed its: Node 24 gives
 * another last bit than Node 20 and 22 in one case of ten. Whatever a run's numbers depend on is raised to a power here.
 *
 * The method, its tables and its coefficients are those of FDLIBM 5.3 (`e_pow.c`, © 1993 Sun Microsystems), which V8 had
 * up to Node 22: x = 2ⁿ·m, log₂ x from s = (m − c)/(m + c) for c = 1 or 1.5, in two pieces of together 70 bits; then
 * y log₂ x = k + f, and 2ᶠ. In the last quotient V8 had the whole of w + zw below, where FDLIBM subtracts it after; with that
 * the error is below one unit of the last place.
 */

import { FRACTION, highWord, ONE, upper, withHighWord } from './doubleWords.ts';

/** Of the fraction's upper bits: from √(3/2) on the centre is 1.5, from √3 on the next power of two. */
const [FROM_THREE_HALVES, FROM_TWO] = [0x3988f, 0xbb67a];
/** log₂ 1.5 in two pieces. */
const LOG_HIGH = 5.84962487220764160156e-1;
const LOG_LOW = 1.35003920212974897128e-8;
/** log₂((1 + s)/(1 − s)) = (2/(3 ln 2)) s (3 + s² + s⁴ L(s²)). */
const L = [
  5.99999999999994648725e-1, 4.28571428578550184252e-1, 3.33333329818377432918e-1, 2.72728123808534006489e-1,
  2.30660745775561754067e-1, 2.06975017800338417784e-1,
] as const;
/** 2/(3 ln 2), and in two pieces. */
const CP = 9.61796693925975554329e-1;
const CP_HIGH = 9.61796700954437255859e-1;
const CP_LOW = -7.02846165095275826516e-9;
/** ln 2, and in two pieces. */
const LN2 = 6.93147180559945286227e-1;
const LN2_HIGH = 6.93147182464599609375e-1;
const LN2_LOW = -1.90465429995776804525e-9;
/** z coth(z/2) − 2 = z² P(z²). */
const P = [
  1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5, -1.6533902205465251539e-6,
  4.13813679705723846039e-8,
] as const;

const LARGEST_EXPONENT = 1020;
const LARGEST_POWER = 2 ** 31;
const SMALLEST_NORMAL = 2 ** -1022;

/** x to the power y, x ≥ 0. Numbers that are not normal, and results from 2^±1020 on, are left to the engine. */
export function power(x: number, y: number): number {
  if (y === 2) return x * x;
  if (y === 1 || x === 1) return x;
  if (y === -1) return 1 / x;
  if (y === 0.5) return Math.sqrt(x);
  if (!(x >= SMALLEST_NORMAL && x < Infinity && Math.abs(y) < LARGEST_POWER) || y === 0) return x ** y;

  const fraction = highWord(x) & FRACTION;
  const carries = fraction >= FROM_TWO;
  const isMiddle = fraction >= FROM_THREE_HALVES && !carries;
  const exponent = (highWord(x) >> 20) - 0x3ff + (carries ? 1 : 0);
  const high = (fraction | ONE) - (carries ? 0x00100000 : 0);
  const m = withHighWord(x, high);
  const c = isMiddle ? 1.5 : 1;

  // s = (m − c)/(m + c), in two pieces
  const difference = m - c;
  const reciprocal = 1 / (m + c);
  const s = difference * reciprocal;
  const sHigh = upper(s);
  const sumHigh = withHighWord(0, ((high >> 1) | 0x20000000) + 0x00080000 + (isMiddle ? 1 << 18 : 0));
  const sumLow = m - (sumHigh - c);
  const sLow = reciprocal * (difference - sHigh * sumHigh - sHigh * sumLow);

  // (2/(3 ln 2)) s (3 + s² + …), in two pieces
  const square = s * s;
  const rest =
    square *
      square *
      (L[0] + square * (L[1] + square * (L[2] + square * (L[3] + square * (L[4] + square * L[5]))))) +
    sLow * (sHigh + s);
  const squareHigh = sHigh * sHigh;
  const seriesHigh = upper(3 + squareHigh + rest);
  const seriesLow = rest - (seriesHigh - 3 - squareHigh);
  const productHigh = sHigh * seriesHigh;
  const productLow = sLow * seriesHigh + seriesLow * s;
  const pHigh = upper(productHigh + productLow);
  const pLow = productLow - (pHigh - productHigh);
  const zHigh = CP_HIGH * pHigh;
  const zLow = CP_LOW * pHigh + pLow * CP + (isMiddle ? LOG_LOW : 0);
  const centre = isMiddle ? LOG_HIGH : 0;
  const logHigh = upper(zHigh + zLow + centre + exponent);
  const logLow = zLow - (logHigh - exponent - centre - zHigh);

  // y log₂ x, in two pieces
  const yHigh = upper(y);
  const low = (y - yHigh) * logHigh + y * logLow;
  const top = yHigh * logHigh;
  const total = low + top;
  if (!(Math.abs(total) < LARGEST_EXPONENT)) return x ** y;
  return powerOfTwo(top, low, highWord(total));
}

/** 2^(high + low); `word` is the upper half of their sum. */
function powerOfTwo(high: number, low: number, word: number): number {
  let n = 0;
  let f = high;
  if ((word & 0x7fffffff) > 0x3fe00000) {
    // the nearest whole number
    const shift = ((word & 0x7fffffff) >> 20) - 0x3ff;
    const half = word + (0x00100000 >> (shift + 1));
    const places = ((half & 0x7fffffff) >> 20) - 0x3ff;
    f -= withHighWord(0, half & ~(FRACTION >> places));
    n = ((half & FRACTION) | 0x00100000) >> (20 - places);
    if (word < 0) n = -n;
  }
  const t = upper(low + f);
  const u = t * LN2_HIGH;
  const v = (low - (t - f)) * LN2 + t * LN2_LOW;
  const z = u + v;
  const w = v - (z - u);
  const square = z * z;
  const t1 = z - square * (P[0] + square * (P[1] + square * (P[2] + square * (P[3] + square * P[4]))));
  const r = (z * t1) / (t1 - 2 - (w + z * w));
  const result = 1 - (r - z);
  return withHighWord(result, highWord(result) + (n << 20));
}
