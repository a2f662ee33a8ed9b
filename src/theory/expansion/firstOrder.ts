/** The first-order stationary laws of a run's algorithms, as the sizes of their parts. */
import { extrapolationWeights } from '../../algorithms/richardsonRomberg.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type {
  AlgorithmConfiguration,
  RunConfiguration,
  ScheduledAlgorithm,
} from '../../protocol/configuration.ts';
import { CHANGING_STEP, withConstantStep } from '../constantStep.ts';
import {
  type Expansion,
  type ExpansionAt,
  type ExpansionResult,
  expansions,
  type Refused,
  trace,
} from './expansion.ts';

/** One algorithm; plain data. Norms of vectors; null where there is no such part, with the reason. */
export interface FirstOrder {
  readonly algorithm: string;
  /** ‖γ(H−1)/2 b_h‖ */
  readonly heterogeneityBias: number | null;
  /** ‖γ/(2M) b_s‖ */
  readonly noiseBias: number | null;
  /** ‖b_local‖, of order γ²H */
  readonly localNoiseBias: number | null;
  /** ‖γ b_m‖ */
  readonly memoryBias: number | null;
  /** ‖bias‖², of their sum */
  readonly biasSquare: number | null;
  /** tr Σ */
  readonly spread: number | null;
  /** ‖bias‖² + tr Σ */
  readonly meanSquare: number | null;
  readonly reason: string | null;
  /** of an extrapolation: ‖bias‖ of the fine run alone, which it is to lessen; absent of others */
  readonly withoutExtrapolation?: number | null;
}

/** The part of a run's configuration that the first order depends on. */
export type FirstOrderConfiguration = Pick<
  RunConfiguration,
  'algorithms' | 'trigger' | 'sampling' | 'stride'
>;

/** One for each algorithm that the theory is about, Local SA and Richardson–Romberg, in the run's order. */
export function firstOrders(
  problem: Problem,
  solution: Solution,
  configuration: FirstOrderConfiguration,
): FirstOrder[] {
  const { sampling, stride } = configuration;
  const known = new Map<string, ExpansionAt | Refused>();
  const at: AtStep = (stepSize, trigger) => {
    const key = JSON.stringify(trigger);
    const law = known.get(key) ?? expansions(problem, solution, { trigger, sampling, stride });
    known.set(key, law);
    return typeof law === 'function' ? law(stepSize) : law;
  };
  return configuration.algorithms.flatMap((scheduled) => {
    if (scheduled.name !== 'local-sa' && scheduled.name !== 'richardson-romberg') return [];
    return [firstOrderOf(configuration, scheduled, at)];
  });
}

/** The expansion at a step size and a trigger. */
type AtStep = (stepSize: number, trigger: FirstOrderConfiguration['trigger']) => ExpansionResult;

function firstOrderOf(
  configuration: FirstOrderConfiguration,
  scheduled: ScheduledAlgorithm,
  at: AtStep,
): FirstOrder {
  const algorithm = withConstantStep(scheduled);
  if (algorithm === undefined) return none(scheduled.name, CHANGING_STEP);
  if (algorithm.name !== 'local-sa' && algorithm.name !== 'richardson-romberg')
    return none(algorithm.name, 'the theory is about Local SA');
  const fine = at(algorithm.stepSize, configuration.trigger);
  if (fine.kind === 'refused') return none(algorithm.name, fine.reason);
  if (algorithm.name !== 'richardson-romberg') return sizes(algorithm.name, fine, fine.reason);
  return extrapolated(algorithm, configuration, fine, at);
}

/** `wθ + (1 − w)θ'` of the fine and the coarse run. */
function extrapolated(
  algorithm: Extract<AlgorithmConfiguration, { readonly name: 'richardson-romberg' }>,
  { trigger }: FirstOrderConfiguration,
  fine: Expansion,
  at: AtStep,
): FirstOrder {
  const { name, extrapolation, stepSize, noise } = algorithm;
  if (trigger.kind !== 'deterministic') return none(name, 'stated for a fixed number of local steps');
  const H = trigger.localSteps;
  const { fine: w, coarse: v } = extrapolationWeights(extrapolation, H);
  const other =
    extrapolation === 'step-size'
      ? at(2 * stepSize, trigger)
      : at(stepSize, { kind: 'deterministic', localSteps: 2 * H });
  if (other.kind === 'refused') return none(name, other.reason);
  const sum = (a: readonly number[], b: readonly number[]): number[] => a.map((x, j) => w * x + v * b[j]!);
  const both = <T>(a: T | null, b: T | null, join: (a: T, b: T) => T): T | null =>
    a === null || b === null ? null : join(a, b);
  // independent noise: the covariances add up with the squares of the weights
  const covariance = fine.covariance.map((x, j) => w * w * x + v * v * other.covariance[j]!);
  const bias = both(fine.bias, other.bias, sum);
  const joined: Expansion = {
    kind: 'expansion',
    heterogeneityBias: sum(fine.heterogeneityBias, other.heterogeneityBias),
    noiseBias: both(fine.noiseBias, other.noiseBias, sum),
    localNoiseBias: both(fine.localNoiseBias, other.localNoiseBias, sum),
    memoryBias: sum(fine.memoryBias, other.memoryBias),
    covariance,
    bias,
    meanSquare: bias === null ? null : square(bias) + trace(covariance),
    reason: fine.reason ?? other.reason,
  };
  const result = {
    ...sizes(name, joined, joined.reason),
    withoutExtrapolation: fine.bias && Math.hypot(...fine.bias),
  };
  if (noise === 'independent') return result;
  return {
    ...result,
    spread: null,
    meanSquare: null,
    reason: 'tr Σ is for independent noise of the two runs',
  };
}

function sizes(algorithm: string, x: Expansion, reason: string | null): FirstOrder {
  return {
    algorithm,
    heterogeneityBias: Math.hypot(...x.heterogeneityBias),
    noiseBias: x.noiseBias && Math.hypot(...x.noiseBias),
    localNoiseBias: x.localNoiseBias && Math.hypot(...x.localNoiseBias),
    memoryBias: Math.hypot(...x.memoryBias),
    biasSquare: x.bias && square(x.bias),
    spread: trace(x.covariance),
    meanSquare: x.meanSquare,
    reason,
  };
}

const square = (x: readonly number[]): number => x.reduce((sum, value) => sum + value * value, 0);

const none = (algorithm: string, reason: string): FirstOrder => ({
  algorithm,
  heterogeneityBias: null,
  noiseBias: null,
  localNoiseBias: null,
  memoryBias: null,
  biasSquare: null,
  spread: null,
  meanSquare: null,
  reason,
});
