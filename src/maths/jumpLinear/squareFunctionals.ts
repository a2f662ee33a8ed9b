/**
 * Functionals of second moments of the local vector z, and how an observation pulls them back: symmetric matrices Λ, packed,
 * whose value is Σ_jk Λ_jk E[z_j z_k]. An observation makes z⁺ = (1 + L) z of z, L adding to v alone, and of Λ
 *
 *     (1 + L)ᵀ Λ (1 + L) = Λ + LᵀΛ + ΛL + LᵀΛL.
 *
 * Families of m of them are there for every state of a chain. Loops over packed triangles are kernels: with whole matrices
 * and products of them a step takes three times as long.
 */
import { transpose } from '../linearAlgebra.ts';
import { packedIndex, packedLength } from '../packed.ts';
import { addProduct, product } from '../rectangular.ts';
import { addStridedProduct } from '../stridedProduct.ts';
import type { Vector } from '../vector.ts';
import { type LocalChain, type LocalShape, stepMaps } from './jumpSystem.ts';
import { expectedNext } from './moves.ts';

/** The functionals before so many observations, of those after them `[n, m, packed z]`. */
export function functionalsBefore(
  chain: LocalChain,
  local: LocalShape,
  after: Float64Array,
  steps: number,
): Float64Array {
  let now: Float64Array = after;
  for (let step = 0; step < steps; step++) {
    const before = expectedNext(chain, now, now.length / chain.states);
    addObserved(chain, local, now, before);
    now = before;
  }
  return now;
}

/** E[v vᵀ] itself, one for each (a ≥ b): a family `[pairs of d, packed z]`. */
export function squareOfV(d: number, z: number): Float64Array {
  const D = packedLength(z);
  const out = new Float64Array(packedLength(d) * D);
  for (let a = 0, r = 0; a < d; a++) for (let b = 0; b <= a; b++, r++) out[r * D + r] = a === b ? 1 : 0.5;
  return out;
}

/** added += what the observation of a move from each state adds, in the mean over moves, to functionals after it. */
function addObserved(chain: LocalChain, local: LocalShape, values: Vector, added: Float64Array): void {
  const { states: n, dimension: d, operators, operator, first, next, probability } = chain;
  const { size: z, gain, shift, source } = local;
  const D = packedLength(z);
  const size = Math.trunc(values.length / n);
  const m = Math.trunc(size / D);
  const steps = stepMaps(chain, local);
  const x = new Float64Array(z);
  const w = new Float64Array(d + 1);
  const width = d + 1;
  const isRankOne = operators.kind === 'rank-one';
  const expected = new Float64Array(size);
  const all = new Float64Array(size);
  // rank one: of each operator from a state Λφ + … `[operators, m z]`, and w where it is not 0 `[d + 1, operators]`
  const most = first.reduce((moves, from, s) => Math.max(moves, from - (first[s - 1] ?? from)), 0);
  const along = new Float64Array(isRankOne ? most * m * z : 0);
  const across = new Float64Array(isRankOne ? most * width : 0);
  const half = new Float64Array(isRankOne ? m * z * width : 0);
  for (let s = 0; s < n; s++) {
    let count = 0;
    all.fill(0);
    let e = first[s]!;
    while (e < first[s + 1]!) {
      const k = operator[e]!;
      let end = e + 1;
      while (end < first[s + 1]! && operator[end] === k) end++;
      // the functionals after these moves; after one alone they stay where they are, with its probability beside them
      const isAlone = end === e + 1;
      if (!isAlone) {
        expected.fill(0);
        for (let move = e; move < end; move++)
          addTimes(expected, probability[move]!, values, next[move]! * size);
      }
      const after = isAlone ? values : expected;
      const from = isAlone ? next[e]! * size : 0;
      const p = isAlone ? probability[e]! : 1;
      if (isRankOne) {
        const phi = operators.phi.subarray(k * d, (k + 1) * d);
        for (let j = 0; j < d; j++) w[j] = -gain * operators.psi[k * d + j]!;
        w[d] = gain * operators.rho[k]!;
        for (let j = 0; j < width; j++) across[j * most + count] = p * w[j]!;
        writeAlong(along, count * m * z, after, from, { phi, w, shift, source }, x, m);
        if (shift !== 0) addTimes(all, p, after, from);
        count++;
      } else addStepped(added, s * size, p, after, from, steps(k).values, d, z, m);
      e = end;
    }
    if (!isRankOne) continue;
    half.fill(0);
    addStridedProduct(
      { rows: width, columns: m * z, values: half, offset: 0, stride: m * z },
      { rows: width, columns: count, values: across, offset: 0, stride: most },
      { rows: count, columns: m * z, values: along, offset: 0, stride: m * z },
      1,
    );
    addTwice(added, s * size, half, source, d, z, m);
    if (shift !== 0) addShifted(added, s * size, all, shift, d, z, m);
  }
}

