/**
 * Covariance of two agents' long rounds, to first order, Mathematics (11).
 *
 * Each agent depends in a round on what both did in the round before. For x in the round before, agent i has a left and a
 * right side, `L_i(x)` and `R_i(x)`, both linear in x, and two agents add `Σ_ij L_i(x) R_j(x)ᵀ` to E[y_i y_jᵀ].
 */
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import {
  add,
  addProduct,
  combination,
  assign,
  block,
  clear,
  elementOf,
  type Matrix,
  matrix,
  multiply,
  part,
  reshaped,
  rowAs,
  scaled,
  square,
  stacked,
  transposed,
} from '../../maths/matrix.ts';
import type { LongAgent } from './longAgent.ts';
import type { LongMean } from './longMean.ts';
import { byFirst, rowsRead } from '../../maths/places.ts';

/** Relative change of a second moment at which the terms of pairs are computed anew. */
const RENEWED = 0.05;
/** Part of the spread of X that pairs may leave out. */
const NEGLIGIBLE_SPREAD = 1e-3;

/** Sums over the states between two rounds, of one agent. */
export interface BetweenRounds {
  /** Σ_s Ỹ(s) O E U(s) `[d, z]`: the agent depends on its round before */
  readonly ofAgent: Matrix;
  /** Σ_s (Ỹ(s) O_i E_k) ⊗ U(s) `[d d d, z]`: it depends on another agent's */
  readonly others: Matrix;
}

/** What all pairs add to E[X Xᵀ] `[D, D]` in the round after one from it. */
export type PairTerms = (all: Matrix) => Matrix;

/** The terms of pairs; those of agents that write into the same places of X are one linear map of E[X Xᵀ]. */
export function pairTerms(
  agents: readonly LongAgent[],
  sums: readonly BetweenRounds[],
  mean: LongMean,
): PairTerms {
  const sides = agents.map((agent, i) => sidesOf(agent, sums[i]!));
  return mean.areAlike ? termsOfAlike(sides, mean) : renewedTerms(sides, agents, mean);
}

/** L_i and R_i as maps of x, one below the other for each coordinate of y `[d width, q]`. */
interface Sides {
  readonly left: Matrix;
  readonly right: Matrix;
}

function sidesOf({ mean, reached, within }: LongAgent, { ofAgent, others }: BetweenRounds): Sides {
  const { rows: d } = mean;
  const ofItself = multiply(ofAgent, reached);
  const blocks = [multiply(others, reached), ...(within ? [within] : [])];
  const side = (all: readonly Matrix[]): Matrix =>
    stacked(
      Array.from({ length: d }, (_, a) => [
        block(ofItself, [a, 1]),
        ...all.map((A) => block(A, [a * d * d, d * d])),
      ]).flat(),
    );
  // rows (a, c, b) instead of (a, b, c)
  const exchange = Array.from({ length: d ** 3 }, (_, k) => {
    const [a, b, c] = [Math.floor(k / d ** 2), Math.floor(k / d) % d, k % d];
    return a * d ** 2 + c * d + b;
  });
  const columns = [...Array(mean.columns).keys()];
  return { left: side(blocks), right: side(blocks.map((A) => part(A, exchange, columns))) };
}

function termsOfAlike(sides: readonly Sides[], mean: LongMean): PairTerms {
  const { columns: D } = sides[0]!.left;
  const [lefts, rights] = (['left', 'right'] as const).map((name) => {
    const all = sides.map((side) => side[name]);
    // The sum over pairs is the sum over all without that of each agent with itself.
    return [...all, combination(all.map((A) => [1, A]))];
  }) as [Matrix[], Matrix[]];
  const d = mean.dimension;
  const width = lefts[0]!.rows / d;
  const ofSquare = matrix(d * d, D * D);
  lefts.forEach((left, i) => {
    const factor = i === sides.length ? 1 : -1;
    for (let a = 0; a < d; a++) {
      const turned = transposed(block(left, [a * width, width]));
      for (let b = 0; b < d; b++)
        addProduct(rowAs(ofSquare, a * d + b, D, D), turned, block(rights[i]!, [b * width, width]), factor);
    }
  });
  const ofRow = transposed(ofSquare);
  return (all) => mean.betweenAlike(reshaped(multiply(reshaped(all, 1, D * D), ofRow), d, d));
}

/** Terms that are computed pair by pair, and kept while E[X Xᵀ] changes little. */
function renewedTerms(sides: readonly Sides[], agents: readonly LongAgent[], mean: LongMean): PairTerms {
  const d = mean.dimension;
  const shared = agents[0]!.inputs.filter((j) => agents.every(({ inputs }) => inputs.includes(j)));
  let last: { readonly all: Matrix; readonly terms: Matrix } | undefined;
  return (all) => {
    if (last === undefined || hasChanged(last.all, all)) {
      const X = byFirst(spreadOf(all, shared), 1);
      const pairs = sides.map(({ left, right }, i) => {
        const x = rowsRead(agents[i]!, X);
        const width = (left.rows / d) * x.columns;
        return {
          left: reshaped(multiply(left, x), d, width),
          right: transposed(reshaped(multiply(right, x), d, width)),
        };
      });
      const results = matrix(agents.length * d, agents.length * d);
      pairs.forEach(({ left }, i) => {
        for (let j = 0; j < i; j++) {
          const between = addProduct(block(results, [i * d, d], [j * d, d]), left, pairs[j]!.right);
          assign(block(results, [j * d, d], [i * d, d]), transposed(between));
        }
      });
      last = { all, terms: mean.between(results) };
    }
    return last.terms;
  };
}

/** Without the blocks `[d, d]` on the diagonal, those of an agent with itself. */
export function withoutOwn(between: Matrix, d: number): Matrix {
  for (let at = 0; at < between.rows; at += d) clear(block(between, [at, d], [at, d]));
  return between;
}

function hasChanged(last: Matrix, all: Matrix): boolean {
  for (let j = 0; j < all.rows - 1; j++) {
    const moment = elementOf(all, j, j);
    if (!(Math.abs(moment - elementOf(last, j, j)) <= RENEWED * moment)) return true;
  }
  return false;
}

/** Vectors X `[D, count]` whose outer products add up to E[X Xᵀ] but for how corrections vary: what not all agents read. */
function spreadOf(all: Matrix, shared: readonly number[]): Matrix {
  const D = all.rows;
  const places = shared.filter((j) => j < D - 1);
  const mean = scaled(block(all, [0, D], [D - 1, 1]));
  const p = places.length;
  const covariance = add(part(all, places, places), square(part(mean, places, [0])), -1);
  const { values, vectors } = symmetricEigenvectors(covariance.values, p);
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const kept = [...Array(p).keys()].filter((k) => values[k]! > (NEGLIGIBLE_SPREAD * total) / p);
  const X = matrix(D, 1 + kept.length);
  assign(block(X, [0, D], [0, 1]), mean);
  kept.forEach((k, at) => {
    places.forEach((j, a) => {
      X.values[j * X.columns + 1 + at] = Math.sqrt(values[k]!) * vectors[a * p + k]!;
    });
  });
  return X;
}
