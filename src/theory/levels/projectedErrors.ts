/**
 * How far an approximation is from the truth where pairs of agents take too much in all dimensions: its error on the
 * problem projected on the few directions in which the iterate's error varies most, where levels are affordable: Mathematics (12).
 */
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import type { Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { ErrorCurve, ErrorMoments, MomentsOf } from '../moments/errorMoments.ts';
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
  const affordable = {
    multiplications: Math.min(budget.multiplications, LEVEL_BUDGET.multiplications),
    doubles: budget.doubles,
  };
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
    const doubt = curve.moments.map((moments, at) => CAUTION * relative[at]! * Math.abs(traceOf(moments)));
    return {
      ...curve,
      multiplications: curve.multiplications + multiplications,
      previous: curve.moments,
      doubt,
    };
  }
  return curve;
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
  if (levels.neglects !== undefined && levels.previous === undefined)
    return { reason: 'pairs of agents take too much' };
  const approximate = approximation(setting, rounds, budget);
  if ('reason' in approximate) return approximate;
  const squares = levels.moments.map(traceOf);
  const uncertain = levels.previous
    ? relativeErrors(squares, levels.previous.map(traceOf), levels.doubt)
    : squares.map(() => 0);
  return {
    relative: squares.map(
      (square, at) => Math.abs(traceOf(approximate.moments[at]!) / square - 1) + uncertain[at]!,
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
  return {
    ...setting,
    agents: agents.map((agent) => projectedAgent(agent, root, Q, count)),
    root: new Float64Array(count),
    initial: applied(Q, initial, d, count),
  };
}

function projectedAgent({ mean, law }: KnownAgent, root: Vector, Q: Vector, count: number): KnownAgent {
  const d = root.length;
  const observations = law as FiniteObservations;
  const { chain, start, observes } = observations;
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  const project = (from: Vector, offset: Vector, matrix: Float64Array, vector: Float64Array): void => {
    matrix.set(conjugate(from, Q, d, count));
    const atRoot = Float64Array.from(offset);
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) atRoot[i]! -= from[i * d + j]! * root[j]!;
    vector.set(applied(Q, atRoot, d, count));
  };
  const small = { A: new Float64Array(count * count), b: new Float64Array(count) };
  project(mean.A, mean.b, small.A, small.b);
  return {
    mean: { kind: 'linear', ...small },
    law: {
      kind: 'finite',
      chain,
      start,
      observes,
      affine: (state, next, matrix, vector) => {
        observations.affine(state, next, A, b);
        project(A, b, matrix, vector);
      },
    },
  };
}

/** Qᵀ x */
function applied(Q: Vector, x: Vector, d: number, count: number): Float64Array {
  const out = new Float64Array(count);
  for (let j = 0; j < d; j++) for (let k = 0; k < count; k++) out[k]! += Q[j * count + k]! * x[j]!;
  return out;
}

/** Qᵀ A Q */
function conjugate(A: Vector, Q: Vector, d: number, count: number): Float64Array {
  const out = new Float64Array(count * count);
  const row = new Float64Array(count);
  for (let i = 0; i < d; i++) {
    row.fill(0);
    for (let j = 0; j < d; j++) {
      const factor = A[i * d + j]!;
      if (factor !== 0) for (let l = 0; l < count; l++) row[l]! += factor * Q[j * count + l]!;
    }
    for (let k = 0; k < count; k++)
      for (let l = 0; l < count; l++) out[k * count + l]! += Q[i * count + k]! * row[l]!;
  }
  return out;
}

function traceOf({ second, mean: { length: d } }: ErrorMoments): number {
  let sum = 0;
  for (let j = 0; j < d; j++) sum += second[j * d + j]!;
  return sum;
}
