/** The predicted limit error as something to measure against. */
import type { Prediction } from '../theory/predictions.ts';

/** Double rounding in a root, squared, with two digits to spare: less is zero computed with rounding. */
const ROUNDING = 1e-26;

/**
 * A squared error below which there is rounding alone.
 *
 * @param root - θ* `[d]`; null where it is not known
 */
export function roundingOf(root: readonly number[] | null): number {
  return ROUNDING * (root === null ? 1 : root.reduce((sum, x) => sum + x * x, 0));
}

/**
 * ‖θ_∞ − θ*‖², or NaN where there is none to speak of: no closed form, zero, or so far below ‖θ*‖² that it
 * is the rounding error of a zero.
 *
 * @param root - θ* `[d]`; null where it is not known
 */
export function floorOf(prediction: Prediction | undefined, root: readonly number[] | null): number {
  const limit = prediction?.limitError ?? NaN;
  return Number.isFinite(limit) && limit > 0 && limit > roundingOf(root) ? limit : NaN;
}

/** The predicted limit error as a table has it: zero where it is the rounding error of a zero; null if unknown. */
export function limitOf(prediction: Prediction | undefined, root: readonly number[] | null): number | null {
  const limit = prediction?.limitError ?? null;
  return limit !== null && limit <= roundingOf(root) ? 0 : limit;
}
