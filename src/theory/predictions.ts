/** What the theory says of a run before it starts, to be drawn beside what is measured. */
import { type ConfiguredAlgorithm, describedAlgorithm, keyOf } from '../algorithms/parts.ts';
import { squaredNorm } from '../maths/vector.ts';
import type { Problem } from '../problems/operator.ts';
import type { Solution } from '../problems/root.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../configuration/configuration.ts';
import { illConditioned, undecided } from './conditioning.ts';
import { CHANGING_STEP, withConstantStep } from './constantStep.ts';
import { NO_SECOND_MOMENT } from './expansion/firstOrder.ts';
import {
  hasVaryingMatrices,
  jointLimit,
  type Limit,
  type LimitKind,
  recursionLimit,
  START_IS_REMEMBERED,
  startIsRemembered,
} from './mean/limits.ts';
import { joinsTooMany, type KnownProblem, knownProblem } from './moments/knownProblem.ts';
import { type MomentBudget, START_LIMITS } from './budgets.ts';
import { linearProblem, type LinearProblem } from './linearProblem.ts';
import type { ExactPrediction } from './moments/exactPredictions.ts';
import { gapMatters, hasMeanFactor } from './mean/meanRound.ts';
import type { NoiseFreeCurve } from './noiseFree/noiseFreeCurve.ts';
import { allRunsOf } from './round/runsOf.ts';
import { type MeanRounds, meanRounds } from './mean/roundMap.ts';
import { scannedParameter, scannedStep } from './stability/scannedStep.ts';
import { attempted } from './attempted.ts';
import { because, type Unknown } from './unknown.ts';
import { roundBased, type RoundBased, withLikeTrigger, type WithPolicy } from './roundBased.ts';
import { whyAllTakePart } from './moments/partialRound.ts';
import { limitError, meanStep } from './schedules/answerStability.ts';
import { answerRounds } from './schedules/answerRounds.ts';
import { type AnswerLaw, scheduleLaw } from './schedules/answerLaw.ts';
import type { Stability } from './stability/stableStep.ts';

/** The prediction for one algorithm. Plain data, without infinities: it goes into manifest.json. */
export interface Prediction {
  readonly algorithm: string;
  /** ‖lim E θ̄ − θ*‖²; null where it is not known or there is none */
  readonly limitError: number | null;
  /** whether the limit is exact, approximate, or that without noise; null where there is none */
  readonly limitKind: LimitKind | null;
  /** spectral radius of a round's map without noise: contraction of ‖θ̄ − θ_∞‖ per round; null if unknown */
  readonly roundFactor: number | null;
  /** the largest stable step sizes under the run’s sampling; a run has them where its errors grow */
  readonly stability?: Omit<Stability, 'algorithm'>;
  /** spectral radius of the round's map of second moments; null if unknown, absent where nobody asked for it */
  readonly meanSquareFactor?: number | null;
  /** estimate of its relative error; absent where it is exact */
  readonly meanSquareFactorError?: number;
  /** where the prediction comes from, or why there is none */
  readonly source: string;
  /** the exact mean-square error round by round; absent where nobody asked for it */
  readonly exact?: ExactPrediction;
  /** the error of a run without noise, or why there is none; absent where there is a mean recursion */
  readonly noiseFree?: NoiseFreeCurve | Unknown;
  /** ‖Ḡ(lim θ̄)‖² of a run without noise; absent where nobody asked for it, or it is not known */
  readonly drift?: number;
}

export interface PredictionOptions {
  /** how much work the limits may be that the mean recursion does not give; by default some hundredths of a second */
  readonly limits?: MomentBudget;
  /** of the same problem and trigger, where others need them too */
  readonly meanRounds?: MeanRounds | undefined;
}

/** What predictions depend on; without a sampling mode they are those of exact sampling. */
export type PredictedConfiguration = Pick<RunConfiguration, 'algorithms' | 'trigger'> &
  Partial<Pick<RunConfiguration, 'sampling' | 'stride'>> &
  WithPolicy;

