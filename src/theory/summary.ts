/** Everything that `fedsa theory` prints of a problem and a run, computed without simulation. */
import { type ConfiguredAlgorithm, keyOf } from '../algorithms/parts.ts';
import { titlesOf } from '../algorithms/titles.ts';
import { eigenvalues } from '../maths/eigenvalues.ts';
import { keepingAgents } from '../problems/keptAgents.ts';
import type { Problem } from '../problems/operator.ts';
import type { Solution } from '../problems/root.ts';
import type { RunConfiguration } from '../protocol/configuration.ts';
import { expectedRounds } from './expectedRounds.ts';
import { runStatements } from './bounds/runStatements.ts';
import { scafflsaStatements } from './bounds/scafflsaStatements.ts';
import type { RunStatement } from './bounds/statedRun.ts';
import { problemConstants } from './constants.ts';
import type { ProblemConstants } from './constants.ts';
import { type FirstOrder, firstOrders } from './expansion/firstOrder.ts';
import { linearProblem } from './linearProblem.ts';
import { ifComputable } from './attempted.ts';
import { withConstantStep } from './constantStep.ts';
import { meanErrors } from './mean/meanRecursion.ts';
import {
  factorFields,
  growsBeyond,
  meanSquareFactors,
  type SquareFactor,
} from './stability/meanSquareGrowth.ts';
import { exactOrLevelErrors } from './levels/levelErrors.ts';
import { type ExactErrors, refused } from './moments/exactErrors.ts';
import { strongMonotonicity } from './monotonicity.ts';
import { predict } from './predictions.ts';
import { withSettledLimit } from './settledLimit.ts';
import { predictedCurve, type PredictedCurve } from './predictedCurve.ts';
import type { Prediction } from './predictions.ts';
import { PATIENT_NOISE_FREE, withNoiseFree } from './noiseFree/noiseFreePredictions.ts';
import { meanRounds } from './mean/roundMap.ts';
import { roundBased } from './roundBased.ts';
import { stabilityOf } from './stability/stability.ts';
import type { Stability } from './stability/stableStep.ts';
import type { Unknown } from './unknown.ts';
import { type ScheduleTheory, scheduleTheory } from './schedules/scheduleTheory.ts';
import { type ExpectedPace, expectedPace } from './expectedPace.ts';
import { type AgentsTiming, expectedTimings } from './expectedTimings.ts';

/** The part of a run's configuration that the theory depends on. */
export type TheoryConfiguration = Pick<
  RunConfiguration,
  'algorithms' | 'trigger' | 'budget' | 'initial' | 'sampling' | 'stride'
> &
  Partial<Pick<RunConfiguration, 'policy' | 'timing' | 'averageFrom' | 'seeds'>>;

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

/** Plain data: what is printed, before it is laid out. */
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
  /** the part that it was at when it was ended; absent where it is whole */
  readonly endedAt?: string;
  /** the settings that a run needs and does not have, with what they mean; absent where it has all, and where nobody asked */
  readonly needed?: string;
  /** with a configuration only */
  readonly run: {
    readonly configuration: TheoryConfiguration;
    /** in the order of the configuration's algorithms */
    readonly predictions: readonly Prediction[];
    /** the largest stable step sizes under the run's sampling, in the same order */
    readonly stability: readonly Stability[];
    /** by how much second moments grow or shrink in a round at the run's own step sizes; null where it is not known */
    readonly meanSquareFactors: readonly (SquareFactor | null)[];
    readonly rounds: readonly number[];
    /** in the same order; empty where there is no closed form */
    readonly curves: readonly MeanCurve[];
    /** in the same order */
    readonly exact: readonly ExactCurve[];
    /** with what each number is worth, or why there is none, under every policy; in the same order */
    readonly predicted: readonly PredictedCurve[];
    /** stationary laws to first order in the step size, of the algorithms that have one */
    readonly firstOrders: readonly FirstOrder[];
    /** mean seconds of a round's parts, agents alike together; empty without a timing model */
    readonly expected: readonly AgentsTiming[];
    /** in expectation over schedules, where not all agents take part in each step; null elsewhere */
    readonly schedule: ScheduleTheory | null;
    /** how fast server steps follow one another; null where there is no closed form */
    readonly pace: ExpectedPace | null;
    /** what the papers' theorems say of the end of the run, with their reasons where they say nothing */
    readonly statements: readonly RunStatement[];
  } | null;
}

/** Multiplications of all first orders together: ten seconds or so. */
const FIRST_ORDER_BUDGET = 2e9;
/** The work of an exact limit under Markov sampling: a second. */
const LIMIT_BUDGET = { multiplications: 5e8, doubles: 4e6 };

