/**
 * Stretches of observations along an agent's finite chain, which continues where it was. What is carried is the
 * indicator e of the state, so that Cov(x, e) = E[(x − E x) 1{s}] ties every vector to where the chain stands.
 *
 * A closure: third cumulants of two vectors with e, and of a vector with two agents' e, are left out, so that
 * E[x yᵀ 1{s}] follows from first and second moments. They have no part where A does not depend on the
 * state: then it is exact.
 */
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import { meanOverSteps, meanStepCost } from '../chain/firstMoments.ts';
import {
  type ChainSize,
  chainSize,
  type LocalChain,
  localChain,
  type LocalShape,
  localShape,
} from '../chain/localSteps.ts';
import { kernelOf } from '../chain/moves.ts';
import { secondsAfter, secondStepCost } from '../chain/secondMoments.ts';
import { type Change, type ChangeInput, standing, type StretchLaw } from './stretchLaw.ts';

/** What does not depend on where a stretch begins. */
interface Stretch {
  readonly shape: LocalShape;
  /** Φ(s) `[n, d, size]` */
  readonly mean: Float64Array;
  /** P^H transposed `[n, n]` */
  readonly moved: Float64Array;
}

/** The law of an agent on a finite chain under Markov sampling. */
export class ChainLaw implements StretchLaw {
  multiplications = 0;
  readonly #chain: LocalChain;
  readonly #size: ChainSize;
  readonly #root: Vector;
  readonly #known = new Map<string, Stretch>();

  constructor(law: FiniteObservations, root: Vector) {
    this.#chain = localChain(law, root);
    this.#size = chainSize(law, root);
    this.#root = root;
  }

  after(act: AgentAct, isFixed: boolean, count: number, input: ChangeInput): Change {
    const { shape, mean: maps, moved } = this.#stretch(act, isFixed, count);
    const { states: n } = this.#chain;
    const { dimension: d, size: D } = shape;
    const { mean: mu } = input.carried!;
    const isStep = act.kind === 'step';
    const root = this.#root;
    // The means of z = (v, f, 1) about the root, and E[z 1{s}].
    const z = new Float64Array(D);
    z[D - 1] = 1;
    for (let j = 0; j < d; j++) {
      z[j] = input.v[j]! - (isStep ? root[j]! : 0);
      if (shape.second) z[d + j] = input.f![j]! - (isStep ? 0 : root[j]!);
    }
    const field = this.#fieldOf(z, input, D);
    const end = secondsAfter(this.#chain, shape, field, count);
    this.multiplications += count * secondStepCost(this.#size, shape) + n * d * D;

    const mean = new Float64Array(d);
    const noise = new Float64Array(d * d);
    const noiseWithCarried = new Float64Array(d * n);
    const law = new Float64Array(n);
    for (let s = 0; s < n; s++) {
      const at = s * D * D;
      law[s] = end[at + D * D - 1]!;
      for (let i = 0; i < d; i++) {
        mean[i]! += end[at + i * D + D - 1]!;
        noiseWithCarried[i * n + s] = end[at + i * D + D - 1]!;
        for (let j = 0; j < d; j++) noise[i * d + j]! += end[at + i * D + j]!;
      }
    }
    for (let i = 0; i < d; i++) {
      for (let s = 0; s < n; s++) noiseWithCarried[i * n + s]! -= law[s]! * mean[i]!;
      for (let j = 0; j < d; j++) noise[i * d + j]! -= mean[i]! * mean[j]!;
    }
    if (isStep) for (let j = 0; j < d; j++) mean[j]! += root[j]!;
    const { onV, onF, onZ } = atMean(maps, mu, z, shape, n);
    return {
      onV,
      onF,
      onZ,
      moved,
      mean,
      noise,
      noiseWithCarried,
      isWhole: true,
      carried: standing(law),
    };
  }

  /** E[z zᵀ 1{s}] `[n, D, D]`, without its third cumulants. */
  #fieldOf(z: Vector, { carried, covariance, withCarried }: ChangeInput, D: number): Float64Array {
    const { states: n, dimension: d } = this.#chain;
    const { mean: mu } = carried!;
    const C = covariance();
    const V = withCarried();
    const field = new Float64Array(n * D * D);
    const moving = D - 1;
    for (let s = 0; s < n; s++) {
      const at = s * D * D;
      for (let i = 0; i < D; i++) {
        const withState = i < moving ? V[i * n + s]! : 0;
        for (let j = 0; j < D; j++) {
          let entry = mu[s]! * z[i]! * z[j]! + withState * z[j]!;
          if (j < moving) entry += V[j * n + s]! * z[i]!;
          if (i < moving && j < moving) entry += mu[s]! * C[i * 2 * d + j]!;
          field[at + i * D + j] = entry;
        }
      }
    }
    return field;
  }

  #stretch(act: AgentAct, isFixed: boolean, count: number): Stretch {
    const key = `${act.kind === 'step' ? act.stepSize : 'gather'}/${isFixed}/${count}`;
    const known = this.#known.get(key);
    if (known) return known;
    const { states: n, dimension: d } = this.#chain;
    const shape = localShape(act, d, isFixed);
    const kernel = kernelOf(this.#chain, count);
    const moved = kernel.map((_, at) => kernel[(at % n) * n + Math.floor(at / n)]!);
    const stretch = { shape, mean: meanOverSteps(this.#chain, shape, count), moved };
    this.multiplications += count * meanStepCost(this.#size, shape) + 2 * Math.log2(count + 1) * n ** 3;
    this.#known.set(key, stretch);
    return stretch;
  }
}

/** Whether A is the same whatever is observed, so that noise is added and {@link ChainLaw} exact. */
export function isAdditive(law: FiniteObservations, d: number): boolean {
  const { chain, observes } = law;
  const [A, first, b] = [new Float64Array(d * d), new Float64Array(d * d), new Float64Array(d)];
  let isFirst = true;
  for (let s = 0; s < chain.states; s++) {
    for (let next = 0; next < chain.states; next++) {
      if (observes === 'states' ? next !== s : chain.transition[s * chain.states + next] === 0) continue;
      law.affine(s, next, A, b);
      if (isFirst) first.set(A);
      else if (A.some((value, j) => value !== first[j])) return false;
      isFirst = false;
    }
  }
  return true;
}

/** The parts of E[u | registers, state]: in the mean over the state, and of each state at the registers' means. */
function atMean(
  maps: Vector,
  mu: Vector,
  z: Vector,
  { dimension: d, size: D, second }: LocalShape,
  n: number,
): { readonly onV: Float64Array; readonly onF: Float64Array | undefined; readonly onZ: Float64Array } {
  const onV = new Float64Array(d * d);
  const onF = second ? new Float64Array(d * d) : undefined;
  const onZ = new Float64Array(d * n);
  for (let s = 0; s < n; s++) {
    for (let i = 0; i < d; i++) {
      const row = (s * d + i) * D;
      let value = 0;
      for (let j = 0; j < D; j++) value += maps[row + j]! * z[j]!;
      onZ[i * n + s] = value;
      for (let j = 0; j < d; j++) {
        onV[i * d + j]! += mu[s]! * maps[row + j]!;
        if (onF) onF[i * d + j]! += mu[s]! * maps[row + d + j]!;
      }
    }
  }
  return { onV, onF, onZ };
}