/** One prediction for each algorithm of the configuration, in its order. */
export function predict(
  problem: Problem,
  solution: Solution,
  configuration: PredictedConfiguration,
  options: PredictionOptions = {},
): Prediction[] {
  const predictions = predictionsOf(problem, solution, configuration, options);
  if (configuration.sampling === 'markov' && startIsRemembered(problem))
    return predictions.map((prediction) =>
      (prediction.roundFactor ?? 0) < 1 ? withoutLimit(prediction, START_IS_REMEMBERED) : prediction,
    );
  const ill = illConditioned(solution);
  return predictions.map((prediction) => {
    // A limit of 0 is that of its construction: agents that share a root.
    if (prediction.limitError === 0) return prediction;
    const near = undecided(prediction.roundFactor);
    const reason = ill ?? near?.reason;
    const isSaid = prediction.limitError === null && near?.lacks !== 'stability';
    return isSaid || reason === undefined ? prediction : withoutLimit(prediction, reason);
  });
}

const withoutLimit = (prediction: Prediction, reason: string): Prediction => ({
  ...prediction,
  limitError: null,
  limitKind: null,
  source: `none: ${reason}`,
});

function predictionsOf(
  problem: Problem,
  solution: Solution,
  configuration: PredictedConfiguration,
  options: PredictionOptions,
): readonly Prediction[] {
  const { algorithms, sampling = 'exact', stride = 1 } = configuration;
  const based = roundBased(configuration);
  if ('reason' in based) return inExpectation(problem, solution, configuration, options);
  const { trigger } = based;
  const linear = linearProblem(problem, solution);
  const { multiplications, doubles } = options.limits ?? START_LIMITS;
  if ('reason' in linear) {
    const isNoisy = solution.mean?.kind === 'nonlinear' && sampling !== 'exact';
    return unknownLimits(algorithms, isNoisy ? NO_SECOND_MOMENT : linear.reason);
  }
  const predictions = predictLinear(linear, based, options.meanRounds);
  if (sampling !== 'markov' || !hasVaryingMatrices(problem)) return predictions;
  const asked = { trigger, sampling, stride, initial: [...linear.root] };
  const joint = joinsTooMany(problem, asked, doubles)
    ? { reason: 'too many joint states' }
    : knownProblem(problem, solution, asked);
  return predictions.map((prediction, index) => {
    const algorithm = withConstantStep(algorithms[index]!);
    const unstable = prediction.roundFactor !== null && !(prediction.roundFactor < 1);
    if (algorithm === undefined || unstable || 'reason' in allRunsOf(algorithm, trigger, problem.agents))
      return prediction;
    const exact =
      'reason' in joint
        ? joint
        : attempted('the mean on the joint chain', () =>
            jointLimit(joint, algorithm, { multiplications, doubles }),
          );
    return { ...prediction, ...('reason' in exact ? NO_LIMIT : exact) };
  });
}

const NO_LIMIT: Limit = {
  limitError: null,
  limitKind: null,
  source:
    'none: the bias that the observations’ memory makes is known to first order in the step size alone, without an estimate of the rest',
};

/** The predictions of the mean over schedules, where not all agents take part in each step. */
function inExpectation(
  problem: Problem,
  solution: Solution,
  configuration: PredictedConfiguration,
  options: PredictionOptions,
): Prediction[] {
  const { algorithms, sampling = 'exact' } = configuration;
  const based = withLikeTrigger(configuration);
  if ('reason' in based) return unknownLimits(algorithms, based.reason);
  const schedule = scheduleLaw(problem, configuration);
  if ('reason' in schedule) return unknownLimits(algorithms, schedule.reason);
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) return unknownLimits(algorithms, linear.reason);
  if (sampling === 'markov' && hasVaryingMatrices(problem))
    return unknownLimits(
      algorithms,
      'under Markov sampling observations depend on those that made the model that they meet',
    );
  // In the mean noise is nothing.
  const asked = { ...configuration, sampling: 'exact', initial: [...linear.root] } as const;
  const known = knownProblem(problem, solution, asked);
  if ('reason' in known) return unknownLimits(algorithms, known.reason);
  const { answers } = schedule;
  if (answers !== undefined)
    return algorithms.map((scheduled) =>
      guarded('the mean step', scheduled, (algorithm) =>
        answerPrediction(known, answers, algorithm, options),
      ),
    );
  return predictLinear(linear, based).map((prediction, k) => {
    const constant = withConstantStep(algorithms[k]!);
    const runs = constant && allRunsOf(constant, based.trigger, problem.agents);
    if (runs === undefined || 'reason' in runs) return prediction;
    const reason = runs.map(({ program }) => whyAllTakePart(program)).find((why) => why !== undefined);
    return reason === undefined ? prediction : unknownLimit(prediction.algorithm, reason);
  });
}

