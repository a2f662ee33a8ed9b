/** An agent's part of rounds in which its chain forgets where it stood: what rounds next to each other have in common. */
import type { Vector } from '../../maths/vector.ts';
import { addProduct, product, sumOf } from '../../maths/rectangular.ts';
import { type LocalChain, type LocalShape, operatorOf } from '../../maths/jumpLinear/jumpSystem.ts';
import { type Matrix, matrix } from '../../maths/matrix.ts';
import { packedLength } from '../../maths/packed.ts';
import { slowMoments, type SlowMoments } from './slowMoments.ts';
import type { Lift } from './part.ts';
import { addSquare, opened } from './squareFunctionals.ts';

/**
 * A round makes y `[d]` of the agent's part x `[q]` of X: `y = (G + Ỹ) x`. Ỹ and that of the round before share the
 * state s between them, and hardly anything else.
 */
export interface ForgetfulAgent {
  readonly inputs: readonly number[];
  readonly lifts: readonly Lift[];
  /** G `[d, q]` */
  readonly mean: Matrix;
  /** E[Ỹ x xᵀ Ỹᵀ] as a map of packed x xᵀ `[packed d, packed q]` */
  readonly excess: Matrix;
  /** estimate of what `excess` is wrong by, likewise */
  readonly doubt: Matrix;
  /** by how much first order in the step size times the mixing time is wrong, relative to what it says */
  readonly rate: number;
  /** E[Ỹ | s] of the state at the round's start `[n, d q]` */
  readonly started: Matrix;
  /** where the local vector ends in the mean `[z, q]` */
  readonly reached: Matrix;
  /** E[y 1{s'}] − π(s') E[y] of the state at its end, as a map of where the local vector ends `[n, d z]` */
  readonly ended: Matrix;
  /** what the first round has beside that where the chain does not start from its stationary law */
  readonly first: FirstRound | undefined;
  /** with two exchanges: E[Ψ̃ ⊗ g̃] of the first one's g and of how y depends on another's `[d d d, q]` */
  readonly within: Matrix | undefined;
}

/** How a round from the law of the first state differs from one from π. */
export interface FirstRound {
  /** of E[y] `[d, q]` */
  readonly mean: Matrix;
  /** of E[y yᵀ] `[packed d, packed q]` */
  readonly second: Matrix;
}

/** How a round enters and leaves an agent. */
export interface Place {
  readonly chain: LocalChain;
  readonly local: LocalShape;
  readonly steps: number;
  readonly inputs: readonly number[];
  readonly lifts: readonly Lift[];
}

/** The agent of a round with one exchange, z = O x at its start; none where its steps are too large for its mixing time. */
export function forgetfulAgent(place: Place, O: Float64Array): ForgetfulAgent | undefined {
  const { chain, local, steps } = place;
  const slow = slowMoments(chain, local, steps);
  if (slow === undefined) return undefined;
  const { states: n, dimension: d } = chain;
  const z = local.size;
  const q = place.inputs.length;
  const begins: Begin[] = [];
  for (let s = 0; s < n; s++)
    begins.push({ from: s, to: s, probability: 1, O, lifted: startedFrom(slow, s, O, d, z, q) });
  return agentOf(place, slow, begins, product(slow.first, O, d, z, q), opened(slow.second, O, z, q), O);
}

/** One way in which a round begins: from a state, with z = O x in another, and D x added to the result. */
interface Begin {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
  readonly O: Float64Array;
  /** E[y] of where the local steps end, without D x `[d, q]` */
  readonly lifted: Float64Array;
  readonly direct?: Float64Array;
}

/** E[v at the end] from a state, z = O x `[d, q]`. */
const startedFrom = ({ started }: SlowMoments, state: number, O: Vector, d: number, z: number, q: number) =>
  product(started.subarray(state * d * z, (state + 1) * d * z), O, d, z, q);

/** z of a round with two exchanges as maps of x `[z, q]`, of the mean of what is evaluated and of what the agent has evaluated `[z, d]`. */
export interface ExchangeOpening {
  readonly x: Float64Array;
  readonly mean: Float64Array;
  readonly ofAgent: Float64Array;
}

