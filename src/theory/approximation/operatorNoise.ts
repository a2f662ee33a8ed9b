/** The noise of any linear operator on a finite chain. */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { LinearMean } from '../../problems/operator.ts';
import type { Vector } from '../../maths/vector.ts';
import { addOuter, addProduct, addTransposed } from '../../maths/rectangular.ts';
import { type LocalChain, localChain, type LocalShape } from './localSteps.ts';
import { meanOperator, meanValue } from './meanOperator.ts';
import {
  type FirstMoments,
  largest,
  type MovedMoments,
  NEGLIGIBLE,
  type NoiseSource,
} from './noiseSource.ts';

/** The noise of an agent, operator by operator. */
export function operatorNoise(law: FiniteObservations, linear: LinearMean, root: Vector): NoiseSource {
  const chain = localChain(law, root);
  const mean = meanOperator(linear, root);
  const { dimension: d, states: n, stationary, first, next, probability, operator } = chain;
  // of each operator: π(s) P(s, s') of all its moves together
  const weights = new Float64Array(
    chain.operators.kind === 'dense' ? chain.operators.r.length / d : chain.operators.rho.length,
  );
  for (let s = 0; s < n; s++)
    for (let e = first[s]!; e < first[s + 1]!; e++)
      weights[operator[e]!]! += stationary[s]! * probability[e]!;

  const value = new Float64Array(d);
  const acted = new Float64Array(d);
  return {
    moves: chain,
    mean,
    meanNoise(point) {
      const out = new Float64Array(n * d);
      const centre = meanValue(mean, point, 0);
      eachOperator(chain, (s, k, p) => {
        valueAt(chain, k, point, value);
        for (let j = 0; j < d; j++) out[s * d + j]! += p * (value[j]! - centre[j]!);
      });
      return out;
    },
    lagged(most) {
      // Σ_s Ā(s) C_j(s), C_1(s') = Σ_s π(s) P(s, s') A(s, s') and C_{j+1}(s') = Σ_s P(s, s') C_j(s)
      const square = d * d;
      const byState = new Float64Array(n * square);
      let carried: Float64Array = new Float64Array(n * square);
      const A = new Float64Array(square);
      for (let s = 0; s < n; s++) {
        for (let e = first[s]!; e < first[s + 1]!; e++) {
          matrixOf(chain, operator[e]!, A);
          const p = probability[e]!;
          for (let j = 0; j < square; j++) {
            byState[s * square + j]! += p * A[j]!;
            carried[next[e]! * square + j]! += stationary[s]! * p * A[j]!;
          }
        }
      }
      const out: Float64Array[] = [];
      const limit = NEGLIGIBLE * largest(mean.A) ** 2;
      for (let lag = 1; lag <= most; lag++) {
        const K = new Float64Array(square);
        for (let s = 0; s < n; s++)
          addProduct(K, 0, 1, byState, s * square, carried.subarray(s * square, (s + 1) * square), d, d, d);
        addProduct(K, 0, -1, mean.A, 0, mean.A, d, d, d);
        if (largest(K) <= limit) break;
        out.push(K);
        const later = new Float64Array(n * square);
        for (let s = 0; s < n; s++) {
          for (let e = first[s]!; e < first[s + 1]!; e++) {
            const to = next[e]! * square;
            for (let j = 0; j < square; j++) later[to + j]! += probability[e]! * carried[s * square + j]!;
          }
        }
        carried = later;
      }
      return out;
    },
    move({ gain, shift, source }: LocalShape, point, { v, f }: FirstMoments, covariance): MovedMoments {
      const centre = meanValue(mean, point, 0);
      const input = source === 0 ? v : f;
      const movedV = new Float64Array(n * d);
      const movedF = f && new Float64Array(n * d);
      const cross = new Float64Array(d * d);
      const crossF = f && new Float64Array(d * d);
      const square = new Float64Array(d * d);
      const moved = new Float64Array(d);
      const meanW = new Float64Array(d);
      for (let s = 0; s < n; s++) {
        const row = s * d;
        meanW.fill(0);
        let made = -1;
        for (let e = first[s]!; e < first[s + 1]!; e++) {
          const p = probability[e]!;
          const to = next[e]! * d;
          if (operator[e] !== made) {
            made = operator[e]!;
            valueAt(chain, made, point, value);
            if (input !== undefined) act(chain, made, input, row, acted);
            for (let j = 0; j < d; j++) {
              value[j]! -= centre[j]!;
              moved[j] = v[row + j]! + gain * (stationary[s]! * value[j]! - acted[j]!);
              if (f !== undefined) moved[j]! += shift * f[row + j]!;
            }
          }
          for (let j = 0; j < d; j++) {
            movedV[to + j]! += p * moved[j]!;
            meanW[j]! += p * value[j]!;
          }
          if (movedF) for (let j = 0; j < d; j++) movedF[to + j]! += p * f[row + j]!;
        }
        addOuter(cross, 1, v, row, meanW, 0, d);
        if (crossF) addOuter(crossF, 1, meanW, 0, f, row, d);
      }
      for (let k = 0; k < weights.length; k++) {
        valueAt(chain, k, point, value);
        addOuter(square, weights[k]!, value, 0, value, 0, d);
      }
      addOuter(square, -1, centre, 0, centre, 0, d);
      if (covariance !== undefined) addSpread(chain, weights, covariance, square);
      return { v: movedV, cross, square, ...(movedF && { f: movedF }), ...(crossF && { crossF }) };
    },
  };
}