/** The prediction of a run without rounds; its rounds are server steps. */
function answerPrediction(
  known: KnownProblem,
  law: AnswerLaw,
  algorithm: ConfiguredAlgorithm,
  { limits = START_LIMITS }: PredictionOptions,
): Prediction | Unknown {
  const rounds = answerRounds(known, law, algorithm, limits);
  if ('reason' in rounds) return rounds;
  const { factor } = meanStep(rounds);
  const isStable = factor !== null && factor < 1;
  const found = isStable ? limitError(rounds) : undefined;
  // What is left of an exact 0 is rounding.
  const error = found !== undefined && found < ROUNDING * (1 + squaredNorm(known.root)) ? 0 : found;
  return {
    algorithm: keyOf(algorithm),
    limitError: error ?? null,
    limitKind: error === undefined ? null : 'exact',
    roundFactor: factor,
    source: isStable
      ? 'exact fixed point of the mean step over the order of answers'
      : 'no limit: the mean step over the order of answers is not stable at this step size',
  };
}

/** The square of an error, beside the square of θ*, that is none. */
const ROUNDING = 1e-24;

/** No limit and no factor, for a reason. */
export const unknownLimit = (algorithm: string, reason: string): Prediction => ({
  algorithm,
  limitError: null,
  limitKind: null,
  roundFactor: null,
  source: `none: ${reason}`,
});

const unknownLimits = (algorithms: readonly ScheduledAlgorithm[], reason: string): Prediction[] =>
  algorithms.map((algorithm) => unknownLimit(keyOf(algorithm), reason));

/** A prediction of an algorithm of constant steps, or why there is none. */
function guarded(
  subject: string,
  scheduled: ScheduledAlgorithm,
  predicted: (algorithm: ConfiguredAlgorithm) => Prediction | Unknown,
): Prediction {
  const algorithm = withConstantStep(scheduled);
  const found = algorithm ? attempted(subject, () => predicted(algorithm)) : because(CHANGING_STEP);
  return 'reason' in found ? unknownLimit(keyOf(scheduled), found.reason) : found;
}

/** The predictions of the mean recursion. */
function predictLinear(
  linear: LinearProblem,
  { algorithms, trigger }: RoundBased<Pick<RunConfiguration, 'algorithms' | 'trigger'>>,
  roundOf = meanRounds(linear, trigger),
): Prediction[] {
  const { agents, dimension } = linear;
  const predicted = (algorithm: ConfiguredAlgorithm): Prediction | Unknown => {
    const runs = allRunsOf(algorithm, trigger, agents.length);
    if ('reason' in runs) return runs;
    if (!runs.every(({ program }) => hasMeanFactor(program, agents.length, dimension)))
      return because(TOO_LARGE);
    const round = roundOf(algorithm);
    const factor = round?.factor() ?? Infinity;
    const random = trigger.kind === 'bernoulli' && runs.some(({ program }) => gapMatters(program));
    const { offset, source } = recursionLimit(round, factor, random);
    return {
      algorithm: keyOf(algorithm),
      limitError: offset === undefined ? null : squaredNorm(offset),
      limitKind: offset === undefined ? null : 'exact',
      roundFactor: Number.isFinite(factor) ? factor : null,
      source: isLocal(algorithm) ? source : `${source}; the step size is ${scannedStep(algorithm).symbol}`,
    };
  };
  return algorithms.map((scheduled) => guarded('the mean recursion', scheduled, predicted));
}

const TOO_LARGE =
  'too many agents and dimensions for the spectral radius of the mean round, without which no limit is known';

/** Whether the step size that is scanned is one of local steps. */
function isLocal(algorithm: ConfiguredAlgorithm): boolean {
  const name = scannedParameter(algorithm);
  return name === undefined || describedAlgorithm(algorithm).parameters[name]!.kind === 'step size';
}
