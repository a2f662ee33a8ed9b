/**
 * Second moments round by round where all chains forget within a round where they stood, Mathematics (10) and (11).
 *
 * With the innovation Ỹ_i = Y_i − G_i of agent i, X⁺ = R X + Σ_i E_i Ỹ_i O_i X, R = B + Σ_i E_i G_i O_i. Of what X has in common
 * with the chains only the cross-covariances ρ_i = E[Ỹ_i O_i X Xᵀ] of the round to come matter. With S = E[X Xᵀ] and
 * K = E[X⁺ Xᵀ] = R S + Σ_i E_i ρ_i,
 *
 *     S'   = R S Rᵀ + ⟨Σ_i E_i ρ_i Rᵀ⟩ + Σ_i E_i Q_i E_iᵀ + what pairs add,     Q_i = E[Ỹ_i O_i X Xᵀ O_iᵀ Ỹ_iᵀ]
 *     ρ_i' = Σ_s Ỹ_i(s) O_i (E_i U_i(s) Z_i + (E_i U_i(s) Z_i)ᵀ),             Z_i = E[z_i X⁺ᵀ], ⟨Y⟩ = Y + Yᵀ:
 *
 * through the state s between two rounds, Ỹ_i(s) = E[Ỹ_i | s] at its start and U_i(s) z_i what the end of one says of s, z_i the
 * local vector at the end. Z_i is L_i O_i Kᵀ, and in the rows of y_i besides ρ_i Rᵀ + Q_i E_iᵀ; L_i is z_i as a map of x_i. Sums over s
 * of products of Ỹ_i and U_i are known beforehand. Of pairs of agents there is their first order.
 */
import {
  add,
  addProduct,
  block,
  type Matrix,
  matrix,
  multiply,
  plus,
  reshaped,
  scaled,
  transposed,
  withTranspose,
} from '../../maths/matrix.ts';
import { packedLength, unpack } from '../../maths/packed.ts';
import type { Vector } from '../../maths/vector.ts';
import { product } from '../../maths/rectangular.ts';
import type { ForgetfulAgent } from './forgetfulAgent.ts';
import { type AllLifts, type MetSums, pairTerms, type PairTerms, sumOverPairs } from './forgetfulPairs.ts';
import type { ForgetfulStage } from './forgetfulStage.ts';
import { addSquares, byFirst, columnsRead, type Lift, rowsRead, squaresRead } from './part.ts';
import { change } from './tables.ts';

/** Change of a round, beside the largest element, below which all rounds after are the same. */
const SETTLED = 1e-9;

/** By how much estimates of what is wrong are too small at most: FedHSA's, whose boundary terms are cruder. */
const CAUTION = 3;
/** What first order leaves out at least, relative to what it says. */
const LEAST_RATE = 0.01;

/** Of an agent, sums over the state s between two rounds. */
interface StateSums extends MetSums {
  /** Σ_s Ỹ(s) O E U(s) L `[d, q]`, and that of the rows of y_i alone `[d, d]` */
  readonly ofKnown: Matrix;
  readonly ofResult: Matrix;
  /** the same of Ỹ(s) ⊗ U(s), whose other side is read: `[d d, q q]` and `[d d, d q]` */
  readonly crossOfKnown: Matrix;
  readonly crossOfResult: Matrix;
}

/** Moments round by round. */
export class ForgetfulRounds {
  readonly #agents: readonly ForgetfulAgent[];
  readonly #mean: MeanMap;
  readonly #dimension: number;
  readonly #lifts: AllLifts;
  readonly #sums: readonly StateSums[];
  readonly #pairs: PairTerms | undefined;
  /** whether a round changes nothing any more */
  settled = false;
  /** E[X Xᵀ] `[D, D]`, whose last column is E[X] */
  all: Matrix;
  /** {@link doubt} of the last round */
  #doubt = (): number => 0;
  /** ρ_i of the round to come, below each other `[M d, D]` */
  #cross: Matrix;
  /** what pairs add in the round to come */
  #added: Matrix | undefined;
  #count = 0;

