/**
 * Second moments with at most two chain factors through a stage X⁺ = B X + Σ_i E_i y_i, Mathematics (6), (7).
 *
 * With N, T, W of each agent (agentTables.ts), R = B + Σ_i E_i G_i O_i is what all do in the mean, and X⁺ = R X + Σ_i E_i Ỹ_i O_i X.
 * The tables c_A, A = ∅, i or ij, are exact at the start and cut at the end, so that of agents that are not in A no more than
 * one has its factor. Sums over a and b begin at 1, and with c[0] the table without the factor they begin at 0 in
 *
 *     H_A   = Σ_{k∉A} E_k Σ_{b≥1} T_k[0, b] O_k c_{A,k}[b],                    0 for pairs
 *     J_A   = R c_A Rᵀ + H_A Rᵀ + R H_Aᵀ + Σ_{k∉A} E_k W_k[0, ·] c_{A,k} E_kᵀ,  those not in A act, and end without a factor
 *
 *     c_∅'  = J_∅ + Σ_{k≠l} E_k T_k[0, ·] O_k c_kl O_lᵀ T_l[0, ·]ᵀ E_lᵀ
 *     c_i'  = N_i J_i + ⟨E_i T_i O_i (R c_i + H_i)ᵀ⟩ + E_i W_i c_i E_iᵀ
 *     c_ij' = N_i N_j J_ij + ⟨E_i T_i O_i N_j (R c_ij + H_ij)ᵀ⟩ + E_i W_i N_j c_ij E_iᵀ + the same of j
 *             + ⟨E_i T_i O_i c_ij O_jᵀ T_jᵀ E_jᵀ⟩,                            ⟨Y⟩ = Y + Yᵀ.
 *
 * In c_i', H_i[0] is H_∅ without i, and in c_ij' H_ij[0, b] is H_j[b] without i. Level 1 has no c_ij. Of agents that are alike
 * one stands for all of its class.
 */
import {
  add,
  addProduct,
  block,
  combination,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  plus,
  reshaped,
  scaled,
  transposed,
} from '../../maths/matrix.ts';
import { packedLength } from '../../maths/packed.ts';
import type { AgentTables } from './agentTables.ts';
import {
  addBetween,
  addSquares,
  addThrough,
  addTransposed,
  addTwice,
  along,
  areAlike,
  type Blocks,
  byFirst,
  bySecond,
  columnsRead,
  eachTransposed,
  eachWithTranspose,
  exchanged,
  rowsRead,
  squaresRead,
} from '../../maths/places.ts';
import { once } from '../../values/once.ts';
import type { Stage } from './stages.ts';
import { below, type Tables } from './tables.ts';
import {
  type BeyondPairs,
  beyondPairs,
  bordered,
  fromAll,
  fromConstant,
  functionsMove,
  movedBeyond,
  moveTogether,
  spreadOf,
  toConstant,
} from './tableParts.ts';

/** A stage with what its agents do. */
export class LevelStage {
  readonly stage: Stage;
  /** by class of agents, and how many each has */
  readonly agents: readonly AgentTables[];
  readonly multiplicity: readonly number[];
  /** R and Rᵀ */
  readonly #mean: Matrix;
  readonly #meanTransposed: Matrix;
  /** Σ_k W_k[0,0] where all agents read and write in the same places */
  readonly #spread: () => Matrix | undefined;
  /** for each class i and k the agents of k beside one of i */
  readonly #others: readonly { readonly i: number; readonly k: number; readonly weight: number }[];

  constructor(stage: Stage, agents: readonly AgentTables[], multiplicity: readonly number[]) {
    this.stage = stage;
    this.agents = agents;
    this.multiplicity = multiplicity;
    this.#mean = scaled(stage.B);
    agents.forEach(({ agent, mean }, k) => {
      addThrough(this.#mean, agent, mean, multiplicity[k]);
    });
    this.#meanTransposed = transposed(this.#mean);
    this.#others = agents
      .flatMap((_, i) => agents.map((__, k) => ({ i, k, weight: multiplicity[k]! - Number(k === i) })))
      .filter(({ weight }) => weight > 0);
    this.#spread = once(() =>
      areAlike(stage.agents)
        ? combination(agents.map((tables, k) => [multiplicity[k]!, spreadOf(tables)]))
        : undefined,
    );
  }

