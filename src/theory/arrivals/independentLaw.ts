/**
 * Transitions under observations that are independent of one another, or that have Gauss–Markov noise added: with the moments of
 * `y = (v, z, 1, f)` about the root (localMoments.ts),
 *
 *     (u, z⁺) = Φ y + ε,      Cov(ε) = N(E y yᵀ),
 *
 * N constant where noise is added, linear where A varies with the observation.
 */
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import {
  add,
  addTimesVector,
  block,
  column,
  conjugate,
  type Matrix,
  matrix,
  numbersOf,
  plus,
  scaled,
  square,
  timesVector,
} from '../../maths/matrix.ts';
import { addScaled, concatenated, type Vector } from '../../maths/vector.ts';
import type { Sampling } from '../../problems/operator.ts';
import { type LocalMoments, noiseCovariance } from '../moments/localMoments.ts';
import type { KnownAgent } from '../moments/setting.ts';
import { keptOfWork, type WorkMoments } from '../workMoments.ts';
import { aboutRoot, ONE, type Before, type Transition, type TransitionLaw } from './transition.ts';

/** What does not depend on the moments before. */
export interface Coefficients extends Pick<Transition, 'V' | 'F' | 'Z' | 'T'> {
  readonly moments: LocalMoments;
  /** c `[d]`: E u beside the part of v, f and z */
  readonly constant: Float64Array;
  /** Cov(ε, ζ) as one, of additive noise */
  readonly covariance: Matrix | undefined;
}

/** Under i.i.d. or exact sampling, or of Gauss–Markov noise. */
export class IndependentLaw implements TransitionLaw {
  multiplications = 0;
  readonly #root: Vector;
  readonly #coefficients: (...work: Parameters<WorkMoments>) => Coefficients;

  /** @param doubles - that the moments of transitions may take */
  constructor(agent: KnownAgent, sampling: Sampling, root: Float64Array, doubles: number) {
    this.#root = root;
    const make = (moments: LocalMoments, act: AgentAct): Coefficients => coefficientsOf(moments, act, root);
    this.#coefficients = keptOfWork({ agents: [agent], root, sampling }, make, doubles, (size, count) => {
      this.multiplications += 2 * Math.log2(1 + count) * size * root.length;
    });
  }

  after(act: AgentAct, isFixed: boolean, count: number, before: Before): Transition {
    const { v, f, stream } = before;
    const { V, F, Z, T, constant, covariance, moments } = this.coefficients(act, isFixed, count);
    const d = v.length;
    const mean = addTimesVector(constant.slice(), V, v);
    if (f && F) addTimesVector(mean, F, f);
    if (stream && Z) addTimesVector(mean, Z, stream.mean);
    const [ofU, ofZ] = [[0, d] as const, [d, moments.moving - d] as const];
    const isCarried = stream && T && covariance;
    return {
      ...{ V, F, Z, T, mean, isClosure: false },
      noise: covariance ? block(covariance, ofU, ofU) : this.#noiseAt(act, moments, before),
      noiseWithStream: isCarried && block(covariance, ofU, ofZ),
      stream: isCarried && {
        mean: timesVector(T, stream.mean),
        covariance: plus(conjugate(T, stream.covariance), block(covariance, ofZ, ofZ)),
      },
    };
  }

  /** N(E y yᵀ) of y = (v, 1, f), from the means and covariances of v and f. */
  #noiseAt(act: AgentAct, moments: LocalMoments, before: Before): Matrix {
    const [v, ...f] = aboutRoot(act, before, this.#root);
    const d = v.length;
    const second = square(column(concatenated([v, ONE, ...f])));
    const covariance = before.covariance();
    const places = [0, d + 1].slice(0, 1 + f.length);
    places.forEach((row, i) => {
      places.forEach((place, j) => {
        add(block(second, [row, d], [place, d]), block(covariance, [i * d, d], [j * d, d]));
      });
    });
    this.multiplications += moments.noise.kind === 'additive' ? 0 : moments.noise.second.length;
    return matrix(d, d, noiseCovariance(moments, second.values));
  }

  coefficients(act: AgentAct, isFixed: boolean, count: number): Coefficients {
    return this.#coefficients(0, act, count, isFixed);
  }
}

/** Blocks of Φ; where y is about the root, c takes that back. */
function coefficientsOf(moments: LocalMoments, act: AgentAct, root: Vector): Coefficients {
  const { moving, fixed, noise } = moments;
  const d = root.length;
  const mean = matrix(moving, moving + fixed, Float64Array.from(moments.mean));
  const part = (rows: readonly [number, number], columns: readonly [number, number]): Matrix =>
    scaled(block(mean, rows, columns));
  const [ofU, ofZ] = [[0, d] as const, [d, moving - d] as const];
  const V = part(ofU, ofU);
  const F = fixed > 1 ? part(ofU, [moving + 1, d]) : undefined;
  const isStep = act.kind === 'step';
  const shift = timesVector(isStep ? V : F!, Float64Array.from(root));
  const constant = addScaled(numbersOf(part(ofU, [moving, 1])), -1, shift);
  return {
    ...{ moments, V, F },
    Z: moving > d ? part(ofU, ofZ) : undefined,
    T: moving > d ? part(ofZ, ofZ) : undefined,
    constant: isStep ? addScaled(constant, 1, root) : constant,
    covariance:
      noise.kind === 'additive' ? matrix(moving, moving, Float64Array.from(noise.covariance)) : undefined,
  };
}