/**
 * Agents of a round with two exchanges: g_i = G(θ̄, o_i), z_i = (O + …) of x, the mean of g and the own g.
 *
 * `Σ_i y_i = Σ_i [Γ_i (O x + (O_own + w O_mean) g_i + w O_mean Σ_{k≠i} Ḡ_k x) + w (Σ_{k≠i} Ψ̄_k) g̃_i] + w Σ_{i≠k} Ψ̃_i g̃_k`,
 * Γ_i what the local steps do, Ψ_i = Γ_i O_mean, w = 1/M: all but the last sum is each agent's own. Of the last one there is
 * its second moment.
 */
export function exchangingAgents(
  places: readonly Place[],
  openings: ExchangeOpening,
): ForgetfulAgent[] | undefined {
  const slows: SlowMoments[] = [];
  for (const { chain, local, steps } of places) {
    const slow = slowMoments(chain, local, steps);
    if (slow === undefined) return undefined;
    slows.push(slow);
  }
  const w = 1 / places.length;
  const { dimension: d } = places[0]!.chain;
  const z = places[0]!.local.size;
  const q = places[0]!.inputs.length;
  const gathers = places.map(({ chain }) => gatherOf(chain, q));
  const effects = slows.map((slow) => product(slow.first, openings.mean, d, z, d));
  const [means, spreads, effect] = [
    sumOf(gathers.map((g) => g.mean)),
    sumOf(gathers.map((g) => g.spread)),
    sumOf(effects),
  ];
  return places.map((place, i) => {
    const slow = slows[i]!;
    const { chain } = place;
    const { mean, values, spread } = gathers[i]!;
    const others = means.map((value, k) => w * (value - mean[k]!));
    const still = sumOf([openings.x, product(openings.mean, others, z, d, q)]);
    const square = openings.ofAgent.map((value, k) => value + w * openings.mean[k]!);
    const D = effect.map((value, k) => w * (value - effects[i]![k]!));
    const begins: Begin[] = [];
    const within = new Float64Array(d * d * d * q);
    for (let s = 0; s < chain.states; s++)
      for (let e = chain.first[s]!; e < chain.first[s + 1]!; e++) {
        const at = chain.operator[e]! * d * q;
        const g = values.subarray(at, at + d * q);
        const O = product(square, g, z, d, q).map((value, k) => value + still[k]!);
        const apart = g.map((value, k) => value - mean[k]!);
        const probability = chain.probability[e]!;
        const to = chain.next[e]!;
        const lifted = startedFrom(slow, to, O, d, z, q);
        begins.push({ from: s, to, probability, O, lifted, direct: product(D, apart, d, d, q) });
        const Psi = product(slow.started.subarray(to * d * z, (to + 1) * d * z), openings.mean, d, z, d);
        for (let k = 0; k < d * d; k++) {
          const factor = w * chain.stationary[s]! * probability * Psi[k]!;
          if (factor !== 0) for (let j = 0; j < d * q; j++) within[k * d * q + j]! += factor * apart[j]!;
        }
      }
    const reached = new Float64Array(z * q);
    const G = new Float64Array(d * q);
    for (const begin of begins) {
      const weight = chain.stationary[begin.from]! * begin.probability;
      for (let k = 0; k < d * q; k++) G[k]! += weight * begin.lifted[k]!;
      for (let k = 0; k < z * q; k++) reached[k]! += weight * begin.O[k]!;
    }
    const second = secondOf(place, slow, begins, (s) => chain.stationary[s]!);
    // of Ψ̃_i g̃_k
    const ofEffect = opened(slow.second, openings.mean, z, d);
    subtractProduct(ofEffect, effects[i]!, d, d);
    const rest = spreads.map((value, k) => w * w * (value - spread[k]!));
    addProduct(second, 0, 1, ofEffect, 0, rest, packedLength(d), packedLength(d), packedLength(q));
    return agentOf(place, slow, begins, G, second, reached, within);
  });
}