  /** The tables after the stage; those of pairs where there are some before. */
  after(before: Tables): Tables {
    const { agents, multiplicity } = this;
    const { columns: D, rows: to } = this.stage.B;
    const others = before.pair.length === 0 ? [] : this.#others;
    // Numbered from 0, the table without i: C_i = c_i, stays_i = c_i Rᵀ and A_i = (R c_i + H_i)ᵀ
    const C = before.single.map((c) => below(before.all, c));
    const stays = C.map((c) => multiply(c, this.#meanTransposed));
    const first = agents.map(({ agent, mean, T }, k) =>
      multiply(block(T, [0, mean.rows]), rowsRead(agent, byFirst(C[k]!, C[k]!.rows / D))),
    );
    const squares = agents.map(({ agent, W, mean }, k) => {
      const parts = squaresRead(agent, byFirst(C[k]!, C[k]!.rows / D));
      const { values } = W(reshaped(parts, C[k]!.rows / D, packedLength(mean.columns)));
      return matrix(values.length, 1, values);
    });
    const H = matrix(D, to);
    agents.forEach(({ agent }, k) => {
      addTransposed(byFirst(H, 1), agent, first[k]!, multiplicity[k]);
    });
    const A = agents.map(({ agent }, i) => {
      const out = scaled(stays[i]!);
      const none = block(out, [0, D]);
      addTransposed(byFirst(add(none, H), 1), agent, first[i]!, -1);
      return out;
    });
    const ofPairs = agents.map(({ r }) => bySecond(matrix(others.length === 0 ? 0 : r * D, to), r));
    const firsts = agents.map((): Matrix[] => []);
    for (const { i, k, weight } of others) {
      const ofPair = (firsts[i]![k] = this.#firstOf(before, k, i));
      addTransposed(ofPairs[i]!, agents[k]!.agent, ofPair, weight);
    }
    if (others.length > 0)
      A.forEach((rows, i) => add(block(rows, [D, ofPairs[i]!.matrix.rows]), ofPairs[i]!.matrix));

    const all = this.#closed(bySecond(plus(scaled(block(stays[0]!, [0, D]), 1 / 2), H), 1));
    agents.forEach(({ agent, mean }, k) => {
      addSquares(byFirst(all, 1), agent, block(squares[k]!, [0, packedLength(mean.rows)]), multiplicity[k]);
    });
    if (others.length > 0)
      agents.forEach((tables, k) => {
        // half of ⟨·⟩, for the sum has k and l in both orders
        const both = multiply(toConstant(tables), rowsRead(tables.agent, exchanged(ofPairs[k]!)));
        addTwice(byFirst(all, 1), tables.agent, both, multiplicity[k]! / 2);
      });

    const single = agents.map(({ agent, mean: { rows: d }, T, N }, i) => {
      const R = C[i]!.rows / D - 1;
      const out = matrix(R * to, to);
      if (N !== undefined) {
        const J = this.#closed(bySecond(block(plus(A[i]!, stays[i]!, -1 / 2), [D, R * D]), R));
        this.#addSpread(bySecond(J, R), bySecond(before.single[i]!, R), [i]);
        for (const { k, weight } of others.filter((pair) => pair.i === i))
          addSquares(this.#ofPairs(J, i, to, 0), agents[k]!.agent, this.#squaresOf(before, k, i), weight);
        addProduct(reshaped(out, R, to * to), N, reshaped(J, R, to * to));
      }
      const acts = multiply(block(T, [d, R * d]), rowsRead(agent, byFirst(A[i]!, 1 + R)));
      addTwice(byFirst(out, R), agent, acts);
      addSquares(byFirst(out, R), agent, block(squares[i]!, [packedLength(d), R * packedLength(d)]));
      return out;
    });
    const beyond =
      others.length === 0 ? [] : agents.map((tables, i) => beyondPairs(tables, before.single[i]!));
    const inputs = { C, H: ofPairs, firsts, beyond };
    const pair = before.pair.map((row, i) => row.map((c, j) => c && this.#pair(c, [i, j], inputs)));
    return { all, single, pair };
  }

  /** The same of first moments E[X Π φ], whose blocks are columns `[D, 1]`: the terms above of first order. */
  meansAfter(before: Tables): Tables {
    const { agents, multiplicity } = this;
    const { columns: D, rows: to } = this.stage.B;
    const others = before.pair.length === 0 ? [] : this.#others;
    const asRows = (columns: Matrix, length: number): Matrix =>
      reshaped(columns, columns.rows / length, length);
    const inMean = (columns: Matrix): Matrix => multiply(asRows(columns, D), this.#meanTransposed);
    const acts = agents.map(({ agent, T }, i) =>
      multiply(
        T,
        rowsRead(agent, byFirst(below(before.all, before.single[i]!), agents[i]!.functions.columns)),
      ),
    );
    const all = inMean(before.all);
    agents.forEach(({ agent, mean }, k) => {
      addTransposed(byFirst(all, 1), agent, block(acts[k]!, [0, mean.rows]), multiplicity[k]);
    });
    const single = agents.map(({ agent, mean: { rows: d }, functions, N }, i) => {
      const R = functions.columns - 1;
      const J = inMean(before.single[i]!);
      for (const { k, weight } of others.filter((pair) => pair.i === i))
        addTransposed(this.#ofPairs(J, i, 1, 0), agents[k]!.agent, this.#firstOf(before, k, i), weight);
      const out = N === undefined ? matrix(R, to) : multiply(N, J);
      addTransposed(byFirst(out, R), agent, block(acts[i]!, [d, R * d]));
      return reshaped(out, R * to, 1);
    });
    const pair = before.pair.map((row, i) =>
      row.map((c, j) => {
        if (c === undefined) return undefined;
        const [left, right] = [agents[i]!, agents[j]!];
        const { r: ri } = left;
        const { r: rj } = right;
        if (left.N === undefined) return matrix(ri * rj * to, 1);
        const [Ni, Nj] = [functionsMove(left, ri), functionsMove(right, rj)];
        const out = multiply(Ni, along(Nj, reshaped(inMean(c), ri, rj * to)));
        const blocks: Blocks = { matrix: reshaped(out, ri * rj, to), first: ri, second: rj };
        const [ofI, ofJ] = [i, j].map((k) => below(before.all, before.single[k]!));
        const seen: Blocks = { matrix: bordered(ofI!, ofJ!, c, ri, rj), first: 1 + ri, second: 1 + rj };
        const addActs = (k: number, N: Matrix, from: Blocks, into: Blocks, beyond: Matrix): void => {
          const tables = agents[k]!;
          const rows = rowsRead(tables.agent, from);
          const moved = multiplyTransposed(block(rows, [0, rows.rows], [1, N.rows]), N);
          add(block(moved, [0, tables.mean.columns]), rowsRead(tables.agent, bySecond(beyond, N.rows)));
          addTransposed(into, tables.agent, multiply(fromAll(tables, tables.r), moved));
        };
        addActs(i, Nj, seen, blocks, movedBeyond(right, before.single[j]!, D));
        addActs(j, Ni, exchanged(seen), exchanged(blocks), movedBeyond(left, before.single[i]!, D));
        return reshaped(out, ri * rj * to, 1);
      }),
    );
    return { all: reshaped(all, to, 1), single, pair };
  }

  /** c_ij'. */
  #pair(c: Matrix, [i, j]: readonly [number, number], { C, H, firsts, beyond }: PairInputs): Matrix {
    const { columns: D, rows: to } = this.stage.B;
    const [left, right] = [this.agents[i]!, this.agents[j]!];
    const [{ r: ri }, { r: rj }] = [left, right];
    const out: Blocks = { matrix: matrix(ri * rj * to, to), first: ri, second: rj };
    const whole: Blocks = { matrix: bordered(C[i]!, C[j]!, c, ri, rj), first: 1 + ri, second: 1 + rj };
    const acts = multiply(fromAll(left, ri), rowsRead(left.agent, whole));
    if (left.N !== undefined) {
      const [Ni, Nj] = [functionsMove(left, ri), functionsMove(right, rj)];
      if (moveTogether(left, right)) {
        const stays = multiply(c, this.#meanTransposed);
        const J = multiply(eachTransposed({ matrix: stays, first: ri, second: rj }), this.#meanTransposed);
        this.#addSpread(bySecond(J, ri * rj), bySecond(c, ri * rj), [i, j]);
        const moved = along(Nj, reshaped(J, ri, rj * to * to));
        addProduct(reshaped(out.matrix, ri, rj * to * to), Ni, moved);
      }
      const ofJ = { c: whole, acts, H: this.#without(i, H[j]!, firsts[j]!), moved: beyond[j]!.moved };
      this.#addActs(out, [i, j], ofJ);
      const otherActs = multiply(fromAll(right, rj), rowsRead(right.agent, exchanged(whole)));
      const ofI = { acts: otherActs, H: this.#without(j, H[i]!, firsts[i]!), moved: beyond[i]!.moved };
      this.#addActs(exchanged(out), [j, i], { c: exchanged(whole), ...ofI });
    }
    add(block(acts, [0, acts.rows], [0, D]), beyond[i]!.acts);
    const both = multiplyTransposed(columnsRead(right.agent, acts, 1 + rj), fromAll(right, rj));
    addProduct(both, fromConstant(left), transposed(columnsRead(left.agent, beyond[j]!.acts, 1)));
    addBetween(out, left.agent, both, right.agent);
    return eachWithTranspose(out, 1 / 2);
  }

  /** H_j[b] without what i adds to it, of what each adds. */
  #without(i: number, H: Blocks, firsts: readonly Matrix[]): Blocks {
    const out = { ...H, matrix: scaled(H.matrix) };
    addTransposed(out, this.agents[i]!.agent, firsts[i]!, -1);
    return out;
  }

  /** Agent i of a pair acts, and the chain of j moves: ⟨E_i T_i O_i N_j (R c_ij + H_ij)ᵀ⟩ + E_i W_i N_j c_ij E_iᵀ. */
  #addActs(out: Blocks, [i, j]: readonly [number, number], { c, acts, H, moved }: Acts): void {
    const tables = this.agents[i]!;
    const { agent, mean, r: ri, ofPairs } = tables;
    const { columns: D, rows: to } = this.stage.B;
    const { r: rj } = this.agents[j]!;
    const N = functionsMove(this.agents[j]!, rj);
    const [m, size] = [packedLength(mean.rows), packedLength(mean.columns)];
    const beyond = bySecond(moved, rj);
    const actsMoved = along(N, block(acts, [0, acts.rows], [D, rj * D]));
    addProduct(actsMoved, fromConstant(tables), rowsRead(agent, beyond));
    const inMean = multiply(reshaped(actsMoved, acts.rows * rj, D), this.#meanTransposed);
    const others = multiply(fromConstant(tables), along(N, rowsRead(agent, H)));
    addTwice(out, agent, add(reshaped(inMean, acts.rows, rj * to), others));
    const parts = squaresRead(agent, c);
    const partsMoved = multiplyTransposed(block(parts, [0, parts.rows], [1, rj]), N);
    add(block(partsMoved, [0, size]), squaresRead(agent, beyond));
    addSquares(out, agent, multiply(block(ofPairs()!, [m, ri * m]), partsMoved));
  }

  /** ⟨R Y⟩ of each Y `[from, to]`. */
  #closed(Y: Blocks): Matrix {
    const out = multiply(eachTransposed(Y), this.#meanTransposed);
    return eachWithTranspose(bySecond(out, Y.second), 1);
  }

  /** out += Σ_k E_k W_k[0,0] c E_kᵀ of each c, without one agent of each class of some. */
  #addSpread(out: Blocks, c: Blocks, except: readonly number[]): void {
    const { agents } = this;
    const spread = this.#spread();
    if (spread !== undefined) {
      const map = scaled(spread);
      for (const i of except) add(map, spreadOf(agents[i]!), -1);
      const { agent } = agents[0]!;
      addSquares(out, agent, multiply(map, squaresRead(agent, c)));
      return;
    }
    agents.forEach((tables, k) => {
      const { agent } = tables;
      const weight = this.multiplicity[k]! - except.filter((i) => i === k).length;
      if (weight > 0) addSquares(out, agent, multiply(spreadOf(tables), squaresRead(agent, c)), weight);
    });
  }

  /** Of i's blocks of `size` rows, from row `top` on, those of the functions that pairs are followed by. */
  #ofPairs(tables: Matrix, i: number, size: number, top = size): Blocks {
    return bySecond(block(tables, [top, this.agents[i]!.r * size]), this.agents[i]!.r);
  }

  /** The table of a pair, as its agent i sees it. */
  #seen({ pair }: Tables, i: number, k: number): Blocks {
    const [ri, rk] = [this.agents[i]!.r, this.agents[k]!.r];
    return i <= k
      ? { matrix: pair[i]![k]!, first: ri, second: rk }
      : exchanged({ matrix: pair[k]![i]!, first: rk, second: ri });
  }

  /** Σ_{b≥1} T_k[0, b] O_k c_ki[b, a] `[d, r_i from]`. */
  #firstOf(before: Tables, k: number, i: number): Matrix {
    const tables = this.agents[k]!;
    return multiply(toConstant(tables), rowsRead(tables.agent, this.#seen(before, k, i)));
  }

  /** Σ_{b≥1} W_k[0, b] c_ki[b, a], packed `[packed d, r_i]`. */
  #squaresOf(before: Tables, k: number, i: number): Matrix {
    const { agent, mean, ofPairs } = this.agents[k]!;
    const size = packedLength(mean.columns);
    const W = block(ofPairs()!, [0, packedLength(mean.rows)], [size, this.agents[k]!.r * size]);
    return multiply(W, squaresRead(agent, this.#seen(before, k, i)));
  }
}

/** C_i, H_i[b], what each other agent k adds to it `[d, r_i from]`, and what functions beyond those of pairs add. */
interface PairInputs {
  readonly C: readonly Matrix[];
  readonly H: readonly Blocks[];
  readonly firsts: readonly (readonly Matrix[])[];
  readonly beyond: readonly BeyondPairs[];
}

/** Of a pair c_ij, T_i O_i c_ij `[r_i d, (1 + r_j) D]`, H_ij[0, b], and the moved c_j beyond r_j. */
interface Acts {
  readonly c: Blocks;
  readonly acts: Matrix;
  readonly H: Blocks;
  readonly moved: Matrix;
}
