/** Newton's method on a mean operator. */
import { solve } from '../maths/linearSolve.ts';
import { allFinite, squaredNorm, type Vector } from '../maths/vector.ts';
import { InputError } from '../protocol/failure.ts';
import type { NonlinearMean } from './operator.ts';

/** Newton steps tried before giving up. */
const MOST_STEPS = 200;
/** Halvings of one Newton step. */
const MOST_HALVINGS = 50;

/**
 * A root of a nonlinear operator, by Newton's method from `start`, damped by halving until ‖Ḡ‖² falls.
 *
 * It has converged when a Newton step is of the size of rounding, or when no part of a step makes
 * ‖Ḡ‖² smaller although the step itself has become small: then only rounding is left.
 *
 * @param start - `[d]`
 * @throws InputError if it does not converge, or meets a singular Jacobian
 */
export function newton(mean: NonlinearMean, start: Vector): Float64Array {
  const d = start.length;
  const theta = Float64Array.from(start);
  const value = new Float64Array(d);
  const trial = new Float64Array(d);
  const trialValue = new Float64Array(d);
  const jacobian = new Float64Array(d * d);
  mean.evaluate(theta, value);
  for (let step = 0; step < MOST_STEPS; step++) {
    const size = squaredNorm(value);
    if (!Number.isFinite(size)) break;
    if (size === 0) return theta;
    jacobianAt(mean, theta, jacobian);
    let direction: Float64Array;
    try {
      direction = solve(jacobian, value, d);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new InputError(
        `Newton’s method for the root θ* met a singular Jacobian after ${step} steps; give the root, or a mean operator with an invertible Jacobian on the way from 0`,
        { cause },
      );
    }
    const scale = Math.sqrt(squaredNorm(theta));
    const length = Math.sqrt(squaredNorm(direction));
    const smallStep = length <= 1e-6 * (scale + length);
    let damping = 1;
    let improved = false;
    for (let halving = 0; halving < MOST_HALVINGS && !improved; halving++) {
      for (let j = 0; j < d; j++) trial[j] = theta[j]! - damping * direction[j]!;
      mean.evaluate(trial, trialValue);
      improved = allFinite(trialValue) && squaredNorm(trialValue) < size;
      if (!improved && smallStep) return theta;
      damping /= 2;
    }
    if (!improved) break;
    theta.set(trial);
    value.set(trialValue);
    if (length <= 2 * Number.EPSILON * scale) return theta;
  }
  throw new InputError(
    'Newton’s method from 0 found no root θ* of the average mean operator; give the root with the problem',
  );
}

/** ∂Ḡ/∂θ as given, or by central differences: column j from steps of ±ε^⅓ max(1, |θ_j|). */
export function jacobianAt(mean: NonlinearMean, theta: Vector, out: Float64Array): void {
  if (mean.jacobian !== undefined) {
    mean.jacobian(theta, out);
    return;
  }
  const d = theta.length;
  const moved = Float64Array.from(theta);
  const ahead = new Float64Array(d);
  const behind = new Float64Array(d);
  for (let j = 0; j < d; j++) {
    const at = theta[j]!;
    const width = Math.cbrt(Number.EPSILON) * Math.max(1, Math.abs(at));
    moved[j] = at + width;
    mean.evaluate(moved, ahead);
    const right = moved[j]!;
    moved[j] = at - width;
    mean.evaluate(moved, behind);
    const span = right - moved[j]!;
    moved[j] = at;
    for (let r = 0; r < d; r++) out[r * d + j] = (ahead[r]! - behind[r]!) / span;
  }
}
