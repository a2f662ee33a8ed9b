/** A straight line through points by ordinary least squares. */

export interface LineFit {
  readonly intercept: number;
  readonly slope: number;
}

/**
 * The line `y = intercept + slope · x` with the smallest sum of squared residuals.
 *
 * @param x - finite
 * @param y - finite, as many
 * @returns `undefined` of fewer than three points, or where all x are the same
 */
export function fitLine(x: readonly number[], y: readonly number[]): LineFit | undefined {
  const n = x.length;
  if (n < 3) return undefined;
  const centreX = x.reduce((sum, value) => sum + value, 0) / n;
  const centreY = y.reduce((sum, value) => sum + value, 0) / n;
  let xx = 0;
  let xy = 0;
  for (let i = 0; i < n; i++) {
    xx += (x[i]! - centreX) ** 2;
    xy += (x[i]! - centreX) * (y[i]! - centreY);
  }
  if (xx === 0) return undefined;
  const slope = xy / xx;
  return { intercept: centreY - slope * centreX, slope };
}
