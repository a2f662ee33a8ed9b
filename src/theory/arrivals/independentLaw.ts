/** Stretches of observations that are independent of one another, or have noise that is added and carried on. */
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ObservationLaw } from '../../problems/observationLaw.ts';
import type { LinearMean, Sampling } from '../../problems/operator.ts';
import { congruence, type LocalMoments, noiseCovariance, repeated } from '../moments/localMoments.ts';
import { observationMoments } from '../moments/observationMoments.ts';
import type { Carried, Change, ChangeInput, StretchLaw } from './stretchLaw.ts';

interface LawOptions {
  readonly sampling: Sampling;
  /** θ* `[d]` */
  readonly root: Vector;
  /** doubles that the moments of stretches may take */
  readonly doubles: number;
}

/** The moments of a stretch, and their mean taken apart. */
export interface Stretch {
  readonly moments: LocalMoments;
  readonly onV: Float64Array;
  readonly onF: Float64Array | undefined;
  readonly onZ: Float64Array | undefined;
  readonly moved: Float64Array | undefined;
  /** what E u has beside the registers' part `[d]` */
  readonly constant: Float64Array;
  /** of additive noise: Cov of u's, of u's with z's, of z's */
  readonly noise: Float64Array | undefined;
  readonly noiseWithCarried: Float64Array | undefined;
  readonly carriedNoise: Float64Array | undefined;
}

/** The law of an agent under i.i.d. or exact sampling, or of its Gauss–Markov noise. */
export class IndependentLaw implements StretchLaw {
  multiplications = 0;
  readonly #mean: LinearMean;
  readonly #law: ObservationLaw | undefined;
  readonly #options: LawOptions;
  #known = new Map<string, Stretch>();
  #doubles = 0;

  constructor(mean: LinearMean, law: ObservationLaw | undefined, options: LawOptions) {
    this.#mean = mean;
    this.#law = law;
    this.#options = options;
  }

  after(act: AgentAct, isFixed: boolean, count: number, input: ChangeInput): Change {
    const { root } = this.#options;
    const { moments, onV, onF, onZ, moved, constant, carriedNoise, ...known } = this.stretch(
      act,
      isFixed,
      count,
    );
    const { v, f, carried } = input;
    const mean = constant.slice();
    addApplied(mean, onV, v);
    if (f && onF) addApplied(mean, onF, f);
    const isCarried = carried && onZ && moved && carriedNoise;
    if (isCarried) addApplied(mean, onZ, carried.mean);
    return {
      onV,
      onF,
      onZ,
      moved,
      mean,
      noise: known.noise ?? this.#noiseAt(act, moments, input, root),
      noiseWithCarried: known.noiseWithCarried,
      isWhole: false,
      carried: isCarried && next(carried, moved, carriedNoise),
    };
  }

  /** Cov of multiplicative noise, about registers whose moments are as they are `[d, d]`. */
  #noiseAt(
    act: AgentAct,
    moments: LocalMoments,
    { v, f, covariance }: ChangeInput,
    root: Vector,
  ): Float64Array {
    const d = root.length;
    const all = moments.moving + moments.fixed;
    const isStep = act.kind === 'step';
    const y = new Float64Array(all);
    y[d] = 1;
    for (let j = 0; j < d; j++) {
      y[j] = v[j]! - (isStep ? root[j]! : 0);
      if (f) y[d + 1 + j] = f[j]! - (isStep ? 0 : root[j]!);
    }
    const C = covariance();
    const place = (k: number): number => (k < d ? k : k + 1);
    const second = new Float64Array(all * all);
    for (let k = 0; k < all * all; k++) second[k] = y[Math.floor(k / all)]! * y[k % all]!;
    for (let k = 0; k < all - 1; k++)
      for (let l = 0; l < all - 1; l++) second[place(k) * all + place(l)]! += C[k * 2 * d + l]!;
    this.multiplications += moments.noise.kind === 'additive' ? 0 : moments.noise.second.length;
    return noiseCovariance(moments, second);
  }

  /** What does not depend on the registers. */
  stretch(act: AgentAct, isFixed: boolean, count: number): Stretch {
    const key = `${act.kind === 'step' ? act.stepSize : 'gather'}/${isFixed}/${count}`;
    const known = this.#known.get(key);
    if (known) return known;
    const { root, sampling, doubles } = this.#options;
    const d = root.length;
    const shape = { act, dimension: d, fixed: isFixed ? 1 + d : 1, root };
    const found =
      count === 1
        ? observationMoments(shape, this.#mean, this.#law, sampling)
        : repeated(this.stretch(act, isFixed, 1).moments, count);
    const { noise, mean } = found;
    const size = 2 * mean.length + (noise.kind === 'additive' ? noise.covariance : noise.second).length;
    this.multiplications += 2 * Math.log2(1 + count) * size * d;
    this.#doubles += size;
    // Of random gaps and changing step sizes there are ever new ones.
    if (this.#doubles > doubles) {
      this.#known = new Map();
      this.#doubles = size;
    }
    const stretch = takenApart(found, act, root);
    this.#known.set(key, stretch);
    return stretch;
  }
}

function takenApart(moments: LocalMoments, act: AgentAct, root: Vector): Stretch {
  const { moving, fixed, mean, noise } = moments;
  const d = root.length;
  const all = moving + fixed;
  const k = moving - d;
  const block = (matrix: Vector, stride: number, row: number, rows: number, at: number, columns: number) =>
    Float64Array.from(
      { length: rows * columns },
      (_, j) => matrix[(row + Math.floor(j / columns)) * stride + at + (j % columns)]!,
    );
  const onV = block(mean, all, 0, d, 0, d);
  const onF = fixed > 1 ? block(mean, all, 0, d, moving + 1, d) : undefined;
  const constant = block(mean, all, 0, d, moving, 1);
  // Moments are about the root where the model is.
  const shift = Float64Array.from(root, (x) => -x);
  if (act.kind === 'step') {
    addApplied(constant, onV, shift);
    for (let j = 0; j < d; j++) constant[j]! += root[j]!;
  } else if (onF) addApplied(constant, onF, shift);
  const added = noise.kind === 'additive' ? noise.covariance : undefined;
  return {
    moments,
    onV,
    onF,
    constant,
    onZ: k > 0 ? block(mean, all, 0, d, d, k) : undefined,
    moved: k > 0 ? block(mean, all, d, k, d, k) : undefined,
    noise: added && block(added, moving, 0, d, 0, d),
    noiseWithCarried: added && k > 0 ? block(added, moving, 0, d, d, k) : undefined,
    carriedNoise: added && k > 0 ? block(added, moving, d, k, d, k) : undefined,
  };
}

function next({ mean, covariance }: Carried, T: Vector, noise: Vector): Carried {
  const after = new Float64Array(mean.length);
  addApplied(after, T, mean);
  const moved = congruence(T, mean.length, covariance, mean.length);
  for (let j = 0; j < moved.length; j++) moved[j]! += noise[j]!;
  return { mean: after, covariance: moved };
}

/** out += M x */
function addApplied(out: Float64Array, M: Vector, x: Vector): void {
  const n = x.length;
  for (let i = 0; i < out.length; i++) for (let j = 0; j < n; j++) out[i]! += M[i * n + j]! * x[j]!;
}
