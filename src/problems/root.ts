/** The root θ* of the average of the agents' mean operators: what every run is measured against. */
import { solveEquilibrated } from '../maths/equilibrated.ts';
import type { Vector } from '../maths/vector.ts';
import { InputError } from '../values/failure.ts';
import { flowLimit, isStable } from './meanFlow.ts';
import { newton } from './newton.ts';
import type { LinearMean, MeanOperator, NonlinearMean, Problem } from './operator.ts';

/** What is known of a problem as a whole. */
export interface Solution {
  /** θ* `[d]`, with `(1/M) Σ_i Ḡ_i(θ*) = 0` */
  readonly root: Float64Array | undefined;
  /** estimate of E‖θ̂ − θ*‖² where the root is one of observations; absent where it is exact */
  readonly rootError?: number;
  /** Ḡ = (1/M) Σ_i Ḡ_i; `undefined` if some agent does not give its mean operator */
  readonly mean: MeanOperator | undefined;
  /** Ḡ_i in agent order, where all are linear and few enough to be kept: for whichever caller needs them next */
  readonly agentMeans?: readonly LinearMean[] | undefined;
}

/** M d³ above which one product of all agents' matrices takes seconds, and theory does without them: it takes dozens. */
export const MOST_PRODUCTS = 1.7e9;

/** Doubles of the agents' means that are kept: 160 MB. */
const MOST_KEPT = 2e7;

/**
 * The mean operator of a problem and its root.
 *
 * Sums run in agent order. Where all agents are linear, `Ḡ(θ) = b̄ − Ā θ` and θ* = Ā⁻¹ b̄; otherwise
 * Newton's method finds it from 0. Where that fails, or ends at a root that `θ' = Ḡ(θ)` leaves (a
 * saddle of the objective), the root is the one that this mean flow reaches from 0, if it reaches any:
 * what Local SA with small steps does on average. Of several roots that finds one. Agents are asked for
 * their means one by one and not kept.
 *
 * @param knownRoot - θ* `[d]` where it is given: taken as it is
 * @param rootError - what that is worth, where it is an estimate
 * @throws InputError if the mean matrix is singular, or Newton's method finds no root
 */
export function solveProblem(problem: Problem, knownRoot?: Vector, rootError?: number): Solution {
  const d = problem.dimension;
  if (knownRoot !== undefined && knownRoot.length !== d) {
    throw new InputError(
      `the given root has ${knownRoot.length} coordinates; the problem has dimension ${d}`,
    );
  }
  const { mean, agentMeans } = averageMean(problem);
  const worth = rootError === undefined ? {} : { rootError };
  if (knownRoot !== undefined) return { root: Float64Array.from(knownRoot), ...worth, mean, agentMeans };
  if (mean === undefined) return { root: undefined, mean };
  if (mean.kind === 'nonlinear') return { root: nonlinearRoot(mean, d), mean };
  try {
    return { root: solveEquilibrated(mean.A, mean.b, d), mean, agentMeans };
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new InputError(
      'the mean matrix Ā (average of the agents’ E[A(s)]) is singular: the problem has no unique root; Ā must be invertible',
      { cause },
    );
  }
}

function nonlinearRoot(mean: NonlinearMean, d: number): Float64Array {
  const start = new Float64Array(d);
  let found: Float64Array;
  try {
    found = newton(mean, start);
  } catch (cause) {
    const limit = cause instanceof InputError ? flowLimit(mean, start) : undefined;
    if (limit === undefined) throw cause;
    return limit;
  }
  return isStable(mean, found) ? found : (flowLimit(mean, start) ?? found);
}

function averageMean(problem: Problem): Pick<Solution, 'mean' | 'agentMeans'> {
  const { agents, dimension: d } = problem;
  if (problem.average !== undefined && agents * d ** 3 > MOST_PRODUCTS) return { mean: problem.average() };
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  const nonlinear: NonlinearMean[] = [];
  const kept: LinearMean[] | undefined = agents * (d + 1) * d <= MOST_KEPT ? [] : undefined;
  // One block: of very many agents each array by itself takes as much again.
  let block: Float64Array | undefined;
  for (let index = 0; index < agents; index++) {
    const mean = problem.agent(index).mean;
    if (mean === undefined) return { mean };
    if (mean.kind === 'nonlinear') {
      nonlinear.push(mean);
    } else {
      if (kept !== undefined) {
        block ??= new Float64Array(agents * (d + 1) * d);
        const equations = block.subarray(index * (d + 1) * d, (index + 1) * (d + 1) * d);
        equations.set(mean.A);
        equations.set(mean.b, d * d);
        kept.push({ kind: 'linear', A: equations.subarray(0, d * d), b: equations.subarray(d * d) });
      }
      for (let j = 0; j < d * d; j++) A[j]! += mean.A[j]!;
      for (let j = 0; j < d; j++) b[j]! += mean.b[j]!;
    }
  }
  if (nonlinear.length === 0) {
    for (let j = 0; j < d * d; j++) A[j]! /= agents;
    for (let j = 0; j < d; j++) b[j]! /= agents;
    return { mean: { kind: 'linear', A, b }, agentMeans: kept };
  }
  return { mean: sumOfMeans(agents, d, A, b, nonlinear) };
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
