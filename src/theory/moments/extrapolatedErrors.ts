/**
 * The moments of a model that is a weighted sum of several runs, as in Richardson–Romberg extrapolation:
 * its error is e = w_1 e_1 + w_2 e_2 + ….
 *
 * Runs on independent noise: each by itself, and E e_r e_sᵀ = E e_r E e_sᵀ; not so under the Bernoulli
 * trigger, whose gaps all share. Runs on common noise, or without any, that differ in their steps alone: all
 * at once, as one run with step γ on θ' = (θ_1, θ_2) with A' = diag(A, rA) and b' = (b, rb), r the ratio.
 */
import type { WeightedRun } from '../../algorithms/roundProgram.ts';
import { squaredNorm } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { LinearMean } from '../../problems/operator.ts';
import type { Apart, ErrorCurve, ErrorMoments, MomentsOf } from './errorMoments.ts';
import type { KnownAgent } from './setting.ts';
import type { KnownProblem } from './knownProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import type { Unknown } from '../unknown.ts';

/** E‖e‖² and ‖E e‖² at the rounds asked for. */
export interface ExtrapolatedCurve {
  readonly meanSquare: readonly number[];
  readonly biasSquare: readonly number[];
  readonly multiplications: number;
  /** what an approximation leaves out; absent where the errors are exact */
  readonly neglects?: string;
  /** how far the moments are from those of the level before, where that says how far these are from the truth */
  readonly added?: readonly Apart[];
  /** what E‖e‖² may be wrong by beside that */
  readonly doubt?: readonly number[];
  /** the same of E e */
  readonly meanDoubt?: readonly number[];
  readonly level?: number;
  readonly contracts?: true;
}

/** The runs whose weighted sum the model is. */
export interface SideBySide {
  readonly runs: readonly WeightedRun[];
  /** whether they see the same observations, or independent ones */
  readonly common: boolean;
}

/** The errors of the weighted model at the given rounds, or why they are not computed. */
export function extrapolatedErrors(
  known: KnownProblem,
  { runs, common }: SideBySide,
  rounds: readonly number[],
  budget: MomentBudget,
  momentsOf: MomentsOf,
): ExtrapolatedCurve | Unknown {
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
): ExtrapolatedCurve | Unknown {
  if (known.trigger.kind === 'bernoulli')
    return { reason: 'the two runs have independent noise but share the gaps of the Bernoulli trigger' };
  const each = { ...budget, multiplications: budget.multiplications / runs.length };
  const curves: ErrorCurve[] = [];
  for (const { program, trigger } of runs) {
    const curve = momentsOf({ ...known, trigger, program }, rounds, each);
    // One run that is too expensive makes all of them.
    if ('reason' in curve)
      return curve.needed === undefined ? curve : { ...curve, needed: runs.length * curve.needed };
    curves.push(curve);
  }
  const d = known.root.length;
  const errorsOf = (
    each: readonly (readonly ErrorMoments[])[],
  ): { readonly meanSquare: number[]; readonly biasSquare: number[] } => {
    const weighted = (part: (moments: ErrorMoments, weight: number) => number, at: number): number =>
      each.reduce((sum, moments, k) => sum + part(moments[at]!, runs[k]!.weight), 0);
    const biasSquare = rounds.map((_, at) =>
      squaredNorm(Float64Array.from({ length: d }, (_, j) => weighted(({ mean }, w) => w * mean[j]!, at))),
    );
    // E‖e‖² = ‖E e‖² + the variances, which independent noise does not mix
    const meanSquare = biasSquare.map(
      (square, at) => square + weighted((moments, weight) => weight ** 2 * variance(moments), at),
    );
    return { meanSquare, biasSquare };
  };
  const neglecting = curves.find(({ neglects }) => neglects !== undefined);
  const estimated = curves.every(({ neglects, added }) => neglects === undefined || added);
  const summed = (term: (curve: ErrorCurve, weight: number) => number): number =>
    curves.reduce((sum, curve, k) => sum + term(curve, Math.abs(runs[k]!.weight)), 0);
  return {
    ...errorsOf(curves.map(({ moments }) => moments)),
    multiplications: curves.reduce((sum, { multiplications }) => sum + multiplications, 0),
    ...(neglecting && neglected(neglecting)),
    ...(neglecting &&
      estimated && {
        // Differences of the means of runs cancel as the means do; what is left of them is not known.
        added: rounds.map((_, at) => ({
          second: summed(({ added }, weight) => weight ** 2 * (added?.[at]!.second ?? 0)),
          mean: summed(({ added }, weight) => weight * (added?.[at]!.mean ?? 0)),
        })),
        doubt: rounds.map((_, at) => summed(({ doubt }, weight) => weight ** 2 * (doubt?.[at] ?? 0))),
        meanDoubt: rounds.map((_, at) => summed(({ meanDoubt }, weight) => weight * (meanDoubt?.[at] ?? 0))),
      }),
  };
}

