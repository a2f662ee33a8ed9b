/**
 * The stationary laws of a run's algorithms: their parts to first order in the step size, as sizes; and the sums of the parts
 * where mean operators are linear.
 */
import { keyOf, streamsOf } from '../../algorithms/parts.ts';
import type { ExtrapolationWeights } from '../../algorithms/richardsonRomberg.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { CHANGING_STEP, withConstantStep } from '../constantStep.ts';
import { runsOf } from '../round/runsOf.ts';
import type { RoundBased } from '../roundBased.ts';
import { asShipped } from './asShipped.ts';
import type { ExpansionBudget } from './atRoot.ts';
import { hasShares } from './noiseShares.ts';
import { type Expanded, type Expansion, type ExpansionResult, expansions, trace } from './expansion.ts';

/** One algorithm; plain data. Norms of vectors; null where there is no such part, with the reason. */
export interface FirstOrder {
  readonly algorithm: string;
  /** ‖γ(H−1)/2 b_h‖ of Local SA */
  readonly heterogeneityBias: number | null;
  /** ‖γ/(2M) b_s‖ of Local SA */
  readonly noiseBias: number | null;
  /** ‖b_local‖, of order γ²H */
  readonly localNoiseBias: number | null;
  /** ‖γ b_m‖ of Local SA */
  readonly memoryBias: number | null;
  /** ‖bias‖² */
  readonly biasSquare: number | null;
  /** tr Σ */
  readonly spread: number | null;
  /** ‖bias‖² + tr Σ */
  readonly meanSquare: number | null;
  readonly reason: string | null;
}

/** The parts of a bias. */
type BiasPart = 'heterogeneityBias' | 'noiseBias' | 'localNoiseBias' | 'memoryBias';

/** The part of a run's configuration that the first order depends on. */
export type FirstOrderConfiguration = RoundBased<
  Pick<RunConfiguration, 'algorithms' | 'trigger' | 'sampling' | 'stride'>
>;

/** How its first order is made: its own expansion, or those of two runs, or why there is none. */
type Plan =
  | { readonly kind: 'single'; readonly run: Expanded }
  | ({ readonly kind: 'extrapolated'; readonly fine: Expanded; readonly coarse: Expanded } & {
      readonly weights: ExtrapolationWeights;
      readonly noise: 'independent' | 'common';
    })
  | { readonly kind: 'none'; readonly reason: string };

/** One for each algorithm, in the run's order. */
export function firstOrders(
  problem: Problem,
  solution: Solution,
  { algorithms, trigger, sampling, stride }: FirstOrderConfiguration,
  budget?: ExpansionBudget,
): FirstOrder[] {
  const plans = algorithms.map((algorithm) => planOf(algorithm, trigger, problem.agents));
  const runs = plans.flatMap((plan) => {
    if (plan.kind === 'none') return [];
    return plan.kind === 'single' ? [plan.run] : [plan.fine, plan.coarse];
  });
  const laws = expansions(problem, solution, runs, { sampling, stride }, budget);
  const lawOf = (run: Expanded): ExpansionResult => laws[runs.indexOf(run)]!;
  return plans.map((plan, index) => {
    const first = partsOf(keyOf(algorithms[index]!), plan, lawOf);
    return solution.mean?.kind === 'nonlinear' ? { ...first, ...withoutSum(first) } : first;
  });
}

/** Of nonlinear operators no sum of first orders is a prediction. */
const withoutSum = ({ reason }: FirstOrder): Partial<FirstOrder> => ({
  ...{ biasSquare: null, spread: null, meanSquare: null },
  reason: reason ?? NO_SECOND_MOMENT,
});

/** Why theory says nothing of the noise of nonlinear operators but first orders. */
export const NO_SECOND_MOMENT =
  'second moments of nonlinear operators are not computed, and what first orders in the step size leave out is not estimated';

