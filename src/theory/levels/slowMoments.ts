/**
 * What many local steps along a chain do to the local vector, where the chain forgets long before they end.
 *
 * Mathematics (10). One step maps fields over the chain's states, `F`, and all its modes but as many as the local vector has moments die
 * out as the chain forgets. Of those that stay, the left invariant subspace Λ and the right one R are
 *
 *     Λ F = K Λ,  Σ_s π(s) Λ(s) = I,       F R = R K',  Σ_s R(s) = I,
 *
 * and `F^H = R (Λ R)⁻¹ K^H Λ`. Both are fixed points of `Λ = I + (g − K part) Z`, Z the chain's deviation matrix: they
 * converge with the step size times the mixing time, whatever H is.
 *
 * z = (v `[d]`, what stays as it is `[c]`), see localSteps.ts. A functional of second moments is a symmetric matrix Λ,
 * packed, whose value is Σ_jk Λ_jk E[z_j z_k]; a family of them has one for each (a ≥ b) of E[v_a v_b].
 */
import { inverse } from '../../maths/inverse.ts';
import { transpose } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import { addProduct, product } from '../../maths/rectangular.ts';
import type { LocalChain, LocalShape } from '../../maths/jumpLinear/jumpSystem.ts';
import { packedLength } from '../../maths/packed.ts';
import { addComposed } from '../composedMap.ts';
import { addObserved, addStepped, squareOfV, writeStep } from './squareFunctionals.ts';

/** Of local steps that are many. */
export interface SlowMoments {
  /** E[v_H | z] from stationarity `[d, z]` */
  readonly first: Float64Array;
  /** E[v_H v_Hᵀ | z] from stationarity `[pairs of d, packed z]` */
  readonly second: Float64Array;
  /** E[v_H | z, s], s where the chain is at first `[n, d, z]` */
  readonly started: Float64Array;
  /** {@link second} from a state */
  secondFrom(state: number): Float64Array;
  /** estimate of what `second` is wrong by `[pairs of d, packed z]` */
  readonly doubt: Float64Array;
  /** by how much iterations come closer: about the step size times the mixing time, and what first order in it leaves out */
  readonly rate: number;
  /** E[v_H 1{s'}] − π(s') E[v_H] as a map of (E[v_H], the rest of z) `[n, d, z]` */
  readonly ended: Float64Array;
}

/** What a mode may still change by, relative to the largest of its column, once its iteration has converged. */
const CONVERGED = 5e-7;
const ROUNDING = 1e-15;
/** Iterations after which the step size is too large for the chain's mixing time. */
const MOST_ITERATIONS = 25;

/** Iterations as a rule, for judging the cost. */
const USUAL_ITERATIONS = 6;

/** Multiplications of {@link slowMoments}. */
export function slowCost(chain: LocalChain, local: LocalShape, steps: number): number {
  const { states: n, next, dimension: d, operators } = chain;
  const z = local.size;
  const D = packedLength(z);
  const m = packedLength(d);
  const acting = operators.kind === 'rank-one' ? z * (d + 4) : z * d * (z + d);
  const iteration = n * n * m * D + n * m * m * D + next.length * m * (D + acting) + n * m * d * z * z;
  const doubling = m * m * D + 2 * m * d * z * z;
  return USUAL_ITERATIONS * iteration + 2 * n ** 3 + (2 * Math.log2(steps + 1) + n) * doubling;
}

/** Modes by chain, gain and shift: algorithms that differ in their rounds alone share them. */
const found = new WeakMap<LocalChain, Map<string, AllModes | undefined>>();

/** What so many steps do; none where the step size is too large for the chain's mixing time. */
export function slowMoments(chain: LocalChain, local: LocalShape, steps: number): SlowMoments | undefined {
  const ofChain = found.get(chain) ?? new Map<string, AllModes | undefined>();
  found.set(chain, ofChain);
  const key = [local.size, local.source, local.gain, local.shift].join();
  if (!ofChain.has(key)) ofChain.set(key, new Slow(chain, local).modes());
  const modes = ofChain.get(key);
  return modes && new Slow(chain, local).after(steps, modes);
}

