/** Where a run without rounds goes, how fast, and how far its settings can be pushed, in the mean over the order of answers. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { eigenvalues } from '../../maths/eigenvalues.ts';
import { solveFixedPoint } from '../../maths/gmres.ts';
import {
  add,
  assign,
  block,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  numbersOf,
  plus,
  scaled,
  square,
  traceOf,
  withTranspose,
} from '../../maths/matrix.ts';
import { pack, packedLength, unpack } from '../../maths/packed.ts';
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import { concatenated, dot, squaredNorm } from '../../maths/vector.ts';
import { matrixOfVectors } from '../../maths/affineMap.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import { mixed, type MomentRounds } from '../moments/momentCurve.ts';
import { dominantModulus } from '../../maths/dominantModulus.ts';
import { largestStable } from '../stability/largestStable.ts';
import { type MomentMap, SQUARES_TAKE } from '../stability/momentMap.ts';
import { because, tooExpensive, tooLarge, type Unknown } from '../unknown.ts';
import type { AnswerLaw } from './answerLaw.ts';
import { type AnswerRounds, answerRounds } from './answerRounds.ts';

/** Up to this many coordinates all eigenvalues are computed. */
const LARGEST_DENSE = 150;
/** What rounding leaves of an eigenvalue 1, and of an eigenvalue 0 beside the largest. */
const ROUNDING = 1e-9;
const ZERO = 1e-13;
/** Of the residual of a limit. */
const PRECISION = 1e-11;
/** Applications of a map that its fixed point, or its spectral radius where it is not written out, takes. */
const APPLICATIONS = 150;

/** What is known of the mean step. */
interface MeanStep {
  /** spectral radius of the mean step, what is kept for good left out; null if unknown */
  readonly factor: number | null;
  /** whether a step keeps some combination for good, as SCAFFOLD's `c − mean c_i`, which is always 0 */
  readonly keeps: boolean;
}

/** The mean step of rounds. */
export function meanStep({ n, mean }: AnswerRounds): MeanStep {
  const apply = (x: Float64Array): Float64Array => mean(0, x);
  if (n > LARGEST_DENSE) {
    const factor = dominantModulus(n, apply);
    const keeps = Math.abs(factor - 1) < ROUNDING;
    return { factor: keeps || !Number.isFinite(factor) ? null : factor, keeps };
  }
  const all = eigenvalues(matrixOfVectors(n, apply).values, n);
  const moving = all.filter(({ re, im }) => Math.hypot(re - 1, im) >= ROUNDING);
  const factor = Math.max(0, ...moving.map(({ re, im }) => Math.hypot(re, im)));
  return { factor: Number.isFinite(factor) ? factor : null, keeps: moving.length < n };
}

/** ‖lim E θ̄ − θ*‖² of a stable step. From 0, where whatever a step keeps for good is 0, as it is in a run. */
export function limitError({ n, mean, modelError }: AnswerRounds): number | undefined {
  const limit = solveFixedPoint((x) => mean(0, x), mean(1, new Float64Array(n)), PRECISION);
  return limit && squaredNorm(modelError(limit));
}

/** Packed E[X Xᵀ] once the start is forgotten, of rounds whose mean square settles; `undefined` where it takes too long. */
export function settledMoments(rounds: MomentRounds, budget: MomentBudget): Float64Array | undefined {
  if (rounds.setupCost + APPLICATIONS * rounds.roundCost > budget.multiplications) return undefined;
  const round = mixed(rounds);
  const withConstant = (constant: number, x: Float64Array): Float64Array =>
    concatenated([Float64Array.of(constant), x]);
  /** All but the constant, the mean among them. */
  const advance = (constant: number, x: Float64Array): Float64Array =>
    round(withConstant(constant, x)).slice(1);
  const constant = advance(1, new Float64Array(rounds.size - 1));
  const found = solveFixedPoint((x) => advance(0, x), constant, PRECISION);
  return found && withConstant(1, found);
}

