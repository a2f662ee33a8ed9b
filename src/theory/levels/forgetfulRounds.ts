/**
 * Second moments round by round where all chains forget within a round where they stood.
 *
 * `X⁺ = R X + Σ_i E_i Ỹ_i x_i`. A chain factor is then no more than what Ỹ_i has in common with that of the round before,
 * through the state s between them, `E[Ỹ_i | s]` and what the end of a round says of s. So tables over the states are
 * not needed: sums over them of products of the two are known beforehand. Of pairs of agents there is their first
 * order: what both have in common with their rounds before, once.
 */
import { transpose } from '../../maths/linearAlgebra.ts';
import { type Matrix, matrix } from '../../maths/matrix.ts';
import { pack } from '../../maths/packed.ts';
import { addProduct, product } from '../../maths/rectangular.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { change } from './tables.ts';
import { addBetween, addRows, appliedTo, partOf } from './blocks.ts';
import type { ForgetfulAgent } from './forgetfulAgent.ts';
import { type AllLifts, type MetSums, pairTerms, type PairTerms, sumOverPairs } from './forgetfulPairs.ts';
import type { ForgetfulStage } from './forgetfulStage.ts';
import type { Lift } from './part.ts';
import { symmetrise } from './tables.ts';

/** Change of a round, beside the largest element, below which all rounds after are the same. */
const SETTLED = 1e-9;

/** Where a lift of y meets an agent's part of X: from row `at` of x on. */
type Met = readonly Lift[];

/** By how much estimates of what is wrong are too small at most: FedHSA's, whose boundary terms are cruder. */
const CAUTION = 3;
/** What first order leaves out at least, relative to what it says. */
const LEAST_RATE = 0.01;

/** Sums over the states between two rounds, of an agent. */
interface Ties extends MetSums {
  /** Σ_s Ỹ(s) ⊗ U(s) `[d, d, q, z]`, the rows of both first */
  readonly both: Float64Array;
}

/** Moments round by round. */
export class ForgetfulRounds {
  readonly #shared: readonly { readonly column: number; readonly factor: number }[][];
  readonly #agents: readonly ForgetfulAgent[];
  /** Σ_i G_i `[d, size]`, on the whole of X */
  readonly #total: Float64Array;
  readonly #size: number;
  readonly #dimension: number;
  readonly #lifts: AllLifts;
  readonly #ties: readonly Ties[];
  readonly #pairs: PairTerms | undefined;
  /** whether a round changes nothing any more */
  settled = false;
  /** {@link doubt} of the last round */
  #doubt = (): number => 0;
  #all: Float64Array;
  /** E[Ỹ_i x_i Xᵀ] `[d, size]` of the round to come */
  #rises: Float64Array[];
  /** what pairs add in the round to come */
  #added: Float64Array | undefined;
  #count = 0;

