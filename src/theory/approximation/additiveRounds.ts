/** All agents' rounds with additive noise, about the point where the mean recursion ends. */
import type { LinearMean } from '../../problems/operator.ts';
import { identity, matrixPower, multiply, transpose } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import { addProduct, addTransposed, product, productWithTranspose } from '../../maths/rectangular.ts';
import { type Fluctuations, fluctuate, noFluctuations } from './additiveRound.ts';
import { endOfMean } from './endOfMean.ts';
import { meanMap, meanOperator, type MeanOperator, meanStep } from './meanOperator.ts';
import { expectedNext, kernelOf } from './moves.ts';
import type { FixedRound } from './fixedRound.ts';
import { noiseOfRounds } from './forgetfulNoise.ts';
import type { LocalShape } from './localSteps.ts';
import { MOST_LAGS, type NoiseSource } from './noiseSource.ts';
import type { RoundShape } from './roundShape.ts';
import { placeOf, type ServerState } from './serverState.ts';
import { settled, settledCovariance } from './sharedRounds.ts';

/** Times that the noise is computed at most: of a state that is where it ends, and then fluctuates about it as that noise makes it. */
const MOST_PASSES = 4;
/** Change of the noise by a pass, below which the next one's is not worth it: each is about the last one squared. */
const ENOUGH = 0.02;

/**
 * The rounds of all agents; what an agent's noise takes beside them is held for one agent at a time.
 *
 * @param means - of all agents
 * @param sourceOf - an agent's noise
 * @param initial - X at the start
 */
export function fixedRounds(
  means: readonly LinearMean[],
  root: Vector,
  sourceOf: (agent: number) => NoiseSource,
  state: ServerState,
  steps: number,
  initial: Float64Array,
): FixedRound[] {
  const { shape } = state;
  const { dimension: d, size: X, exchange, local } = shape;
  const meanOperators = means.map((mean) => meanOperator(mean, root));
  const average = averageOperator(meanOperators, d);
  const steps1 = exchange === undefined ? steps : steps - 1;
  const agents = meanOperators.map((mean, i): LocalMean => {
    const later = meanMap(local, mean, sourceOf(i).lagged(MOST_LAGS), steps1);
    const opening = openingMap(shape, mean, average);
    const map = product(later, opening, d, local.size, X);
    return { later, opening, map, independent: meanMap(local, mean, [], steps1) };
  });
  let X0 = endOfMean(
    state,
    agents.map(({ map }) => map),
    initial,
  );
  const about = (covariances?: readonly Float64Array[]): FixedRound[] =>
    roundsAbout(X0, covariances, { agents, sourceOf, state, steps });
  let rounds = about();
  for (let pass = 1; pass < MOST_PASSES; pass++) {
    const covariances = startCovariances(state, rounds);
    if (covariances === undefined) break;
    const maps = rounds.map(({ meanOverall }) => meanOverall);
    X0 = endOfMean(state, maps, X0);
    const before = totalNoise(rounds, d);
    rounds = about(covariances);
    if (Math.abs(totalNoise(rounds, d) / before - 1) <= ENOUGH) break;
  }
  return rounds;
}

/** What an agent's local steps do in the mean. */
interface LocalMean {
  /** v after the steps, as a map of (v, f, 1) at their start, and as if all observations were independent `[d, local size]` */
  readonly later: Float64Array;
  readonly independent: Float64Array;
  /** the local vector at the start of the steps, as a map of x `[local size, size]` */
  readonly opening: Float64Array;
  /** v after the steps as a map of x `[d, size]` */
  readonly map: Float64Array;
}

interface RoundParts {
  readonly agents: readonly LocalMean[];
  readonly sourceOf: (agent: number) => NoiseSource;
  readonly state: ServerState;
  readonly steps: number;
}

/**
 * The rounds whose noise is that of a state X.
 *
 * @param covariances - of each agent's part of X, without the constant; none: X does not fluctuate
 */
