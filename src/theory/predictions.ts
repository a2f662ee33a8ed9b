/** What the theory says of a run before it starts, to be drawn beside what is measured. */
import { squaredNorm } from '../maths/vector.ts';
import type { Problem } from '../problems/operator.ts';
import type { Solution } from '../problems/root.ts';
import type {
  AlgorithmConfiguration,
  RunConfiguration,
  TriggerConfiguration,
} from '../protocol/configuration.ts';
import { CHANGING_STEP, withConstantStep } from './constantStep.ts';
import { hasControlledRadius } from './controlledErrors.ts';
import { largestStableStep, scanCost } from './largestStableStep.ts';
import { linearProblem } from './linearProblem.ts';
import type { LinearProblem } from './linearProblem.ts';
import type { MeanRound } from './meanRound.ts';
import type { ExactPrediction } from './moments/exactPredictions.ts';
import { mapsAt, meanRound } from './roundMap.ts';
import { notRoundBased, type WithPolicy } from './roundBased.ts';

/** The prediction for one algorithm. Plain data, without infinities: it goes into manifest.json. */
export interface Prediction {
  readonly algorithm: string;
  /** ‖θ_∞ − θ*‖² of the mean (noise-free) recursion; null where there is no closed form or no limit */
  readonly limitError: number | null;
  /** spectral radius of the mean round map: contraction of ‖θ̄ − θ_∞‖ per round; null if unknown */
  readonly roundFactor: number | null;
  /**
   * the largest step size for which the mean round map is a contraction, so that the mean is stable, not
   * yet the mean square, all other parameters as they are: of Minibatch SGD γ, of the others η (see scannedStep.ts); null if unknown
   */
  readonly largestMeanStableStep: number | null;
  /** spectral radius of the round's map of second moments; null if unknown, absent where nobody asked for it */
  readonly meanSquareFactor?: number | null;
  /** where the prediction comes from, or why there is none */
  readonly source: string;
  /** the exact mean-square error round by round; absent where nobody asked for it */
  readonly exact?: ExactPrediction;
}

/** Multiplications up to which a largest stable step is computed without being asked for: 0.1 s. */
const CHEAP_SCAN = 2e7;

export interface PredictionOptions {
  readonly stableSteps?: boolean | number;
}

/**
 * One prediction for each algorithm of the configuration, in its order.
 *
 * @param options - `stableSteps`: whether to compute the largest stable steps, or up to how many
 *   multiplications each (see scanCost); by default 2·10⁷, a tenth of a second
 */
export function predict(
  problem: Problem,
  solution: Solution,
  configuration: Pick<RunConfiguration, 'algorithms' | 'trigger'> & WithPolicy,
  options: PredictionOptions = {},
): Prediction[] {
  const reason = notRoundBased(configuration);
  const linear = reason === undefined ? linearProblem(problem, solution) : { reason };
  if ('reason' in linear) {
    return configuration.algorithms.map(({ name }) => unknown(name, linear.reason));
  }
  return predictLinear(linear, configuration, options);
}

const unknown = (algorithm: string, reason: string): Prediction => ({
  algorithm,
  limitError: null,
  roundFactor: null,
  largestMeanStableStep: null,
  source: `none: ${reason}`,
});

/** {@link predict}, for a problem that is known to be linear. */
function predictLinear(
  linear: LinearProblem,
  configuration: Pick<RunConfiguration, 'algorithms' | 'trigger'>,
  options: PredictionOptions = {},
): Prediction[] {
  const { trigger } = configuration;
  const affordable = costLimit(options.stableSteps ?? CHEAP_SCAN);
  const maps = mapsAt(linear, trigger);
  return configuration.algorithms.map((scheduled) => {
    const algorithm = withConstantStep(scheduled);
    if (algorithm === undefined) return unknown(scheduled.name, CHANGING_STEP);
    if (hasTooLargeRound(linear, algorithm)) return unknown(algorithm.name, TOO_LARGE);
    const round = meanRound(linear, algorithm, trigger, maps);
    const factor = round?.factor() ?? Infinity;
    const { limitError, source } = limitOf(round, factor, algorithm, trigger);
    const affords = scanCost(linear, algorithm, trigger) <= affordable;
    const largest = affords ? largestStableStep(linear, algorithm, trigger, maps) : Infinity;
    return {
      algorithm: algorithm.name,
      limitError,
      roundFactor: Number.isFinite(factor) ? factor : null,
      largestMeanStableStep: Number.isFinite(largest) ? largest : null,
      source: algorithm.name === 'minibatch-sgd' ? `${source}; the step size is γ` : source,
    };
  });
}

const TOO_LARGE =
  'too many agents and dimensions for the spectral radius of the mean round, without which no limit is known';

/** The round of an algorithm with control variates is a map on Md coordinates; the others' are on a few d. */
function hasTooLargeRound({ agents, dimension }: LinearProblem, { name }: AlgorithmConfiguration): boolean {
  return (name === 'scafflsa' || name === 'scaffold') && !hasControlledRadius(agents.length, dimension);
}

function costLimit(choice: boolean | number): number {
  if (typeof choice === 'number') return choice;
  return choice ? Infinity : 0;
}

function limitOf(
  round: MeanRound | undefined,
  factor: number,
  algorithm: AlgorithmConfiguration,
  trigger: TriggerConfiguration,
): Pick<Prediction, 'limitError' | 'source'> {
  if (round === undefined) {
    return {
      limitError: null,
      source: 'none: the expectation over the Bernoulli gaps does not exist at this step size',
    };
  }
  if (!(factor < 1))
    return { limitError: null, source: 'no limit: the mean recursion is not stable at this step size' };
  const { limit } = round;
  // Without noise a round of Minibatch SGD is the same for every gap.
  const random = trigger.kind === 'bernoulli' && algorithm.name !== 'minibatch-sgd';
  const source = random ? `limit of the mean over the Bernoulli gaps: ${limit.source}` : limit.source;
  if (limit.kind === 'root') return { limitError: 0, source };
  try {
    return { limitError: squaredNorm(limit.solve()), source };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      limitError: null,
      source: 'none: the mean round contracts too little to solve for its fixed point',
    };
  }
}
