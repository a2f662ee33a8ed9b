/**
 * θ* where some agent does not give its mean operator: the root of the average of all operators over a long stretch of each stream,
 *
 *     Ĝ_N(θ) = (1/MN) Σ_i Σ_k G_i(θ, o_{i,k}).
 *
 * Streams are drawn anew for each θ, with the same draws, so that Ĝ_N is a function of θ; a shorter stretch gives the start and
 * the Jacobian J. With the means g_b of B batches at the root, that of Ĝ_N has about the error
 *
 *     E‖θ̂ − θ*‖² ≈ Σ_b ‖J⁻¹ (g_b − ḡ)‖² / (B (B − 1)).
 */
import { solve } from '../maths/linearSolve.ts';
import { allFinite, squaredNorm, type Vector } from '../maths/vector.ts';
import { jacobianAt, newton } from './newton.ts';
import type { NonlinearMean, Problem } from './operator.ts';

export interface EstimatedRoot {
  /** θ̂ `[d]` */
  readonly root: Float64Array;
  /** estimate of E‖θ̂ − θ*‖² */
  readonly rootError: number;
}

/** Evaluations of all operators, about: half a second where one takes a microsecond; and where agents would have too few. */
const EVALUATIONS = 4e5;
const MOST_EVALUATIONS = 4e6;
/** Of the whole stretch, and of the short one with d parameters, so many times all observations are used. */
const WHOLE_PASSES = 7;
const shortPasses = (d: number): number => 4 * (2 * d + 1);
/** The whole stretch beside the short one, and the observations of an agent at least. */
const SHORT = 10;
const LEAST = 1000;
/** Batches, each longer than most chains remember. */
const BATCHES = 20;
/** Chord steps on the whole stretch, until one is small beside the root's error. */
const MOST_STEPS = 6;
const SMALL = 0.1;
/** Of a squared step beside the squared root: rounding. */
const ROUNDING = 1e-24;
/** The seed of these streams alone, whose copies are none of a run's. */
const SEED = 0;
const COPY = 2 ** 20;

/** The root; `undefined` where it takes too long, operators cannot be tried, or no root is found. */
export function estimatedRoot(problem: Problem): EstimatedRoot | undefined {
  const { agents: M, dimension: d } = problem;
  const passes = WHOLE_PASSES + shortPasses(d) / SHORT;
  if (LEAST * M * passes > MOST_EVALUATIONS) return undefined;
  try {
    return rootOver(problem, Math.floor(Math.max(LEAST, EVALUATIONS / (M * passes)) / BATCHES));
  } catch {
    // An operator of the user's that throws, or that Newton's method does not like: the root stays unknown.
    return undefined;
  }
}

function rootOver(problem: Problem, perBatch: number): EstimatedRoot | undefined {
  const d = problem.dimension;
  const agents = Array.from({ length: problem.agents }, (_, index) => problem.agent(index));
  const short = Math.ceil((perBatch * BATCHES) / SHORT);
  /** means over agents of the observations of each batch, a stretch of its own before them let go */
  const batchMeans = (theta: Vector, batches: number, size: number): Float64Array[] => {
    const means = Array.from({ length: batches }, () => new Float64Array(d));
    const sum = new Float64Array(d);
    for (const agent of agents) {
      const operator = agent.operator('markov', SEED, COPY);
      operator.skip(size);
      for (const mean of means) {
        operator.accumulate(theta, size, sum);
        sum.forEach((value, j) => (mean[j]! += value / size / agents.length));
      }
    }
    return means;
  };
  const shortMean: NonlinearMean = {
    kind: 'nonlinear',
    evaluate: (theta, out) => {
      out.set(batchMeans(theta, 1, short)[0]!);
    },
  };
  const root = newton(shortMean, new Float64Array(d));
  const J = new Float64Array(d * d);
  jacobianAt(shortMean, root, J);
  for (let step = 0; step < MOST_STEPS; step++) {
    const means = batchMeans(root, BATCHES, perBatch);
    const average = root.map((_, j) => means.reduce((sum, mean) => sum + mean[j]! / BATCHES, 0));
    const rootError =
      means.reduce((sum, mean) => sum + squaredNorm(solve(J, mean.map((value, j) => value - average[j]!), d)), 0) /
      (BATCHES * (BATCHES - 1)); // prettier-ignore
    const move = solve(J, average, d);
    root.forEach((value, j) => (root[j] = value - move[j]!));
    if (!allFinite(root)) return undefined;
    if (squaredNorm(move) <= SMALL ** 2 * rootError + ROUNDING * squaredNorm(root))
      return { root, rootError };
  }
  return undefined;
}
