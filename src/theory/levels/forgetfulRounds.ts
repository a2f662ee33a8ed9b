/**
 * Second moments round by round where all chains forget within a round where they stood.
 *
 * `X⁺ = R X + Σ_i E_i Ỹ_i x_i`. A chain factor is then no more than what Ỹ_i has in common with that of the round before,
 * through the state s between them, `E[Ỹ_i | s]` and what the end of a round says of s. So tables over the states are
 * not needed: sums over them of products of the two are known beforehand. Of pairs of agents there is their first
 * order: what both have in common with their rounds before, once.
 */
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import type { Vector } from '../../maths/vector.ts';
import { addProduct } from '../../maths/rectangular.ts';
import { change } from '../closure/sharedRounds.ts';
import { addBetween, addRows, appliedTo, partOf } from './blocks.ts';
import type { ForgetfulAgent } from './forgetfulAgent.ts';
import type { ForgetfulStage } from './forgetfulStage.ts';
import type { Lift } from './stages.ts';
import { symmetrise } from './tables.ts';

/** Change of a round, beside the largest element, below which all rounds after are the same. */
const SETTLED = 1e-13;
/** Relative change of a second moment at which what pairs add is computed anew. */
const RENEWED = 0.02;
/** Part of the spread of X that pairs may leave out. */
const NEGLIGIBLE_SPREAD = 1e-3;

/** Where a lift of y meets an agent's part of X: from row `at` of x on. */
type Met = readonly Lift[];

/** By how much estimates of what is wrong are too small at most: FedHSA's, whose boundary terms are cruder. */
const CAUTION = 3;
/** What first order leaves out at least, relative to what it says. */
const LEAST_RATE = 0.01;

/** Sums over the states between two rounds, of an agent. */
interface Ties {
  /** Σ_s Ỹ(s) ⊗ U(s) `[d, q, d, z]` */
  readonly both: Float64Array;
  /** Σ_s Ỹ(s) P E U(s) `[d, z]`: the agent meets what it did itself */
  readonly own: Float64Array;
  /** Σ_s (Ỹ(s) P_i E_k) ⊗ U(s) `[d, d, d, z]`: it meets what another one did */
  readonly others: Float64Array;
}

/** Moments round by round. */
export class ForgetfulRounds {
  readonly #shared: readonly { readonly column: number; readonly factor: number }[][];
  readonly #agents: readonly ForgetfulAgent[];
  readonly #size: number;
  readonly #dimension: number;
  readonly #commonLifts: readonly Lift[];
  readonly #ownLifts: readonly (readonly Lift[])[];
  readonly #ties: readonly Ties[];
  readonly #withPairs: boolean;
  /** whether a round changes nothing any more */
  settled = false;
  /** rounds in which what pairs add was computed */
  renewals = 0;
  /** {@link doubt} of the last round */
  #doubt = (): number => 0;
  #all: Float64Array;
  /** E[Ỹ_i x_i Xᵀ] `[d, size]` of the round to come */
  #rises: Float64Array[];
  /** what pairs add in the round to come */
  #added: Float64Array | undefined;
  #renewedAt: Float64Array | undefined;
  #count = 0;