/** out += factor · the numbers from an offset on. */
function addTimes(out: Float64Array, factor: number, values: Vector, from: number): void {
  for (let j = 0; j < out.length; j++) out[j]! += factor * values[from + j]!;
}

/** A step of rank one: v gains φ (w_v · what is at `source` + w_1), and `shift` times the register after it. */
interface RankOneStep {
  /** `[d]` */
  readonly phi: Vector;
  /** `[d + 1]` */
  readonly w: Vector;
  readonly shift: number;
  readonly source: number;
}

/** Writes Λ φ + … of m functionals Λ, such that what a step adds to Λ is this wᵀ, made symmetric; `[m, z]` from `row` on. */
function writeAlong(
  along: Float64Array,
  row: number,
  values: Vector,
  from: number,
  { phi, w, shift, source }: RankOneStep,
  x: Float64Array,
  m: number,
): void {
  const d = phi.length;
  const z = x.length;
  const D = packedLength(z);
  for (let r = 0, at = row; r < m; r++) {
    timesHead(values, from + r * D, phi, x, d, z);
    let onPhi = 0;
    for (let j = 0; j < d; j++) onPhi += phi[j]! * x[j]!;
    if (shift !== 0) for (let j = 0; j < d; j++) x[d + j]! += shift * x[j]!;
    for (let j = 0; j < d; j++) x[source + j]! += (onPhi / 2) * w[j]!;
    x[z - 1]! += (onPhi / 2) * w[d]!;
    for (let i = 0; i < z; i++, at++) along[at] = x[i]!;
  }
}

/** x `[z]` = Λ φ, φ on v alone. */
function timesHead(packed: Vector, at: number, phi: Vector, x: Float64Array, d: number, z: number): void {
  x.fill(0);
  for (let i = 0, place = at; i < d; i++) {
    let dotProduct = 0;
    const factor = phi[i]!;
    for (let k = 0; k < i; k++, place++) {
      dotProduct += packed[place]! * phi[k]!;
      x[k]! += packed[place]! * factor;
    }
    x[i]! += dotProduct + packed[place++]! * factor;
  }
  for (let i = d; i < z; i++) {
    const place = at + (i * (i + 1)) / 2;
    let dotProduct = 0;
    for (let k = 0; k < d; k++) dotProduct += packed[place + k]! * phi[k]!;
    x[i] = dotProduct;
  }
}

/** out += H + Hᵀ of m functionals, from an offset on; of H `[d + 1, m, z]` the columns from `source` on and the last one. */
function addTwice(
  out: Float64Array,
  to: number,
  half: Vector,
  source: number,
  d: number,
  z: number,
  m: number,
): void {
  const D = packedLength(z);
  for (let k = 0, from = 0; k <= d; k++) {
    const j = k === d ? z - 1 : source + k;
    for (let r = 0; r < m; r++)
      for (let i = 0; i < z; i++, from++)
        out[to + r * D + packedIndex(i, j)]! += (i === j ? 2 : 1) * half[from]!;
  }
}