/** A step's map of second moments, as meanSquareFactor.ts has it. */
export function answerSquareMap(rounds: AnswerRounds, budget: MomentBudget): MomentMap | Unknown {
  const { n, mean, second } = rounds;
  const size = packedLength(n);
  const cost = rounds.setupCost + Math.min(size, APPLICATIONS) * rounds.roundCost;
  const doubles = rounds.memory + APPLICATIONS * size;
  if (doubles > budget.doubles) return tooLarge(SQUARES_TAKE, doubles, budget);
  if (cost > budget.multiplications) return tooExpensive(SQUARES_TAKE, cost, budget);
  const place = [1, n] as const;
  /** E[x xᵀ] a step later. */
  const advance = (S: Matrix): Matrix => {
    const whole = matrix(1 + n, 1 + n);
    assign(block(whole, place, place), S);
    return block(second(whole), place, place);
  };
  const radius = (map: (S: Matrix) => Matrix): number =>
    dominantModulus(size, (x) => pack(numbersOf(map(matrix(n, n, unpack(x, n)))), n));
  if (!meanStep(rounds).keeps) return { cost, factor: () => radius(advance) };
  if (n > LARGEST_DENSE) return because('a part of the state never changes');
  const kept = keptCombinations(matrixOfVectors(n, (x) => mean(0, x)));
  const moved = (S: Matrix): Matrix => advance(withoutKept(S, kept));
  // What stays in the mean alone does not vanish in mean square.
  const least = areKept(moved(identityMatrix(n)), kept) ? 0 : 1;
  return { cost, factor: () => Math.max(least, radius(moved)) };
}

/**
 * Combinations of a state that no answer changes, as SCAFFOLD's `c − mean c_i`, which are 0 in every run: orthonormal v, each
 * `[n, 1]`, with vᵀ M = vᵀ. Moments have the eigenvalue 1 on them, so that second moments are moved to where they are 0
 * before a step is applied.
 *
 * @param M - the mean step `[n, n]`
 */
function keptCombinations(M: Matrix): readonly Matrix[] {
  const n = M.rows;
  const { values, vectors } = symmetricEigenvectors(square(plus(M, identityMatrix(n), -1)).values, n);
  const most = ZERO * Math.max(...values);
  const all = matrix(n, n, vectors);
  return values.flatMap((value, k) => (value <= most ? [scaled(block(all, [0, n], [k, 1]))] : []));
}

/** S ← (I − v vᵀ) S (I − v vᵀ) for each v, in place; S symmetric `[n, n]`. */
function withoutKept(S: Matrix, kept: readonly Matrix[]): Matrix {
  for (const v of kept) {
    const Sv = multiply(S, v);
    add(S, withTranspose(multiplyTransposed(v, Sv)), -1);
    add(S, square(v), dot(v.values, Sv.values));
  }
  return S;
}

/** Whether combinations that were 0 are 0 in E[X Xᵀ] a step later `[n, n]`. */
const areKept = (S: Matrix, kept: readonly Matrix[]): boolean =>
  kept.every((v) => dot(v.values, multiply(S, v).values) <= ROUNDING * traceOf(S));

/** Where scans for α, or α_g, begin, and where they end: α at its largest value. */
const SMALLEST = 1e-3;
const LARGEST = { mix: 1, other: 1e4 };

/**
 * The largest α of FedAsync, or α_g of FedBuff, at which a moment of a server step stays bounded, all else as it is.
 *
 * @param mapOf - of the steps with another α
 * @returns 0 if no small one is, Infinity if all that may be are
 */
export function largestStrength(
  known: KnownProblem,
  law: AnswerLaw,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
  mapOf: (rounds: AnswerRounds, budget: MomentBudget) => MomentMap | Unknown,
): number | Unknown {
  const isMixed = law.fold.fold === 'mix';
  const most = isMixed ? LARGEST.mix : LARGEST.other;
  const mapAt = (value: number): MomentMap | Unknown => {
    const changed = isMixed ? { weight: value } : { fold: { ...law.fold, serverStepSize: value } };
    const rounds = answerRounds(known, { ...law, ...changed }, algorithm, budget);
    return 'reason' in rounds ? rounds : mapOf(rounds, budget);
  };
  const map = mapAt(most);
  if ('reason' in map) return map;
  const { cost } = map;
  const atMost = cost <= budget.multiplications ? map.factor() : Infinity;
  if (typeof atMost === 'number' && atMost < 1) return Infinity;
  const factor = (value: number): number | Unknown => {
    const at = mapAt(value);
    return 'reason' in at ? at : at.factor();
  };
  return largestStable({ from: SMALLEST, most, factor, cost, budget: budget.multiplications });
}

/** The mean step as a map. */
export function answerMeanMap(rounds: AnswerRounds): MomentMap {
  const { n, meanCost } = rounds;
  return {
    cost: n >= LARGEST_DENSE ? 150 * (meanCost + 150 * n) : n * meanCost + 10 * n ** 3,
    factor: () => meanStep(rounds).factor ?? Infinity,
  };
}
