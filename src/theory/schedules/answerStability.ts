/** Where a run without rounds goes, how fast, and how far its settings can be pushed, in the mean over the order of answers. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { eigenvalues } from '../../maths/eigenvalues.ts';
import { solveFixedPoint } from '../../maths/gmres.ts';
import {
  column,
  combination,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  traceOf,
} from '../../maths/matrix.ts';
import { pack, packedIndex, unpack } from '../../maths/packed.ts';
import { dot, squaredNorm } from '../../maths/vector.ts';
import { matrixOfVectors } from '../mean/affineMap.ts';
import { dominantModulus } from '../stability/dominantModulus.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { MomentBudget } from '../moments/momentBudget.ts';
import type { MomentRounds } from '../moments/momentCurve.ts';
import { largestStable } from '../stability/largestStable.ts';
import type { MomentMap } from '../stability/momentMap.ts';
import { because, type Unknown } from '../unknown.ts';
import type { AnswerLaw } from './answerLaw.ts';
import { type AnswerRounds, answerRounds } from './answerRounds.ts';
import { keptCombinations, withoutKept } from './keptCombinations.ts';

/** Up to this many coordinates all eigenvalues are computed. */
const LARGEST_DENSE = 150;
/** What rounding leaves of an eigenvalue 1. */
const ROUNDING = 1e-9;
/** Of the residual of a limit. */
const PRECISION = 1e-11;

/** What is known of the mean step. */
interface MeanStep {
  /** spectral radius of the mean step, what is kept for good left out; null if unknown */
  readonly factor: number | null;
  /** whether a step keeps some combination for good, as SCAFFOLD's `c − mean c_i`, which is always 0 */
  readonly keeps: boolean;
}

