/**
 * {@link LocalMoments} of one observation: an agent's act on a fresh draw, or one step of its
 * Gauss–Markov noise. All about the root: v and f hold errors, and `G(θ* + e, o) = r(o) − A(o) e` with
 * `r(o) = b(o) − A(o) θ*`.
 */
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import { add, matrix, symmetricSquare } from '../../maths/matrix.ts';
import { affineInto, type Vector } from '../../maths/vector.ts';
import type { LinearMean, Sampling } from '../../problems/operator.ts';
import type { LocalMoments } from './localMoments.ts';
import type {
  FiniteObservations,
  GaussMarkovObservations,
  ObservationLaw,
} from '../../problems/observationLaw.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import { packedLength } from '../../maths/packed.ts';

/** What the act is done with: `fixed` = 1 + d where a second register takes part, 1 where none does. */
export interface ActShape {
  readonly act: AgentAct;
  readonly dimension: number;
  readonly fixed: number;
  /** θ* `[d]` */
  readonly root: Vector;
}

/** Writes the rows `[d, stride]` of the act at one (A, r): v first, then perhaps z, then (1, f). */
export function actRows(shape: ActShape, A: Vector, r: Vector, stride: number, rows: Float64Array): void {
  const { act, dimension: d, fixed } = shape;
  const constant = stride - fixed;
  rows.fill(0);
  for (let i = 0; i < d; i++) {
    const row = i * stride;
    rows[row + i] = 1;
    if (act.kind === 'gather') {
      rows[row + constant] = r[i]!;
      for (let j = 0; j < d; j++) rows[row + constant + 1 + j] = -A[i * d + j]!;
      continue;
    }
    for (let j = 0; j < d; j++) rows[row + j]! -= act.stepSize * A[i * d + j]!;
    rows[row + constant] = act.stepSize * r[i]!;
    if (fixed > 1) rows[row + constant + 1 + i] = act.stepSize;
  }
}

/** One act of an agent whose observations follow `law`, which exact sampling does not ask for. */
export function observationMoments(
  shape: ActShape,
  mean: LinearMean,
  law: ObservationLaw | undefined,
  sampling: Sampling,
): LocalMoments {
  if (law === undefined || sampling === 'exact') return withoutNoise(shape, mean);
  if (law.kind === 'finite') return drawnFromChain(shape, law);
  return sampling === 'iid' ? withFreshNoise(shape, mean, law) : withCarriedNoise(shape, mean, law);
}

/** Outcomes `o = (s, s')` or `o = s` of positive weight. */
export function outcomes({ chain, observes }: FiniteObservations): number {
  if (observes === 'states') return chain.states;
  return chain.transition.reduce((count, p) => count + (p > 0 ? 1 : 0), 0);
}

/** Of an observation drawn from the stationary law. */
export function drawnFromChain(shape: ActShape, law: FiniteObservations): LocalMoments {
  const { dimension: d, fixed, root } = shape;
  const all = d + fixed;
  const { states: S, stationary, transition } = law.chain;
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  const r = new Float64Array(d);
  const rows = matrix(d, all);
  const mean = matrix(d, all);
  const second = matrix(packedLength(d), packedLength(all));
  const take = (weight: number, state: number, next: number): void => {
    law.affine(state, next, A, b);
    affineInto(r, A, b, root);
    actRows(shape, A, r, all, rows.values);
    add(mean, rows, weight);
    add(second, symmetricSquare(rows), weight);
  };
  for (let s = 0; s < S; s++) {
    if (stationary[s] === 0) continue;
    if (law.observes === 'states') take(stationary[s]!, s, s);
    else {
      for (let next = 0; next < S; next++) {
        const p = transition[s * S + next]!;
        if (p > 0) take(stationary[s]! * p, s, next);
      }
    }
  }
  return { moving: d, fixed, mean: mean.values, noise: { kind: 'multiplicative', second: second.values } };
}

function meanRows(shape: ActShape, mean: LinearMean, stride: number): Float64Array {
  const rows = new Float64Array(shape.dimension * stride);
  const r = new Float64Array(shape.dimension);
  affineInto(r, mean.A, mean.b, shape.root);
  actRows(shape, mean.A, r, stride, rows);
  return rows;
}

/** How strongly z enters the moving register: η in a step, 1 in a gathering. */
const noiseGain = ({ act }: ActShape): number => (act.kind === 'step' ? act.stepSize : 1);

function withoutNoise(shape: ActShape, mean: LinearMean): LocalMoments {
  const { dimension: d, fixed } = shape;
  const covariance = new Float64Array(d * d);
  const rows = meanRows(shape, mean, d + fixed);
  return { moving: d, fixed, mean: rows, noise: { kind: 'additive', covariance } };
}

function withFreshNoise(shape: ActShape, mean: LinearMean, law: GaussMarkovObservations): LocalMoments {
  const { dimension: d } = shape;
  const gain = noiseGain(shape) ** 2;
  const covariance = stationaryCovariance(law.Q, d, law.variance).map((value) => gain * value);
  return { ...withoutNoise(shape, mean), noise: { kind: 'additive', covariance } };
}

/** v = (register, z): the register takes z in, and z ← Q z + ε. */
function withCarriedNoise(shape: ActShape, mean: LinearMean, law: GaussMarkovObservations): LocalMoments {
  const { dimension: d, fixed } = shape;
  const all = 2 * d + fixed;
  const rows = new Float64Array(2 * d * all);
  rows.set(meanRows(shape, mean, all));
  const covariance = new Float64Array(4 * d * d);
  for (let i = 0; i < d; i++) {
    rows[i * all + d + i] = noiseGain(shape);
    for (let j = 0; j < d; j++) rows[(d + i) * all + d + j] = law.Q[i * d + j]!;
    covariance[(d + i) * (2 * d + 1)] = law.variance;
  }
  return { moving: 2 * d, fixed, mean: rows, noise: { kind: 'additive', covariance } };
}
