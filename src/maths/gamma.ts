/** The gamma function and the exponential integral, of positive numbers. */

/** Coefficients of Lanczos' series for g = 7 (Godfrey's, of nine terms): a relative error of some 10⁻¹⁵. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Γ(x), x > 0; Infinity from 172 on. */
export function gamma(x: number): number {
  // Γ(x) = Γ(x + 1)/x: the series is for x ≥ ½.
  if (x < 0.5) return gamma(x + 1) / x;
  let sum = LANCZOS[0]!;
  for (let k = 1; k < LANCZOS.length; k++) sum += LANCZOS[k]! / (x + k - 1);
  const t = x + 6.5;
  // The power in two halves: as a whole it overflows before Γ does.
  const half = t ** ((x - 0.5) / 2);
  return Math.sqrt(2 * Math.PI) * half * Math.exp(-t) * half * sum;
}

const EULER = 0.57721566490153286;
/** Terms after which both expansions below stand still. */
const TERMS = 200;

/**
 * e^x E₁(x), where E₁(x) = ∫ e^{−u}/u du from x on, x > 0: its series below 1, its continued fraction from there on
 * (Abramowitz and Stegun 5.1.11, 5.1.22).
 */
export function scaledExponentialIntegral(x: number): number {
  if (x < 1) {
    let sum = -EULER - Math.log(x);
    let term = 1;
    for (let k = 1; k <= TERMS; k++) {
      term *= -x / k;
      sum -= term / k;
    }
    return sum * Math.exp(x);
  }
  let fraction = 0;
  for (let k = TERMS; k > 0; k--) fraction = (k * k) / (x + 2 * k + 1 - fraction);
  return 1 / (x + 1 - fraction);
}
