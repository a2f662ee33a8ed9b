/**
 * What is predicted of algorithms and problems without a mean recursion: the error of a run without noise, by the
 * algorithm's own parts on the mean operators, and where gaps are all alike its limit, its contraction factor and the
 * largest step size at which it comes to rest.
 *
 * With noise E θ̄ is another: what is not linear makes a bias of the noise.
 */
import { maySilence } from '../../algorithms/silence.ts';
import { algorithmOf, type ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { squaredDistance, squaredNorm, type Vector } from '../../maths/vector.ts';
import { DEFAULT_POLICY, policyOf } from '../../policies/index.ts';
import type { MeanOperator, Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { likeTrigger, lawOf, workSeconds } from '../../triggers/index.ts';
import { digits } from '../bounds/statement.ts';
import { withConstantStep } from '../constantStep.ts';
import type { Prediction } from '../predictions.ts';
import { NOT_REPEATED } from '../round/agreement.ts';
import { CHANGING } from '../round/roundTrace.ts';
import { allRunsOf } from '../round/runsOf.ts';
import { scannedParameter, scannedStep, withStep } from '../stability/scannedStep.ts';
import { largestStable } from '../stability/largestStable.ts';
import { approximateStep, exactStep, type StableStep } from '../stability/stableStep.ts';
import type { Unknown } from '../unknown.ts';
import { changesByRound } from './changingRounds.ts';
import { contracts, endOfRun, type RunEnd } from './endOfRun.ts';
import {
  type Asked,
  type NoiseFreeBudget,
  type NoiseFreeConfiguration,
  noiseFreeCurve,
  roundCost,
} from './noiseFreeCurve.ts';
import { NoiseFreeRun } from './noiseFreeRun.ts';
import { InputError, OwnFailure } from '../../values/failure.ts';
import { PartThrows, Unfollowed } from '../linearParts.ts';

/** At the start of a run: some tenths of a second for each algorithm. */
export const START_NOISE_FREE: NoiseFreeBudget = { multiplications: 2e8 };
/** In `fedsa theory`: about a second for each algorithm, and some seconds for a curve. */
export const PATIENT_NOISE_FREE: NoiseFreeBudget = { multiplications: 5e8, curve: 2e9 };

/** Rounds for a limit, and for each step size that is tried, at most. */
const MOST_ROUNDS = 16_384;
const ROUNDS_A_STEP = 1024;
/** Step sizes above the run's own, in times of it. */
const LARGEST_STEP = 1e4;
/** Relative, of the largest step size that is stable. */
const TRIED_PRECISION = 1e-3;
/** What is left of the way to the limit where step sizes are tried: there the map is nearly its derivative. */
const NEAR = 1e-2;
/** Rounds of two runs that are to be the same. */
const COMPARED = 3;

/** The predictions with what runs without noise say, where no mean recursion does. */
export function withNoiseFree(
  predictions: readonly Prediction[],
  problem: Problem,
  solution: Solution,
  configuration: NoiseFreeConfiguration,
  rounds: readonly number[],
  budget: NoiseFreeBudget,
): Prediction[] {
  const { algorithms } = configuration;
  const { root } = solution;
  if (!inStep(configuration) || root === undefined) return [...predictions];
  let means: readonly MeanOperator[] | Unknown | undefined;
  return predictions.map((prediction, k) => {
    const algorithm = algorithms[k]!;
    if (hasRecursion(algorithm, problem.agents, solution, configuration)) return prediction;
    const notOnMeans = whyNotOnMeans(algorithm, configuration);
    if (notOnMeans !== undefined)
      return { ...prediction, noiseFree: { reason: `no run on mean operators: ${notOnMeans}` } };
    means ??= meansOf(problem, solution, budget);
    if ('reason' in means) return { ...prediction, noiseFree: means };
    try {
      return predicted(prediction, algorithm, { means, root, rounds, configuration, budget });
    } catch (error) {
      // The mean operator and the trigger may be the user's own.
      const isOfUser = error instanceof InputError || error instanceof OwnFailure;
      const thrown = isOfUser ? new PartThrows(error) : error;
      if (!(thrown instanceof Unfollowed)) throw thrown;
      return { ...prediction, noiseFree: { reason: `without noise ${thrown.message}` } };
    }
  });
}

/** Why a run on mean operators does not say what the run does. */
function whyNotOnMeans(
  algorithm: ConfiguredAlgorithm,
  { sampling }: NoiseFreeConfiguration,
): string | undefined {
  const { notOnMeans, messages } = algorithmOf(algorithm);
  return (
    notOnMeans ??
    (sampling !== 'exact' && maySilence(messages.up)
      ? 'its agents may be silent, and noise decides when'
      : undefined)
  );
}

/** Whether all agents take part in every round, each with the same work. */
export const inStep = ({ policy, trigger }: NoiseFreeConfiguration): boolean =>
  policyOf(policy ?? DEFAULT_POLICY).everyone && workSeconds(trigger) === undefined;

function hasRecursion(
  scheduled: ScheduledAlgorithm,
  agents: number,
  { mean }: Solution,
  { trigger }: NoiseFreeConfiguration,
): boolean {
  const algorithm = withConstantStep(scheduled);
  const like = likeTrigger(trigger);
  if (mean?.kind !== 'linear' || algorithm === undefined || like === undefined) return false;
  return !('reason' in allRunsOf(algorithm, like, agents));
}

function meansOf(
  problem: Problem,
  { mean }: Solution,
  { multiplications }: NoiseFreeBudget,
): readonly MeanOperator[] | Unknown {
  const { agents, dimension } = problem;
  if (mean === undefined) return { reason: 'not every agent gives its mean operator' };
  if (agents * dimension ** 2 > multiplications / 10)
    return { reason: 'too many agents and dimensions for a run without noise' };
  return Array.from({ length: agents }, (_, agent) => problem.agent(agent).mean!);
}

function predicted(prediction: Prediction, scheduled: ScheduledAlgorithm, asked: Asked): Prediction {
  const { means, root, rounds, configuration, budget } = asked;
  const { trigger, initial, sampling } = configuration;
  const start = Float64Array.from(initial);
  const run = (algorithm: ConfiguredAlgorithm, from: Vector = start): NoiseFreeRun =>
    new NoiseFreeRun(algorithm, means, from, trigger);
  const law = lawOf(trigger);
  const cost = roundCost(means, asked);
  const isShort = 2 * COMPARED * cost <= budget.multiplications;
  if (isShort && !repeats(run(scheduled), run(scheduled), law?.kind === 'constant' ? law.gap : 1))
    return { ...prediction, noiseFree: { reason: NOT_REPEATED } };
  const noiseFree = noiseFreeCurve(() => run(scheduled), cost, asked);
  const algorithm = withConstantStep(scheduled);
  const { multiplications, curve = multiplications, until = 'step' } = budget;
  const isRefused = 'reason' in noiseFree;
  // Without noise fewer rounds than those of a curve that is refused may be enough for the limit. Of rounds that change none is
  // seen, and no step size after which they come to rest.
  if (
    (isRefused && sampling !== 'exact') ||
    law?.kind !== 'constant' ||
    algorithm === undefined ||
    until === 'curve'
  )
    return { ...prediction, noiseFree };
  if (isChanging(algorithm, configuration, means.length))
    return { ...prediction, source: `none: ${CHANGING}`, noiseFree };
  const spent = isRefused ? 0 : rounds.at(-1)! * cost;
  const most = Math.min(multiplications, curve - spent) / cost;
  const end = endOfRun(run(algorithm), law.gap, root, Math.min(MOST_ROUNDS, Math.max(1, Math.floor(most))));
  if (isRefused && end.kind === 'open') return { ...prediction, noiseFree };
  const limited = limitOf(prediction, end, root);
  const stepSize = scannedStep(algorithm).value;
  // With noise what is not linear, or not known, changes the moments.
  if (sampling !== 'exact' || until === 'limit') return { ...limited, noiseFree };
  if (typeof stepSize !== 'number' || scannedParameter(algorithm) === undefined)
    return { ...limited, noiseFree };
  const near = end.kind === 'settles' ? end.limit.map((x, j) => x + NEAR * (start[j]! - x)) : start;
  const step = seenStep((at) => run(withStep(algorithm, at), near), law.gap, stepSize, most - end.rounds);
  return { ...limited, stability: { mean: step, meanSquare: step }, noiseFree };
}

/**
 * The largest step size at which a run comes closer to where it ends.
 *
 * @param runAt - begins near there
 * @param rounds - that there may be of all runs
 */
function seenStep(
  runAt: (step: number) => NoiseFreeRun,
  gap: number,
  stepSize: number,
  rounds: number,
): StableStep {
  let tried = 0;
  const factor = (step: number): number | Unknown => {
    if (tried > rounds)
      return { reason: 'the runs without noise that it needs take too long', needed: Infinity };
    const noiseFreeRun = runAt(step);
    const isStable = contracts(noiseFreeRun, gap, ROUNDS_A_STEP);
    tried += noiseFreeRun.round;
    return isStable ? 0 : 2;
  };
  // on a grid of powers of 2, so that the run's own step makes no difference
  const from = 2 ** Math.floor(Math.log2(stepSize));
  const largest = largestStable({ from, most: LARGEST_STEP * from, factor, precision: TRIED_PRECISION });
  return typeof largest === 'number' && Number.isFinite(largest)
    ? approximateStep(largest, TRIED_PRECISION, 'whatever is not seen in runs near the limit')
    : exactStep(largest);
}

/** Whether two runs are the same: parts may draw random numbers. */
function repeats(noiseFreeRun: NoiseFreeRun, again: NoiseFreeRun, gap: number): boolean {
  return Array.from({ length: COMPARED }).every(() => {
    noiseFreeRun.advance(gap);
    again.advance(gap);
    return noiseFreeRun.model.every((x, j) => Object.is(x, again.model[j]!));
  });
}

/** Whether the parts do something else from round to round. */
function isChanging(
  algorithm: ConfiguredAlgorithm,
  { trigger, initial }: NoiseFreeConfiguration,
  agents: number,
): boolean {
  const like = likeTrigger(trigger);
  const runs = like && allRunsOf(algorithm, like, agents);
  if (runs !== undefined && 'reason' in runs && runs.reason === CHANGING) return true;
  return changesByRound(algorithm, agents, initial.length, trigger);
}

/** Below this part of ‖θ*‖, or this many residuals, a limit is θ*. */
const ROUNDING = 1e-12;
const RESIDUALS = 10;

/** The prediction with the limit without noise: there is no other. */
function limitOf(prediction: Prediction, end: RunEnd, root: Vector): Prediction {
  const none = { ...prediction, limitError: null, limitKind: null };
  if (end.kind !== 'settles') {
    const verb = end.kind === 'diverges' ? 'grows beyond use by' : 'has not settled by';
    return { ...none, source: `no limit: the run without noise ${verb} round ${end.rounds}` };
  }
  const { limit, residual, factor, rounds } = end;
  const square = squaredDistance(limit, root);
  const size = Math.sqrt(squaredNorm(root));
  const isRoot = Math.sqrt(square) <= RESIDUALS * residual + ROUNDING * size;
  return {
    ...prediction,
    limitError: isRoot ? 0 : square,
    limitKind: 'noise-free',
    roundFactor: factor,
    source: `limit ${isRoot ? 'θ* ' : ''}of a run of its parts without noise, from ${rounds} rounds, to within ${digits(residual)}`,
  };
}