  /** @param initial - X at the start, with its constant */
  constructor({ shared, agents }: ForgetfulStage, initial: Vector, withPairs: boolean) {
    const size = initial.length;
    this.#agents = agents;
    this.#size = size;
    this.#dimension = agents[0]!.mean.length / agents[0]!.inputs.length;
    this.#withPairs = withPairs && agents.length > 1;
    this.#shared = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (__, column) => ({ column, factor: shared[i * size + column]! })).filter(
        ({ factor }) => factor !== 0,
      ),
    );
    const lifts = agents.map((agent) => agent.lifts);
    this.#commonLifts = commonOf(lifts);
    this.#ownLifts = lifts.map((own) => beyond(own, this.#commonLifts));
    this.#ties = agents.map((agent, i) =>
      tiesOf(
        agent,
        met(agent, agent.lifts),
        met(agent, lifts[i === 0 ? agents.length - 1 : 0]!),
        this.#dimension,
      ),
    );
    this.#all = new Float64Array(size * size);
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) this.#all[i * size + j] = initial[i]! * initial[j]!;
    this.#rises = agents.map((agent) =>
      agent.first
        ? appliedTo(agent, agent.first.mean, this.#all, size, this.#dimension)
        : new Float64Array(this.#dimension * size),
    );
    if (this.#withPairs && agents.some(({ first }) => first)) {
      const starts = agents.map(({ first, mean, inputs }) =>
        image(first?.mean ?? new Float64Array(mean.length), inputs, initial, this.#dimension),
      );
      this.#added = this.#pairsOf((i, j) => outer(starts[i]!, starts[j]!));
    }
  }

  /** E[X Xᵀ] `[size, size]`, whose last column is E[X]. */
  get all(): Float64Array {
    return this.#all;
  }

  /** Estimate of what the variance of the first coordinates is wrong by, relative to it. */
  get doubt(): number {
    return this.#doubt();
  }

  /** One round. */
  advance(): void {
    if (this.settled) return;
    const D = this.#size;
    const d = this.#dimension;
    const before = this.#all;
    const rising = this.#lifted(this.#rises, D);
    const moved = this.#mean(before, D);
    const half = Float64Array.from(moved, (value, k) => value / 2 + rising[k]!);
    const across = this.#mean(turned(half, D, D), D);
    const all = new Float64Array(D * D);
    for (let i = 0; i < D; i++)
      for (let j = 0; j < D; j++) all[i * D + j] = across[i * D + j]! + across[j * D + i]!;
    const squares = this.#agents.map((agent, i) => {
      const C = partOf(agent, before, D);
      const square = symmetricImage(agent.excess, C, agent.inputs.length, d);
      if (this.#count === 0 && agent.first) {
        const added = symmetricImage(agent.first.second, C, agent.inputs.length, d);
        const rise = this.#rises[i]!;
        const q = agent.inputs.length;
        for (let a = 0; a < d; a++)
          for (let b = 0; b < d; b++) {
            let sum = added[a * d + b]!;
            agent.inputs.forEach((from, k) => {
              sum -=
                rise[a * D + from]! * agent.mean[b * q + k]! + rise[b * D + from]! * agent.mean[a * q + k]!;
            });
            square[a * d + b]! += sum;
          }
      }
      return square;
    });
    const quiet = Float64Array.from({ length: this.#dimension }, (_, a) => all[a * D + a]!);
    this.#addSquares(all, squares);
    if (this.#added) for (let k = 0; k < all.length; k++) all[k]! += this.#added[k]!;
    symmetrise(all, D);

    this.#doubt = () => this.#doubtOf(before, squares, quiet);
    for (let k = 0; k < moved.length; k++) moved[k]! += rising[k]!;
    const movedAcross = turned(moved, D, D);
    const rises = this.#agents.map((agent, i) => this.#riseAfter(agent, i, movedAcross, squares[i]!));
    if (this.#withPairs && this.#isRenewed(before)) {
      this.#renewedAt = before;
      this.renewals++;
      this.#added = this.#pairsAfter(before);
    }
    this.#count++;
    this.settled =
      this.#count > 1 &&
      change(before, all) <= SETTLED &&
      rises.every((rise, i) => change(this.#rises[i]!, rise) <= 1e-9);
    this.#all = all;
    this.#rises = rises;
  }

  /** By traces over the first coordinates: of what the agents' noise is, what it has in common with the round before, and what is wrong in each. */
  #doubtOf(before: Vector, squares: readonly Float64Array[], quiet: Vector): number {
    const D = this.#size;
    const d = this.#dimension;
    const w = this.#commonLifts.find(({ at }) => at === 0)?.factor ?? 0;
    let [noise, wrong, rate] = [0, 0, 0];
    this.#agents.forEach((agent, i) => {
      const doubt = symmetricImage(agent.doubt, partOf(agent, before, D), agent.inputs.length, d);
      for (let a = 0; a < d; a++) {
        noise += w * w * squares[i]![a * d + a]!;
        wrong += w * w * Math.abs(doubt[a * d + a]!);
      }
      rate = Math.max(rate, agent.rate);
    });
    // `quiet` is the diagonal after the round without that noise: ties are what it has beyond R E[X Xᵀ] Rᵀ
    const still = this.#mean(turned(this.#mean(before, D), D, D), D);
    let ties = 0;
    for (let a = 0; a < d; a++) ties += Math.abs(quiet[a]! - still[a * D + a]!);
    const part =
      (CAUTION * (wrong + Math.max(rate, LEAST_RATE) * ties)) / (noise - ties > 0 ? noise - ties : noise);
    return noise > 0 ? part : 0;
  }

  /** E[Ỹ x Xᵀ] of the next round `[d, size]`; `moved` is E[X X⁺ᵀ] but for what the agents' own noise adds to y yᵀ. */
  #riseAfter(agent: ForgetfulAgent, i: number, moved: Vector, square: Vector): Float64Array {
    const D = this.#size;
    const d = this.#dimension;
    const { inputs, reached, lifts } = agent;
    const q = inputs.length;
    const z = reached.length / q;
    const { own, both } = this.#ties[i]!;
    // E[(local vector at the end) X⁺ᵀ] `[z, D]`
    const Y = new Float64Array(z * D);
    for (let k = 0; k < q; k++) {
      const column = inputs[k]!;
      for (let a = 0; a < z; a++) {
        const factor = reached[a * q + k]!;
        if (factor !== 0) for (let j = 0; j < D; j++) Y[a * D + j]! += factor * moved[column * D + j]!;
      }
    }
    const ofRise = this.#mean(turned(this.#rises[i]!, d, D), d);
    for (let a = 0; a < d; a++) for (let j = 0; j < D; j++) Y[a * D + j]! += ofRise[j * d + a]!;
    for (const { at, factor } of lifts)
      for (let a = 0; a < d; a++)
        for (let b = 0; b < d; b++) Y[a * D + at + b]! += factor * square[a * d + b]!;
    const out = new Float64Array(d * D);
    addProduct(out, 0, 1, own, 0, Y, d, z, D);
    // Σ_s Ỹ(s) x (y-part)ᵀ of X⁺ X⁺ᵀ
    const part = new Float64Array(q * z);
    inputs.forEach((column, k) => {
      for (let a = 0; a < z; a++) part[k * z + a] = Y[a * D + column]!;
    });
    const across = new Float64Array(d * d);
    for (let a = 0; a < d; a++)
      for (let k = 0; k < q; k++)
        for (let b = 0; b < d; b++) {
          const row = ((a * q + k) * d + b) * z;
          let sum = 0;
          for (let c = 0; c < z; c++) sum += both[row + c]! * part[k * z + c]!;
          across[a * d + b]! += sum;
        }
    for (const { at, factor } of lifts)
      for (let a = 0; a < d; a++)
        for (let b = 0; b < d; b++) out[a * D + at + b]! += factor * across[a * d + b]!;
    return out;
  }

  /** Whether a second moment has changed since what pairs add was computed. */
  #isRenewed(all: Vector): boolean {
    const last = this.#renewedAt;
    if (last === undefined) return true;
    const D = this.#size;
    for (let j = 0; j < D - 1; j++) {
      const own = all[j * D + j]!;
      if (!(Math.abs(own - last[j * D + j]!) <= RENEWED * own)) return true;
    }
    return false;
  }

  /** What pairs add in the round after one from E[X Xᵀ]. */
  #pairsAfter(all: Vector): Float64Array {
    const d = this.#dimension;
    const D = this.#size;
    const factors = this.#spread(all);
    const parts = this.#agents.map(({ inputs, reached, within }, i) => {
      const q = inputs.length;
      const z = reached.length / q;
      const count = factors.length;
      const x = new Float64Array(q * count);
      inputs.forEach((column, j) => {
        factors.forEach((factor, k) => (x[j * count + k] = factor[column]!));
      });
      const K = new Float64Array(z * count);
      addProduct(K, 0, 1, reached, 0, x, z, q, count);
      const { own, others } = this.#ties[i]!;
      const met = new Float64Array(d * count);
      addProduct(met, 0, 1, own, 0, K, d, z, count);
      const rows = d * d * d;
      const crossed = new Float64Array(rows * count);
      addProduct(crossed, 0, 1, others, 0, K, rows, z, count);
      const inside = new Float64Array(within ? rows * count : 0);
      if (within) addProduct(inside, 0, 1, within, 0, x, rows, q, count);
      return { met, crossed: [crossed, inside], swapped: [swappedOf(crossed, d), swappedOf(inside, d)] };
    });
    const count = factors.length;
    const between = (x: (typeof parts)[number], y: (typeof parts)[number]): Float64Array => {
      const out = new Float64Array(d * d);
      addProduct(out, 0, 1, x.met, 0, turned(y.met, d, count), d, count, d);
      x.crossed.forEach((crossed, part) => {
        const swapped = y.swapped[part]!;
        const inner = crossed.length / d;
        for (let a = 0; a < d; a++)
          for (let b = 0; b < d; b++) {
            let sum = 0;
            for (let k = 0; k < inner; k++) sum += crossed[a * inner + k]! * swapped[b * inner + k]!;
            out[a * d + b]! += sum;
          }
      });
      return out;
    };
    if (this.#ownLifts.some((lifts) => lifts.length > 0))
      return this.#pairsOf((i, j) => between(parts[i]!, parts[j]!));
    // the sum over pairs is that over all, without each with itself
    const total = parts.reduce((one, other) => ({
      met: one.met.map((value, k) => value + other.met[k]!),
      crossed: one.crossed.map((part, p) => part.map((value, k) => value + other.crossed[p]![k]!)),
      swapped: one.swapped.map((part, p) => part.map((value, k) => value + other.swapped[p]![k]!)),
    }));
    const sum = between(total, total);
    for (const part of parts) between(part, part).forEach((value, k) => (sum[k]! -= value));
    const out = new Float64Array(D * D);
    addBetween(out, this.#commonLifts, sum, this.#commonLifts, d, D);
    return out;
  }

  /** Σ_{i≠j} E_i out_ij E_jᵀ. */
  #pairsOf(between: (i: number, j: number) => Float64Array): Float64Array {
    const D = this.#size;
    const d = this.#dimension;
    const M = this.#agents.length;
    const out = new Float64Array(D * D);
    const total = new Float64Array(d * d);
    const rows = this.#agents.map(() => new Float64Array(d * d));
    for (let i = 0; i < M; i++)
      for (let j = 0; j < i; j++) {
        const square = between(i, j);
        for (let a = 0; a < d; a++)
          for (let b = 0; b < d; b++) {
            const value = square[a * d + b]!;
            total[a * d + b]! += value;
            total[b * d + a]! += value;
            rows[i]![a * d + b]! += value;
            rows[j]![b * d + a]! += value;
          }
        addBetween(out, this.#ownLifts[i]!, square, this.#ownLifts[j]!, d, D, { transposed: true });
      }
    addBetween(out, this.#commonLifts, total, this.#commonLifts, d, D);
    rows.forEach((row, i) => {
      addBetween(out, this.#ownLifts[i]!, row, this.#commonLifts, d, D, { transposed: true });
    });
    return out;
  }

  /** Vectors `[size]` whose outer products add up to E[X Xᵀ] but for how corrections vary. */
  #spread(all: Vector): Float64Array[] {
    const D = this.#size;
    const mean = Float64Array.from({ length: D }, (_, j) => all[(j + 1) * D - 1]!);
    const [first, ...others] = this.#agents;
    const shared = first!.inputs.filter((j) => j < D - 1 && others.every(({ inputs }) => inputs.includes(j)));
    const p = shared.length;
    const covariance = new Float64Array(p * p);
    shared.forEach((j, a) => {
      shared.forEach((k, b) => (covariance[a * p + b] = all[j * D + k]! - mean[j]! * mean[k]!));
    });
    const { values, vectors } = symmetricEigenvectors(covariance, p);
    const total = values.reduce((sum, value) => sum + Math.max(0, value), 0);
    const out = [mean];
    for (let k = 0; k < p; k++) {
      if (!(values[k]! > (NEGLIGIBLE_SPREAD * total) / p)) continue;
      const vector = new Float64Array(D);
      shared.forEach((j, a) => (vector[j] = Math.sqrt(values[k]!) * vectors[a * p + k]!));
      out.push(vector);
    }
    return out;
  }

  /** R A of A `[size, width]`. */
  #mean(A: Vector, width: number): Float64Array {
    const d = this.#dimension;
    const out = this.#lifted(
      this.#agents.map((agent) => appliedTo(agent, agent.mean, A, width, d)),
      width,
    );
    this.#shared.forEach((row, i) => {
      for (const { column, factor } of row)
        for (let j = 0; j < width; j++) out[i * width + j]! += factor * A[column * width + j]!;
    });
    return out;
  }

  /** Σ_i E_i y_i of y_i `[d, width]`. */
  #lifted(results: readonly Float64Array[], width: number): Float64Array {
    const out = new Float64Array(this.#size * width);
    const total = new Float64Array(this.#dimension * width);
    results.forEach((y, i) => {
      for (let k = 0; k < total.length; k++) total[k]! += y[k]!;
      addRows(out, 1, y, this.#ownLifts[i]!, width);
    });
    addRows(out, 1, total, this.#commonLifts, width);
    return out;
  }

  /** out += Σ_i E_i Q_i E_iᵀ. */
  #addSquares(out: Float64Array, squares: readonly Float64Array[]): void {
    const d = this.#dimension;
    const total = new Float64Array(d * d);
    squares.forEach((square, i) => {
      for (let k = 0; k < total.length; k++) total[k]! += square[k]!;
      const own = this.#ownLifts[i]!;
      addBetween(out, own, square, own, d, this.#size);
      addBetween(out, own, square, this.#commonLifts, d, this.#size, { transposed: true });
    });
    addBetween(out, this.#commonLifts, total, this.#commonLifts, d, this.#size);
  }
}

/** Where an agent reads what a lift writes. */
function met({ inputs }: ForgetfulAgent, lifts: readonly Lift[]): Met {
  return lifts.flatMap(({ at, factor }) => {
    const from = inputs.indexOf(at);
    return from < 0 ? [] : [{ at: from, factor }];
  });
}

function tiesOf({ started, ended, inputs, reached }: ForgetfulAgent, own: Met, others: Met, d: number): Ties {
  const q = inputs.length;
  const z = reached.length / q;
  const n = started.length / (d * q);
  const rows = new Float64Array(d * q * n);
  for (let s = 0; s < n; s++) for (let k = 0; k < d * q; k++) rows[k * n + s] = started[s * d * q + k]!;
  const both = new Float64Array(d * q * d * z);
  addProduct(both, 0, 1, rows, 0, ended, d * q, n, d * z);
  const ownTie = new Float64Array(d * z);
  const othersTie = new Float64Array(d * d * d * z);
  for (let a = 0; a < d; a++) {
    for (const { at, factor } of own)
      for (let b = 0; b < d; b++)
        for (let c = 0; c < z; c++) ownTie[a * z + c]! += factor * both[((a * q + at + b) * d + b) * z + c]!;
    for (const { at, factor } of others)
      for (let b = 0; b < d; b++)
        for (let k = 0; k < d * z; k++)
          othersTie[(a * d + b) * d * z + k]! += factor * both[(a * q + at + b) * d * z + k]!;
  }
  return { both, own: ownTie, others: othersTie };
}

/** The lifts that most agents have. */
function commonOf(lifts: readonly (readonly Lift[])[]): Lift[] {
  const places = new Set(lifts.flatMap((own) => own.map(({ at }) => at)));
  return [...places].flatMap((at) => {
    const factors = lifts.map((own) => own.find((lift) => lift.at === at)?.factor ?? 0);
    const [x, y, z] = factors;
    const factor = x === y || z === undefined ? x! : y === z ? y : x!;
    return factor === 0 ? [] : [{ at, factor }];
  });
}

/** An agent's lifts without those of all. */
function beyond(lifts: readonly Lift[], common: readonly Lift[]): Lift[] {
  const places = new Set([...lifts, ...common].map(({ at }) => at));
  const factorAt = (at: number, among: readonly Lift[]): number =>
    among.find((lift) => lift.at === at)?.factor ?? 0;
  return [...places].flatMap((at) => {
    const factor = factorAt(at, lifts) - factorAt(at, common);
    return factor === 0 ? [] : [{ at, factor }];
  });
}

/** A map of packed symmetric matrices `[pairs of d, packed q]` on one in full: `[d, d]`. */
function symmetricImage(map: Vector, C: Vector, q: number, d: number): Float64Array {
  const out = new Float64Array(d * d);
  for (let a = 0, at = 0; a < d; a++)
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let i = 0; i < q; i++) for (let j = 0; j <= i; j++, at++) sum += map[at]! * C[i * q + j]!;
      out[a * d + b] = sum;
      out[b * d + a] = sum;
    }
  return out;
}

/** `[d, d, d, count]` with the two inner indices in the other order. */
function swappedOf(values: Vector, d: number): Float64Array {
  const out = new Float64Array(values.length);
  const count = values.length / d ** 3;
  for (let a = 0; a < d; a++)
    for (let b = 0; b < d; b++)
      for (let c = 0; c < d; c++)
        for (let k = 0; k < count; k++)
          out[((a * d + c) * d + b) * count + k] = values[((a * d + b) * d + c) * count + k]!;
  return out;
}

/** A x of A `[d, q]` and the coordinates x of X. */
function image(A: Vector, inputs: readonly number[], X: Vector, d: number): Float64Array {
  const q = inputs.length;
  return Float64Array.from({ length: d }, (_, a) =>
    inputs.reduce((sum, column, k) => sum + A[a * q + k]! * X[column]!, 0),
  );
}

function outer(x: Vector, y: Vector): Float64Array {
  const out = new Float64Array(x.length * y.length);
  for (let a = 0; a < x.length; a++) for (let b = 0; b < y.length; b++) out[a * y.length + b] = x[a]! * y[b]!;
  return out;
}

/** Aᵀ of A `[rows, columns]`. */
function turned(A: Vector, rows: number, columns: number): Float64Array {
  const out = new Float64Array(A.length);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) out[j * rows + i] = A[i * columns + j]!;
  return out;
}
