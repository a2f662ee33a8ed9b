/**
 * The moments of a model that is a weighted sum of several runs, as in Richardson–Romberg extrapolation:
 * its error is e = w_1 e_1 + w_2 e_2 + ….
 *
 * Runs on independent noise: each by itself, and E e_r e_sᵀ = E e_r E e_sᵀ; not so under the Bernoulli
 * trigger, whose gaps all share. Runs on common noise, or without any, that differ in their steps alone: all
 * at once, as one run with step γ on θ' = (θ_1, θ_2) with A' = diag(A, rA) and b' = (b, rb), r the ratio.
 */
import type { WeightedRun } from '../../algorithms/roundProgram.ts';
import {
  add,
  column,
  combination,
  conjugate,
  identityMatrix,
  kron,
  matrix,
  square,
  timesVector,
} from '../../maths/matrix.ts';
import { concatenated } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { LinearMean } from '../../problems/operator.ts';
import type { ErrorCurve, ErrorMoments, MomentsOf } from './errorMoments.ts';
import type { KnownAgent } from './setting.ts';
import type { KnownProblem } from './knownProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import type { Unknown } from '../unknown.ts';

/** The runs whose weighted sum the model is. */
export interface SideBySide {
  readonly runs: readonly WeightedRun[];
  /** whether they see the same observations, or independent ones */
  readonly common: boolean;
}

/** The moments of the weighted model's error at the given rounds, or why they are not computed. */
export function extrapolatedErrors(
  known: KnownProblem,
  { runs, common }: SideBySide,
  rounds: readonly number[],
  budget: MomentBudget,
  momentsOf: MomentsOf,
): ErrorCurve | Unknown {
  const noisy = known.sampling !== 'exact';
  const alike = runs.every(({ trigger }) => JSON.stringify(trigger) === JSON.stringify(known.trigger));
  if (common && noisy && !alike)
    return { reason: 'the runs share observations, and some take more of them than others' };
  return alike && (common || !noisy)
    ? together(known, runs, rounds, budget, momentsOf)
    : separately(known, runs, rounds, budget, momentsOf);
}

function separately(
  known: KnownProblem,
  runs: readonly WeightedRun[],
  rounds: readonly number[],
  budget: MomentBudget,
  momentsOf: MomentsOf,
): ErrorCurve | Unknown {
  if (known.trigger.kind === 'bernoulli')
    return { reason: 'the two runs have independent noise but share the gaps of the Bernoulli trigger' };
  const each = { ...budget, multiplications: budget.multiplications / runs.length };
  const parts: Part[] = [];
  for (const { program, trigger, weight } of runs) {
    const curve = momentsOf({ ...known, trigger, program }, rounds, each);
    // One run that is too expensive makes all of them.
    if ('reason' in curve)
      return curve.needed === undefined ? curve : { ...curve, needed: runs.length * curve.needed };
    parts.push({ curve, weight });
  }
  return {
    moments: rounds.map((_, at) =>
      independentSum(parts.map(({ curve, weight }) => [weight, curve.moments[at]!])),
    ),
    multiplications: parts.reduce((sum, { curve }) => sum + curve.multiplications, 0),
    ...neglected(parts),
  };
}

/** Of Σ w e of independent e: E e eᵀ = E e E eᵀ + Σ w² Cov e. */
function independentSum(parts: readonly (readonly [weight: number, moments: ErrorMoments])[]): ErrorMoments {
  const mean = combination(parts.map(([weight, { mean }]) => [weight, column(mean)]));
  const second = square(mean);
  for (const [weight, { mean, second: S }] of parts) {
    add(second, matrix(mean.length, mean.length, S), weight ** 2);
    add(second, square(column(mean)), -(weight ** 2));
  }
  return { mean: mean.values, second: second.values };
}

/** A curve of which a sum has a multiple. */
interface Part {
  readonly curve: ErrorCurve;
  readonly weight: number;
}