function roundsAbout(
  X0: Vector,
  covariances: readonly Float64Array[] | undefined,
  { agents, sourceOf, state, steps }: RoundParts,
): FixedRound[] {
  const { shape } = state;
  const { dimension: d, size: X, exchange, local } = shape;
  const steps1 = exchange === undefined ? steps : steps - 1;
  const pointOf = (agent: number): Float64Array => partOf(state, X0, agent);
  const others = exchange && exchangeParts(sourceOf, agents, pointOf, covariances, shape);
  return agents.map(({ map, opening, independent }, i) => {
    const source = sourceOf(i);
    const { states: n, stationary, start } = source.moves;
    const point = pointOf(i);
    const z = product(opening, point, local.size, X, 1);
    const begun = covariances && begins(shape, opening, covariances[i]!, n);
    let now = begun ?? noFluctuations(n, d);
    if (others !== undefined) now = together(now, others.begun(i));
    const trajectory: Float64Array[] = [];
    for (let step = 0; step < steps1; step++) {
      const at = z.slice(local.source, local.source + d);
      trajectory.push(at);
      now = fluctuate(source, local, at, now);
      meanStep(local, source.mean, z);
    }
    if (begun !== undefined) now = withoutStart(now, begun, independent, local);
    const { square, carried } =
      others === undefined ? { square: now.vv, carried: now.v } : others.ended(i, now);
    const shift = new Float64Array(d);
    for (let s = 0; s < n; s++) for (let a = 0; a < d; a++) shift[a]! += carried[s * d + a]!;
    const meanOverall = Float64Array.from(map);
    const image = new Float64Array(d * d + n * d);
    for (let a = 0; a < d; a++) {
      // the mean of y at X0 is known; the constant is what is left of it
      let constant = z[a]! + shift[a]!;
      for (let k = 0; k < X - 1; k++) constant -= map[a * X + k]! * point[k]!;
      meanOverall[a * X + X - 1] = constant;
      for (let b = 0; b < d; b++) image[a * d + b] = square[a * d + b]! - shift[a]! * shift[b]!;
      for (let s = 0; s < n; s++) image[d * d + s * d + a] = carried[s * d + a]! - stationary[s]! * shift[a]!;
    }
    const rises = risesOf(source, shape, trajectory, steps1);
    const first = others?.firstRise(i);
    return {
      chain: { states: n, stationary, start },
      meanOverall,
      kernel: kernelOf(source.moves, steps),
      conditionalMeans: first === undefined ? rises : addedFirst(source, rises, first.gain, first.at),
      image,
    };
  });
}

function totalNoise(rounds: readonly FixedRound[], d: number): number {
  let sum = 0;
  for (const { image } of rounds) for (let j = 0; j < d; j++) sum += image[j * d + j]!;
  return sum;
}

/**
 * Covariances of each agent's part of the state where rounds have settled; of a correction that agents keep, by their own
 * noise alone, beside which that of the others is of the order 1/M.
 *
 * @returns `undefined` where rounds do not settle
 */
function startCovariances(state: ServerState, rounds: readonly FixedRound[]): Float64Array[] | undefined {
  const { shape, agents: M } = state;
  const { dimension: d, kept, size: X, updates } = shape;
  const noise = noiseOfRounds(rounds, d);
  const b = kept.indexOf('correction');
  if (b < 0) {
    const all = settledCovariance(state, noise);
    return all && rounds.map(() => all);
  }
  const { ofAgent, result, meanResult } = updates[b]!;
  const gain = result + meanResult / M;
  const out: Float64Array[] = [];
  for (const [i, map] of noise.maps.entries()) {
    const R = identity(d).map((value) => ofAgent[b]! * value);
    for (let a = 0; a < d; a++) for (let j = 0; j < d; j++) R[a * d + j]! += gain * map[a * X + b * d + j]!;
    const tie = multiply(R, noise.lagOneCovariances[i]!, d);
    const turned = transpose(tie, d);
    const added = noise.noises[i]!.map((value, j) => gain * gain * (value + tie[j]! + turned[j]!));
    const covariance = settled(R, d, added);
    if (covariance === undefined) return undefined;
    const all = new Float64Array((X - 1) ** 2);
    for (let a = 0; a < d; a++)
      for (let j = 0; j < d; j++) all[(b * d + a) * (X - 1) + b * d + j] = covariance[a * d + j]!;
    out.push(all);
  }
  return out;
}

/** Fluctuations of the local vector at the start of the steps, as those of x make them. */
function begins(
  { dimension: d, size: X, local }: RoundShape,
  opening: Vector,
  covariance: Vector,
  states: number,
): Fluctuations {
  const L = local.size - 1;
  const linear = new Float64Array(L * (X - 1));
  for (let i = 0; i < L; i++) for (let k = 0; k < X - 1; k++) linear[i * (X - 1) + k] = opening[i * X + k]!;
  const half = product(linear, covariance, L, X - 1, X - 1);
  const z = productWithTranspose(half, linear, L, X - 1, L);
  const block = (row: number, column: number): Float64Array =>
    Float64Array.from(
      { length: d * d },
      (_, at) => z[(row * d + Math.floor(at / d)) * L + column * d + (at % d)]!,
    );
  const start = { ...noFluctuations(states, d), vv: block(0, 0) };
  return local.second
    ? { ...start, f: new Float64Array(states * d), vf: block(0, 1), ff: block(1, 1) }
    : start;
}

