/** All agents' rounds with additive noise, about the point where the mean recursion ends. */
import { matrixPower } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import { addProduct, addTransposed } from './addedProducts.ts';
import {
  type Fluctuations,
  fluctuate,
  meanStep,
  meanValue,
  noFluctuations,
  type NoiseTables,
  noiseTables,
} from './additiveRound.ts';
import { kernelOf } from './agentRound.ts';
import type { LocalChain } from './localSteps.ts';
import type { RoundShape } from './roundShape.ts';
import { meanRound, placeOf, type ServerState } from './serverState.ts';

/** An agent's round whose noise does not depend on the state. */
export interface FixedRound {
  readonly chain: LocalChain;
  /** Φ̄ `[d, size]` */
  readonly meanOverall: Float64Array;
  /** P^H `[n, n]` */
  readonly kernel: Float64Array;
  /** E[ỹ | s_0 = s] `[n, d]` */
  readonly rises: Float64Array;
  /** E[ỹ ỹᵀ] `[d, d]`, then E[ỹ 1{s'}] `[n, d]` */
  readonly image: Float64Array;
}

/** Rounds of the mean recursion up to its end, at most. */
const MOST_MEAN_ROUNDS = 20_000;

/**
 * The rounds of all agents.
 *
 * @param initial - X at the start
 */
export function fixedRounds(
  chains: readonly LocalChain[],
  state: ServerState,
  steps: number,
  initial: Float64Array,
): FixedRound[] {
  const { shape } = state;
  const { dimension: d, size: X, exchange, local } = shape;
  const tables = chains.map(noiseTables);
  const average = averageOperator(tables, d);
  const openings = tables.map(({ mean }) => openingMap(shape, mean, average));
  const steps1 = exchange === undefined ? steps : steps - 1;
  const later = tables.map((table) => meanOverSteps(shape, table, steps1));
  const maps = later.map((map, i) => {
    const out = new Float64Array(d * X);
    addProduct(out, 0, 1, map, 0, openings[i]!, d, local.size, X);
    return out;
  });
  const X0 = endOfMean(state, maps, initial);
  const points = chains.map((_, i) => partOf(state, X0, i));
  const others = exchange && exchangeParts(chains, tables, later, points, shape);
  return chains.map((chain, i) => {
    const start = new Float64Array(local.size);
    addProduct(start, 0, 1, openings[i]!, 0, points[i]!, local.size, X, 1);
    const table = tables[i]!;
    let now = others === undefined ? noFluctuations(chain) : others.begun(i);
    const trajectory: Float64Array[] = [];
    const z = Float64Array.from(start);
    for (let step = 0; step < steps1; step++) {
      const at = z.slice(local.source, local.source + d);
      trajectory.push(at);
      now = fluctuate(chain, local, table, at, now);
      meanStep(local, table.mean, z);
    }
    const { square, carried } =
      others === undefined ? { square: now.vv, carried: now.v } : others.ended(i, now);
    const shift = new Float64Array(d);
    const n = chain.states;
    for (let s = 0; s < n; s++) for (let a = 0; a < d; a++) shift[a]! += carried[s * d + a]!;
    const meanOverall = Float64Array.from(maps[i]!);
    const image = new Float64Array(d * d + n * d);
    for (let a = 0; a < d; a++) {
      meanOverall[a * X + X - 1]! += shift[a]!;
      for (let b = 0; b < d; b++) image[a * d + b] = square[a * d + b]! - shift[a]! * shift[b]!;
      for (let s = 0; s < n; s++)
        image[d * d + s * d + a] = carried[s * d + a]! - chain.stationary[s]! * shift[a]!;
    }
    const rises = risesOf(chain, shape, table, trajectory, steps1);
    const first = others?.firstRise(i);
    return {
      chain,
      meanOverall,
      kernel: kernelOf(chain, steps),
      rises: first === undefined ? rises : addedFirst(chain, table, rises, first.gain, first.at),
      image,
    };
  });
}

function averageOperator(tables: readonly NoiseTables[], d: number): NoiseTables['mean'] {
  const A = new Float64Array(d * d);
  const r = new Float64Array(d);
  for (const { mean } of tables) {
    for (let j = 0; j < d * d; j++) A[j]! += mean.A[j]! / tables.length;
    for (let j = 0; j < d; j++) r[j]! += mean.r[j]! / tables.length;
  }
  return { A, r };
}

