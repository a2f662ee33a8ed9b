/** The root θ* of the average of the agents' mean operators: what every run is measured against. */
import { solve } from '../maths/linearSolve.ts';
import { allFinite, squaredNorm } from '../maths/vector.ts';
import type { Vector } from '../maths/vector.ts';
import { InputError } from '../protocol/failure.ts';
import type { MeanOperator, NonlinearMean, Problem } from './operator.ts';

/** What is known of a problem as a whole. */
export interface Solution {
  /** θ* `[d]`, with `(1/M) Σ_i Ḡ_i(θ*) = 0` */
  readonly root: Float64Array | undefined;
  /** Ḡ = (1/M) Σ_i Ḡ_i; `undefined` if some agent does not give its mean operator */
  readonly mean: MeanOperator | undefined;
}

/** Newton steps tried before giving up. */
const MOST_STEPS = 200;
/** Halvings of one Newton step. */
const MOST_HALVINGS = 50;

/**
 * The mean operator of a problem and its root.
 *
 * Sums run in agent order. Where all agents are linear, `Ḡ(θ) = b̄ − Ā θ` and θ* = Ā⁻¹ b̄; otherwise
 * Newton's method from 0 on the average operator, damped by halving until ‖Ḡ‖² falls. Of several
 * roots that finds one. Agents are asked for their means one by one and not kept.
 *
 * @param knownRoot - θ* `[d]` where it is given: taken as it is
 * @throws InputError if the mean matrix is singular, or Newton's method finds no root
 */
export function solveProblem(problem: Problem, knownRoot?: Vector): Solution {
  const d = problem.dimension;
  if (knownRoot !== undefined && knownRoot.length !== d) {
    throw new InputError(
      `the given root has ${knownRoot.length} coordinates; the problem has dimension ${d}`,
    );
  }
  const mean = averageMean(problem);
  if (knownRoot !== undefined) return { root: Float64Array.from(knownRoot), mean };
  if (mean === undefined) return { root: undefined, mean };
  if (mean.kind === 'nonlinear') return { root: newton(mean, d), mean };
  try {
    return { root: solve(mean.A, mean.b, d), mean };
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new InputError(
      'the mean matrix Ā (average of the agents’ E[A(s)]) is singular: the problem has no unique root; Ā must be invertible',
      { cause },
    );
  }
}

function averageMean(problem: Problem): MeanOperator | undefined {
  const { agents, dimension: d } = problem;
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  const nonlinear: NonlinearMean[] = [];
  for (let index = 0; index < agents; index++) {
    const mean = problem.agent(index).mean;
    if (mean === undefined) return undefined;
    if (mean.kind === 'nonlinear') {
      nonlinear.push(mean);
    } else {
      for (let j = 0; j < d * d; j++) A[j]! += mean.A[j]!;
      for (let j = 0; j < d; j++) b[j]! += mean.b[j]!;
    }
  }
  if (nonlinear.length === 0) {
    for (let j = 0; j < d * d; j++) A[j]! /= agents;
    for (let j = 0; j < d; j++) b[j]! /= agents;
    return { kind: 'linear', A, b };
  }
  return sumOfMeans(agents, d, A, b, nonlinear);
}

/** (1/M)(b − Aθ + Σ nonlinear): the linear agents' sum first, then the others in agent order. */
function sumOfMeans(
  agents: number,
  d: number,
  A: Vector,
  b: Vector,
  nonlinear: readonly NonlinearMean[],
): NonlinearMean {
  const part = new Float64Array(d);
  const evaluate = (theta: Vector, out: Float64Array): void => {
    for (let r = 0; r < d; r++) {
      let sum = b[r]!;
      for (let j = 0; j < d; j++) sum -= A[r * d + j]! * theta[j]!;
      out[r] = sum;
    }
    for (const mean of nonlinear) {
      mean.evaluate(theta, part);
      for (let r = 0; r < d; r++) out[r]! += part[r]!;
    }
    for (let r = 0; r < d; r++) out[r]! /= agents;
  };
  if (nonlinear.some((mean) => mean.jacobian === undefined)) return { kind: 'nonlinear', evaluate };
  const block = new Float64Array(d * d);
  return {
    kind: 'nonlinear',
    evaluate,
    jacobian(theta, out) {
      for (let j = 0; j < d * d; j++) out[j] = -A[j]!;
      for (const mean of nonlinear) {
        mean.jacobian!(theta, block);
        for (let j = 0; j < d * d; j++) out[j]! += block[j]!;
      }
      for (let j = 0; j < d * d; j++) out[j]! /= agents;
    },
  };
}

/**
 * A root of a nonlinear operator from θ = 0.
 *
 * It has converged when a Newton step is of the size of rounding, or when no part of a step makes
 * ‖Ḡ‖² smaller although the step itself has become small: then only rounding is left.
 */
function newton(mean: NonlinearMean, d: number): Float64Array {
  const theta = new Float64Array(d);
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
function jacobianAt(mean: NonlinearMean, theta: Vector, out: Float64Array): void {
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