const neglected = ({ neglects, level }: ErrorCurve): { neglects?: string; level?: number } => ({
  ...(neglects !== undefined && { neglects }),
  ...(level !== undefined && { level }),
});

/** E‖e − E e‖² */
function variance({ mean, second }: ErrorMoments): number {
  const d = mean.length;
  let sum = 0;
  for (let j = 0; j < d; j++) sum += second[j * d + j]! - mean[j]! * mean[j]!;
  return sum;
}

function together(
  known: KnownProblem,
  runs: readonly WeightedRun[],
  rounds: readonly number[],
  budget: MomentBudget,
  momentsOf: MomentsOf,
): ExtrapolatedCurve | Unknown {
  const scales = stepRatios(runs);
  if (scales === undefined) return { reason: 'its runs differ in more than the size of their steps' };
  const d = known.root.length;
  const agents: KnownAgent[] = [];
  for (const { mean, law } of known.agents) {
    if (law?.kind === 'gauss-markov')
      return { reason: 'Gauss–Markov noise that is common to both runs is not followed' };
    agents.push({ mean: stackedMean(mean, scales), law: law && stackedLaw(law, d, scales) });
  }
  const n = runs.length * d;
  const curve = momentsOf(
    {
      ...known,
      agents,
      root: repeated(known.root, runs.length),
      initial: repeated(known.initial, runs.length),
      program: runs[0]!.program,
    },
    rounds,
    budget,
  );
  if ('reason' in curve) return curve;
  const sum = (term: (r: number, s: number) => number): number =>
    runs.reduce(
      (all, { weight: w }, r) => all + runs.reduce((row, { weight: v }, s) => row + w * v * term(r, s), 0),
      0,
    );
  const square = (entry: (row: number, column: number) => number): number =>
    sum((r, s) => {
      let inner = 0;
      for (let j = 0; j < d; j++) inner += entry(r * d + j, s * d + j);
      return inner;
    });
  const weights = runs.reduce((all, { weight }) => all + weight ** 2, 0);
  return {
    meanSquare: curve.moments.map(({ second }) => square((row, column) => second[row * n + column]!)),
    biasSquare: curve.moments.map(({ mean }) => square((row, column) => mean[row]! * mean[column]!)),
    multiplications: curve.multiplications,
    ...neglected(curve),
    ...(curve.added && {
      added: curve.added.map(({ second, mean }) => ({
        second: weights * second,
        mean: Math.sqrt(weights) * mean,
      })),
    }),
    ...(curve.doubt && { doubt: curve.doubt.map((value) => weights * value) }),
    ...(curve.meanDoubt && { meanDoubt: curve.meanDoubt.map((value) => Math.sqrt(weights) * value) }),
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

function repeated(x: Float64Array, times: number): Float64Array {
  const out = new Float64Array(times * x.length);
  for (let r = 0; r < times; r++) out.set(x, r * x.length);
  return out;
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