/** Calls back with each state's operators, each once, and the probability of its moves. */
function eachOperator(
  { states: n, first, probability, operator }: LocalChain,
  visit: (state: number, operator: number, p: number) => void,
): void {
  for (let s = 0; s < n; s++) {
    let e = first[s]!;
    while (e < first[s + 1]!) {
      const k = operator[e]!;
      let p = 0;
      for (; e < first[s + 1]! && operator[e] === k; e++) p += probability[e]!;
      visit(s, k, p);
    }
  }
}

/** G of one operator at a point about the root. */
function valueAt({ dimension: d, operators }: LocalChain, k: number, point: Vector, out: Float64Array): void {
  act({ dimension: d, operators }, k, point, 0, out);
  if (operators.kind === 'rank-one')
    for (let i = 0; i < d; i++) out[i] = operators.phi[k * d + i]! * operators.rho[k]! - out[i]!;
  else for (let i = 0; i < d; i++) out[i] = operators.r[k * d + i]! - out[i]!;
}

/** A of one operator. */
function matrixOf({ dimension: d, operators }: LocalChain, k: number, out: Float64Array): void {
  if (operators.kind === 'dense') {
    out.set(operators.A.subarray(k * d * d, (k + 1) * d * d));
    return;
  }
  out.fill(0);
  addOuter(out, 1, operators.phi, k * d, operators.psi, k * d, d);
}

/** A x of one operator. */
function act(
  { dimension: d, operators }: Pick<LocalChain, 'dimension' | 'operators'>,
  k: number,
  x: Vector,
  from: number,
  out: Float64Array,
): void {
  if (operators.kind === 'rank-one') {
    let along = 0;
    for (let j = 0; j < d; j++) along += operators.psi[k * d + j]! * x[from + j]!;
    for (let i = 0; i < d; i++) out[i] = operators.phi[k * d + i]! * along;
    return;
  }
  for (let i = 0; i < d; i++) {
    const row = (k * d + i) * d;
    let sum = 0;
    for (let j = 0; j < d; j++) sum += operators.A[row + j]! * x[from + j]!;
    out[i] = sum;
  }
}

/** square += E[A C Aᵀ]. */
function addSpread(
  { dimension: d, operators }: LocalChain,
  weights: Vector,
  C: Vector,
  square: Float64Array,
): void {
  const half = new Float64Array(d * d);
  const A = new Float64Array(d * d);
  for (let k = 0; k < weights.length; k++) {
    if (operators.kind === 'rank-one') {
      let sum = 0;
      for (let i = 0; i < d; i++)
        for (let j = 0; j < d; j++)
          sum += operators.psi[k * d + i]! * C[i * d + j]! * operators.psi[k * d + j]!;
      addOuter(square, weights[k]! * sum, operators.phi, k * d, operators.phi, k * d, d);
      continue;
    }
    A.set(operators.A.subarray(k * d * d, (k + 1) * d * d));
    half.fill(0);
    addProduct(half, 0, weights[k]!, A, 0, C, d, d, d);
    addTransposed(square, 1, half, A, d, d);
  }
}