/** The mean step of rounds. */
export function meanStep(rounds: AnswerRounds): MeanStep {
  const n = rounds.state - 1;
  const apply = (x: Float64Array): Float64Array => withoutConstant(rounds.advanceMean(withConstant(0, x)));
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
export function limitError(rounds: AnswerRounds): number | undefined {
  const n = rounds.state - 1;
  const mean = solveFixedPoint(
    (x) => withoutConstant(rounds.advanceMean(withConstant(0, x))),
    withoutConstant(rounds.advanceMean(withConstant(1, new Float64Array(n)))),
    PRECISION,
  );
  if (mean === undefined) return undefined;
  const packed = new Float64Array(rounds.size);
  mean.forEach((value, i) => (packed[packedIndex(i + 1, 0)] = value));
  return squaredNorm(rounds.read(packed).mean);
}

/** Packed E[X Xᵀ] once the start is forgotten, of rounds whose mean square settles; `undefined` where it takes too long. */
export function settledMoments(rounds: MomentRounds, budget: MomentBudget): Float64Array | undefined {
  if (rounds.setupCost + SETTLING * rounds.roundCost > budget.multiplications) return undefined;
  const parts = [...rounds.mixture()];
  /** All but the constant, the mean among them. */
  const advance = (constant: number, x: Float64Array): Float64Array => {
    const images = parts.map(
      (part) => [part.weight, column(part.advance(withConstant(constant, x)))] as const,
    );
    return withoutConstant(combination(images).values);
  };
  const constant = advance(1, new Float64Array(rounds.size - 1));
  const found = solveFixedPoint((x) => advance(0, x), constant, PRECISION);
  return found && withConstant(1, found);
}

/** Applications that it may take. */
const SETTLING = 150;

/** Where the moments of all but the constant are, packed. */
const secondPlaces = (state: number): number[] =>
  Array.from({ length: state - 1 }, (_, i) =>
    Array.from({ length: i + 1 }, (_, j) => packedIndex(i + 1, j + 1)),
  ).flat();

function withConstant(constant: number, x: Float64Array): Float64Array {
  const out = new Float64Array(x.length + 1);
  out[0] = constant;
  out.set(x, 1);
  return out;
}

const withoutConstant = (x: Float64Array): Float64Array => x.slice(1);

/** Applications of a step of second moments that its spectral radius takes where it is not written out. */
const APPLICATIONS = 150;

/** A step's map of second moments, as meanSquareFactor.ts has it. */
export function answerSquareMap(rounds: AnswerRounds, budget: MomentBudget): MomentMap | Unknown {
  const places = secondPlaces(rounds.state);
  const n = places.length;
  const cost = rounds.setupCost + Math.min(n, APPLICATIONS) * rounds.roundCost;
  if (cost > budget.multiplications || rounds.memory + APPLICATIONS * n > budget.doubles)
    return { reason: 'the map of second moments is too large', needed: cost };
  const advance = (x: Float64Array): Float64Array => {
    const packed = new Float64Array(rounds.size);
    places.forEach((place, k) => (packed[place] = x[k]!));
    const image = rounds.advance(packed);
    return Float64Array.from(places, (place) => image[place]!);
  };
  if (!meanStep(rounds).keeps) return { cost, factor: () => dominantModulus(n, advance) };
  const d = rounds.state - 1;
  if (d > LARGEST_DENSE) return because('a part of the state never changes');
  const kept = keptCombinations(
    matrixOfVectors(d, (x) => withoutConstant(rounds.advanceMean(withConstant(0, x)))),
  );
  const unpacked = (x: Float64Array): Matrix => matrix(d, d, unpack(x, d));
  const others = (x: Float64Array): Float64Array => pack(withoutKept(unpacked(x), kept).values, d);
  // What stays in the mean alone does not vanish in mean square.
  const least = areKept(unpacked(advance(others(pack(identityMatrix(d).values, d)))), kept) ? 0 : 1;
  return {
    cost,
    factor: () =>
      Math.max(
        least,
        dominantModulus(n, (x) => advance(others(x))),
      ),
  };
}

/** Whether combinations that were 0 are 0 in E[X Xᵀ] a step later `[d, d]`. */
const areKept = (S: Matrix, kept: readonly Matrix[]): boolean =>
  kept.every((v) => dot(v.values, multiply(S, v).values) <= ROUNDING * traceOf(S));

/** The setting of a policy that says how much of an answer is taken in. */
interface Strength {
  readonly symbol: 'α' | 'α_g';
  /** where it ends anyway */
  readonly most: number;
  readonly advance: (law: AnswerLaw, value: number) => AnswerLaw;
}

/** FedAsync's α, or FedBuff's α_g. */
const strengthOf = ({ fold }: AnswerLaw): Strength =>
  fold.fold === 'mix'
    ? { symbol: 'α', most: 1, advance: (law, weight) => ({ ...law, weight }) }
    : {
        symbol: 'α_g',
        most: 1e4,
        advance: (law, serverStepSize) => ({ ...law, fold: { ...law.fold, serverStepSize } }),
      };

/** Where scans for α begin. */
const SMALLEST = 1e-3;

/**
 * The largest α, or α_g, at which a moment of a server step stays bounded, all else as it is.
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
  const { most, advance } = strengthOf(law);
  const mapAt = (value: number): MomentMap | Unknown => {
    const rounds = answerRounds(known, advance(law, value), algorithm, budget);
    return 'reason' in rounds ? rounds : mapOf(rounds, budget);
  };
  const map = mapAt(most);
  if ('reason' in map) return map;
  const { cost } = map;
  const factor = (value: number): number | Unknown => {
    const at = mapAt(value);
    return 'reason' in at ? at : at.factor();
  };
  const atMost = cost <= budget.multiplications ? factor(most) : Infinity;
  if (typeof atMost === 'number' && atMost < 1) return Infinity;
  return largestStable({ from: SMALLEST, most, factor, cost, budget: budget.multiplications });
}

/** The mean step as a map. */
export function answerMeanMap(rounds: AnswerRounds): MomentMap {
  const { state, meanCost } = rounds;
  return {
    cost: state > LARGEST_DENSE ? 150 * (meanCost + 150 * state) : state * meanCost + 10 * state ** 3,
    factor: () => meanStep(rounds).factor ?? Infinity,
  };
}
