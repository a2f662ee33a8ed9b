/**
 * One agent's round where its noise is taken as additive: the noise along the mean local trajectory from
 * where the mean ends, with all its correlation along the chain, and with what local fluctuations add to it.
 *
 * Cheap beside the moments of the local vector from every state of the chain. Fluctuations (v, f) of the local
 * vector about the mean trajectory μ follow
 *
 *     v ← v + shift f + gain (w(o) − A(o) v),      w(o) = G(μ, o) − Ḡ(μ),
 *
 * in `q(s) = E[(v, f) 1{s_ℓ = s}]` exactly. In E[v vᵀ] and E[v fᵀ] Ā takes the place of A(o), and the variance of
 * (A(o) − Ā) v is added as that of independent draws.
 */
import type { Vector } from '../../maths/vector.ts';
import { addProduct, addTransposed } from './addedProducts.ts';
import type { LocalChain, LocalShape } from './localSteps.ts';

/** Fluctuations at the end of the steps. */
export interface Fluctuations {
  /** E[v vᵀ] and E[v fᵀ] `[d, d]`; E[f fᵀ] does not change */
  readonly vv: Float64Array;
  readonly vf: Float64Array;
  readonly ff: Float64Array;
  /** E[v 1{s}] and E[f 1{s}] `[n, d]` */
  v: Float64Array;
  f: Float64Array;
}

/** The mean operator about the root. */
export interface MeanOperator {
  readonly A: Float64Array;
  readonly r: Float64Array;
}

/** No fluctuations yet. */
export function noFluctuations({ states: n, dimension: d }: LocalChain): Fluctuations {
  const square = (): Float64Array => new Float64Array(d * d);
  return { vv: square(), vf: square(), ff: square(), v: new Float64Array(n * d), f: new Float64Array(n * d) };
}

/** Ā and r̄ under π. */
function meanOperator(chain: LocalChain): MeanOperator {
  const { dimension: d, states, stationary, first, probability, operator } = chain;
  const A = new Float64Array(d * d);
  const r = new Float64Array(d);
  const own = { A: new Float64Array(d * d), r: new Float64Array(d) };
  for (let s = 0; s < states; s++) {
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const p = stationary[s]! * probability[e]!;
      readOperator(chain, operator[e]!, own);
      for (let j = 0; j < d * d; j++) A[j]! += p * own.A[j]!;
      for (let j = 0; j < d; j++) r[j]! += p * own.r[j]!;
    }
  }
  return { A, r };
}

function readOperator({ dimension: d, operators }: LocalChain, k: number, out: MeanOperator): void {
  for (let i = 0; i < d; i++) {
    if (operators.kind === 'rank-one') {
      const own = operators.phi[k * d + i]!;
      out.r[i] = own * operators.rho[k]!;
      for (let j = 0; j < d; j++) out.A[i * d + j] = own * operators.psi[k * d + j]!;
    } else {
      out.r[i] = operators.r[k * d + i]!;
      for (let j = 0; j < d; j++) out.A[i * d + j] = operators.A[(k * d + i) * d + j]!;
    }
  }
}

/** Ḡ at a point about the root. */
export function meanValue({ A, r }: MeanOperator, x: Vector, from: number): Float64Array {
  const d = r.length;
  return r.map((value, i) => {
    let sum = value;
    for (let j = 0; j < d; j++) sum -= A[i * d + j]! * x[from + j]!;
    return sum;
  });
}

/** One step of the mean local vector (v, f, 1), in place. */
export function meanStep(shape: LocalShape, mean: MeanOperator, z: Float64Array): void {
  const { dimension: d, source, gain, shift } = shape;
  const value = meanValue(mean, z, source);
  for (let i = 0; i < d; i++) z[i]! += gain * value[i]! + (shift === 0 ? 0 : shift * z[d + i]!);
}

/** What the noise of one observation needs, kept from step to step. */
export interface NoiseTables {
  readonly mean: MeanOperator;
  /** π(s) Σ_s' P(s, s') ψ ψᵀ by state `[n, d, d]`, and φ of each state; `undefined` where A(o) has not the form φ(s) ψ(s, s')ᵀ */
  readonly byState: { readonly spread: Float64Array; readonly phi: Float64Array } | undefined;
}

