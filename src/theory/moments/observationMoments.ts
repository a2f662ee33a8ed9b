/**
 * {@link LocalMoments} of one observation: an agent's act on a fresh draw, or one step of its
 * Gauss–Markov noise. All about the root: v and f hold errors, and `G(θ* + e, o) = r(o) − A(o) e` with
 * `r(o) = b(o) − A(o) θ*`.
 */
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import {
  add,
  block,
  clear,
  column,
  identityMatrix,
  type Matrix,
  matrix,
  symmetricSquare,
} from '../../maths/matrix.ts';
import { affineInto, type Vector } from '../../maths/vector.ts';
import type { LinearMean, Sampling } from '../../problems/operator.ts';
import { eachOutcome } from '../noise/eachOutcome.ts';
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
function actRows(shape: ActShape, A: Vector, r: Vector, stride: number, rows: Float64Array): void {
  const { act, dimension: d, fixed } = shape;
  const out = clear(matrix(d, stride, rows));
  const constant = stride - fixed;
  const [v, unit, f] = [0, constant, constant + 1].map((from, k) =>
    block(out, [0, d], [from, k === 1 ? 1 : Math.min(d, stride - from)]),
  ) as [Matrix, Matrix, Matrix];
  const gain = act.kind === 'step' ? act.stepSize : 1;
  add(v, identityMatrix(d));
  add(act.kind === 'step' ? v : f, matrix(d, d, Float64Array.from(A)), -gain);
  add(unit, column(Float64Array.from(r)), gain);
  if (act.kind === 'step' && fixed > 1) add(f, identityMatrix(d), gain);
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

/** Of an observation drawn from the stationary law. */
export function drawnFromChain(shape: ActShape, law: FiniteObservations): LocalMoments {
  const { dimension: d, fixed, root } = shape;
  const all = d + fixed;
  const r = new Float64Array(d);
  const rows = matrix(d, all);
  const mean = matrix(d, all);
  const second = matrix(packedLength(d), packedLength(all));
  eachOutcome(law, d, (weight, A, b) => {
    affineInto(r, A, b, root);
    actRows(shape, A, r, all, rows.values);
    add(mean, rows, weight);
    add(second, symmetricSquare(rows), weight);
  });
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
  const rows = matrix(2 * d, all);
  rows.values.set(meanRows(shape, mean, all));
  const ofNoise = [d, d] as const;
  add(block(rows, [0, d], ofNoise), identityMatrix(d), noiseGain(shape));
  add(block(rows, ofNoise, ofNoise), matrix(d, d, Float64Array.from(law.Q)));
  const covariance = matrix(2 * d, 2 * d);
  add(block(covariance, ofNoise, ofNoise), identityMatrix(d), law.variance);
  const noise = { kind: 'additive', covariance: covariance.values } as const;
  return { moving: 2 * d, fixed, mean: rows.values, noise };
}
