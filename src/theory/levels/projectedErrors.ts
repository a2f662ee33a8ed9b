/**
 * How far moments with one chain factor are from the truth where pairs of agents take too much in all dimensions: their
 * error on the problem projected on the few directions in which the iterate's error varies most, Mathematics (9).
 */
import { matrixVector, transpose } from '../../maths/linearAlgebra.ts';
import { matrix, part } from '../../maths/matrix.ts';
import { product } from '../../maths/rectangular.ts';
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { LinearMean } from '../../problems/operator.ts';
import { type ErrorCurve, type ErrorMoments, type MomentsOf, squaredError } from '../moments/errorMoments.ts';
import type { MomentBudget } from '../budgets.ts';
import type { KnownAgent, Setting } from '../moments/setting.ts';
import { apart } from './apart.ts';
import { biasErrors, relativeErrors } from './relativeErrors.ts';

/** Directions that are tried first, and those that there are at least: one says too little of what mixes them. */
const MOST_DIRECTIONS = 3;
const FEWEST_DIRECTIONS = 2;

/** By how much the error in all directions was found to exceed that in a few. */
const CAUTION = 3;

/**
 * A curve with one chain factor and what each of its moments may be wrong by as `doubt` and `meanDoubt`; `undefined` where pairs take
 * too much in a few directions too.
 *
 * @param curve - moments of the setting with one chain factor
 * @param levels - moments with two chain factors, and `previous` those with one
 * @param most - directions that are tried first
 */
export function withProjectedErrors(
  curve: ErrorCurve,
  setting: Setting,
  rounds: readonly number[],
  levels: MomentsOf,
  budget: MomentBudget,
  most = MOST_DIRECTIONS,
): ErrorCurve | undefined {
  const last = curve.moments.at(-1);
  if (!last?.second.every(Number.isFinite)) return undefined;
  const d = setting.root.length;
  for (let count = Math.min(most, d); count >= Math.min(FEWEST_DIRECTIONS, most, d); count--) {
    const found = levels(projected(setting, directions(last, count)), rounds, budget);
    if ('reason' in found || found.previous === undefined || found.added === undefined) continue;
    const { added, previous } = found;
    const two = found.moments.map(squaredError);
    const uncertain = relativeErrors(two, added, found.doubt);
    const bias = found.moments.map(({ mean }) => squaredNorm(mean));
    const uncertainBias = biasErrors(bias, two, added, found.meanDoubt);
    const relativeMean = bias.map(
      (square, at) => added[at]!.mean / Math.sqrt(square) + uncertainBias[at]! / 2,
    );
    const relative = two.map((square, at) => {
      const difference = Math.abs(squaredError(previous[at]!) / square - 1);
      return Math.max(difference, added[at]!.second / square / CAUTION) + uncertain[at]!;
    });
    return {
      ...curve,
      multiplications: curve.multiplications + found.multiplications,
      previous: curve.moments,
      added: curve.moments.map((same) => apart(same, same)),
      meanDoubt: curve.moments.map(({ mean }, at) => CAUTION * relativeMean[at]! * Math.hypot(...mean)),
      doubt: curve.moments.map((moments, at) => CAUTION * relative[at]! * Math.abs(squaredError(moments))),
    };
  }
  return undefined;
}

/** Orthonormal columns `[d, count]`: the directions in which E[e eᵀ] is largest. */
function directions({ second, mean: { length: d } }: ErrorMoments, count: number): Float64Array {
  const { values, vectors } = symmetricEigenvectors(second, d);
  const largest = values.map((_, k) => k).sort((j, k) => values[k]! - values[j]!);
  return part(matrix(d, d, vectors), [...Array(d).keys()], largest.slice(0, count)).values;
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
  const whole = { A: new Float64Array(d * d), b: new Float64Array(d) };
  return {
    mean: { kind: 'linear', ...project(mean) },
    law: {
      ...observations,
      affine: (state, next, matrix, vector) => {
        observations.affine(state, next, whole.A, whole.b);
        const { A, b } = project(whole);
        matrix.set(A);
        vector.set(b);
      },
    },
  };
}
