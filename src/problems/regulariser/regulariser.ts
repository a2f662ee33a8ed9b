/**
 * The non-convex regulariser of Streaming FL (§5 and appendix E): `r(w) = ½ Σ_j w_j²/(1 + w_j²)`,
 * smooth, bounded by d/2, and concave in each coordinate beyond |w_j| = 1/√3.
 */

/** ∂r/∂w_j = w/(1 + w²)², at w = w_j. */
export function regulariserSlope(w: number): number {
  const q = 1 + w * w;
  return w / (q * q);
}

/** ∂²r/∂w_j² = (1 − 3w²)/(1 + w²)³, at w = w_j: from 1 at 0 down to −¼ at ±1. */
export function regulariserCurvature(w: number): number {
  const q = 1 + w * w;
  return (1 - 3 * w * w) / (q * q * q);
}

/** ∂³r/∂w_j³ = 12 w (w² − 1)/(1 + w²)⁴, at w = w_j. */
export function regulariserThirdDerivative(w: number): number {
  const q = 1 + w * w;
  return (12 * w * (w * w - 1)) / (q * q * q * q);
}