/** The tables of a chain. */
export function noiseTables(chain: LocalChain): NoiseTables {
  return { mean: meanOperator(chain), byState: byStateOf(chain) };
}

function byStateOf(chain: LocalChain): NoiseTables['byState'] {
  const { dimension: d, states: n, stationary, first, probability, operator, operators } = chain;
  if (operators.kind !== 'rank-one') return undefined;
  const spread = new Float64Array(n * d * d);
  const phi = new Float64Array(n * d);
  for (let s = 0; s < n; s++) {
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const at = operator[e]! * d;
      if (e === first[s]!) phi.set(operators.phi.subarray(at, at + d), s * d);
      for (let i = 0; i < d; i++)
        if (Math.abs(operators.phi[at + i]! - phi[s * d + i]!) > 1e-12) return undefined;
      const p = stationary[s]! * probability[e]!;
      for (let i = 0; i < d; i++) {
        const own = p * operators.psi[at + i]!;
        for (let j = 0; j <= i; j++) spread[(s * d + i) * d + j]! += own * operators.psi[at + j]!;
      }
    }
    for (let i = 0; i < d; i++)
      for (let j = i + 1; j < d; j++) spread[(s * d + i) * d + j] = spread[(s * d + j) * d + i]!;
  }
  return { spread, phi };
}

/**
 * One observation: fluctuations one step on.
 *
 * @param at - the point at which the operator is evaluated on the mean trajectory `[d]`
 */
export function fluctuate(
  chain: LocalChain,
  shape: LocalShape,
  tables: NoiseTables,
  at: Vector,
  now: Fluctuations,
): Fluctuations {
  const { dimension: d, states: n, stationary, first, next, probability, operator } = chain;
  const { gain, shift, source } = shape;
  const { mean } = tables;
  const centre = meanValue(mean, at, 0);
  const v = new Float64Array(n * d);
  const f = new Float64Array(n * d);
  const cross = new Float64Array(d * d);
  const crossF = new Float64Array(d * d);
  const square = new Float64Array(d * d);
  const w = new Float64Array(d);
  const moved = new Float64Array(d);
  const meanW = new Float64Array(d);
  const own = { A: new Float64Array(d * d), r: new Float64Array(d) };
  const isRankOne = chain.operators.kind === 'rank-one';
  const sourceOf = source === 0 ? now.v : now.f;
  for (let s = 0; s < n; s++) {
    const row = s * d;
    meanW.fill(0);
    let deltas = 0;
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const p = probability[e]!;
      const k = operator[e]!;
      const to = next[e]! * d;
      if (chain.operators.kind === 'rank-one') {
        const { phi, psi, rho } = chain.operators;
        let delta = rho[k]!;
        let along = 0;
        for (let j = 0; j < d; j++) {
          delta -= psi[k * d + j]! * at[j]!;
          along += psi[k * d + j]! * sourceOf[row + j]!;
        }
        for (let j = 0; j < d; j++) {
          w[j] = phi[k * d + j]! * delta - centre[j]!;
          moved[j] = gain * (stationary[s]! * w[j]! - phi[k * d + j]! * along);
        }
        deltas += p * delta * delta;
        if (tables.byState === undefined) addOuter(square, stationary[s]! * p * delta * delta, phi, k * d, d);
      } else {
        readOperator(chain, k, own);
        const G = meanValue(own, at, 0);
        for (let i = 0; i < d; i++) {
          let along = 0;
          for (let j = 0; j < d; j++) along += own.A[i * d + j]! * sourceOf[row + j]!;
          w[i] = G[i]! - centre[i]!;
          moved[i] = gain * (stationary[s]! * w[i]! - along);
        }
        addOuter(square, stationary[s]! * p, w, 0, d);
      }
      for (let j = 0; j < d; j++) {
        meanW[j]! += p * w[j]!;
        v[to + j]! += p * (now.v[row + j]! + shift * now.f[row + j]! + moved[j]!);
        f[to + j]! += p * now.f[row + j]!;
      }
    }
    if (tables.byState !== undefined) addOuter(square, stationary[s]! * deltas, tables.byState.phi, row, d);
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        cross[i * d + j]! += now.v[row + i]! * meanW[j]!;
        crossF[i * d + j]! += meanW[i]! * now.f[row + j]!;
      }
    }
  }
  // E[w wᵀ] = E[G Gᵀ] − Ḡ Ḡᵀ
  if (isRankOne) addOuter(square, -1, centre, 0, d);
  addSpread(chain, tables, source === 0 ? now.vv : now.ff, square);
  return { v, f, ff: now.ff, ...seconds(shape, mean, now, { cross, crossF, square }) };
}

