/** Everything that `fedsa theory` tells of a problem and a run, computed without simulation. */
import { eigenvalues } from '../maths/eigenvalues.ts';
import { symmetricPart } from '../maths/linearAlgebra.ts';
import type { Problem } from '../problems/operator.ts';
import type { Solution } from '../problems/root.ts';
import type { RunConfiguration } from '../protocol/configuration.ts';
import { problemConstants } from './constants.ts';
import type { ProblemConstants } from './constants.ts';
import { linearProblem } from './linearProblem.ts';
import type { LinearProblem } from './linearProblem.ts';
import { meanGap } from './localMap.ts';
import { meanErrors } from './meanRecursion.ts';
import { exactErrors } from './moments/exactErrors.ts';
import type { ExactErrors } from './moments/exactErrors.ts';
import { predict } from './predictions.ts';
import type { Prediction } from './predictions.ts';
import { mapsAt, meanRound } from './roundMap.ts';

/** The part of a run's configuration that the theory depends on. */
export type TheoryConfiguration = Pick<
  RunConfiguration,
  'algorithms' | 'trigger' | 'budget' | 'initial' | 'sampling'
>;

/** ‖E[θ̄_t] − θ*‖² of one algorithm at the curve's rounds; null where the mean does not exist. */
export interface MeanCurve {
  readonly algorithm: string;
  readonly errors: readonly number[] | null;
}

/** Exact errors of one algorithm at the curve's rounds, noise included, or why there are none. */
export interface ExactCurve {
  readonly algorithm: string;
  readonly result: ExactErrors;
}

/** Plain data: what is told, before it is laid out. */
export interface TheorySummary {
  readonly agents: number;
  readonly dimension: number;
  readonly meanOperator: 'linear' | 'nonlinear' | 'unknown';
  /** θ* `[d]` */
  readonly root: readonly number[] | null;
  /** smallest eigenvalue of (Ā + Āᵀ)/2, of the average operator; null unless it is linear */
  readonly monotonicity: number | null;
  /** real parts of the eigenvalues of Ā, smallest and largest; null unless linear */
  readonly spectrum: { readonly smallest: number; readonly largest: number } | null;
  /** ε of the mixing times τ(ε) */
  readonly epsilon: number;
  readonly constants: ProblemConstants;
  /** with a configuration only */
  readonly run: {
    readonly configuration: TheoryConfiguration;
    /** in the order of the configuration's algorithms */
    readonly predictions: readonly Prediction[];
    readonly rounds: readonly number[];
    /** in the same order; empty where there is no closed form */
    readonly curves: readonly MeanCurve[];
    /** in the same order */
    readonly exact: readonly ExactCurve[];
  } | null;
}

export interface TheoryOptions {
  /** ε of the mixing times; 0.01 by default */
  readonly epsilon?: number;
  /** whether the largest stable steps are computed; by default those that take up to some seconds */
  readonly stableSteps?: boolean;
}

/** Rounds of a curve times M (d² + 200), at most: a fraction of a second. */
const CURVE_BUDGET = 2e8;
/** Multiplications up to which a largest stable step is computed: some seconds. */
const SCAN_BUDGET = 2e9;

/**
 * The theory of a problem and, where a configuration is given, of a run on it.
 */
export function theoryReport(
  problem: Problem,
  solution: Solution,
  configuration?: TheoryConfiguration,
  options: TheoryOptions = {},
): TheorySummary {
  const { agents, dimension: d } = problem;
  const { mean, root } = solution;
  const epsilon = options.epsilon ?? 0.01;
  const linear = mean?.kind === 'linear' ? mean : undefined;
  const realParts = linear && eigenvalues(linear.A, d).map(({ re }) => re);
  return {
    agents,
    dimension: d,
    meanOperator: mean?.kind ?? 'unknown',
    root: root === undefined ? null : [...root],
    monotonicity: linear ? Math.min(...eigenvalues(symmetricPart(linear.A, d), d).map(({ re }) => re)) : null,
    spectrum: realParts ? { smallest: Math.min(...realParts), largest: Math.max(...realParts) } : null,
    epsilon,
    constants: problemConstants(problem, root, epsilon),
    run:
      configuration === undefined ? null : runTheory(problem, solution, configuration, options.stableSteps),
  };
}

function runTheory(
  problem: Problem,
  solution: Solution,
  configuration: TheoryConfiguration,
  stableSteps: boolean | undefined,
): NonNullable<TheorySummary['run']> {
  const predictions = predict(problem, solution, configuration, { stableSteps: stableSteps ?? SCAN_BUDGET });
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) return { configuration, predictions, rounds: [], curves: [], exact: [] };
  const rounds = curveRounds(linear, configuration);
  const initial = Float64Array.from(configuration.initial);
  const maps = mapsAt(linear, configuration.trigger);
  const curves = configuration.algorithms.map((algorithm): MeanCurve => {
    const round = meanRound(linear, algorithm, configuration.trigger, maps);
    const errors = round && meanErrors(round, initial, linear.root, rounds);
    return { algorithm: algorithm.name, errors: errors ?? null };
  });
  const exact = configuration.algorithms.map((algorithm): ExactCurve => ({
    algorithm: algorithm.name,
    result: exactErrors(problem, solution, configuration, algorithm, rounds),
  }));
  return { configuration, predictions, rounds, curves, exact };
}

/** 0, 1, 2, 5, 10, 20, 50, … up to the run's last round, which is the last; fewer where rounds are dear. */
function curveRounds(linear: LinearProblem, { trigger, budget }: TheoryConfiguration): number[] {
  const planned = budget.kind === 'rounds' ? budget.rounds : Math.floor(budget.steps / meanGap(trigger));
  const affordable = Math.max(
    10,
    Math.floor(CURVE_BUDGET / (linear.agents.length * (linear.dimension ** 2 + 200))),
  );
  const last = Math.min(planned, affordable);
  const rounds = [0];
  for (let decade = 1; decade < last; decade *= 10) {
    for (const digit of [1, 2, 5]) if (digit * decade < last) rounds.push(digit * decade);
  }
  if (last > 0) rounds.push(last);
  return rounds;
}