interface AllModes {
  readonly left: Modes;
  readonly right: Float64Array;
  readonly family: Modes;
  readonly secondOver: Float64Array;
  /** what the last iteration changed in it */
  readonly improved: Float64Array;
}

/** Left modes: of functions of z, or of z zᵀ, by state, and one step K − I of their means. */
interface Modes {
  readonly values: Float64Array;
  readonly step: Float64Array;
  readonly rate: number;
}

class Slow {
  readonly #chain: LocalChain;
  readonly #local: LocalShape;
  /** deviation matrix Σ_k (P^k − 1 πᵀ) `[n, n]` */
  #deviation: Float64Array = new Float64Array(0);

  constructor(chain: LocalChain, local: LocalShape) {
    this.#chain = chain;
    this.#local = local;
  }

  modes(): AllModes | undefined {
    this.#deviation = this.#deviations();
    const left = this.#left();
    const right = left && this.#right();
    const family = right && this.#secondLeft(left);
    return family && { left, right, family, ...this.#secondOver(left, right, family) };
  }

  #deviations(): Float64Array {
    const { states: n, stationary, first, next, probability } = this.#chain;
    const A = new Float64Array(n * n);
    for (let s = 0; s < n; s++) {
      for (let t = 0; t < n; t++) A[s * n + t] = stationary[t]! + (s === t ? 1 : 0);
      for (let e = first[s]!; e < first[s + 1]!; e++) A[s * n + next[e]!]! -= probability[e]!;
    }
    const Z = inverse(A, n);
    for (let at = 0; at < n * n; at++) Z[at]! -= stationary[at % n]!;
    return Z;
  }

