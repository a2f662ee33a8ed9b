/**
 * Second moments round by round where all chains forget within a round where they stood, Mathematics (10) and (11).
 *
 * With the innovation Ỹ_i = Y_i − G_i of agent i, X⁺ = R X + Σ_i E_i Ỹ_i O_i X, R = B + Σ_i E_i G_i O_i. Of what X has in common
 * with the chains only the cross-covariances ρ_i = E[Ỹ_i O_i X Xᵀ] of the round to come matter. With S = E[X Xᵀ] and
 * K = E[X⁺ Xᵀ] = R S + Σ_i E_i ρ_i,
 *
 *     S'   = R S Rᵀ + ⟨Σ_i E_i ρ_i Rᵀ⟩ + Σ_i E_i Q_i E_iᵀ,                  Q_i = E[Ỹ_i O_i X Xᵀ O_iᵀ Ỹ_iᵀ]
 *     ρ_i' = Σ_s Ỹ_i(s) O_i ⟨E_i U_i(s) Z_i⟩,      Z_i = E[z_i X⁺ᵀ],         ⟨Y⟩ = Y + Yᵀ:
 *
 * through the state s between two rounds, Ỹ_i(s) = E[Ỹ_i | s] at its start and U_i(s) z_i what the end of one says of s, z_i the
 * local vector at the end. Z_i is L_i O_i Kᵀ, and in the rows of y_i besides ρ_i Rᵀ + Q_i E_iᵀ; L_i is z_i as a map of x_i. Sums over s
 * of products of Ỹ_i and U_i are known beforehand.
 */
import {
  add,
  addProduct,
  addProductTransposed,
  assign,
  assignUnpacked,
  block,
  elementOf,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  plus,
  reshaped,
  rowAs,
  scaled,
  square,
  stacked,
  traceOf,
  transposed,
  withTranspose,
} from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import type { LongAgent } from './longAgent.ts';
import { LongMean } from './longMean.ts';
import type { LongStage } from './longStage.ts';
import { byFirst, columnsRead, type Part, placesRead, rowsRead, squaresRead } from '../../maths/places.ts';
import { change } from './tables.ts';

/** Change of a round, beside the largest element, below which all rounds after are the same. */
const SETTLED = 1e-9;

/** By how much estimates of what is wrong are too small at most: FedHSA's, whose boundary terms are cruder. */
const CAUTION = 3;
/** What first order leaves out at least, relative to what it says. */
const LEAST_RATE = 0.01;

/** Sums over the state s between two rounds. */
interface StateSums {
  /** Σ_s Ỹ(s) O E U(s) L `[d, q]`, and that of the rows of y_i alone `[d, d]` */
  readonly ofKnown: Matrix;
  readonly ofResult: Matrix;
  /** the same of Ỹ(s) ⊗ U(s), whose other side is read: `[d d, q q]` and `[d d, d q]`; of groups turned, for rows */
  readonly crossOfKnown: Matrix;
  readonly crossOfResult: Matrix;
}

/** Agents that read and write in the same places, their maps below each other: k of them. */
interface Group extends Part {
  readonly agents: readonly LongAgent[];
  /** the rows of their ρ_i among all */
  readonly rows: readonly [first: number, count: number];
  /** of packed x xᵀ as a row `[packed q, k packed d]` */
  readonly excess: Matrix;
  readonly sums: StateSums;
}

/** Moments round by round. */
export class LongRounds {
  readonly #agents: readonly LongAgent[];
  readonly #groups: readonly Group[];
  readonly #mean: LongMean;
  /** d */
  readonly #dimension: number;
  /** whether a round changes nothing any more */
  settled = false;
  /** S `[D, D]`, whose last column is E[X] */
  all: Matrix;
  /** ρ_i of the round to come, below each other `[M d, D]` */
  #cross: Matrix;
  #doubt = (): number => 0;
  #count = 0;

