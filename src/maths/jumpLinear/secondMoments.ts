/**
 * The second moments of an agent's local vector along its chain: the field `Z(s) = E[z zᵀ 1{s_ℓ = s}]`,
 * observation by observation.
 */
import type { ChainSize, LocalChain, LocalShape } from './jumpSystem.ts';

/** Multiplications of one step of {@link secondsAfter}. */
export function secondStepCost(
  { states, moves, operators, kind }: ChainSize,
  { dimension: d, size: D }: LocalShape,
): number {
  const fixed = D - d;
  const acts = kind === 'dense' ? operators * (d * d * (D + 2 * d) + 2 * d * D) : moves * 3 * d * D;
  return moves * (d * D + (fixed * fixed) / 2) + acts + states * d * D;
}

/**
 * The field after so many observations.
 *
 * @param field - Z `[n, size, size]`, symmetric; used up
 */
export function secondsAfter(
  chain: LocalChain,
  shape: LocalShape,
  field: Float64Array,
  steps: number,
): Float64Array {
  let now: Float64Array = field;
  let next: Float64Array = new Float64Array(field.length);
  const work = workFor(shape);
  for (let step = 0; step < steps; step++) {
    stepForward(chain, shape, now, next, work);
    [now, next] = [next, now];
  }
  for (let s = 0; s < chain.states; s++) mirror(shape, now, s * shape.size ** 2);
  return now;
}

interface Work {
  /** rows of E[(v + shift f) zᵀ] before G is added, and after `[d, size]` */
  readonly shifted: Float64Array;
  readonly rows: Float64Array;
  /** E[G zᵀ] of a dense operator `[d, size]`, and E[G Gᵀ] `[d, d]` */
  readonly along: Float64Array;
  readonly same: Float64Array;
}

const workFor = ({ dimension: d, size: D }: LocalShape): Work => ({
  shifted: new Float64Array(d * D),
  rows: new Float64Array(d * D),
  along: new Float64Array(d * D),
  same: new Float64Array(d * d),
});

/** What steps keep up to date, the elements from the diagonal on, into the rest. */
function mirror({ size: D }: LocalShape, field: Float64Array, at: number): void {
  for (let i = 0; i < D; i++) for (let k = i + 1; k < D; k++) field[at + k * D + i] = field[at + i * D + k]!;
}

function stepForward(
  chain: LocalChain,
  shape: LocalShape,
  field: Float64Array,
  out: Float64Array,
  work: Work,
): void {
  const { states, first, next, probability, operator, operators } = chain;
  const { dimension: d, size: D, shift } = shape;
  const { shifted, rows } = work;
  const square = D * D;
  out.fill(0);
  for (let s = 0; s < states; s++) {
    const at = s * square;
    mirror(shape, field, at);
    for (let j = 0; j < d * D; j++) shifted[j] = field[at + j]!;
    if (shift !== 0) {
      for (let j = 0; j < d * D; j++) shifted[j]! += shift * field[at + d * D + j]!;
      for (let i = 0; i < d; i++)
        for (let j = 0; j < d; j++) shifted[i * D + j]! += shift * shifted[i * D + d + j]!;
    }
    let made = -1;
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const p = probability[e]!;
      const k = operator[e]!;
      const to = next[e]! * square;
      for (let f = d; f < D; f++) {
        const row = f * D;
        for (let g = f; g < D; g++) out[to + row + g]! += p * field[at + row + g]!;
      }
      if (operators.kind === 'rank-one') {
        const { phi, psi, rho } = operators;
        addRankOne(shape, field, at, phi, psi, rho[k]!, k * d, work, p, out, to);
        continue;
      }
      if (k !== made) {
        rows.set(shifted);
        addDense(shape, field, at, operators.A, k * d * d, operators.r, k * d, work);
        made = k;
      }
      for (let i = 0; i < d; i++) for (let j = i; j < D; j++) out[to + i * D + j]! += p * rows[i * D + j]!;
    }
  }
}

/** out += p times E[v zᵀ] after a step with G = φ (ρ − ψᵀ source), from the diagonal on. */
function addRankOne(
  { dimension: d, size: D, source, gain, shift }: LocalShape,
  field: Float64Array,
  at: number,
  phi: Float64Array,
  psi: Float64Array,
  rho: number,
  from: number,
  { shifted, along }: Work,
  p: number,
  out: Float64Array,
  to: number,
): void {
  // along = E[(ρ − ψᵀ source) z]
  const constant = at + (D - 1) * D;
  for (let k = 0; k < D; k++) along[k] = rho * field[constant + k]!;
  for (let j = 0; j < d; j++) {
    const factor = psi[from + j]!;
    const row = at + (source + j) * D;
    for (let k = 0; k < D; k++) along[k]! -= factor * field[row + k]!;
  }
  let square = rho * along[D - 1]!;
  for (let j = 0; j < d; j++) square -= psi[from + j]! * along[source + j]!;
  if (shift !== 0) for (let i = 0; i < d; i++) along[i]! += shift * along[d + i]!;
  for (let i = 0; i < d; i++) {
    const row = i * D;
    const weighted = p * gain * phi[from + i]!;
    const other = p * gain * along[i]! + weighted * gain * square;
    for (let k = i; k < d; k++)
      out[to + row + k]! += p * shifted[row + k]! + weighted * along[k]! + other * phi[from + k]!;
    for (let k = d; k < D; k++) out[to + row + k]! += p * shifted[row + k]! + weighted * along[k]!;
  }
}

/** rows += what G = r − A source adds to E[v zᵀ]. */
function addDense(
  { dimension: d, size: D, source, gain, shift }: LocalShape,
  field: Float64Array,
  at: number,
  A: Float64Array,
  fromA: number,
  r: Float64Array,
  fromR: number,
  { rows, along, same }: Work,
): void {
  const unit = at + (D - 1) * D;
  for (let i = 0; i < d; i++) {
    const row = i * D;
    const constant = gain * r[fromR + i]!;
    for (let k = 0; k < D; k++) along[row + k] = constant * field[unit + k]!;
    for (let j = 0; j < d; j++) {
      const factor = gain * A[fromA + i * d + j]!;
      if (factor === 0) continue;
      const input = at + (source + j) * D;
      for (let k = 0; k < D; k++) along[row + k]! -= factor * field[input + k]!;
    }
  }
  for (let i = 0; i < d; i++) {
    const row = i * D;
    for (let l = 0; l < d; l++) {
      let sum = gain * r[fromR + l]! * along[row + D - 1]!;
      for (let j = 0; j < d; j++) sum -= gain * A[fromA + l * d + j]! * along[row + source + j]!;
      same[i * d + l] = sum;
    }
  }
  for (let i = 0; i < d; i++) {
    const row = i * D;
    if (shift !== 0) for (let j = 0; j < d; j++) along[row + j]! += shift * along[row + d + j]!;
    for (let k = 0; k < D; k++) rows[row + k]! += along[row + k]!;
  }
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++) rows[i * D + j]! += along[j * D + i]! + same[i * d + j]!;
}