  /** E[v_H | s, z] but for its decay `[n, d, z]`. */
  #left(): Modes | undefined {
    const { states: n, stationary, dimension: d } = this.#chain;
    const z = this.#local.size;
    const size = d * z;
    const M = new Float64Array(size);
    return this.#settled(this.#first(), size, z, (values, added) => {
      this.#eachMove((s, to, p, e) => {
        writeStep(this.#chain, this.#local, this.#chain.operator[e]!, M);
        addComposed(added, s * size, p, values, to * size, M, 0, d, z, 0);
      });
      const step = product(stationary, added, 1, n, size);
      for (let s = 0; s < n; s++) addComposed(added, s * size, -1, step, 0, values, s * size, d, z);
      return step;
    });
  }

  /** E[v 1{s}] once the chain has forgotten its start, as a map of (E[v], rest of z) `[n, d, z]`. */
  #right(): Float64Array | undefined {
    const { states: n, stationary, dimension: d } = this.#chain;
    const z = this.#local.size;
    const size = d * z;
    const M = new Float64Array(size);
    const identity = this.#first();
    const deviations = transpose(this.#deviation, n, n);
    const start = product(stationary, identity, n, 1, size);
    let now = start;
    for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
      const added = new Float64Array(n * size);
      this.#eachMove((s, to, p, e) => {
        writeStep(this.#chain, this.#local, this.#chain.operator[e]!, M);
        addComposed(added, to * size, p, M, 0, now, s * size, d, z, stationary[s]);
      });
      const step = product(new Float64Array(n).fill(1), added, 1, n, size);
      for (let s = 0; s < n; s++) addComposed(added, s * size, -1, now, s * size, step, 0, d, z, 0);
      const after = Float64Array.from(start);
      addProduct(after, 0, 1, deviations, 0, added, n, n, size);
      const change = changeBy(now, after, z);
      now = after;
      if (change <= CONVERGED) return now;
      if (!Number.isFinite(change)) return undefined;
    }
    return undefined;
  }

  /** E[v_H v_Hᵀ | s, z zᵀ] but for its decay `[n, pairs, packed z]`. */
  #secondLeft({ values: first }: Modes): Modes | undefined {
    const { states: n, stationary, dimension: d } = this.#chain;
    const z = this.#local.size;
    const D = packedLength(z);
    const m = packedLength(d);
    const identity = squareOfV(this.#chain.dimension, this.#local.size);
    // to first order a product of functions of z
    const guess = new Float64Array(n * m * D);
    for (let s = 0; s < n; s++) {
      const row = (a: number): Float64Array => first.subarray((s * d + a) * z, (s * d + a + 1) * z);
      for (let a = 0, r = 0; a < d; a++)
        for (let b = 0; b <= a; b++, r++) {
          const [x, y] = [row(a), row(b)];
          for (let i = 0, at = (s * m + r) * D; i < z; i++)
            for (let j = 0; j <= i; j++, at++) guess[at] = (x[i]! * y[j]! + y[i]! * x[j]!) / 2;
        }
    }
    const mean = product(stationary, guess, 1, n, m * D);
    for (let s = 0; s < n; s++)
      for (let k = 0; k < m * D; k++) guess[s * m * D + k]! += identity[k]! - mean[k]!;
    const ofState = (s: number): Float64Array => first.subarray(s * d * z, (s + 1) * d * z);
    return this.#settled(
      identity,
      m * D,
      D,
      (values, added) => {
        addObserved(this.#chain, this.#local, values, added);
        const step = product(stationary, added, 1, n, m * D);
        const stepFamily = familyOf(step, d, z);
        for (let s = 0; s < n; s++)
          addThrough(added, s * m * D, -1, stepFamily, values, s * m * D, ofState(s), d, z);
        return step;
      },
      guess,
    );
  }

  after(steps: number, { left, right, family, secondOver, improved }: AllModes): SlowMoments {
    const { states: n, stationary, dimension: d } = this.#chain;
    const z = this.#local.size;
    const D = packedLength(z);
    const m = packedLength(d);
    const step = this.#stepOf(left, family);
    const power = powerOf(
      step,
      steps,
      { first: this.#first(), second: squareOfV(this.#chain.dimension, this.#local.size) },
      d,
      z,
    );
    // what the product of left and right modes is beyond I
    const over = new Float64Array(d * z);
    for (let s = 0; s < n; s++) {
      const at = s * d * z;
      for (let k = 0; k < d * z; k++) over[k]! -= right[at + k]!;
      addComposed(over, 0, 1, left.values, at, right, at, d, z, stationary[s]);
    }
    let first = power.first;
    let second = power.second;
    const overFamily = familyOf(secondOver, d, z);
    for (let pass = 0; pass < 4; pass++) {
      const next = Float64Array.from(power.first);
      addComposed(next, 0, -1, over, 0, first, 0, d, z);
      const nextSecond = Float64Array.from(power.second);
      addThrough(nextSecond, 0, -1, overFamily, second, 0, first, d, z);
      first = next;
      second = nextSecond;
    }
    const started = new Float64Array(n * d * z);
    for (let s = 0; s < n; s++) addComposed(started, s * d * z, 1, first, 0, left.values, s * d * z, d, z);
    const ended = Float64Array.from(right);
    for (let s = 0; s < n; s++) for (let i = 0; i < d; i++) ended[(s * d + i) * z + i]! -= stationary[s]!;
    const secondFamily = familyOf(second, d, z);
    const secondFrom = (s: number): Float64Array => {
      const out = new Float64Array(m * D);
      const ofState = left.values.subarray(s * d * z, (s + 1) * d * z);
      addThrough(out, 0, 1, secondFamily, family.values, s * m * D, ofState, d, z);
      return out;
    };
    const { rate } = family;
    const doubt = new Float64Array(m * D);
    const scale = rate / Math.max(1 - rate, rate);
    addThrough(doubt, 0, scale, familyOf(improved, d, z), second, 0, first, d, z);
    return { first, second, started, secondFrom, ended, doubt, rate };
  }

  /**
   * (Λ − 1) R of second moments, R one iteration after the product of those of z: right to the third order of the step
   * size times the mixing time.
   */
  #secondOver(
    left: Modes,
    right: Vector,
    family: Modes,
  ): { readonly secondOver: Float64Array; readonly improved: Float64Array } {
    const step = this.#stepOf(left, family);
    const { states: n, stationary, dimension: d } = this.#chain;
    const z = this.#local.size;
    const D = packedLength(z);
    const m = packedLength(d);
    const identity = squareOfV(this.#chain.dimension, this.#local.size);
    const size = m * D;
    const centred = Float64Array.from(family.values);
    for (let s = 0; s < n; s++) for (let k = 0; k < size; k++) centred[s * size + k]! -= identity[k]!;
    const turned = new Float64Array(n * size);
    addProduct(turned, 0, 1, this.#deviation, 0, centred, n, n, size);
    const added = new Float64Array(n * size);
    addObserved(this.#chain, this.#local, turned, added);
    const mean = product(stationary, added, 1, n, size);
    const out = Float64Array.from(mean);
    const still = new Float64Array(size);
    const plain = new Float64Array(size);
    const M = new Float64Array(d * z);
    for (let s = 0; s < n; s++) {
      const weight = stationary[s]!;
      const from = s * size;
      for (let j = 0; j < d * z; j++) M[j] = right[s * d * z + j]! / weight;
      for (let i = 0; i < d; i++) M[i * z + i]! -= 1;
      for (let k = 0; k < size; k++) added[from + k]! -= mean[k]!;
      addPulled(out, weight, added, from, M, d, z, m);
      addPulled(plain, weight, centred, from, M, d, z, m);
      addPulled(still, weight, turned, from, M, d, z, m);
    }
    for (let k = 0; k < size; k++) out[k]! += still[k]!;
    addThrough(out, 0, -1, familyOf(still, d, z), step.second, 0, step.first, d, z);
    return { secondOver: out, improved: out.map((value, k) => value - plain[k]!) };
  }

  /** Λ = 1 + Z g(Λ), until it stays; `stepOf` writes g and returns K − 1. */
  #settled(
    identity: Float64Array,
    size: number,
    width: number,
    stepOf: (values: Float64Array, added: Float64Array) => Float64Array,
    guess?: Float64Array,
  ): Modes | undefined {
    const n = this.#chain.states;
    const values = guess ?? new Float64Array(n * size);
    if (guess === undefined) for (let s = 0; s < n; s++) values.set(identity, s * size);
    const added = new Float64Array(n * size);
    let before: Float64Array | undefined;
    let last = 1;
    let rate = 0;
    for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
      added.fill(0);
      const step = stepOf(values, added);
      for (let s = 0; s < n; s++) values.set(identity, s * size);
      addProduct(values, 0, 1, this.#deviation, 0, added, n, n, size);
      const change = before === undefined ? 1 : changeBy(before, step, width);
      before = step;
      if (iteration > 1) rate = Math.max(rate, change / last);
      last = change;
      const remaining = iteration > 1 && rate < 0.5 ? (change * rate) / (1 - rate) : change;
      if (remaining <= CONVERGED) return { values, step, rate };
      if (!Number.isFinite(change)) return undefined;
    }
    return undefined;
  }

  #eachMove(visit: (s: number, to: number, p: number, e: number) => void): void {
    const { states: n, first, next, probability } = this.#chain;
    for (let s = 0; s < n; s++)
      for (let e = first[s]!; e < first[s + 1]!; e++) visit(s, next[e]!, probability[e]!, e);
  }

  #stepOf(left: Modes, family: Modes): Step {
    return {
      first: sum(this.#first(), left.step),
      second: sum(squareOfV(this.#chain.dimension, this.#local.size), family.step),
    };
  }

  /** v as a map of z. */
  #first(): Float64Array {
    const { dimension: d } = this.#chain;
    const z = this.#local.size;
    const out = new Float64Array(d * z);
    for (let i = 0; i < d; i++) out[i * z + i] = 1;
    return out;
  }
}

interface Step {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** A step of the means, so many times. */
function powerOf(step: Step, steps: number, identityStep: Step, d: number, z: number): Step {
  const after = (last: Step, before: Step): Step => {
    const first = new Float64Array(d * z);
    addComposed(first, 0, 1, last.first, 0, before.first, 0, d, z);
    const second = new Float64Array(last.second.length);
    addThrough(second, 0, 1, familyOf(last.second, d, z), before.second, 0, before.first, d, z);
    return { first, second };
  };
  let out = identityStep;
  let square = step;
  for (let left = steps; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) out = after(square, out);
    if (left > 1) square = after(square, square);
  }
  return out;
}

/** Functionals, and their parts as maps. */
interface Family {
  /** `[rows, packed z]` */
  readonly values: Vector;
  /** of v vᵀ: what each counts `[rows, pairs of d]` */
  readonly weights: Float64Array;
  /** of the rest of z and v `[rows, z − d, d]` */
  readonly ties: Float64Array;
}

function familyOf(values: Vector, d: number, z: number): Family {
  const D = packedLength(z);
  const m = packedLength(d);
  const rows = values.length / D;
  const weights = new Float64Array(rows * m);
  const ties = new Float64Array(rows * (z - d) * d);
  for (let r = 0, tie = 0; r < rows; r++) {
    for (let a = 0, k = 0; a < d; a++)
      for (let b = 0; b <= a; b++, k++) weights[r * m + k] = (a === b ? 1 : 2) * values[r * D + k]!;
    for (let c = d; c < z; c++)
      for (let a = 0; a < d; a++, tie++) ties[tie] = values[r * D + (c * (c + 1)) / 2 + a]!;
  }
  return { values, weights, ties };
}

/**
 * out += scale · functionals of what is after a step, as functionals of what is before it, where v vᵀ and v are maps of
 * z zᵀ and z: `second` `[pairs, packed z]` from an offset on, `first` `[d, z]`.
 */
function addThrough(
  out: Float64Array,
  to: number,
  scale: number,
  { values, weights, ties }: Family,
  second: Vector,
  from: number,
  first: Vector,
  d: number,
  z: number,
): void {
  const D = packedLength(z);
  const m = packedLength(d);
  addProduct(out, to, scale, weights, 0, second.subarray(from, from + m * D), m, m, D);
  // Σ_a Λ[c, a] v_a, as functions of z before
  const T = new Float64Array(m * (z - d) * z);
  addProduct(T, 0, scale, ties, 0, first, m * (z - d), d, z);
  for (let r = 0, row = 0; r < m; r++)
    for (let c = d; c < z; c++, row += z) {
      const at = r * D + (c * (c + 1)) / 2;
      const target = to + at;
      for (let j = 0; j <= c; j++) out[target + j]! += T[row + j]!;
      out[target + c]! += T[row + c]!;
      for (let j = c + 1, place = target + 2 * c + 1; j < z; place += ++j) out[place]! += T[row + j]!;
      for (let b = d; b <= c; b++) out[target + b]! += scale * values[at + b]!;
    }
}

/** out += scale · R̂ᵀ Λ R̂ of m functionals, from an offset on, R̂ with R = 1 + M `[d, z]` for v, and the rest as it is. */
function addPulled(
  out: Float64Array,
  scale: number,
  family: Vector,
  from: number,
  M: Vector,
  d: number,
  z: number,
  m: number,
): void {
  for (let k = 0; k < out.length; k++) out[k]! += scale * family[from + k]!;
  addStepped(out, 0, scale, family, from, M, d, z, m);
}

const sum = (first: Float64Array, other: Vector): Float64Array => first.map((value, k) => value + other[k]!);

/** Largest change beside the largest element of each column; changes beside the largest of all that are rounding count as 0. */
function changeBy(before: Vector, after: Vector, width: number): number {
  const change = new Float64Array(width);
  const size = new Float64Array(width);
  for (let k = 0; k < after.length; k++) {
    const j = k % width;
    const step = Math.abs(after[k]! - before[k]!);
    // not a number counts as a change
    if (!(step <= change[j]!)) change[j] = step;
    size[j] = Math.max(size[j]!, Math.abs(after[k]!));
  }
  const rounding = ROUNDING * size.reduce((most, value) => Math.max(most, value), 0);
  let most = 0;
  for (let j = 0; j < width; j++) {
    if (change[j]! <= rounding) continue;
    const part = change[j]! / size[j]!;
    if (!(part <= most)) most = part;
  }
  return most;
}