/** The mean local vector at the start of the steps, after the second exchange if there is one, `[local size, size]`. */
function openingMap(
  { dimension: d, size: X, local, openingV, openingF, exchange, kept }: RoundShape,
  own: NoiseTables['mean'],
  average: NoiseTables['mean'],
): Float64Array {
  const out = new Float64Array(local.size * X);
  out[local.size * X - 1] = 1;
  if (exchange === undefined) {
    kept.forEach((_, b) => {
      for (let j = 0; j < d; j++) {
        out[j * X + b * d + j] = openingV[b]!;
        if (local.second) out[(d + j) * X + b * d + j] = openingF[b]!;
      }
    });
    return out;
  }
  const { modelOfServer, modelOfMean, correctionOfMean, correctionOfOwn } = exchange;
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < X; j++) {
      const ofMean = j < d ? -average.A[i * d + j]! : average.r[i]!;
      const ofOwn = j < d ? -own.A[i * d + j]! : own.r[i]!;
      out[i * X + j] = modelOfMean * ofMean + (i === j ? modelOfServer : 0);
      out[(d + i) * X + j] = correctionOfMean * ofMean + correctionOfOwn * ofOwn;
    }
  }
  return out;
}

/** v after the steps as a map of z at their start, in the mean `[d, local size]`. */
function meanOverSteps({ local }: RoundShape, { mean }: NoiseTables, steps: number): Float64Array {
  const { dimension: d, size: D } = local;
  const out = new Float64Array(d * D);
  for (let column = 0; column < D; column++) {
    const z = new Float64Array(D);
    // The constant is in the operator: of a basis vector only its difference from the constant's image counts.
    z[column] = 1;
    const linear = column === D - 1 ? mean : { A: mean.A, r: new Float64Array(d) };
    for (let step = 0; step < steps; step++) meanStep(local, linear, z);
    for (let i = 0; i < d; i++) out[i * D + column] = z[i]!;
  }
  return out;
}

/** Where the mean recursion from a start ends. */
function endOfMean(state: ServerState, maps: readonly Vector[], initial: Float64Array): Float64Array {
  let now = initial;
  for (let round = 0; round < MOST_MEAN_ROUNDS; round++) {
    const next = meanRound(state, maps, now, 1, 1);
    let change = 0;
    let size = 0;
    next.forEach((value, j) => {
      change = Math.max(change, Math.abs(value - now[j]!));
      size = Math.max(size, Math.abs(value));
    });
    if (!Number.isFinite(size)) return now;
    now = next;
    if (change <= 1e-10 * size) break;
  }
  return now;
}

function partOf(state: ServerState, X: Vector, agent: number): Float64Array {
  const { dimension: d, kept, size } = state.shape;
  const out = new Float64Array(size);
  kept.forEach((_, b) => out.set(X.subarray(placeOf(state, b, agent), placeOf(state, b, agent) + d), b * d));
  out[size - 1] = 1;
  return out;
}

/** What a second exchange adds (see exchangeRound.ts). */
function exchangeParts(
  chains: readonly LocalChain[],
  tables: readonly NoiseTables[],
  later: readonly Vector[],
  points: readonly Vector[],
  { dimension: d, exchange, local }: RoundShape,
) {
  const { modelOfMean: b, correctionOfMean: c, correctionOfOwn } = exchange!;
  const M = chains.length;
  const share = c / M + correctionOfOwn;
  const peek = { ...local, source: 0, gain: 1, shift: 0 };
  const noise = chains.map((chain, i) =>
    fluctuate(chain, peek, tables[i]!, points[i]!.subarray(0, d), noFluctuations(chain)),
  );
  const total = new Float64Array(d * d);
  for (const { vv } of noise) for (let j = 0; j < d * d; j++) total[j]! += vv[j]!;
  const psi = later.map((map) =>
    Float64Array.from({ length: d * d }, (_, at) => {
      const row = Math.floor(at / d) * local.size;
      return b * map[row + (at % d)]! + c * map[row + d + (at % d)]!;
    }),
  );
  const sum = new Float64Array(d * d);
  for (const one of psi) for (let j = 0; j < d * d; j++) sum[j]! += one[j]!;
  const omega = (i: number): Float64Array => total.map((value, j) => (value - noise[i]!.vv[j]!) / M ** 2);
  const toOthers = (i: number): Float64Array => sum.map((value, j) => (value - psi[i]![j]!) / M);
  return {
    /** the fluctuations after the exchange */
    begun(i: number): Fluctuations {
      const { vv: W, v: w } = noise[i]!;
      const O = omega(i);
      const mixed = (own: number, other: number): Float64Array =>
        W.map((value, j) => own * value + other * O[j]!);
      return {
        vv: mixed((b / M) ** 2, b * b),
        vf: mixed((b / M) * share, b * c),
        ff: mixed(share ** 2, c * c),
        v: w.map((value) => (b / M) * value),
        f: w.map((value) => share * value),
      };
    },
    /** E[ỹ ỹᵀ] and E[ỹ 1{s}] of the agent's own result, with its part in the others' */
    ended(i: number, { vv, vf, v, f }: Fluctuations): { square: Float64Array; carried: Float64Array } {
      const square = Float64Array.from(vv);
      const carried = Float64Array.from(v);
      const mean = new Float64Array(d * d);
      addProduct(mean, 0, 1, psi[i]!, 0, omega(i), d, d, d);
      addTransposed(square, -1, mean, psi[i]!, d, d);
      if (M === 1) return { square, carried };
      const T = toOthers(i);
      const withW = vf.map((value, j) => (value - c * mean[j]!) / share);
      const turned = new Float64Array(d * d);
      addTransposed(turned, 1, withW, T, d, d);
      const half = new Float64Array(d * d);
      addProduct(half, 0, 1, T, 0, noise[i]!.vv, d, d, d);
      addTransposed(square, 1, half, T, d, d);
      for (let a = 0; a < d; a++)
        for (let k = 0; k < d; k++) square[a * d + k]! += turned[a * d + k]! + turned[k * d + a]!;
      for (let s = 0; s < chains[i]!.states; s++)
        for (let a = 0; a < d; a++)
          for (let k = 0; k < d; k++) carried[s * d + a]! += (T[a * d + k]! * f[s * d + k]!) / share;
      return { square, carried };
    },
    /** how y hears w_0, and where that is taken */
    firstRise(i: number): { gain: Float64Array; at: Float64Array } {
      const T = toOthers(i);
      const gain = T.map((value, at) => {
        const row = Math.floor(at / d) * local.size;
        const own = later[i]!;
        return value + (b / M) * own[row + (at % d)]! + share * own[row + d + (at % d)]!;
      });
      return { gain, at: points[i]!.slice(0, d) };
    },
  };
}