export interface TheoryOptions {
  /** ε of the mixing times; 0.01 by default */
  readonly epsilon?: number;
  /** hears the name of each part as it begins, and what is there so far; `undefined` before the agents' constants */
  readonly begins?: (part: string, soFar: TheorySummary | undefined) => void;
}

/** Rounds of a curve times M (d² + 200), at most: a fraction of a second. */
const CURVE_BUDGET = 2e8;
/** Rounds of the curves of a run whose number of rounds is open. */
const OPEN_ROUNDS = 1000;
/** For the mean-square factor of each algorithm, and for each largest stable step: some seconds at most, and 64 MB. */
const STABILITY_BUDGET = { multiplications: 2e9, doubles: 8e6 };

/**
 * The theory of a problem and, where a configuration is given, of a run on it.
 */
export function theoryReport(
  asked: Problem,
  solution: Solution,
  configuration?: TheoryConfiguration,
  options: TheoryOptions = {},
): TheorySummary {
  const problem = keepingAgents(asked);
  const { agents, dimension: d } = problem;
  const { mean, root } = solution;
  const epsilon = options.epsilon ?? 0.01;
  const linear = mean?.kind === 'linear' ? mean : undefined;
  const realParts = linear && eigenvalues(linear.A, d).map(({ re }) => re);
  const { begins = () => undefined } = options;
  begins('constants of the agents', undefined);
  const alone: TheorySummary = {
    agents,
    dimension: d,
    meanOperator: mean?.kind ?? 'unknown',
    root: root === undefined ? null : [...root],
    monotonicity: linear ? strongMonotonicity(linear) : null,
    spectrum: realParts ? { smallest: Math.min(...realParts), largest: Math.max(...realParts) } : null,
    epsilon,
    constants: problemConstants(problem, solution, epsilon),
    run: null,
  };
  if (configuration === undefined) return alone;
  const run = runTheory(problem, solution, configuration, (part, soFar) => {
    begins(part, { ...alone, run: soFar });
  });
  return { ...alone, run };
}

type RunTheory = NonNullable<TheorySummary['run']>;

function runTheory(
  problem: Problem,
  solution: Solution,
  configuration: TheoryConfiguration,
  begins: (part: string, soFar: RunTheory) => void,
): RunTheory {
  const none = configuration.algorithms.map(() => null);
  let run: RunTheory = {
    configuration,
    predictions: [],
    stability: [],
    meanSquareFactors: none,
    rounds: [],
    curves: [],
    exact: [],
    predicted: configuration.algorithms.map((algorithm) => withoutCurve(algorithm, NOT_REACHED)),
    firstOrders: [],
    expected: expectedTimings(problem, configuration),
    schedule: null,
    pace: expectedPace(problem, configuration) ?? null,
    statements: [],
  };
  const rounds = curveRounds(problem, configuration);
  /** With the runs without noise of those that have no mean recursion. */
  const noiseFree = (before: RunTheory): RunTheory => {
    begins('runs without noise', before);
    const asked = { ...configuration, seeds: configuration.seeds ?? [1] };
    const predictions = before.predictions.map((prediction, k) => {
      const { mean, meanSquare } = before.stability[k]!;
      return { ...prediction, stability: { mean, meanSquare } };
    });
    const all = withNoiseFree(predictions, problem, solution, asked, rounds, PATIENT_NOISE_FREE);
    const stability = all.map((prediction) => ({
      algorithm: prediction.algorithm,
      ...prediction.stability!,
    }));
    const found = all.map(({ stability: _, ...rest }) => rest);
    if (before.curves.length === 0 && found.every((candidate) => errorsOf(candidate) === null))
      return { ...before, predictions: found, stability };
    const curves = found.map((entry, k) => before.curves[k] ?? { algorithm: entry.algorithm, errors: null });
    return {
      ...before,
      predictions: found,
      stability,
      rounds,
      curves: curves.map((curve, k) => ({ ...curve, errors: curve.errors ?? errorsOf(found[k]!) })),
    };
  };
  const based = roundBased(configuration);
  if ('reason' in based) {
    begins('stability in expectation over schedules', run);
    run = {
      ...run,
      predictions: predict(problem, solution, configuration, { limits: LIMIT_BUDGET }),
      stability: stabilityOf(problem, solution, configuration, STABILITY_BUDGET),
      meanSquareFactors: meanSquareFactors(problem, solution, configuration, STABILITY_BUDGET),
    };
    begins('curves in expectation over schedules', run);
    const schedule = scheduleTheory(problem, solution, configuration, rounds);
    const predicted = schedule.algorithms.map(predictedCurve);
    run = { ...run, schedule, predicted, ...(schedule.over !== 'none' && { rounds }) };
    return noiseFree(run);
  }
  begins('stationary laws', run);
  const laws = firstOrders(problem, solution, based, { multiplications: FIRST_ORDER_BUDGET });
  run = { ...run, firstOrders: laws };
  begins('limits', run);
  const linear = linearProblem(problem, solution);
  const roundOf = 'reason' in linear ? undefined : meanRounds(linear, based.trigger);
  const asked = { limits: LIMIT_BUDGET, meanRounds: roundOf };
  run = { ...run, predictions: predict(problem, solution, configuration, asked) };
  begins('stability', run);
  run = {
    ...run,
    stability: stabilityOf(problem, solution, configuration, STABILITY_BUDGET),
    meanSquareFactors: meanSquareFactors(problem, solution, configuration, STABILITY_BUDGET),
  };
  begins('theorems', run);
  const statements = [
    ...scafflsaStatements(problem, solution, based),
    ...runStatements(problem, solution, based),
  ];
  run = { ...run, statements };
  if ('reason' in linear)
    return noiseFree({
      ...run,
      predicted: configuration.algorithms.map((algorithm) => withoutCurve(algorithm, linear)),
    });
  begins('mean curves', run);
  const initial = Float64Array.from(configuration.initial);
  const curves = configuration.algorithms.map((algorithm): MeanCurve => {
    const constant = withConstantStep(algorithm);
    const round = constant && roundOf!(constant);
    const errors = round && ifComputable(() => meanErrors(round, initial, linear.root, rounds));
    return { algorithm: keyOf(algorithm), errors: errors ?? null };
  });
  run = noiseFree({ ...run, rounds, curves });
  const titleOf = titlesOf(configuration.algorithms);
  for (const [k, algorithm] of configuration.algorithms.entries()) {
    begins(`exact curve of ${titleOf(keyOf(algorithm))}`, run);
    const found = exactOrLevelErrors(problem, solution, configuration, algorithm, rounds);
    const refusal = found.kind === 'exact' && growsBeyond(curvePrediction(run, k, found));
    const curve = { algorithm: keyOf(algorithm), result: refusal ? refused(refusal) : found };
    const predicted = run.predicted.with(k, predictedCurve(curve));
    run = { ...run, exact: [...run.exact, curve], predicted };
  }
  return {
    ...run,
    predictions: run.predictions.map((prediction, k) => settled(prediction, run, k)),
  };
}

