/**
 * How far an approximation is from the truth where pairs of agents take too much in all dimensions: its error on the
 * problem projected on the few directions in which the iterate's error varies most, where levels are affordable: Mathematics (12).
 */
import { matrixVector, transpose } from '../../maths/linearAlgebra.ts';
import { product } from '../../maths/rectangular.ts';
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import type { Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { LinearMean } from '../../problems/operator.ts';
import { type ErrorCurve, type ErrorMoments, type MomentsOf, squaredError } from '../moments/errorMoments.ts';
import { LEVEL_BUDGET, type MomentBudget } from '../moments/momentBudget.ts';
import type { KnownAgent, Setting } from '../moments/setting.ts';
import type { Unknown } from '../unknown.ts';
import { levelMoments } from './levelMoments.ts';
import { hasLevels } from './levelPlan.ts';
import { relativeErrors } from './relativeErrors.ts';

/** Directions that are tried first, and those that there are at least: one says too little of what mixes them. */
const MOST_DIRECTIONS = 3;
const FEWEST_DIRECTIONS = 2;

/** By how much the error in all directions was found to exceed that in a few. */
const CAUTION = 3;

/** For the levels and the approximation of a projected problem. */
const affordableWithin = ({ multiplications, doubles }: MomentBudget): MomentBudget => ({
  multiplications: Math.min(multiplications, LEVEL_BUDGET.multiplications),
  doubles,
});

/**
 * The curve with an estimate of what each of its mean squares is wrong by; without one where no projection is affordable.
 *
 * @param approximation - by which the curve was made
 * @param most - directions that are tried first
 */
export function withProjectedErrors(
  curve: ErrorCurve,
  setting: Setting,
  rounds: readonly number[],
  approximation: MomentsOf,
  budget: MomentBudget,
  most = MOST_DIRECTIONS,
): ErrorCurve {
  const affordable = affordableWithin(budget);
  const last = curve.moments.at(-1);
  if (last === undefined || !hasLevels(setting) || !last.second.every(Number.isFinite)) return curve;
  const d = setting.root.length;
  for (let count = Math.min(most, d); count >= Math.min(FEWEST_DIRECTIONS, most, d); count--) {
    const errors = errorsWithin(
      projected(setting, directions(last, count)),
      rounds,
      approximation,
      affordable,
    );
    if ('reason' in errors) continue;
    const { relative, multiplications } = errors;
    const doubt = curve.moments.map(
      (moments, at) => CAUTION * relative[at]! * Math.abs(squaredError(moments)),
    );
    return {
      ...curve,
      multiplications: curve.multiplications + multiplications,
      previous: curve.moments,
      doubt,
    };
  }
  return curve;
}

/** Whether levels of the problem in its first two coordinates take more than an estimate may. */
export function isTooLargeForEstimate(
  setting: Setting,
  rounds: readonly number[],
  budget: MomentBudget,
): boolean {
  if (!hasLevels(setting)) return true;
  const d = setting.root.length;
  const count = Math.min(FEWEST_DIRECTIONS, d);
  const coordinates = new Float64Array(d * count);
  for (let k = 0; k < count; k++) coordinates[k * count + k] = 1;
  return 'reason' in levelMoments(projected(setting, coordinates), rounds, affordableWithin(budget));
}

/** Relative errors of the approximation of a problem, beside levels with their own estimate. */
function errorsWithin(
  setting: Setting,
  rounds: readonly number[],
  approximation: MomentsOf,
  budget: MomentBudget,
): { readonly relative: readonly number[]; readonly multiplications: number } | Unknown {
  const levels = levelMoments(setting, rounds, budget);
  if ('reason' in levels) return levels;
  const approximate = approximation(setting, rounds, budget);
  if ('reason' in approximate) return approximate;
  const squares = levels.moments.map(squaredError);
  const uncertain = levels.previous
    ? relativeErrors(squares, levels.previous.map(squaredError), levels.doubt)
    : squares.map(() => 0);
  return {
    relative: squares.map(
      (square, at) => Math.abs(squaredError(approximate.moments[at]!) / square - 1) + uncertain[at]!,
    ),
    multiplications: levels.multiplications + approximate.multiplications,
  };
}

/** Orthonormal columns `[d, count]`: the directions in which E[e eᵀ] is largest. */
function directions({ second, mean: { length: d } }: ErrorMoments, count: number): Float64Array {
  const { values, vectors } = symmetricEigenvectors(second, d);
  const largest = values.map((_, k) => k).sort((j, k) => values[k]! - values[j]!);
  const out = new Float64Array(d * count);
  for (let k = 0; k < count; k++)
    for (let j = 0; j < d; j++) out[j * count + k] = vectors[j * d + largest[k]!]!;
  return out;
}

/** The problem of Qᵀ(θ − θ*), whose root is 0. */
function projected(setting: Setting, Q: Vector): Setting {
  const { agents, root, initial } = setting;
  const d = root.length;
  const count = Q.length / d;
  const Qt = transpose(Q, d, count);
  const project = ({ A, b }: Matrices): Matrices => {
    const image = matrixVector(A, root, d);
    const atRoot = b.map((value, j) => value - image[j]!);
    return {
      A: product(Qt, product(A, Q, d, d, count), count, d, count),
      b: product(Qt, atRoot, count, d, 1),
    };
  };
  return {
    ...setting,
    agents: agents.map((agent) => projectedAgent(agent, d, project)),
    root: new Float64Array(count),
    initial: product(Qt, initial, count, d, 1),
  };
}

type Matrices = Pick<LinearMean, 'A' | 'b'>;

function projectedAgent(
  { mean, law }: KnownAgent,
  d: number,
  project: (matrices: Matrices) => Matrices,
): KnownAgent {
  const observations = law as FiniteObservations;
  const { chain, start, observes } = observations;
  const whole = { A: new Float64Array(d * d), b: new Float64Array(d) };
  return {
    mean: { kind: 'linear', ...project(mean) },
    law: {
      kind: 'finite',
      chain,
      start,
      observes,
      affine: (state, next, matrix, vector) => {
        observations.affine(state, next, whole.A, whole.b);
        const { A, b } = project(whole);
        matrix.set(A);
        vector.set(b);
      },
    },
  };
}
