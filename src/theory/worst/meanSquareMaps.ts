/**
 * What a server step does to second moments under independent observations: S = E x xᵀ of the state about the root goes to
 * `E[B S Bᵀ]`, B random with what agents observe, which is linear in S. Noise that does not depend on θ adds to S and is left
 * out: it makes no order unstable.
 */
import { product, productWithTranspose } from '../../maths/rectangular.ts';
import type { Vector } from '../../maths/vector.ts';
import { type LocalMoments, noiseCovariance, repeated } from '../moments/localMoments.ts';
import { observationMoments } from '../moments/observationMoments.ts';
import type { KnownAgent } from '../moments/setting.ts';
import { pack, packedLength } from '../../maths/packed.ts';
import { because, type Unknown } from '../unknown.ts';
import type { OrderedStep } from './arrivalRules.ts';
import type { DoneWork } from './stepMachine.ts';
import { NotLinear, type ReachedSteps, type StepMaps } from './stepMaps.ts';

/** What agents observe. */
export interface ObservedAgents {
  readonly agents: readonly KnownAgent[];
  /** θ* `[d]` */
  readonly root: Vector;
}

/** Numbers in packed second moments. */
const MOST_MOMENTS = 300;

/** The maps of packed second moments `[n (n + 1)/2]`, or why there are none. */
export function meanSquareMaps(steps: ReachedSteps, observed: ObservedAgents): StepMaps | Unknown {
  const n = steps.basis.length;
  const size = packedLength(n);
  if (size > MOST_MOMENTS)
    return because(`a step has ${n} numbers, too many for a matrix of their second moments`);
  if (steps.isTwin) return because('two pieces of its work are on the same observations');
  const known = new Map<string, Float64Array>();
  const moments = new Map<string, LocalMoments>();
  const momentsOf = (work: DoneWork): LocalMoments => {
    const { agent, kind, stepSize, count, correction } = work;
    const key = [agent, kind, stepSize, count, correction !== undefined].join();
    let found = moments.get(key);
    if (!found) moments.set(key, (found = workMoments(work, observed)));
    return found;
  };
  return {
    size,
    matrix: (step) => {
      const key = steps.keyOf(step);
      let map = known.get(key);
      if (!map) known.set(key, (map = mapOf(steps, step, momentsOf)));
      return map;
    },
  };
}

/** Column by column: what becomes of each of the symmetric matrices that all others are made of. */
function mapOf(
  { basis, height, columns, done }: ReachedSteps,
  step: OrderedStep,
  momentsOf: (work: DoneWork) => LocalMoments,
): Float64Array {
  const { after, works } = done(step);
  const n = basis.length;
  const size = packedLength(n);
  const d = works[0]!.theta.length / columns;
  /** Qᵀ F `[n, columns]` */
  const out = new Float64Array(n * columns);
  basis.forEach((q, i) => {
    for (let k = 0; k < height; k++)
      for (let c = 0; c < columns; c++) out[i * columns + c]! += q[k]! * after[k * columns + c]!;
  });
  const map = new Float64Array(size * size);
  for (let i = 0, at = 0; i < n; i++) {
    for (let j = 0; j <= i; j++, at++) {
      const K = new Float64Array(columns * columns);
      for (let r = 0; r < height; r++)
        for (let c = 0; c < height; c++)
          K[r * columns + c] = basis[i]![r]! * basis[j]![c]! + (i === j ? 0 : basis[j]![r]! * basis[i]![c]!);
      for (const work of works) addNoise(K, work, momentsOf(work), d, columns);
      pack(between(out, out, K, n, n, columns), n).forEach((value, row) => (map[row * size + at] = value));
    }
  }
  return map;
}

/** The covariance of a piece of work's noise, given the second moments K of what it was done with. */
function addNoise(
  K: Float64Array,
  { kind, theta, correction, noise }: DoneWork,
  moments: LocalMoments,
  d: number,
  columns: number,
): void {
  const all = moments.moving + moments.fixed;
  const Y = new Float64Array(all * all);
  // y = (v, 1, f): v the model that moves, f the correction; or f the model, of a sum at one model. The 1 is left out.
  const inputs = [
    { rows: theta, from: kind === 'step' ? 0 : d + 1 },
    ...(correction ? [{ rows: correction, from: d + 1 }] : []),
  ];
  for (const input of inputs)
    for (const other of inputs) {
      const block = between(input.rows, other.rows, K, d, d, columns);
      for (let i = 0; i < d; i++)
        for (let j = 0; j < d; j++) Y[(input.from + i) * all + other.from + j] = block[i * d + j]!;
    }
  const covariance = noiseCovariance(moments, Y);
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++) K[(noise + i) * columns + noise + j]! += covariance[i * d + j]!;
}

/** A K Bᵀ, A `[rows, columns]` and B `[others, columns]`. */
const between = (
  A: Vector,
  B: Vector,
  K: Vector,
  rows: number,
  others: number,
  columns: number,
): Float64Array => productWithTranspose(product(A, K, rows, columns, columns), B, rows, columns, others);

function workMoments(
  { agent, kind, stepSize, count, correction }: DoneWork,
  { agents, root }: ObservedAgents,
): LocalMoments {
  const { mean, law } = agents[agent]!;
  const d = root.length;
  if (kind === 'other')
    throw new NotLinear('its agents do more with an observation than local steps and sums of the operator');
  const act = kind === 'step' ? ({ kind, stepSize } as const) : ({ kind } as const);
  const fixed = correction || kind === 'gather' ? 1 + d : 1;
  return repeated(observationMoments({ act, dimension: d, fixed, root }, mean, law, 'iid'), count);
}