  /** @param initial - X at the start, with its constant */
  constructor({ shared, agents }: ForgetfulStage, initial: Vector, withPairs: boolean) {
    const size = initial.length;
    this.#agents = agents;
    this.#size = size;
    this.#dimension = agents[0]!.mean.length / agents[0]!.inputs.length;
    this.#shared = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (__, column) => ({ column, factor: shared[i * size + column]! })).filter(
        ({ factor }) => factor !== 0,
      ),
    );
    this.#total = new Float64Array(this.#dimension * size);
    for (const { inputs, mean } of agents)
      for (let a = 0; a < this.#dimension; a++)
        inputs.forEach((column, k) => {
          this.#total[a * size + column]! += mean[a * inputs.length + k]!;
        });
    const lifts = agents.map((agent) => agent.lifts);
    const common = commonOf(lifts);
    this.#lifts = { common, ofAgent: lifts.map((agentLifts) => beyond(agentLifts, common)) };
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
    if (!withPairs || agents.length === 1) return;
    this.#pairs = pairTerms(agents, this.#ties, this.#lifts, size);
    if (agents.some(({ first }) => first)) {
      const starts = agents.map(({ first, mean, inputs }) =>
        image(first?.mean ?? new Float64Array(mean.length), inputs, initial, this.#dimension),
      );
      const d = this.#dimension;
      const between = (i: number, j: number): Float64Array => product(starts[i]!, starts[j]!, d, 1, d);
      this.#added = sumOverPairs(between, this.#lifts, d, size);
    }
  }

  /** E[X Xᵀ] `[size, size]`, whose last column is E[X]. */
  get all(): Matrix {
    return matrix(this.#size, this.#size, this.#all);
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
    const half = moved.map((value, k) => value / 2 + rising[k]!);
    const across = this.#mean(transpose(half, D, D), D);
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
    const movedAcross = transpose(moved, D, D);
    const rises = this.#risesAfter(movedAcross, squares);
    this.#added = this.#pairs?.(before);
    this.#count++;
    this.settled =
      this.#count > 1 &&
      change(before, all) <= SETTLED &&
      rises.every((rise, i) => change(this.#rises[i]!, rise) <= SETTLED);
    this.#all = all;
    this.#rises = rises;
  }

  /** By traces over the first coordinates: of what the agents' noise is, what it has in common with the round before, and what is wrong in each. */
  #doubtOf(before: Vector, squares: readonly Float64Array[], quiet: Vector): number {
    const D = this.#size;
    const d = this.#dimension;
    const w = this.#lifts.common.find(({ at }) => at === 0)?.factor ?? 0;
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
    const still = this.#mean(transpose(this.#mean(before, D), D, D), D);
    let ties = 0;
    for (let a = 0; a < d; a++) ties += Math.abs(quiet[a]! - still[a * D + a]!);
    const part =
      (CAUTION * (wrong + Math.max(rate, LEAST_RATE) * ties)) / (noise - ties > 0 ? noise - ties : noise);
    return noise > 0 ? part : 0;
  }

  /** E[Ỹ_i x_i Xᵀ] of the next round `[d, size]`; `moved` is E[X X⁺ᵀ] but for what the agents' noise adds to y yᵀ. */
  #risesAfter(moved: Float64Array, squares: readonly Float64Array[]): Float64Array[] {
    const D = this.#size;
    const d = this.#dimension;
    const width = this.#agents.length * d;
    // R E[X (Ỹ_i x_i)ᵀ], all agents' side by side
    const risen = this.#mean(transpose(concatenated(this.#rises), width, D), width);
    return this.#agents.map((agent, i) => {
      const { inputs, reached, lifts } = agent;
      const q = inputs.length;
      const z = reached.length / q;
      const { ofAgent, both } = this.#ties[i]!;
      // E[(local vector at the end) X⁺ᵀ] `[z, D]`
      const Y = new Float64Array(z * D);
      addProduct(Y, 0, 1, reached, 0, rowsOf(moved, inputs, D), z, q, D);
      for (let a = 0; a < d; a++) for (let j = 0; j < D; j++) Y[a * D + j]! += risen[j * width + i * d + a]!;
      const square = squares[i]!;
      for (const { at, factor } of lifts)
        for (let a = 0; a < d; a++)
          for (let b = 0; b < d; b++) Y[a * D + at + b]! += factor * square[a * d + b]!;
      const out = new Float64Array(d * D);
      addProduct(out, 0, 1, ofAgent, 0, Y, d, z, D);
      // Σ_s Ỹ(s) x (y-part)ᵀ of X⁺ X⁺ᵀ
      const part = new Float64Array(q * z);
      inputs.forEach((column, k) => {
        for (let a = 0; a < z; a++) part[k * z + a] = Y[a * D + column]!;
      });
      const across = new Float64Array(d * d);
      addProduct(across, 0, 1, both, 0, part, d * d, q * z, 1);
      for (const { at, factor } of lifts)
        for (let a = 0; a < d; a++)
          for (let b = 0; b < d; b++) out[a * D + at + b]! += factor * across[a * d + b]!;
      return out;
    });
  }

  /** R A of A `[size, width]`. */
  #mean(A: Float64Array, width: number): Float64Array {
    const d = this.#dimension;
    const D = this.#size;
    const out = new Float64Array(D * width);
    const total = new Float64Array(d * width);
    addProduct(total, 0, 1, this.#total, 0, A, d, D, width);
    addRows(out, 1, total, this.#lifts.common, width);
    this.#agents.forEach(({ inputs, mean }, i) => {
      const lifts = this.#lifts.ofAgent[i]!;
      if (lifts.length === 0) return;
      const y = new Float64Array(d * width);
      addProduct(y, 0, 1, mean, 0, rowsOf(A, inputs, width), d, inputs.length, width);
      addRows(out, 1, y, lifts, width);
    });
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
      addRows(out, 1, y, this.#lifts.ofAgent[i]!, width);
    });
    addRows(out, 1, total, this.#lifts.common, width);
    return out;
  }

  /** out += Σ_i E_i Q_i E_iᵀ. */
  #addSquares(out: Float64Array, squares: readonly Float64Array[]): void {
    const d = this.#dimension;
    const total = new Float64Array(d * d);
    squares.forEach((square, i) => {
      for (let k = 0; k < total.length; k++) total[k]! += square[k]!;
      const lifts = this.#lifts.ofAgent[i]!;
      addBetween(out, lifts, square, lifts, d, this.#size);
      addBetween(out, lifts, square, this.#lifts.common, d, this.#size, { transposed: true });
    });
    addBetween(out, this.#lifts.common, total, this.#lifts.common, d, this.#size);
  }
}

/** Where an agent reads what a lift writes. */
function met({ inputs }: ForgetfulAgent, lifts: readonly Lift[]): Met {
  return lifts.flatMap(({ at, factor }) => {
    const from = inputs.indexOf(at);
    return from < 0 ? [] : [{ at: from, factor }];
  });
}

function tiesOf(
  { started, ended, inputs, reached }: ForgetfulAgent,
  meeting: Met,
  others: Met,
  d: number,
): Ties {
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
    for (const { at, factor } of meeting)
      for (let b = 0; b < d; b++)
        for (let c = 0; c < z; c++) ownTie[a * z + c]! += factor * both[((a * q + at + b) * d + b) * z + c]!;
    for (const { at, factor } of others)
      for (let b = 0; b < d; b++)
        for (let k = 0; k < d * z; k++)
          othersTie[(a * d + b) * d * z + k]! += factor * both[(a * q + at + b) * d * z + k]!;
  }
  const rowsFirst = new Float64Array(both.length);
  for (let a = 0; a < d; a++)
    for (let k = 0; k < q; k++)
      for (let b = 0; b < d; b++) {
        const from = ((a * q + k) * d + b) * z;
        rowsFirst.set(both.subarray(from, from + z), ((a * d + b) * q + k) * z);
      }
  return { both: rowsFirst, ofAgent: ownTie, others: othersTie };
}

