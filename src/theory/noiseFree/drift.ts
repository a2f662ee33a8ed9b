/**
 * What is left of the mean operator where a run without noise comes to rest: the algorithm's drift alone, in the
 * quantity that papers on optimisation plot. The plateau of a run with noise lies above it.
 *
 * The point is a fixed point of the first round, by Newton's method from θ* with differences over rounds: rounds of small steps
 * contract so slowly that running on would take thousands of them.
 */
import { ifComputable } from '../attempted.ts';
import { keyOf } from '../../algorithms/parts.ts';
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { transpose } from '../../maths/linearAlgebra.ts';
import { solve } from '../../maths/linearSolve.ts';
import { add, column, identityMatrix, matrix } from '../../maths/matrix.ts';
import { concatenated, largestSize, squaredDistance, squaredNorm, type Vector } from '../../maths/vector.ts';
import { evaluateMean } from '../../problems/meanOperator.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import { lawOf, meanGap } from '../../triggers/index.ts';
import { withConstantStep } from '../constantStep.ts';
import type { Prediction } from '../predictions.ts';
import type { NoiseFreeConfiguration } from './noiseFreeCurve.ts';
import { inStep } from './noiseFreePredictions.ts';
import { NoiseFreeRun } from './noiseFreeRun.ts';

/** Local steps of all agents that an algorithm may take here: a second. */
const MOST_STEPS = 1e7;
const MOST_ITERATIONS = 40;
/** Of differences, beside the largest coordinate: the square root of rounding, with room for a curved round. */
const DIFFERENCE = 1e-5;
/** A step that falls by less asks for new differences. */
const FALLS = 0.1;
/** A step, and what later rounds may move, beside the size of θ. */
const CLOSE = 1e-9;
/** Rounds in which what the server and the agents keep would show. */
const LATER = 4;

/** The predictions with ‖Ḡ‖² at the fixed points, where these are found. */
export function withDrift(
  predictions: readonly Prediction[],
  problem: Problem,
  { root, mean }: Solution,
  configuration: NoiseFreeConfiguration,
): Prediction[] {
  const { algorithms, trigger } = configuration;
  const law = lawOf(trigger);
  const local = problem.agents * (meanGap(trigger) ?? Infinity);
  if (!inStep(configuration) || root === undefined || mean === undefined || law?.kind !== 'constant')
    return [...predictions];
  const means = Array.from({ length: problem.agents }, (_, agent) => problem.agent(agent).mean!);
  const value = new Float64Array(root.length);
  return predictions.map((prediction) => {
    const scheduled = algorithms.find((algorithm) => keyOf(algorithm) === prediction.algorithm);
    const algorithm = scheduled && withConstantStep(scheduled);
    if (algorithm === undefined) return prediction;
    const after = (from: Vector, rounds: number): Float64Array => {
      const run = new NoiseFreeRun(algorithm, means, from, trigger);
      for (let round = 0; round < rounds; round++) run.advance(law.gap);
      return Float64Array.from(run.model);
    };
    const point = fixedPoint(after, root, Math.floor(MOST_STEPS / local));
    if (point === undefined) return prediction;
    evaluateMean(mean, point, value);
    const isRoot = Math.sqrt(squaredDistance(point, root)) <= 10 * CLOSE * (1 + Math.sqrt(squaredNorm(root)));
    return { ...prediction, drift: isRoot ? 0 : squaredNorm(value) };
  });
}

/**
 * A point that rounds lead back to, and hold.
 *
 * @param after - θ̄ after so many rounds from a model, everything else as at the start of a run
 * @param near - where it is looked for `[d]`
 * @param most - rounds that it may take
 * @returns `undefined` where it is not found, does not contract, or is left in later rounds: what is kept between rounds, such as
 * control variates, then moves it
 */
function fixedPoint(
  after: (from: Vector, rounds: number) => Vector,
  near: Vector,
  most: number,
): Float64Array | undefined {
  const d = near.length;
  const point = Float64Array.from(near);
  const move = (from: Vector): Float64Array => after(from, 1).map((x, j) => x - from[j]!);
  let jacobian: Float64Array | undefined;
  let before = Infinity;
  let left = most - LATER;
  for (let k = 0; k < MOST_ITERATIONS; k++) {
    const here = move(point);
    left -= 1;
    if (jacobian === undefined) {
      left -= d;
      if (left < 0) return undefined;
      jacobian = differences(move, point, here);
    }
    const slope = jacobian;
    const step = ifComputable(() => solve(slope, here, d));
    if (step === undefined) return undefined;
    add(column(point), column(step), -1);
    const size = Math.sqrt(squaredNorm(step));
    const scale = 1 + Math.sqrt(squaredNorm(point));
    if (!Number.isFinite(size) || left < 0) return undefined;
    if (size <= CLOSE * scale) return holds(after, point, jacobian) ? point : undefined;
    if (size > FALLS * before) jacobian = undefined;
    before = size;
  }
  return undefined;
}

/** ∂(R(θ) − θ)/∂θ `[d, d]`, row-major. */
function differences(move: (from: Vector) => Vector, point: Vector, here: Vector): Float64Array {
  const h = DIFFERENCE * (1 + largestSize(point));
  const rows = Array.from(point, (_, j) => {
    const moved = move(point.map((x, i) => (i === j ? x + h : x)));
    return moved.map((x, i) => (x - here[i]!) / h);
  });
  return transpose(concatenated(rows), point.length);
}

function holds(after: (from: Vector, rounds: number) => Vector, point: Vector, jacobian: Vector): boolean {
  const d = point.length;
  const map = add(identityMatrix(d), matrix(d, d, jacobian.slice())).values;
  const moved = Math.sqrt(squaredDistance(after(point, LATER), point));
  return spectralRadius(map, d) < 1 && moved <= LATER * CLOSE * (1 + Math.sqrt(squaredNorm(point)));
}