/** What the first exchange evaluates: by operator `[d, q]`, their mean, and their spread `[pairs of d, packed q]`. */
function gatherOf(
  chain: LocalChain,
  q: number,
): { readonly values: Float64Array; readonly mean: Float64Array; readonly spread: Float64Array } {
  const { states: n, dimension: d, stationary, first, probability, operator, operators } = chain;
  const count = operators.kind === 'rank-one' ? operators.rho.length : operators.r.length / d;
  const values = new Float64Array(count * d * q);
  for (let k = 0; k < count; k++) {
    const matrix = operatorOf(chain, k).values;
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) values[(k * d + i) * q + j] = matrix[i * (d + 1) + j]!;
      values[(k * d + i) * q + q - 1] = matrix[i * (d + 1) + d]!;
    }
  }
  const mean = new Float64Array(d * q);
  const spread = new Float64Array(packedLength(d) * packedLength(q));
  for (let s = 0; s < n; s++)
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const weight = stationary[s]! * probability[e]!;
      const g = values.subarray(operator[e]! * d * q, (operator[e]! + 1) * d * q);
      for (let k = 0; k < d * q; k++) mean[k]! += weight * g[k]!;
      addSquare(spread, weight, g, g, d, q);
    }
  subtractProduct(spread, mean, d, q);
  return { values, mean, spread };
}

function agentOf(
  place: Place,
  slow: SlowMoments,
  begins: readonly Begin[],
  mean: Float64Array,
  second: Float64Array,
  opening: Float64Array,
  within?: Float64Array,
): ForgetfulAgent {
  const { chain, local, inputs, lifts } = place;
  const { states: n, dimension: d } = chain;
  const z = local.size;
  const q = inputs.length;
  const started = new Float64Array(n * d * q);
  for (const { from, probability, lifted, direct } of begins)
    for (let k = 0; k < d * q; k++)
      started[from * d * q + k]! += probability * (lifted[k]! + (direct?.[k] ?? 0));
  for (let s = 0; s < n; s++) for (let k = 0; k < d * q; k++) started[s * d * q + k]! -= mean[k]!;
  const reached = new Float64Array(z * q);
  reached.set(mean);
  reached.set(opening.subarray(d * q), d * q);
  const excess = Float64Array.from(second);
  subtractProduct(excess, mean, d, q);
  const doubt = opened(slow.doubt, opening, z, q);
  const { ended, rate } = slow;
  const first = firstRoundOf(place, slow, begins, started);
  const m = packedLength(d);
  return {
    ...{ inputs, lifts, rate, first },
    mean: matrix(d, q, mean),
    excess: matrix(m, packedLength(q), excess),
    doubt: matrix(m, packedLength(q), doubt),
    started: matrix(n, d * q, started),
    reached: matrix(z, q, reached),
    ended: matrix(n, d * z, ended),
    within: within && matrix(d * d * d, q, within),
  };
}

/** None where the chain starts from its stationary law. */
function firstRoundOf(
  place: Place,
  slow: SlowMoments,
  begins: readonly Begin[],
  started: Vector,
): FirstRound | undefined {
  const { stationary, start } = place.chain;
  if (start.every((p, s) => Math.abs(p - stationary[s]!) <= 1e-12)) return undefined;
  const [d, q] = [place.chain.dimension, place.inputs.length];
  const second = secondOf(place, slow, begins, (s) => start[s]! - stationary[s]!);
  return {
    mean: matrix(d, q, product(start, started, 1, start.length, d * q)),
    second: matrix(packedLength(d), packedLength(q), second),
  };
}

/** Σ weight(s) E[y yᵀ | s] as a map of packed x xᵀ. */
function secondOf(
  { chain, local, inputs }: Place,
  slow: SlowMoments,
  begins: readonly Begin[],
  weight: (state: number) => number,
): Float64Array {
  const { dimension: d } = chain;
  const z = local.size;
  const q = inputs.length;
  const out = new Float64Array(packedLength(d) * packedLength(q));
  let last: { readonly state: number; readonly family: Float64Array } | undefined;
  for (const { from, to, probability, O, lifted, direct } of [...begins].sort((a, b) => a.to - b.to)) {
    const factor = weight(from) * probability;
    if (factor === 0) continue;
    if (last?.state !== to) last = { state: to, family: slow.secondFrom(to) };
    opened(last.family, O, z, q).forEach((value, k) => (out[k]! += factor * value));
    if (direct === undefined) continue;
    // (l + D)(l + D)ᵀ − l lᵀ, made symmetric
    const both = lifted.map((value, k) => 2 * value + direct[k]!);
    addSquare(out, factor, both, direct, d, q);
  }
  return out;
}

/** out −= G x xᵀ Gᵀ as a map of packed x xᵀ. */
const subtractProduct = (out: Float64Array, G: Vector, d: number, q: number): void =>
  addSquare(out, -1, G, G, d, q);
