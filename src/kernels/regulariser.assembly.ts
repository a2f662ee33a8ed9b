/** The slope of the non-convex regulariser `r(w) = ½ Σ_j w_j²/(1 + w_j²)`: the bits of `regulariser.ts`. */

/** ∂r/∂w_j = w/(1 + w²)², at w = w_j. */
export function slope(w: f64): f64 {
  const q = 1 + w * w;
  return w / (q * q);
}

/** The same of two coordinates. */
export function slopes(w: v128): v128 {
  const q = f64x2.add(f64x2.splat(1), f64x2.mul(w, w));
  return f64x2.div(w, f64x2.mul(q, q));
}
