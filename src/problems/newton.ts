/** Newton's method on a mean operator. */
import { equilibrated, type Equilibrated, solveEquilibrated } from '../maths/equilibrated.ts';
import { solve } from '../maths/linearSolve.ts';
import { ifComputable } from '../maths/numericalFailure.ts';
import { allFinite, squaredNorm, type Vector } from '../maths/vector.ts';
import { InputError } from '../values/failure.ts';
import type { NonlinearMean } from './operator.ts';

/** Newton steps tried before giving up. */
const MOST_STEPS = 200;
/** Halvings of one Newton step. */
const MOST_HALVINGS = 50;

/** The next Newton step beside θ, both in the scaled units, at a root. */
const ARRIVED = 1e-9;

/**
 * A root of a nonlinear operator, by Newton's method from `start`; where that does not arrive in each unknown and equation, with both scaled
 * as the rows and columns of the Jacobian ask for.
 *
 * @param start - `[d]`
 * @throws InputError if it does not converge, or meets a singular Jacobian
 */
export function newton(mean: NonlinearMean, start: Vector): Float64Array {
  let found: Float64Array | undefined;
  let failure: unknown;
  try {
    found = dampedNewton(mean, start);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    failure = error;
  }
  if (found !== undefined && hasArrived(mean, found)) return found;
  const units = unitsAt(mean, found ?? start);
  if (
    units.rows.every((row) => row === units.rows[0]) &&
    units.columns.every((c) => c === units.columns[0])
  ) {
    if (found !== undefined) return found;
    throw failure;
  }
  const { columns } = units;
  const from = Float64Array.from(found ?? start, (x, j) => x / columns[j]!);
  try {
    return dampedNewton(inUnits(mean, units), from).map((y, j) => columns[j]! * y);
  } catch (error) {
    // A root at 0 has no size that a step could be small beside.
    if (found !== undefined && error instanceof InputError) return found;
    throw error;
  }
}

/** How the equations and unknowns are scaled, R and C `[d]`: the elements of R J C are of size 1. */
type Units = Omit<Equilibrated, 'matrix'>;

function unitsAt(mean: NonlinearMean, theta: Vector): Units {
  const d = theta.length;
  const jacobian = new Float64Array(d * d);
  jacobianAt(mean, theta, jacobian);
  return equilibrated(jacobian, d);
}

/** Whether the Newton step from θ is short in each unknown's own units. */
function hasArrived(mean: NonlinearMean, theta: Vector): boolean {
  const d = theta.length;
  const value = new Float64Array(d);
  const jacobian = new Float64Array(d * d);
  mean.evaluate(theta, value);
  jacobianAt(mean, theta, jacobian);
  const step = ifComputable(() => solveEquilibrated(jacobian, value, d));
  if (step === undefined) return false;
  const { columns } = equilibrated(jacobian, d);
  const size = (x: Vector): number => Math.sqrt(squaredNorm(x.map((y, j) => y / columns[j]!)));
  return size(step) <= ARRIVED * size(theta);
}

/** R Ḡ(C y), with its Jacobian R J C. */
function inUnits(mean: NonlinearMean, { rows, columns }: Units): NonlinearMean {
  const d = rows.length;
  const unscaled = (y: Vector): Float64Array => Float64Array.from(y, (value, j) => columns[j]! * value);
  return {
    kind: 'nonlinear',
    evaluate(y, out) {
      mean.evaluate(unscaled(y), out);
      for (let i = 0; i < d; i++) out[i]! *= rows[i]!;
    },
    ...(mean.jacobian !== undefined && {
      jacobian(y: Vector, out: Float64Array) {
        mean.jacobian!(unscaled(y), out);
        for (let at = 0; at < d * d; at++) out[at]! *= rows[Math.floor(at / d)]! * columns[at % d]!;
      },
    }),
  };
}

/**
 * A root of a nonlinear operator, by Newton's method from `start`, damped by halving until ‖Ḡ‖² falls.
 *
 * It has converged when a Newton step is of the size of rounding, or when no part of a step makes
 * ‖Ḡ‖² smaller although the step itself has become small: then only rounding is left.
 *
 * @param start - `[d]`
 * @throws InputError if it does not converge, or meets a singular Jacobian
 */
function dampedNewton(mean: NonlinearMean, start: Vector): Float64Array {
  const d = start.length;
  const theta = Float64Array.from(start);
  const value = new Float64Array(d);
  const trial = new Float64Array(d);
  const trialValue = new Float64Array(d);
  const jacobian = new Float64Array(d * d);
  mean.evaluate(theta, value);
  if (!allFinite(value))
    throw new InputError(
      'the average mean operator is no finite number where Newton’s method for its root θ* begins: the operator or the mean of an agent gives none there; correct it, or give the root with the problem',
    );
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