/** E[v vᵀ] and E[v fᵀ] one step on. */
function seconds(
  { dimension: d, gain, shift, source }: LocalShape,
  mean: MeanOperator,
  now: Fluctuations,
  added: { readonly cross: Vector; readonly crossF: Vector; readonly square: Vector },
): Pick<Fluctuations, 'vv' | 'vf'> {
  // v⁺ = B v + F f + gain w
  const B = new Float64Array(d * d);
  const F = new Float64Array(d * d);
  const onto = source === 0 ? B : F;
  for (let i = 0; i < d; i++) {
    B[i * d + i] = 1;
    F[i * d + i] = shift;
  }
  for (let j = 0; j < d * d; j++) onto[j]! -= gain * mean.A[j]!;
  const vf = added.crossF.map((value) => gain * value);
  addProduct(vf, 0, 1, B, 0, now.vf, d, d, d);
  addProduct(vf, 0, 1, F, 0, now.ff, d, d, d);
  // E[v⁺ v⁺ᵀ]: first E[v⁺ vᵀ], without the noise, which comes in beneath
  const withV = new Float64Array(d * d);
  addProduct(withV, 0, 1, B, 0, now.vv, d, d, d);
  addTransposed(withV, 1, F, now.vf, d, d);
  const withF = new Float64Array(d * d);
  addProduct(withF, 0, 1, B, 0, now.vf, d, d, d);
  addProduct(withF, 0, 1, F, 0, now.ff, d, d, d);
  const vv = new Float64Array(d * d);
  addTransposed(vv, 1, withV, B, d, d);
  addTransposed(vv, 1, withF, F, d, d);
  // E[(B v + F f) wᵀ] and its transpose
  const noise = new Float64Array(d * d);
  addProduct(noise, 0, gain, B, 0, added.cross, d, d, d);
  const crossF = Float64Array.from(
    { length: d * d },
    (_, at) => added.crossF[(at % d) * d + Math.floor(at / d)]!,
  );
  addProduct(noise, 0, gain, F, 0, crossF, d, d, d);
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++)
      vv[i * d + j]! += noise[i * d + j]! + noise[j * d + i]! + gain * gain * added.square[i * d + j]!;
  return { vv, vf };
}

/** square += E[(A − Ā) C (A − Ā)ᵀ] of independent draws. */
function addSpread(chain: LocalChain, { byState, mean }: NoiseTables, C: Vector, square: Float64Array): void {
  const { dimension: d, states: n, stationary, first, probability, operator } = chain;
  if (C.every((value) => value === 0)) return;
  if (byState !== undefined) {
    for (let s = 0; s < n; s++) {
      let sum = 0;
      for (let j = 0; j < d * d; j++) sum += byState.spread[s * d * d + j]! * C[j]!;
      addOuter(square, sum, byState.phi, s * d, d);
    }
  } else {
    const own = { A: new Float64Array(d * d), r: new Float64Array(d) };
    const half = new Float64Array(d * d);
    for (let s = 0; s < n; s++) {
      for (let e = first[s]!; e < first[s + 1]!; e++) {
        readOperator(chain, operator[e]!, own);
        half.fill(0);
        addProduct(half, 0, stationary[s]! * probability[e]!, own.A, 0, C, d, d, d);
        addTransposed(square, 1, half, own.A, d, d);
      }
    }
  }
  const half = new Float64Array(d * d);
  addProduct(half, 0, 1, mean.A, 0, C, d, d, d);
  addTransposed(square, -1, half, mean.A, d, d);
}

/** out `[d, d]` += factor · x xᵀ. */
function addOuter(out: Float64Array, factor: number, x: Vector, from: number, d: number): void {
  for (let i = 0; i < d; i++) {
    const own = factor * x[from + i]!;
    for (let j = 0; j < d; j++) out[i * d + j]! += own * x[from + j]!;
  }
}