/** The lifts that most agents have. */
function commonOf(lifts: readonly (readonly Lift[])[]): Lift[] {
  const places = new Set(lifts.flatMap((agentLifts) => agentLifts.map(({ at }) => at)));
  return [...places].flatMap((at) => {
    const factors = lifts.map((agentLifts) => agentLifts.find((lift) => lift.at === at)?.factor ?? 0);
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
  const packed = pack(C, q);
  const out = new Float64Array(d * d);
  for (let a = 0, row = 0; a < d; a++)
    for (let b = 0; b <= a; b++, row++) {
      const value = dot(map, packed, packed.length, row * packed.length);
      out[a * d + b] = value;
      out[b * d + a] = value;
    }
  return out;
}

/** A x of A `[d, q]` and the coordinates x of X. */
function image(A: Vector, inputs: readonly number[], X: Vector, d: number): Float64Array {
  const q = inputs.length;
  return Float64Array.from({ length: d }, (_, a) =>
    inputs.reduce((sum, column, k) => sum + A[a * q + k]! * X[column]!, 0),
  );
}

/** Matrices of as many columns below each other. */
function concatenated(parts: readonly Float64Array[]): Float64Array {
  const size = parts[0]!.length;
  const out = new Float64Array(parts.length * size);
  parts.forEach((part, i) => {
    out.set(part, i * size);
  });
  return out;
}

/** The given rows of A `[…, width]`. */
function rowsOf(A: Float64Array, rows: readonly number[], width: number): Float64Array {
  const out = new Float64Array(rows.length * width);
  rows.forEach((row, k) => {
    out.set(A.subarray(row * width, (row + 1) * width), k * width);
  });
  return out;
}