const NOT_REACHED: Unknown = { reason: 'the computation ended before it' };

const withoutCurve = (algorithm: ConfiguredAlgorithm, why: Unknown): PredictedCurve =>
  predictedCurve({ algorithm: keyOf(algorithm), result: refused(why) });

/** The prediction with its curve's limit, where that is better. */
function settled(prediction: Prediction, run: RunTheory, k: number): Prediction {
  const result = run.exact[k]?.result;
  if (result?.kind !== 'exact') return prediction;
  const { limitError, limitKind, source } = withSettledLimit(curvePrediction(run, k, result));
  return { ...prediction, limitError, limitKind, source };
}

/** The prediction of an algorithm with its curve. */
const curvePrediction = (
  { predictions, rounds, meanSquareFactors: factors }: RunTheory,
  k: number,
  result: Extract<ExactErrors, { readonly kind: 'exact' }>,
): Prediction => ({ ...predictions[k]!, ...factorFields(factors[k]), exact: { ...result, rounds } });

/** Of the run without noise; null where there is none, or it grows beyond all doubles. */
const errorsOf = ({ noiseFree }: Prediction): readonly number[] | null =>
  noiseFree === undefined || 'reason' in noiseFree ? null : noiseFree.errors;

/** 0, 1, 2, 5, 10, 20, 50, … up to the run's last round, which is the last; fewer where rounds are expensive. */
export function curveRounds(problem: Problem, configuration: TheoryConfiguration): number[] {
  const { agents, dimension } = problem;
  const { budget } = configuration;
  const expected = expectedRounds(problem, configuration);
  // One round may be all that there is, or that nothing is known of times.
  const planned = budget.kind === 'limits' && expected === 1 ? OPEN_ROUNDS : expected;
  const affordable = Math.max(10, Math.floor(CURVE_BUDGET / (agents * (dimension ** 2 + 200))));
  const last = Math.min(planned, affordable);
  const rounds = [0];
  for (let decade = 1; decade < last; decade *= 10) {
    for (const digit of [1, 2, 5]) if (digit * decade < last) rounds.push(digit * decade);
  }
  if (last > 0) rounds.push(last);
  return rounds;
}
