/** What the theory says of a run before it starts, to be drawn beside what is measured. */
import { squaredNorm } from '../maths/vector.ts';
import type { Problem } from '../problems/operator.ts';
import type { Solution } from '../problems/root.ts';
import type {
  AlgorithmConfiguration,
  RunConfiguration,
  TriggerConfiguration,
} from '../protocol/configuration.ts';
import { averageMap } from './averageMap.ts';
import type { AverageMap } from './averageMap.ts';
import { largestStableStep, scanCost } from './largestStableStep.ts';
import { linearProblem } from './linearProblem.ts';
import type { LinearProblem } from './linearProblem.ts';
import { localSaLimit } from './localSaLimit.ts';
import { roundFactor } from './roundMap.ts';

/** The prediction for one algorithm. Plain data, without infinities: it goes into manifest.json. */
export interface Prediction {
  readonly algorithm: string;
  /** ‖θ_∞ − θ*‖² of the mean (noise-free) recursion; null where there is no closed form or no limit */
  readonly limitError: number | null;
  /** spectral radius of the mean round map: contraction of ‖θ̄ − θ_∞‖ per round; null if unknown */
  readonly roundFactor: number | null;
  /** the largest step size for which the mean round map is a contraction; null if unknown */
  readonly largestStableStep: number | null;
  /** where the prediction comes from, or why there is none */
  readonly source: string;
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
  configuration: Pick<RunConfiguration, 'algorithms' | 'trigger'>,
  options: PredictionOptions = {},
): Prediction[] {
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) {
    return configuration.algorithms.map(({ name }) => ({
      algorithm: name,
      limitError: null,
      roundFactor: null,
      largestStableStep: null,
      source: `none: ${linear.reason}`,
    }));
  }
  return predictLinear(linear, configuration, options);
}

/** {@link predict}, for a problem that is known to be linear. */
function predictLinear(
  linear: LinearProblem,
  configuration: Pick<RunConfiguration, 'algorithms' | 'trigger'>,
  options: PredictionOptions = {},
): Prediction[] {
  const { trigger } = configuration;
  const affordable = costLimit(options.stableSteps ?? CHEAP_SCAN);
  // The algorithms of a run mostly share one step size, and then one set of maps.
  let map: AverageMap | undefined;
  let mapStep = NaN;
  return configuration.algorithms.map((algorithm) => {
    if (algorithm.stepSize !== mapStep) {
      map = averageMap(linear, algorithm.stepSize, trigger);
      mapStep = algorithm.stepSize;
    }
    const factor = roundFactor(linear, map, algorithm, trigger);
    const limit = limitOf(map, factor, algorithm, trigger);
    const affords = scanCost(linear, algorithm, trigger) <= affordable;
    const largest = affords ? largestStableStep(linear, algorithm, trigger) : Infinity;
    return {
      algorithm: algorithm.name,
      ...limit,
      roundFactor: Number.isFinite(factor) ? factor : null,
      largestStableStep: Number.isFinite(largest) ? largest : null,
    };
  });
}

function costLimit(choice: boolean | number): number {
  if (typeof choice === 'number') return choice;
  return choice ? Infinity : 0;
}

function limitOf(
  map: AverageMap | undefined,
  factor: number,
  algorithm: AlgorithmConfiguration,
  trigger: TriggerConfiguration,
): Pick<Prediction, 'limitError' | 'source'> {
  if (map === undefined) {
    return {
      limitError: null,
      source: 'none: the expectation over the Bernoulli gaps does not exist at this step size',
    };
  }
  if (!(factor < 1))
    return { limitError: null, source: 'no limit: the mean recursion is not stable at this step size' };
  const mean = trigger.kind === 'bernoulli' ? 'limit of the mean over the Bernoulli gaps: ' : '';
  switch (algorithm.name) {
    case 'local-sa':
      return localSaPrediction(map, mean);
    case 'scafflsa':
      return { limitError: 0, source: `${mean}fixed point θ*, SCAFFLSA, Algorithm 2` };
    case 'fedhsa':
      return { limitError: 0, source: `${mean}fixed point θ*, FedHSA, Algorithm 1` };
  }
}

function localSaPrediction(map: AverageMap, mean: string): Pick<Prediction, 'limitError' | 'source'> {
  try {
    return {
      limitError: squaredNorm(localSaLimit(map)),
      source: `${mean}exact fixed point, as in SCAFFLSA, Theorem 4.1`,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      limitError: null,
      source: 'none: the mean round contracts too little to solve for its fixed point',
    };
  }
}
