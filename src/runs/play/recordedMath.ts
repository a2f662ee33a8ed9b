/**
 * exp, log, log(1 + x) and lengths with the bits that Node 20 to 24 gives them. The language leaves their last bits to the engine, and
 * browsers differ from Node there; a page that computes a run again puts these in their place.
 *
 * The methods and their coefficients are those of FDLIBM 5.3 (`e_exp.c`, `e_log.c`, `s_log1p.c`, © 1993 Sun Microsystems), which
 * V8 has in these versions.
 */
import { FRACTION, highWord, ONE, withHighWord } from '../../maths/doubleWords.ts';

/** ln 2 in two pieces. */
const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;

/** z coth(z/2) − 2 = z² P(z²). */
const [P1, P2, P3, P4, P5] = [
  1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5, -1.6533902205465251539e-6,
  4.13813679705723846039e-8,
] as const;

/** eˣ: x = k ln 2 + r with |r| ≤ ln 2 / 2, and 2ᵏ eʳ. */
export function exp(x: number): number {
  if (!(x <= 7.09782712893383973096e2)) return Number.isNaN(x) ? x : Infinity;
  if (x < -7.4513321910194110842e2) return 0;
  const size = highWord(x) & 0x7fffffff;
  let [high, low, k] = [x, 0, 0];
  if (size > 0x3fd62e42) {
    if (x === 1) return Math.E;
    const sign = x < 0 ? -1 : 1;
    // From 1.5 ln 2 on by a quotient, which is cut to a whole number.
    k = size < 0x3ff0a2b2 ? sign : Math.trunc(1.442695040888963387 * x + sign * 0.5);
    high = x - k * LN2_HIGH;
    low = k * LN2_LOW;
  } else if (size < 0x3e300000) return 1 + x;
  const r = high - low;
  const t = r * r;
  const c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  if (k === 0) return 1 - ((r * c) / (c - 2) - r);
  const y = 1 - (low - (r * c) / (2 - c) - high);
  if (k === 1024) return y * 2 * 2 ** 1023;
  if (k >= -1021) return y * withHighWord(0, ONE + (k << 20));
  return y * withHighWord(0, ONE + ((k + 1000) << 20)) * 2 ** -1000;
}

/** log((1 + s)/(1 − s)) = s (2 + s² L(s²)). */
const [L1, L2, L3, L4, L5, L6, L7] = [
  6.66666666666673513e-1, 3.999999999940941908e-1, 2.857142874366239149e-1, 2.222219843214978396e-1,
  1.818357216161805012e-1, 1.531383769920937332e-1, 1.479819860510658591e-1,
] as const;

/** ln x: x = 2ᵏ (1 + f) with √½ < 1 + f < √2. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  let k = 0;
  if (x < 2 ** -1022) {
    k = -54;
    x *= 2 ** 54;
  }
  let high = highWord(x);
  k += (high >> 20) - 1023;
  high &= FRACTION;
  const upper = (high + 0x95f64) & 0x100000;
  const f = withHighWord(x, high | (upper ^ ONE)) - 1;
  k += upper >> 20;
  if ((FRACTION & (2 + high)) < 3) {
    if (f === 0) return k * LN2_HIGH + k * LN2_LOW;
    const R = f * f * (0.5 - 0.33333333333333333 * f);
    return k === 0 ? f - R : k * LN2_HIGH - (R - k * LN2_LOW - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (L2 + w * (L4 + w * L6));
  const odd = z * (L1 + w * (L3 + w * (L5 + w * L7)));
  const R = odd + even;
  if (((high - 0x6147a) | (0x6b851 - high)) > 0) {
    const half = 0.5 * f * f;
    return k === 0 ? f - (half - s * (half + R)) : k * LN2_HIGH - (half - (s * (half + R) + k * LN2_LOW) - f);
  }
  return k === 0 ? f - s * (f - R) : k * LN2_HIGH - (s * (f - R) - k * LN2_LOW - f);
}

/** ln(1 + x): 1 + x = 2ᵏ (1 + f), with what the sum has lost. */
export function log1p(x: number): number {
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const high = highWord(x);
  const size = high & 0x7fffffff;
  if (size < 0x3e200000) return size < 0x3c900000 ? x : x - x * x * 0.5;
  let [k, f, fraction, lost] = [0, x, 1, 0];
  // Else √½ − 1 < x < √2 − 1.
  if (high >= 0x3fda827a || (high < 0 && size >= 0x3fd2bec4)) {
    let u = high < 0x43400000 ? 1 + x : x;
    fraction = highWord(u);
    k = (fraction >> 20) - 1023;
    if (high < 0x43400000) lost = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
    fraction &= FRACTION;
    if (fraction < 0x6a09e) u = withHighWord(u, fraction | ONE);
    else {
      k++;
      u = withHighWord(u, fraction | 0x3fe00000);
      fraction = (0x00100000 - fraction) >> 2;
    }
    f = u - 1;
  }
  const half = 0.5 * f * f;
  if (fraction === 0) {
    if (f === 0) return k === 0 ? 0 : k * LN2_HIGH + (lost + k * LN2_LOW);
    const R = half * (1 - 0.66666666666666666 * f);
    return k === 0 ? f - R : k * LN2_HIGH - (R - (k * LN2_LOW + lost) - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const R = z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7))))));
  return k === 0
    ? f - (half - s * (half + R))
    : k * LN2_HIGH - (half - (s * (half + R) + (k * LN2_LOW + lost)) - f);
}

/** √(x₁² + … + xₙ²): of shares of the largest, summed as by Kahan; V8's own. */
export function hypot(...all: readonly number[]): number {
  const largest = Math.max(0, ...all.map(Math.abs));
  if (largest === 0) return 0;
  if (all.some((x) => Math.abs(x) === Infinity)) return Infinity;
  let [sum, compensation] = [0, 0];
  for (const x of all) {
    const share = Math.abs(x) / largest;
    const summand = share * share - compensation;
    const more = sum + summand;
    compensation = more - sum - summand;
    sum = more;
  }
  return Math.sqrt(sum) * largest;
}