/** Independent fluctuations together. */
function together(first: Fluctuations, other: Fluctuations): Fluctuations {
  const sum = (a: Vector | undefined, b: Vector | undefined): Float64Array =>
    Float64Array.from((a ?? b)!, (value, j) => value + (a && b ? b[j]! : 0));
  return {
    v: sum(first.v, other.v),
    vv: sum(first.vv, other.vv),
    f: sum(first.f, other.f),
    vf: sum(first.vf, other.vf),
    ff: sum(first.ff, other.ff),
  };
}

/** Without what fluctuations at the start are by themselves at the end. */
function withoutStart(
  now: Fluctuations,
  begun: Fluctuations,
  later: Vector,
  { dimension: d, size: D }: LocalShape,
): Fluctuations {
  const V = new Float64Array(d * d);
  const F = new Float64Array(d * d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      V[i * d + j] = later[i * D + j]!;
      if (begun.vf !== undefined) F[i * d + j] = later[i * D + d + j]!;
    }
  }
  // E[v vᵀ] of V v + F f, from E[(V v + F f) vᵀ] and E[(V v + F f) fᵀ]
  const withV = multiply(V, begun.vv, d);
  const withF = new Float64Array(d * d);
  if (begun.vf !== undefined) {
    addTransposed(withV, 1, F, begun.vf, d, d);
    addProduct(withF, 0, 1, V, 0, begun.vf, d, d, d);
    addProduct(withF, 0, 1, F, 0, begun.ff!, d, d, d);
  }
  const vv = Float64Array.from(now.vv);
  addTransposed(vv, -1, withV, V, d, d);
  addTransposed(vv, -1, withF, F, d, d);
  return { ...now, vv, ...(now.vf && { vf: now.vf.map((value, j) => value - withF[j]!) }) };
}

function averageOperator(meanOperators: readonly MeanOperator[], d: number): MeanOperator {
  const A = new Float64Array(d * d);
  const r = new Float64Array(d);
  for (const mean of meanOperators) {
    for (let j = 0; j < d * d; j++) A[j]! += mean.A[j]! / meanOperators.length;
    for (let j = 0; j < d; j++) r[j]! += mean.r[j]! / meanOperators.length;
  }
  return { A, r };
}

/** The mean local vector at the start of the steps, after the second exchange if there is one, `[local size, size]`. */
function openingMap(
  { dimension: d, size: X, local, openingV, openingF, exchange, kept }: RoundShape,
  meanOperator: MeanOperator,
  average: MeanOperator,
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
      const ofOwn = j < d ? -meanOperator.A[i * d + j]! : meanOperator.r[i]!;
      out[i * X + j] = modelOfMean * ofMean + (i === j ? modelOfServer : 0);
      out[(d + i) * X + j] = correctionOfMean * ofMean + correctionOfOwn * ofOwn;
    }
  }
  return out;
}

function partOf(state: ServerState, X: Vector, agent: number): Float64Array {
  const { dimension: d, kept, size } = state.shape;
  const out = new Float64Array(size);
  kept.forEach((_, b) => {
    const at = placeOf(state, b, agent);
    out.set(X.subarray(at, at + d), b * d);
  });
  out[size - 1] = 1;
  return out;
}

/**
 * What a second exchange adds: by the mean of what all gathered, each agent's noise at its first observation reaches the
 * others too, Ψ̄_j w_i/M of agent j, which counts with agent i's own result.
 */
