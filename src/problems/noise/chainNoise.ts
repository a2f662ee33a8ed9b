/**
 * The noise of an operator whose observations are the states, or the transitions, of a finite chain:
 * sums over the chain's own law, exact up to rounding.
 *
 * With `X = G(θ, (s, s')) − Ḡ(θ)` and `x̄(s) = E[X | s]`, all that happens between two observations
 * happens through the state that follows the first: `u_1(y) = E[X; the next observation starts in y]`,
 * `u_{ℓ+1} = u_ℓ K` with K = P^q. Then `E[X_0 X_ℓᵀ] = Σ_y u_ℓ(y) x̄(y)ᵀ`. As `Σ_y u_1(y) = 0`, the sum of
 * u_ℓ over all lags is `u_1 (I − K + 1π)⁻¹`, from the fundamental matrix (Kemeny and Snell, "Finite Markov
 * Chains", 1960, chapter 4): the solution of a Poisson equation.
 */
import { matrixPower } from '../../maths/linearAlgebra.ts';
import { solveColumns } from '../../maths/linearSolve.ts';
import { addOuter } from '../../maths/rectangular.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ChainLaw } from '../observationLaw.ts';
import { type LagWeights, type OperatorNoise, summedLag } from '../operatorNoise.ts';

/** An operator on a finite chain. */
export interface ChainOperator {
  readonly dimension: number;
  readonly chain: ChainLaw;
  /** whether G depends on the state alone, or on the state and its successor */
  readonly observes: 'states' | 'transitions';
  /** whether θ ↦ G(θ, o) is affine for each o: then its differences are exact at any width */
  readonly affine: boolean;
  /** whether G(θ, (s, s')) has the same direction for all s' of an s: then sums are cheaper */
  readonly parallel?: boolean;
  /** `out ← G(θ, o)`, o = s = `state` or o = (`state`, `next`) */
  readonly evaluate: (state: number, next: number, theta: Vector, out: Float64Array) => void;
}

/** What all the sums start from, at one θ. */
interface Centred {
  /** x̄(s), row-major `[S, d]` */
  readonly conditional: Float64Array;
  /** Cov_π[G] `[d, d]` */
  readonly covariance: Float64Array;
  /** E[X; the chain is in y one step later], row-major `[S, d]` */
  readonly forward: Float64Array;
}

/** The noise of an operator on a finite chain. */
export function chainNoise(operator: ChainOperator): OperatorNoise {
  const { chain, dimension: d, observes, parallel = false } = operator;
  const S = chain.states;
  const outcomes = observes === 'states' ? S : S * S;
  const covariance = S * S * d + outcomes * (parallel ? 10 * d : 4 * d * d) + S * d * d;
  return {
    cost: { covariance, longRun: covariance + 2 * S ** 3 },
    covariance: (theta, out) => out.set(centred(operator, theta).covariance),
    longRun: (theta, stride, weights) => {
      const { conditional, covariance, forward } = centred(operator, theta);
      const kernel = stride === 1 ? chain.transition : matrixPower(chain.transition, S, stride);
      const first = toNextUsed(chain, forward, stride, d);
      const sum = carriedSum(chain, kernel, first, d);
      const cross = new Float64Array(d * d);
      for (let s = 0; s < S; s++) addOuter(cross, 1, sum, s * d, conditional, s * d, d);
      const longRun = covariance.map((x, j) => x + (cross[j]! + cross[(j % d) * d + Math.floor(j / d)]!));
      const sums = weightedSums(chain, kernel, { first, all: sum }, weights, d);
      return { covariance: longRun, memories: sums.map((u) => derivatives(operator, theta, u)) };
    },
  };
}

function centred(operator: ChainOperator, theta: Vector): Centred {
  const { chain, dimension: d } = operator;
  const { states: S, stationary, transition } = chain;
  const conditional = new Float64Array(S * d);
  const mean = new Float64Array(d);
  const covariance = new Float64Array(d * d);
  const forward = new Float64Array(S * d);
  const value = new Float64Array(d);
  for (let s = 0; s < S; s++) {
    eachOutcome(operator, s, theta, value, (p) => {
      for (let j = 0; j < d; j++) conditional[s * d + j]! += p * value[j]!;
    });
    for (let j = 0; j < d; j++) mean[j]! += stationary[s]! * conditional[s * d + j]!;
  }
  for (let s = 0; s < S; s++) {
    for (let j = 0; j < d; j++) conditional[s * d + j]! -= mean[j]!;
    const weight = stationary[s]!;
    if (weight === 0) continue;
    addOuter(covariance, weight, conditional, s * d, conditional, s * d, d);
    if (operator.observes === 'states') {
      for (let next = 0; next < S; next++) {
        const p = weight * transition[s * S + next]!;
        for (let j = 0; j < d && p > 0; j++) forward[next * d + j]! += p * conditional[s * d + j]!;
      }
      continue;
    }
    addSpread(operator, s, theta, mean, { conditional, covariance, forward });
  }
  return { conditional, covariance, forward };
}