/** out += scale · (M̂ᵀΛ + ΛM̂ + M̂ᵀΛM̂) of m functionals, from an offset on, M̂ adding M z to v. */
function addStepped(
  out: Float64Array,
  to: number,
  scale: number,
  family: Vector,
  from: number,
  M: Vector,
  d: number,
  z: number,
  m: number,
): void {
  const D = packedLength(z);
  // scale (Λ[v, ·] + ½ Λ_vv M) `[m, d, z]`
  const Y = new Float64Array(m * d * z);
  const halves = new Float64Array(m * d * d);
  for (let r = 0, at = 0, half = 0; r < m; r++)
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < z; j++, at++) Y[at] = scale * family[from + r * D + packedIndex(i, j)]!;
      for (let k = 0; k < d; k++, half++) halves[half] = Y[at - z + k]! / 2;
    }
  addProduct(Y, 0, 1, halves, 0, M, m * d, d, z);
  const across = transpose(M, d, z);
  const P = new Float64Array(z * z);
  for (let r = 0, place = to; r < m; r++) {
    P.fill(0);
    addProduct(P, 0, 1, across, 0, Y.subarray(r * d * z, (r + 1) * d * z), z, d, z);
    for (let i = 0; i < z; i++)
      for (let j = 0; j <= i; j++, place++) out[place]! += P[i * z + j]! + P[j * z + i]!;
  }
}

/** {@link addStepped} with M adding `shift` times the register after v to v. */
function addShifted(
  out: Float64Array,
  to: number,
  family: Vector,
  shift: number,
  d: number,
  z: number,
  m: number,
): void {
  const D = packedLength(z);
  for (let r = 0; r < m; r++) {
    const row = r * D;
    for (let i = 0; i < d; i++) {
      const place = to + row + ((d + i) * (d + i + 1)) / 2;
      const packedRow = row + (i * (i + 1)) / 2;
      for (let j = 0; j < d; j++)
        out[place + j]! += shift * family[j <= i ? packedRow + j : row + (j * (j + 1)) / 2 + i]!;
      const next = row + ((d + i) * (d + i + 1)) / 2;
      for (let j = 0; j <= i; j++) {
        const other = row + ((d + j) * (d + j + 1)) / 2;
        out[place + d + j]! +=
          shift * (family[other + i]! + family[next + j]! + shift * family[packedRow + j]!);
      }
      for (let j = 2 * d; j < z; j++)
        out[to + row + (j * (j + 1)) / 2 + d + i]! += shift * family[row + (j * (j + 1)) / 2 + i]!;
    }
  }
}

/** out += scale · A x xᵀ Bᵀ, made symmetric, as a map of packed x xᵀ `[pairs of d, packed q]`. */
export function addSquare(
  out: Float64Array,
  scale: number,
  A: Vector,
  B: Vector,
  d: number,
  q: number,
): void {
  for (let a = 0, at = 0; a < d; a++)
    for (let b = 0; b <= a; b++)
      for (let i = 0; i < q; i++) {
        const x = (scale / 2) * A[a * q + i]!;
        const y = (scale / 2) * B[b * q + i]!;
        const u = (scale / 2) * A[b * q + i]!;
        const v = (scale / 2) * B[a * q + i]!;
        for (let j = 0; j <= i; j++, at++) {
          const value = x * B[b * q + j]! + y * A[a * q + j]! + u * B[a * q + j]! + v * A[b * q + j]!;
          out[at]! += i === j ? value / 2 : value;
        }
      }
}

/** Functionals of z zᵀ `[m, packed z]` as maps of packed x xᵀ `[m, packed q]`, z = O x. */
export function opened(family: Vector, O: Vector, z: number, q: number): Float64Array {
  const D = packedLength(z);
  const width = packedLength(q);
  const m = Math.trunc(family.length / D);
  // Λ itself, whole, and Λ O `[m, z, …]`
  const whole = new Float64Array(m * z * z);
  for (let r = 0, at = 0; r < m; r++)
    for (let i = 0; i < z; i++)
      for (let k = 0; k < z; k++, at++) whole[at] = family[r * D + packedIndex(i, k)]!;
  const half = product(whole, O, m * z, z, q);
  const across = transpose(O, z, q);
  const out = new Float64Array(m * width);
  for (let r = 0, at = 0; r < m; r++) {
    const both = product(across, half.subarray(r * z * q, (r + 1) * z * q), q, z, q);
    for (let i = 0; i < q; i++)
      for (let j = 0; j <= i; j++, at++) out[at] = (i === j ? 1 : 2) * both[i * q + j]!;
  }
  return out;
}
