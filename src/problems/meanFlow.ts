/**
 * The mean flow `θ' = Ḡ(θ)`: what stochastic approximation follows on average as its step tends to 0.
 */
import { eigenvalues } from '../maths/eigenvalues.ts';
import { solve } from '../maths/linearSolve.ts';
import { allFinite, squaredDistance, squaredNorm, type Vector } from '../maths/vector.ts';
import { InputError } from '../values/failure.ts';
import { jacobianAt, newton } from './newton.ts';
import type { NonlinearMean } from './operator.ts';

/** Steps tried before giving up; some tens are usual. */
const MOST_STEPS = 2000;
/** Error of a step of the flow that is accepted, relative to its length. */
const LARGEST_ERROR = 0.2;
/** Length of a step of the flow that is accepted, in units of δ‖Ḡ‖: no flow that comes to rest needs more. */
const LONGEST = 4;
/** A Newton step this short, relative to θ, is left to Newton's method. */
const ARRIVED = 1e-8;

/** Whether the mean flow comes back to a root: all eigenvalues of ∂Ḡ/∂θ have negative real parts. */
export function isStable(mean: NonlinearMean, root: Vector): boolean {
  const d = root.length;
  const jacobian = new Float64Array(d * d);
  jacobianAt(mean, root, jacobian);
  return eigenvalues(jacobian, d).every(({ re }) => re < 0);
}

/**
 * The root that the mean flow reaches from `start`, or `undefined` if it reaches none, or none soon.
 *
 * Implicit steps `(I/δ − ∂Ḡ/∂θ) Δ = Ḡ(θ)` of pseudo-transient continuation (Kelley and Keyes,
 * "Convergence analysis of pseudo-transient continuation", SIAM J. Numer. Anal. 1998), which tend to
 * Newton steps as δ grows. δ doubles after each step whose end has the Ḡ = Δ/δ that linearisation
 * foretold, and shrinks otherwise; so the steps follow the flow, and kinks of Ḡ do no harm. Steps much
 * longer than δ‖Ḡ‖ shrink, too: where the flow leaves a root, a Newton step would lead back to it.
 */
export function flowLimit(mean: NonlinearMean, start: Vector): Float64Array | undefined {
  const d = start.length;
  const theta = Float64Array.from(start);
  const value = new Float64Array(d);
  const trial = new Float64Array(d);
  const trialValue = new Float64Array(d);
  const foretold = new Float64Array(d);
  const jacobian = new Float64Array(d * d);
  mean.evaluate(theta, value);
  jacobianAt(mean, theta, jacobian);
  let delta = 1 / (1 + Math.sqrt(squaredNorm(jacobian)));
  for (let step = 0; step < MOST_STEPS; step++) {
    const size = squaredNorm(value);
    if (!Number.isFinite(size + squaredNorm(theta)) || !allFinite(jacobian)) return undefined;
    const newtonStep = solvedOrUndefined(jacobian, value, 0);
    if (newtonStep !== undefined && shortBeside(newtonStep, theta)) return polished(mean, theta);
    const move = solvedOrUndefined(jacobian, value, 1 / delta);
    if (move === undefined) {
      delta /= 4;
      continue;
    }
    for (let j = 0; j < d; j++) {
      trial[j] = theta[j]! - move[j]!;
      foretold[j] = -move[j]! / delta;
    }
    mean.evaluate(trial, trialValue);
    const wrong = squaredDistance(trialValue, foretold) > LARGEST_ERROR ** 2 * squaredNorm(foretold);
    const long = squaredNorm(foretold) > LONGEST ** 2 * size;
    if (wrong || long || !allFinite(trialValue)) {
      delta /= 4;
      continue;
    }
    theta.set(trial);
    value.set(trialValue);
    jacobianAt(mean, theta, jacobian);
    delta *= 2;
  }
  return undefined;
}

/** x with (J − I/δ) x = value, so that θ − x is the end of the step; `undefined` where it is singular. */
function solvedOrUndefined(jacobian: Vector, value: Vector, inverseDelta: number): Float64Array | undefined {
  const d = value.length;
  const matrix = Float64Array.from(jacobian);
  for (let j = 0; j < d; j++) matrix[j * d + j]! -= inverseDelta;
  try {
    return solve(matrix, value, d);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return undefined;
  }
}

const shortBeside = (move: Vector, theta: Vector): boolean =>
  Math.sqrt(squaredNorm(move)) <= ARRIVED * (Math.sqrt(squaredNorm(theta)) + Math.sqrt(squaredNorm(move)));

function polished(mean: NonlinearMean, theta: Vector): Float64Array | undefined {
  try {
    return newton(mean, theta);
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    return undefined;
  }
}