/** Its parts to first order, and their sums. */
function partsOf(name: string, plan: Plan, lawOf: (run: Expanded) => ExpansionResult): FirstOrder {
  if (plan.kind === 'none') return none(name, plan.reason);
  if (plan.kind === 'extrapolated') return extrapolated(name, plan, lawOf(plan.fine), lawOf(plan.coarse));
  const law = lawOf(plan.run);
  return law.kind === 'refused' ? none(name, law.reason) : sizes(name, law);
}

function planOf(scheduled: ScheduledAlgorithm, trigger: TriggerConfiguration, agents: number): Plan {
  const algorithm = withConstantStep(scheduled);
  if (algorithm === undefined) return { kind: 'none', reason: CHANGING_STEP };
  const runs = runsOf(algorithm, trigger, agents);
  if ('reason' in runs) return { kind: 'none', reason: `no first order is known: ${runs.reason}` };
  if (runs.length === 1) {
    const run = hasShares(algorithm) ? { algorithm, trigger } : asShipped(runs[0]!, agents);
    return run === undefined
      ? { kind: 'none', reason: 'no first order is known of rounds like its' }
      : { kind: 'single', run };
  }
  if (trigger.kind !== 'deterministic')
    return { kind: 'none', reason: 'stated for a fixed number of local steps' };
  const [fine, coarse] = runs.map((run) => asShipped(run, agents));
  if (fine?.algorithm.name !== 'local-sa' || coarse?.algorithm.name !== 'local-sa')
    return { kind: 'none', reason: 'stated for two runs of Local SA' };
  return {
    kind: 'extrapolated',
    fine,
    coarse,
    weights: { fine: runs[0]!.weight, coarse: runs[1]!.weight },
    noise: new Set(streamsOf(algorithm)).size === 1 ? 'common' : 'independent',
  };
}

/** `wθ + (1 − w)θ'` of the fine and the coarse run. */
function extrapolated(
  name: string,
  plan: Extract<Plan, { readonly kind: 'extrapolated' }>,
  fine: ExpansionResult,
  coarse: ExpansionResult,
): FirstOrder {
  const { fine: w, coarse: v } = plan.weights;
  if (fine.kind === 'refused') return none(name, fine.reason);
  if (coarse.kind === 'refused') return none(name, coarse.reason);
  const sum = (a: readonly number[] | null, b: readonly number[] | null): number[] | null =>
    a && b && a.map((x, j) => w * x + v * b[j]!);
  // independent noise: the covariances add up with the squares of the weights
  const covariance = fine.covariance.map((x, j) => w * w * x + v * v * coarse.covariance[j]!);
  const bias = sum(fine.bias, coarse.bias);
  const result = sizes(name, {
    ...eachPart((part) => sum(fine[part], coarse[part])),
    ...{ covariance, bias, meanSquare: bias && square(bias) + trace(covariance) },
    reason: fine.reason ?? coarse.reason,
  });
  return plan.noise === 'independent'
    ? result
    : { ...result, spread: null, meanSquare: null, reason: 'tr Σ is for independent noise of the two runs' };
}

const eachPart = <Value>(value: (part: BiasPart) => Value): Record<BiasPart, Value> => ({
  heterogeneityBias: value('heterogeneityBias'),
  noiseBias: value('noiseBias'),
  localNoiseBias: value('localNoiseBias'),
  memoryBias: value('memoryBias'),
});

const sizes = (
  algorithm: string,
  law: Record<BiasPart | 'bias', readonly number[] | null> &
    Pick<Expansion, 'covariance' | 'meanSquare' | 'reason'>,
): FirstOrder => ({
  algorithm,
  ...eachPart((part) => law[part] && Math.hypot(...law[part])),
  biasSquare: law.bias && square(law.bias),
  spread: trace(law.covariance),
  meanSquare: law.meanSquare,
  reason: law.reason,
});

const square = (x: readonly number[]): number => x.reduce((sum, value) => sum + value * value, 0);

const none = (algorithm: string, reason: string): FirstOrder => ({
  algorithm,
  ...eachPart(() => null),
  ...{ biasSquare: null, spread: null, meanSquare: null, reason },
});