  /** @param initial - X at the start, with its constant */
  constructor(stage: ForgetfulStage, initial: Vector, withPairs: boolean) {
    const { agents } = stage;
    const D = initial.length;
    const d = agents[0]!.mean.rows;
    this.#agents = agents;
    this.#dimension = d;
    const lifts = agents.map((agent) => agent.lifts);
    const common = commonOf(lifts);
    this.#lifts = { common, ofAgent: lifts.map((agentLifts) => beyond(agentLifts, common)) };
    this.#mean = new MeanMap(stage, this.#lifts);
    this.#sums = agents.map((agent, i) => sumsOf(agent, lifts[i === 0 ? agents.length - 1 : 0]!));
    const X = matrix(D, 1, Float64Array.from(initial));
    this.all = multiply(X, transposed(X));
    this.#cross = matrix(agents.length * d, D);
    const firsts = agents.map(({ first, inputs, lifts: places }) =>
      multiply(first?.mean ?? matrix(d, inputs.length), rowsRead({ inputs, lifts: places }, byFirst(X, 1))),
    );
    firsts.forEach((first, i) => add(block(this.#cross, [i * d, d]), multiply(first, transposed(X))));
    if (!withPairs || agents.length === 1) return;
    this.#pairs = pairTerms(agents, this.#sums, this.#lifts, D);
    if (agents.every(({ first }) => first === undefined)) return;
    const between = (i: number, j: number): Float64Array =>
      product(firsts[i]!.values, firsts[j]!.values, d, 1, d);
    this.#added = matrix(D, D, sumOverPairs(between, this.#lifts, d, D));
  }

  /** Estimate of what the variance of the first coordinates is wrong by, relative to it. */
  get doubt(): number {
    return this.#doubt();
  }

  /** One round. */
  advance(): void {
    if (this.settled) return;
    const { all: before } = this;
    const d = this.#dimension;
    const acts = this.#mean.lifted(this.#cross);
    const still = this.#mean.times(before);
    // R (½ R S + Σ E_i ρ_i)ᵀ and its transpose
    const all = withTranspose(this.#mean.times(transposed(plus(acts, still, 1 / 2))));
    const squares = this.#agents.map((agent, i) => this.#squareOf(agent, i, before));
    const quiet = Array.from({ length: d }, (_, a) => all.values[a * (all.columns + 1)]!);
    this.#agents.forEach((agent, i) => {
      addSquares(byFirst(all, 1), agent, squares[i]!);
    });
    if (this.#added) add(all, this.#added);

    this.#doubt = () => this.#doubtOf(before, still, squares, quiet);
    const cross = this.#crossAfter(transposed(plus(still, acts)), squares);
    this.#added = this.#pairs && matrix(all.rows, all.columns, this.#pairs(before.values));
    this.#count++;
    this.settled =
      this.#count > 1 &&
      change(before.values, all.values) <= SETTLED &&
      change(this.#cross.values, cross.values) <= SETTLED;
    this.all = all;
    this.#cross = cross;
  }

  /** Q_i, packed `[packed d, 1]`. */
  #squareOf(agent: ForgetfulAgent, i: number, before: Matrix): Matrix {
    const parts = squaresRead(agent, byFirst(before, 1));
    const square = multiply(agent.excess, parts);
    if (this.#count > 0 || agent.first === undefined) return square;
    // from the law of the first state: E[Y x xᵀ Yᵀ] − ⟨ρ_i O_iᵀ G_iᵀ⟩ beside that from π
    add(square, multiply(agent.first.second, parts));
    const d = this.#dimension;
    const rows = columnsRead(agent, block(this.#cross, [i * d, d]), 1);
    const across = withTranspose(multiply(rows, transposed(agent.mean)));
    for (let a = 0, at = 0; a < d; a++)
      for (let b = 0; b <= a; b++) square.values[at++]! -= across.values[a * d + b]!;
    return square;
  }

  /** ρ_i' from E[X X⁺ᵀ] but for what the agents' noise adds to y yᵀ, and Q_i. */
  #crossAfter(known: Matrix, squares: readonly Matrix[]): Matrix {
    const d = this.#dimension;
    const D = known.rows;
    const out = matrix(this.#cross.rows, D);
    // R E[X (Ỹ_i x_i)ᵀ], all agents' next to each other
    const results = transposed(this.#mean.times(transposed(this.#cross)));
    this.#agents.forEach((agent, i) => {
      const { ofKnown, ofResult, crossOfKnown, crossOfResult } = this.#sums[i]!;
      const result = block(results, [i * d, d]);
      const square = matrix(d, d, unpack(squares[i]!.values, d));
      for (const { at, factor } of agent.lifts) add(block(result, [0, d], [at, d]), square, factor);
      const read = rowsRead(agent, byFirst(known, 1));
      const rho = block(out, [i * d, d]);
      addProduct(rho, ofKnown, read);
      addProduct(rho, ofResult, result);
      const across = multiply(crossOfKnown, asColumn(columnsRead(agent, read, 1)));
      addProduct(across, crossOfResult, asColumn(columnsRead(agent, result, 1)));
      for (const { at, factor } of agent.lifts)
        add(block(rho, [0, d], [at, d]), reshaped(across, d, d), factor);
    });
    return out;
  }

  /** By traces over the first coordinates: of what the agents' noise is, what it has in common with the round before, and what is wrong in each. */
  #doubtOf(before: Matrix, still: Matrix, squares: readonly Matrix[], quiet: readonly number[]): number {
    const d = this.#dimension;
    const w = this.#lifts.common.find(({ at }) => at === 0)?.factor ?? 0;
    let [noise, wrong, rate] = [0, 0, 0];
    this.#agents.forEach((agent, i) => {
      const doubt = multiply(agent.doubt, squaresRead(agent, byFirst(before, 1)));
      for (let a = 0; a < d; a++) {
        const place = packedLength(a + 1) - 1;
        noise += w * w * squares[i]!.values[place]!;
        wrong += w * w * Math.abs(doubt.values[place]!);
      }
      rate = Math.max(rate, agent.rate);
    });
    // `quiet` is the diagonal after the round without that noise: beyond that of R S Rᵀ it is what rounds have in common
    const alone = this.#mean.times(transposed(still));
    const shared = quiet.reduce(
      (sum, value, a) => sum + Math.abs(value - alone.values[a * (alone.columns + 1)]!),
      0,
    );
    const part =
      (CAUTION * (wrong + Math.max(rate, LEAST_RATE) * shared)) /
      (noise - shared > 0 ? noise - shared : noise);
    return noise > 0 ? part : 0;
  }
}

const asColumn = (A: Matrix): Matrix => reshaped(A, A.values.length, 1);

/** R: what a round does in the mean. Agents read few places of X and write into few, most of them the same. */
class MeanMap {
  readonly #agents: readonly ForgetfulAgent[];
  readonly #lifts: AllLifts;
  /** B by its elements that are not 0 */
  readonly #shared: readonly { readonly row: number; readonly column: number; readonly factor: number }[];
  /** Σ_i G_i O_i `[d, D]` */
  readonly #total: Matrix;

  constructor({ shared, agents }: ForgetfulStage, lifts: AllLifts) {
    const D = Math.sqrt(shared.length);
    this.#agents = agents;
    this.#lifts = lifts;
    this.#shared = Array.from(shared, (factor, at) => ({
      row: Math.floor(at / D),
      column: at % D,
      factor,
    })).filter(({ factor }) => factor !== 0);
    this.#total = matrix(agents[0]!.mean.rows, D);
    for (const { inputs, mean } of agents)
      inputs.forEach((place, k) => {
        add(block(this.#total, [0, mean.rows], [place, 1]), block(mean, [0, mean.rows], [k, 1]));
      });
  }

  /** R A `[D, width]`. */
  times(A: Matrix): Matrix {
    const out = matrix(A.rows, A.columns);
    addWritten(out, multiply(this.#total, A), this.#lifts.common);
    this.#agents.forEach((agent, i) => {
      const lifts = this.#lifts.ofAgent[i]!;
      if (lifts.length > 0) addWritten(out, multiply(agent.mean, rowsRead(agent, byFirst(A, 1))), lifts);
    });
    for (const { row, column, factor } of this.#shared)
      add(block(out, [row, 1]), block(A, [column, 1]), factor);
    return out;
  }

  /** Σ_i E_i y_i of y_i below each other `[M d, D]`. */
  lifted(results: Matrix): Matrix {
    const d = this.#total.rows;
    const out = matrix(results.columns, results.columns);
    const total = matrix(d, results.columns);
    this.#agents.forEach((_, i) => {
      const y = block(results, [i * d, d]);
      add(total, y);
      addWritten(out, y, this.#lifts.ofAgent[i]!);
    });
    addWritten(out, total, this.#lifts.common);
    return out;
  }
}

/** out += E Y. */
function addWritten(out: Matrix, Y: Matrix, lifts: readonly Lift[]): void {
  for (const { at, factor } of lifts) add(block(out, [at, Y.rows]), Y, factor);
}

/** Sums over the states between two rounds; `others` is where another agent writes. */
function sumsOf(
  { started, ended, inputs, lifts, reached, mean }: ForgetfulAgent,
  others: readonly Lift[],
): StateSums {
  const { rows: d, columns: q } = mean;
  const { rows: z } = reached;
  // Σ_s Ỹ(s) ⊗ U(s) `[d q, d z]`
  const both = multiply(transposed(started), ended);
  const ofAgent = matrix(d, z);
  const ofOthers = matrix(d * d * d, z);
  const met = (places: readonly Lift[]): Lift[] =>
    places.map(({ at, factor }) => ({ at: inputs.indexOf(at), factor })).filter(({ at }) => at >= 0);
  for (let a = 0; a < d; a++)
    for (let b = 0; b < d; b++) {
      for (const { at, factor } of met(lifts))
        add(block(ofAgent, [a, 1]), block(both, [a * q + at + b, 1], [b * z, z]), factor);
      for (const { at, factor } of met(others)) {
        const row = reshaped(scaled(block(both, [a * q + at + b, 1])), d, z);
        add(block(ofOthers, [(a * d + b) * d, d]), row, factor);
      }
    }
  const crossOfKnown = matrix(d * d, q * q);
  const crossOfResult = matrix(d * d, d * q);
  for (let a = 0; a < d; a++)
    for (let b = 0; b < d; b++) {
      const tensor = block(both, [a * q, q], [b * z, z]);
      crossOfKnown.values.set(transposed(multiply(tensor, reached)).values, (a * d + b) * q * q);
      crossOfResult.values.set(transposed(block(tensor, [0, q], [0, d])).values, (a * d + b) * d * q);
    }
  return {
    ...{ ofAgent, others: ofOthers, crossOfKnown, crossOfResult },
    ofKnown: multiply(ofAgent, reached),
    ofResult: scaled(block(ofAgent, [0, d], [0, d])),
  };
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