  /** @param initial - X at the start, with its constant */
  constructor(stage: LongStage, initial: Vector) {
    const { agents } = stage;
    const D = initial.length;
    const d = agents[0]!.mean.rows;
    this.#agents = agents;
    this.#dimension = d;
    this.#mean = new LongMean(stage);
    const sums = agents.map(sumsOf);
    const all = [...agents.keys()];
    this.#groups = (this.#mean.areAlike ? [all] : all.map((i) => [i])).map((members): Group => {
      const { inputs, lifts } = agents[members[0]!]!;
      const together = (map: (i: number) => Matrix): Matrix => stacked(members.map(map));
      return {
        ...{
          inputs,
          lifts,
          agents: members.map((i) => agents[i]!),
          rows: [members[0]! * d, members.length * d],
        },
        excess: transposed(together((i) => agents[i]!.excess)),
        sums: {
          ofKnown: together((i) => sums[i]!.ofKnown),
          ofResult: together((i) => sums[i]!.ofResult),
          crossOfKnown: transposed(together((i) => sums[i]!.crossOfKnown)),
          crossOfResult: transposed(together((i) => sums[i]!.crossOfResult)),
        },
      };
    });
    const X = matrix(D, 1, Float64Array.from(initial));
    this.all = square(X);
    const results = stacked(
      agents.map((agent) =>
        multiply(agent.first?.mean ?? matrix(d, agent.inputs.length), rowsRead(agent, byFirst(X, 1))),
      ),
    );
    this.#cross = multiplyTransposed(results, X);
  }

  /** Estimate of what the variance of the first coordinates is wrong by, relative to it. */
  get doubt(): number {
    return this.#doubt();
  }

  /** One round. */
  advance(): void {
    if (this.settled) return;
    const S = this.all;
    const still = this.#mean.times(S);
    const known = add(this.#mean.written(this.#cross), still);
    // R (K − ½ R S)ᵀ and its transpose
    const all = withTranspose(this.#mean.times(transposed(plus(known, still, -1 / 2))));
    const quiet = scaled(block(all, [0, this.#dimension]));
    const squares = stacked(this.#groups.map((group) => this.#squaresOf(group, S)));
    add(all, this.#mean.writtenSquares(squares));
    const cross = this.#crossAfter(transposed(known), squares);
    this.#doubt = () => this.#doubtOf(still, squares, quiet);
    this.#count++;
    this.settled =
      this.#count > 1 &&
      change(S.values, all.values) <= SETTLED &&
      change(this.#cross.values, cross.values) <= SETTLED;
    this.all = all;
    this.#cross = cross;
  }

  /** Q_i of a group, below each other `[k d, d]`. */
  #squaresOf(group: Group, S: Matrix): Matrix {
    const parts = asRow(squaresRead(group, byFirst(S, 1)));
    const packed = multiply(parts, group.excess);
    const [d, m] = [this.#dimension, packed.columns / group.agents.length];
    const out = matrix(group.rows[1], d);
    group.agents.forEach(({ first, mean }, i) => {
      const Q = block(out, [i * d, d]);
      const ofAgent = block(packed, [0, 1], [i * m, m]);
      if (first === undefined || this.#count > 0) assignUnpacked(Q, ofAgent);
      else {
        // from the law of the first state: E[Y x xᵀ Yᵀ] − ⟨ρ_i O_iᵀ G_iᵀ⟩ beside that from π
        assignUnpacked(Q, addProductTransposed(ofAgent, parts, first.second));
        const read = columnsRead(group, block(this.#cross, [group.rows[0] + i * d, d]), 1);
        add(Q, withTranspose(multiplyTransposed(read, mean)), -1);
      }
    });
    return out;
  }

  /** ρ_i' of K, and of Q_i. */
  #crossAfter(known: Matrix, squares: Matrix): Matrix {
    const d = this.#dimension;
    const out = matrix(this.#cross.rows, known.rows);
    // ρ_i Rᵀ + Q_i E_iᵀ
    const allResults = transposed(this.#mean.times(transposed(this.#cross)));
    for (const { inputs, lifts, rows, agents, sums } of this.#groups) {
      const group = { inputs, lifts };
      const results = block(allResults, rows);
      const rho = block(out, rows);
      for (const { at, factor } of lifts)
        add(block(results, [0, rows[1]], [at, d]), block(squares, rows), factor);
      const read = rowsRead(group, byFirst(known, 1));
      addProduct(rho, sums.ofKnown, read);
      const across = multiply(asRow(columnsRead(group, read, 1)), sums.crossOfKnown);
      const sides = columnsRead(group, results, 1);
      agents.forEach((_, i) => {
        const ofAgent = [i * d, d] as const;
        addProduct(block(rho, ofAgent), block(sums.ofResult, ofAgent), block(results, ofAgent));
        const result = rowAs(sides, i * d, 1, d * sides.columns);
        const columns = [0, result.columns] as const;
        addProduct(
          block(across, [0, 1], [i * d * d, d * d]),
          result,
          block(sums.crossOfResult, columns, [i * d * d, d * d]),
        );
      });
      const turned = reshaped(across, rows[1], d);
      for (const { at, factor } of lifts) add(block(rho, [0, rows[1]], [at, d]), turned, factor);
    }
    return out;
  }

  /**
   * By traces over the first coordinates: of the agents' noise, of what rounds have in common, and of what is wrong in each.
   *
   * @param still - R S
   * @param quiet - the first rows after the round without that noise: beyond those of R S Rᵀ they are what rounds have in common
   */
  #doubtOf(still: Matrix, squares: Matrix, quiet: Matrix): number {
    const d = this.#dimension;
    const { weight } = this.#mean;
    let [noise, wrong, rate] = [0, 0, 0];
    this.#agents.forEach((agent, i) => {
      const ofAgent = weight ** 2 * traceOf(block(squares, [i * d, d]));
      noise += ofAgent;
      wrong += agent.doubt * Math.abs(ofAgent);
      rate = Math.max(rate, agent.rate);
    });
    if (!(noise > 0)) return 0;
    const alone = this.#mean.times(transposed(still));
    let shared = 0;
    for (let a = 0; a < d; a++) shared += Math.abs(elementOf(quiet, a, a) - elementOf(alone, a, a));
    const part = CAUTION * (wrong + Math.max(rate, LEAST_RATE) * shared);
    return part / (noise - shared > 0 ? noise - shared : noise);
  }
}

const asRow = (A: Matrix): Matrix => reshaped(A, 1, A.values.length);

/** Sums over the states between two rounds. */
function sumsOf({ started, ended, inputs, lifts, reached, mean }: LongAgent): StateSums {
  const { rows: d, columns: q } = mean;
  const { rows: z } = reached;
  // Σ_s Ỹ(s) ⊗ U(s) `[d q, d z]`
  const both = multiply(transposed(started), ended);
  const ofAgent = matrix(d, z);
  const [crossOfKnown, crossOfResult] = [matrix(d * d, q * q), matrix(d * d, d * q)];
  const read = placesRead({ inputs, lifts });
  for (let a = 0; a < d; a++)
    for (let b = 0; b < d; b++) {
      const tensor = block(both, [a * q, q], [b * z, z]);
      const row = a * d + b;
      for (const { at, factor } of read) add(block(ofAgent, [a, 1]), block(tensor, [at + b, 1]), factor);
      assign(rowAs(crossOfKnown, row, q, q), transposed(multiply(tensor, reached)));
      assign(rowAs(crossOfResult, row, d, q), transposed(block(tensor, [0, q], [0, d])));
    }
  return {
    ...{ crossOfKnown, crossOfResult },
    ofKnown: multiply(ofAgent, reached),
    ofResult: scaled(block(ofAgent, [0, d], [0, d])),
  };
}