function exchangeParts(
  sourceOf: (agent: number) => NoiseSource,
  agents: readonly LocalMean[],
  pointOf: (agent: number) => Vector,
  covariances: readonly Float64Array[] | undefined,
  { dimension: d, exchange, local }: RoundShape,
) {
  const { modelOfMean: b, correctionOfMean: c, correctionOfOwn } = exchange!;
  const later = agents.map((agent) => agent.later);
  const M = later.length;
  const share = c / M + correctionOfOwn;
  const peek = { ...local, source: 0, gain: 1, shift: 0 };
  const noise = later.map((_, i) => {
    const source = sourceOf(i);
    const none = noFluctuations(source.moves.states, d);
    const point = pointOf(i).subarray(0, d);
    if (covariances === undefined) return fluctuate(source, peek, point, none);
    const start = { ...none, vv: covariances[i]! };
    const unitMap = meanMap(peek, source.mean, [], 1);
    return withoutStart(fluctuate(source, peek, point, start), start, unitMap, peek);
  });
  const total = new Float64Array(d * d);
  for (const { vv } of noise) for (let j = 0; j < d * d; j++) total[j]! += vv[j]!;
  const psi = later.map((map) =>
    Float64Array.from({ length: d * d }, (_, at) => {
      const row = Math.floor(at / d) * local.size;
      return b * map[row + (at % d)]! + c * map[row + d + (at % d)]!;
    }),
  );
  const sum = new Float64Array(d * d);
  for (const matrix of psi) for (let j = 0; j < d * d; j++) sum[j]! += matrix[j]!;
  const omega = (i: number): Float64Array => total.map((value, j) => (value - noise[i]!.vv[j]!) / M ** 2);
  const toOthers = (i: number): Float64Array => sum.map((value, j) => (value - psi[i]![j]!) / M);
  return {
    /** the fluctuations after the exchange */
    begun(i: number): Fluctuations {
      const { vv: W, v: w } = noise[i]!;
      const O = omega(i);
      const mixed = (weight: number, other: number): Float64Array =>
        W.map((value, j) => weight * value + other * O[j]!);
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
      const mean = product(psi[i]!, omega(i), d, d, d);
      addTransposed(square, -1, mean, psi[i]!, d, d);
      if (M === 1) return { square, carried };
      const T = toOthers(i);
      const withW = vf!.map((value, j) => (value - c * mean[j]!) / share);
      const turned = productWithTranspose(withW, T, d, d, d);
      const half = product(T, noise[i]!.vv, d, d, d);
      addTransposed(square, 1, half, T, d, d);
      for (let a = 0; a < d; a++)
        for (let k = 0; k < d; k++) square[a * d + k]! += turned[a * d + k]! + turned[k * d + a]!;
      for (let s = 0; s < v.length / d; s++)
        for (let a = 0; a < d; a++)
          for (let k = 0; k < d; k++) carried[s * d + a]! += (T[a * d + k]! * f![s * d + k]!) / share;
      return { square, carried };
    },
    /** how y hears w_0, and where that is taken */
    firstRise(i: number): { gain: Float64Array; at: Float64Array } {
      const T = toOthers(i);
      const gain = T.map((value, at) => {
        const row = Math.floor(at / d) * local.size;
        const map = later[i]!;
        return value + (b / M) * map[row + (at % d)]! + share * map[row + d + (at % d)]!;
      });
      return { gain, at: pointOf(i).slice(0, d) };
    },
  };
}

/** `h(s) ← K_ℓ w̄_ℓ(s) + Σ_s' P(s, s') h(s')` from the last step back, K_ℓ what y hears of step ℓ's noise. */
function risesOf(
  source: NoiseSource,
  { local }: RoundShape,
  trajectory: readonly Vector[],
  steps: number,
): Float64Array {
  const { dimension: d, gain } = local;
  const B = identity(d);
  if (local.source === 0) for (let j = 0; j < d * d; j++) B[j]! -= gain * source.mean.A[j]!;
  // What a step adds to E[y | s_0] dies out as the chain forgets s_0.
  const last = Math.min(steps, MOST_REMEMBERED);
  let K: Float64Array = matrixPower(B, d, steps - last).map((value) => gain * value);
  let h: Float64Array = new Float64Array(source.moves.states * d);
  for (let step = last - 1; step >= 0; step--) {
    h = addedFirst(source, h, K, trajectory[step]!);
    K = product(K, B, d, d, d);
  }
  return h;
}

/** Steps of a chain after which its start is taken as forgotten. */
const MOST_REMEMBERED = 1000;

/** K w̄(s) + Σ_s' P(s, s') h(s'), w̄ the mean noise at a point in each state. */
function addedFirst(source: NoiseSource, h: Vector, K: Vector, at: Vector): Float64Array {
  const d = at.length;
  const out = expectedNext(source.moves, h, d);
  addProduct(out, 0, 1, source.meanNoise(at), 0, transpose(K, d), source.moves.states, d, d);
  return out;
}