/** What a sum of curves leaves out, with estimates where each has some: differences of means cancel as the means do, by how much is not known. */
function neglected(parts: readonly Part[]): Partial<ErrorCurve> {
  const approximate = parts.filter(({ curve }) => curve.neglects !== undefined);
  const [first] = approximate;
  if (first === undefined) return {};
  const { neglects, level } = first.curve;
  const named = { ...(neglects !== undefined && { neglects }), ...(level !== undefined && { level }) };
  if (!approximate.every(({ curve }) => curve.added)) return named;
  const summed = (term: (curve: ErrorCurve, at: number) => number | undefined, power: 1 | 2): number[] =>
    first.curve.moments.map((_, at) =>
      parts.reduce((sum, { curve, weight }) => sum + Math.abs(weight) ** power * (term(curve, at) ?? 0), 0),
    );
  const second = summed(({ added }, at) => added?.[at]!.second, 2);
  const mean = summed(({ added }, at) => added?.[at]!.mean, 1);
  return {
    ...named,
    added: second.map((value, at) => ({ second: value, mean: mean[at]! })),
    doubt: summed(({ doubt }, at) => doubt?.[at], 2),
    meanDoubt: summed(({ meanDoubt }, at) => meanDoubt?.[at], 1),
  };
}

function together(
  known: KnownProblem,
  runs: readonly WeightedRun[],
  rounds: readonly number[],
  budget: MomentBudget,
  momentsOf: MomentsOf,
): ErrorCurve | Unknown {
  const scales = stepRatios(runs);
  if (scales === undefined) return { reason: 'its runs differ in more than the size of their steps' };
  const d = known.root.length;
  const agents: KnownAgent[] = [];
  for (const { mean, law } of known.agents) {
    if (law?.kind === 'gauss-markov')
      return { reason: 'Gauss–Markov noise that is common to both runs is not followed' };
    agents.push({ mean: stackedMean(mean, scales), law: law && stackedLaw(law, d, scales) });
  }
  const curve = momentsOf(
    {
      ...known,
      agents,
      root: concatenated(runs.map(() => known.root)),
      initial: concatenated(runs.map(() => known.initial)),
      program: runs[0]!.program,
    },
    rounds,
    budget,
  );
  if ('reason' in curve) return curve;
  const n = runs.length * d;
  const weights = Float64Array.from(runs, ({ weight }) => weight);
  const W = kron(matrix(1, runs.length, weights), identityMatrix(d));
  return {
    moments: curve.moments.map(({ mean, second }) => ({
      mean: timesVector(W, mean),
      second: conjugate(W, matrix(n, n, second)).values,
    })),
    multiplications: curve.multiplications,
    ...neglected([{ curve, weight: Math.hypot(...weights) }]),
  };
}

/** By how much longer each run's steps are than the first one's, where that is all in which they differ. */
function stepRatios(runs: readonly WeightedRun[]): number[] | undefined {
  const steps = runs.map(({ program: { act } }) => (act.kind === 'step' ? act.stepSize : NaN));
  const [first] = runs;
  const rest = ({ program }: WeightedRun): string =>
    JSON.stringify([{ ...program, act: null }, program.closing(1), program.closing(2)]);
  const ratios = steps.map((step) => step / steps[0]!);
  return ratios.every(Number.isFinite) && runs.every((run) => rest(run) === rest(first!))
    ? ratios
    : undefined;
}

function stackedMean({ A, b }: LinearMean, scales: readonly number[]): LinearMean {
  const n = scales.length * b.length;
  const out = { kind: 'linear' as const, A: new Float64Array(n * n), b: new Float64Array(n) };
  writeStacked(A, b, scales, out.A, out.b);
  return out;
}

/** Observations of all runs at once. */
export function stackedLaw(
  law: FiniteObservations,
  d: number,
  scales: readonly number[],
): FiniteObservations {
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  return {
    ...law,
    affine: (state, next, outA, outB) => {
      law.affine(state, next, A, b);
      writeStacked(A, b, scales, outA, outB);
    },
  };
}

/** diag(r_1 A, r_2 A, …) and (r_1 b, r_2 b, …). */
function writeStacked(
  A: Readonly<Float64Array>,
  b: Readonly<Float64Array>,
  scales: readonly number[],
  outA: Float64Array,
  outB: Float64Array,
): void {
  const d = b.length;
  const n = scales.length * d;
  outA.fill(0);
  scales.forEach((scale, r) => {
    for (let i = 0; i < d; i++) {
      outB[r * d + i] = scale * b[i]!;
      for (let j = 0; j < d; j++) outA[(r * d + i) * n + r * d + j] = scale * A[i * d + j]!;
    }
  });
}
