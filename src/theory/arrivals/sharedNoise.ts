/**
 * Two models that an agent moves over the same observations, as the two runs of Richardson–Romberg extrapolation on
 * common noise: the covariance that their moves have, beside what each has by itself (independentLaw.ts). It is a block of the noise of
 * one transition of both.
 */
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import {
  add,
  assign,
  block,
  column,
  identityMatrix,
  type Matrix,
  matrix,
  plus,
  square,
} from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import type { GaussMarkovObservations } from '../../problems/observationLaw.ts';
import type { Sampling } from '../../problems/operator.ts';
import { stackedLaw } from '../moments/extrapolatedErrors.ts';
import { type LocalMoments, noiseCovariance, repeated } from '../moments/localMoments.ts';
import { drawnFromChain } from '../moments/observationMoments.ts';
import type { KnownAgent } from '../moments/setting.ts';
import type { Before } from './transition.ts';

/** What noise has in common. */
export interface SharedNoise {
  /** Cov(ε_1, ε_2) `[d, d]` */
  readonly betweenModels: Matrix;
  /** Cov(ε_1, ζ) `[d, d]` */
  readonly withStream: Matrix | undefined;
}

/**
 * The covariances that two pieces of local steps have on so many observations; `before`, v is the first model and f the second.
 */
export function sharedNoise(
  { mean, law }: KnownAgent,
  sampling: Sampling,
  root: Vector,
  acts: readonly [AgentAct, AgentAct],
  count: number,
  before: Before,
): SharedNoise {
  const d = root.length;
  const steps = acts.map((act) => (act.kind === 'step' ? act.stepSize : 0));
  const noiseOf = (covariance: Vector, size: number): SharedNoise => {
    const N = matrix(size, size, Float64Array.from(covariance));
    const withStream = sampling === 'markov' ? block(N, [0, d], [2 * d, d]) : undefined;
    return { betweenModels: block(N, [0, d], [d, d]), withStream };
  };
  if (law === undefined) throw new TypeError('without a law there is no noise');
  if (law.kind === 'gauss-markov') {
    const { moving, noise } = repeated(addedToBoth(matrix(d, d, mean.A), law, sampling, steps), count);
    if (noise.kind !== 'additive') throw new TypeError('the noise is not additive');
    return noiseOf(noise.covariance, moving);
  }
  const scales = steps.map((step) => step / steps[0]!);
  const both = Float64Array.from([...root, ...root]);
  const shape = { act: acts[0], dimension: 2 * d, fixed: 1, root: both };
  const moments = repeated(drawnFromChain(shape, stackedLaw(law, d, scales)), count);
  const y = Float64Array.from([...before.v, ...before.f!, 1], (x, k) => x - (both[k] ?? 0));
  const second = square(column(y));
  add(block(second, [0, 2 * d], [0, 2 * d]), before.covariance());
  return noiseOf(noiseCovariance(moments, second.values), 2 * d);
}

/** `v_k ← (I − η_k A) v_k + η_k z`, z ← Q z + ε; or z drawn afresh, and nobody's. */
function addedToBoth(
  A: Matrix,
  { Q, variance }: GaussMarkovObservations,
  sampling: Sampling,
  steps: readonly number[],
): LocalMoments {
  const d = A.rows;
  const isCarried = sampling === 'markov';
  const moving = isCarried ? 3 * d : 2 * d;
  const mean = matrix(moving, moving + 1);
  const N = matrix(moving, moving);
  const [ofFirst, ofSecond, ofZ] = [[0, d] as const, [d, d] as const, [2 * d, d] as const];
  const models = [ofFirst, ofSecond];
  models.forEach((rows, k) => {
    assign(block(mean, rows, rows), plus(identityMatrix(d), A, -steps[k]!));
    if (isCarried) assign(block(mean, rows, ofZ), identityMatrix(d, steps[k]));
  });
  if (isCarried) {
    assign(block(mean, ofZ, ofZ), matrix(d, d, Float64Array.from(Q)));
    assign(block(N, ofZ, ofZ), identityMatrix(d, variance));
  } else {
    const fresh = matrix(d, d, stationaryCovariance(Q, d, variance));
    models.forEach((rows, k) => {
      models.forEach((columns, l) => add(block(N, rows, columns), fresh, steps[k]! * steps[l]!));
    });
  }
  return { moving, fixed: 1, mean: mean.values, noise: { kind: 'additive', covariance: N.values } };
}