/** `h(s) ← K_ℓ w̄_ℓ(s) + Σ_s' P(s, s') h(s')` from the last step back, K_ℓ what y hears of step ℓ's noise. */
function risesOf(
  chain: LocalChain,
  { local }: RoundShape,
  table: NoiseTables,
  trajectory: readonly Vector[],
  steps: number,
): Float64Array {
  const { dimension: d, gain, source } = local;
  const B = new Float64Array(d * d);
  for (let i = 0; i < d; i++) B[i * d + i] = 1;
  if (source === 0) for (let j = 0; j < d * d; j++) B[j]! -= gain * table.mean.A[j]!;
  // What a step adds to E[y | s_0] dies out as the chain forgets s_0.
  const last = Math.min(steps, MOST_REMEMBERED);
  let K = matrixPower(B, d, steps - last).map((value) => gain * value);
  let h: Float64Array = new Float64Array(chain.states * d);
  for (let step = last - 1; step >= 0; step--) {
    h = addedFirst(chain, table, h, K, trajectory[step]!);
    const next = new Float64Array(d * d);
    addProduct(next, 0, 1, K, 0, B, d, d, d);
    K = next;
  }
  return h;
}

/** Steps of a chain after which its start is taken as forgotten. */
const MOST_REMEMBERED = 1000;

/** K w̄(s) + Σ_s' P(s, s') h(s'), w̄ the mean noise at a point in each state. */
function addedFirst(
  { dimension: d, states: n, first, next, probability, operator, operators }: LocalChain,
  { mean }: NoiseTables,
  h: Vector,
  K: Vector,
  at: Vector,
): Float64Array {
  const out = new Float64Array(n * d);
  const centre = meanValue(mean, at, 0);
  const w = new Float64Array(d);
  for (let s = 0; s < n; s++) {
    for (let j = 0; j < d; j++) w[j] = -centre[j]!;
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const p = probability[e]!;
      const k = operator[e]!;
      for (let j = 0; j < d; j++) out[s * d + j]! += p * h[next[e]! * d + j]!;
      if (operators.kind === 'rank-one') {
        let delta = operators.rho[k]!;
        for (let j = 0; j < d; j++) delta -= operators.psi[k * d + j]! * at[j]!;
        for (let j = 0; j < d; j++) w[j]! += p * delta * operators.phi[k * d + j]!;
        continue;
      }
      for (let i = 0; i < d; i++) {
        let value = operators.r[k * d + i]!;
        for (let j = 0; j < d; j++) value -= operators.A[(k * d + i) * d + j]! * at[j]!;
        w[i]! += p * value;
      }
    }
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) out[s * d + i]! += K[i * d + j]! * w[j]!;
  }
  return out;
}
