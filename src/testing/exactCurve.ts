/** Error curves against exact theory. */
import jStat from 'jstat';
import type { Algorithm } from '../algorithms/algorithm.ts';
import { configured } from '../algorithms/parts.ts';
import { buildProblem } from '../problems/buildProblem.ts';
import type { Problem } from '../problems/operator.ts';
import { solveProblem } from '../problems/root.ts';
import type { ProblemSpecification } from '../problems/specification.ts';
import type { ScheduledAlgorithm } from '../configuration/configuration.ts';
import { exactErrors } from '../theory/moments/exactErrors.ts';
import type { MomentConfiguration } from '../theory/moments/knownProblem.ts';

/** The exact mean-square error at some rounds. */
export interface ExactCurve {
  /** ascending; 0 is the start */
  readonly rounds: readonly number[];
  /** E ‖θ̄_t − θ*‖² at each of them */
  readonly meanSquare: readonly number[];
  /** θ* `[d]` */
  readonly root: readonly number[];
}

/** What the exact curve is of. */
export interface CurveSettings extends MomentConfiguration {
  /** by its name with its parameters; or an algorithm as a value, with `parameters` */
  readonly algorithm: ScheduledAlgorithm | Algorithm;
  /** of an algorithm as a value: those that have no default, at least */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** at which rounds, ascending; 0 is the start */
  readonly rounds: readonly number[];
}

/**
 * E ‖θ̄_t − θ*‖² of a linear problem under an algorithm, by propagation of moments.
 *
 * @param problem - its specification, or the problem built
 * @throws Error with the reason where it cannot be computed exactly
 */
export function exactCurveOf(problem: Problem | ProblemSpecification, settings: CurveSettings): ExactCurve {
  const { algorithm: given, parameters = {}, rounds, ...configuration } = settings;
  const algorithm = 'messages' in given ? (configured(given, parameters) as ScheduledAlgorithm) : given;
  const built = 'kind' in problem ? buildProblem(problem) : problem;
  const solution = solveProblem(built);
  const errors = exactErrors(built, solution, configuration, algorithm, rounds);
  if (errors.kind === 'refused') throw new Error(`expected an exact curve, got ${errors.reason}`);
  return { rounds, meanSquare: errors.meanSquare, root: Array.from(solution.root!) };
}

/** How a sample lies to an exact curve, at the round where it is farthest out. */
export interface BandComparison {
  readonly within: boolean;
  readonly round: number;
  /** of the sample at this round */
  readonly mean: number;
  readonly exact: number;
  /** half the width of the band about the mean */
  readonly halfWidth: number;
}

/** How sure a comparison is to be. */
export interface BandSettings {
  /** δ: the probability that a right sample is called wrong, all rounds together */
  readonly failureProbability: number;
}

/** What rounding may add to or take from an exact value, relative to it. */
const ROUNDING = 1e-9;
/** What rounding leaves of a squared error, relative to the largest of the curve. */
const ROUNDING_FLOOR = 1e-25;

/**
 * Compares independent runs with an exact curve, at all of its rounds: the mean over n runs must be
 * within `t · s/√n` of the exact value, t the quantile of Student's law with n − 1 degrees of freedom
 * at 1 − δ/(2R), so that (Bonferroni) a right sample of R rounds fails with probability at most δ.
 * That holds for normal means: squared errors are skewed, and small n together with small δ fail more often.
 *
 * @param sample - ‖θ̄_t − θ*‖² of each run at each of the curve's rounds `[n][R]`
 * @throws Error for fewer than two runs, a run with other than R values, or a δ that is not in (0, 1)
 */
export function withinBand(
  sample: readonly (readonly number[])[],
  exact: ExactCurve,
  { failureProbability }: BandSettings,
): BandComparison {
  const n = sample.length;
  const { rounds, meanSquare } = exact;
  if (!(failureProbability > 0 && failureProbability < 1))
    throw new Error(`expected a failure probability in (0, 1), got ${failureProbability}`);
  if (n < 2) throw new Error(`expected a sample of at least 2 runs, got ${n}`);
  const odd = sample.find((run) => run.length !== rounds.length);
  if (odd)
    throw new Error(
      `expected ${rounds.length} errors of each run, one a round of the curve, got ${odd.length}`,
    );
  const quantile = jStat.studentt.inv(1 - failureProbability / (2 * rounds.length), n - 1);
  const floor = ROUNDING_FLOOR * Math.max(...meanSquare);
  const comparisons = rounds.map((round, at): BandComparison & { readonly excess: number } => {
    const values = sample.map((run) => run[at]!);
    const centre = values.reduce((sum, value) => sum + value, 0) / n;
    const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
    const value = meanSquare[at]!;
    const halfWidth = quantile * Math.sqrt(squares / (n - 1) / n) + ROUNDING * value + floor;
    const excess = value === centre ? 0 : Math.abs(centre - value) / halfWidth;
    return { within: excess <= 1, round, mean: centre, exact: value, halfWidth, excess };
  });
  // NaN, of a run that diverged, is farther out than any number.
  const size = (excess: number): number => (Number.isNaN(excess) ? Infinity : excess);
  const { excess: _, ...worst } = comparisons.reduce((a, b) => (size(b.excess) > size(a.excess) ? b : a));
  return worst;
}

/** ‖θ̄_t − θ*‖² of one run at the curve's rounds, from its models at the start and after each round `[T + 1][d]`. */
export function errorsAlong(models: readonly ArrayLike<number>[], exact: ExactCurve): readonly number[] {
  return exact.rounds.map((round) => {
    const model = models[round];
    if (!model)
      throw new Error(`expected a model of round ${round}, got models up to round ${models.length - 1}`);
    return exact.root.reduce((sum, value, j) => sum + (model[j]! - value) ** 2, 0);
  });
}