/** Adds what differs between the transitions from one state. */
function addSpread(
  operator: ChainOperator,
  state: number,
  theta: Vector,
  mean: Vector,
  { conditional, covariance, forward }: Centred,
): void {
  const { chain, dimension: d, parallel = false } = operator;
  const weight = chain.stationary[state]!;
  const value = new Float64Array(d);
  const longest = new Float64Array(d);
  let length = 0;
  let square = 0;
  eachOutcome(operator, state, theta, value, (p, next) => {
    for (let j = 0; j < d; j++) forward[next * d + j]! += weight * p * (value[j]! - mean[j]!);
    let size = 0;
    for (let j = 0; j < d; j++) {
      value[j]! -= mean[j]! + conditional[state * d + j]!;
      size += value[j]! * value[j]!;
    }
    if (!parallel) addOuter(covariance, weight * p, value, 0, value, 0, d);
    square += p * size;
    if (size > length) {
      length = size;
      longest.set(value);
    }
  });
  // all deviations are multiples of the longest: Σ p (c v)(c v)ᵀ = (Σ p ‖c v‖²/‖v‖²) v vᵀ
  if (parallel && length > 0) addOuter(covariance, (weight * square) / length, longest, 0, longest, 0, d);
}

/** Calls `visit` with the probability and successor of each outcome from a state, `value` set to its G. */
function eachOutcome(
  { chain, observes, evaluate }: ChainOperator,
  state: number,
  theta: Vector,
  value: Float64Array,
  visit: (probability: number, next: number) => void,
): void {
  if (observes === 'states') {
    evaluate(state, state, theta, value);
    visit(1, state);
    return;
  }
  for (let next = 0; next < chain.states; next++) {
    const p = chain.transition[state * chain.states + next]!;
    if (!(p > 0)) continue;
    evaluate(state, next, theta, value);
    visit(p, next);
  }
}

/** u P, for u `[S, d]` over states: what a step of the chain makes of it. */
function stepped(kernel: Vector, u: Vector, S: number, d: number): Float64Array {
  const out = new Float64Array(S * d);
  for (let s = 0; s < S; s++) {
    for (let next = 0; next < S; next++) {
      const p = kernel[s * S + next]!;
      if (p === 0) continue;
      for (let j = 0; j < d; j++) out[next * d + j]! += p * u[s * d + j]!;
    }
  }
  return out;
}

/** u_1 where every q-th observation is used: q − 1 further steps of the chain. */
function toNextUsed(chain: ChainLaw, forward: Float64Array, stride: number, d: number): Float64Array {
  if (stride === 1) return forward;
  return stepped(matrixPower(chain.transition, chain.states, stride - 1), forward, chain.states, d);
}

/** Σ_{ℓ≥1} u_ℓ. */
function carriedSum(
  { states: S, stationary }: ChainLaw,
  kernel: Vector,
  first: Vector,
  d: number,
): Float64Array {
  // transposed: (I − K + 1π)ᵀ X = u_1
  const system = new Float64Array(S * S);
  for (let x = 0; x < S; x++) {
    for (let y = 0; y < S; y++) {
      system[y * S + x] = (x === y ? 1 : 0) - kernel[x * S + y]! + stationary[y]!;
    }
  }
  return solveColumns(system, first, S, d);
}

/** Σ_{ℓ≥1} w(ℓ) u_ℓ for each of the weights, from u_1 and the sum of all. */
function weightedSums(
  chain: ChainLaw,
  kernel: Vector,
  { first, all }: { readonly first: Float64Array; readonly all: Float64Array },
  weights: readonly LagWeights[],
  d: number,
): Float64Array[] {
  const sums = weights.map(({ carried }) => all.map((x) => carried * x));
  const reach = Math.max(...weights.map((weight) => weight.reach));
  let u = first;
  const size = largest(first);
  for (let lag = 1; lag < reach && mixing(u, chain, d) > Number.EPSILON * size; lag++) {
    weights.forEach(({ within, reach }, n) => {
      const weight = lag < reach ? within(summedLag(lag)) : 0;
      const sum = sums[n]!;
      for (let j = 0; j < sum.length && weight !== 0; j++) sum[j]! += weight * u[j]!;
    });
    u = stepped(kernel, u, chain.states, d);
  }
  return sums;
}

/** How much of u is not along π: that part of it is rounding, which no step of the chain lessens. */
function mixing(u: Vector, { states: S, stationary }: ChainLaw, d: number): number {
  let out = 0;
  for (let j = 0; j < d; j++) {
    let sum = 0;
    for (let s = 0; s < S; s++) sum += u[s * d + j]!;
    for (let s = 0; s < S; s++) out = Math.max(out, Math.abs(u[s * d + j]! - stationary[s]! * sum));
  }
  return out;
}

function largest(values: Vector): number {
  let out = 0;
  for (let j = 0; j < values.length; j++) out = Math.max(out, Math.abs(values[j]!));
  return out;
}

/** `Σ_s E[∂G/∂θ(θ, o) | s] u(s)` `[d]`, by central differences along u(s). */
function derivatives(operator: ChainOperator, theta: Vector, u: Vector): Float64Array {
  const { chain, dimension: d, affine } = operator;
  const scale = Math.max(1, largest(theta));
  const moved = new Float64Array(d);
  const value = new Float64Array(d);
  const out = new Float64Array(d);
  for (let s = 0; s < chain.states; s++) {
    const length = largest(u.subarray(s * d, (s + 1) * d));
    if (length === 0) continue;
    const width = ((affine ? 1 : Math.cbrt(Number.EPSILON)) * scale) / length;
    for (const side of [1, -1]) {
      for (let j = 0; j < d; j++) moved[j] = theta[j]! + side * width * u[s * d + j]!;
      eachOutcome(operator, s, moved, value, (p) => {
        for (let j = 0; j < d; j++) out[j]! += (side * p * value[j]!) / (2 * width);
      });
    }
  }
  return out;
}
