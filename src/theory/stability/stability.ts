/** How large the step size of each algorithm of a run may be, under the run's sampling. */
import { type ConfiguredAlgorithm, keyOf } from '../../algorithms/parts.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { lawOf } from '../../triggers/index.ts';
import { illConditioned } from '../conditioning.ts';
import { attempted } from '../attempted.ts';
import { CHANGING_STEP, withConstantStep } from '../constantStep.ts';
import { hasLevels } from '../levels/levelPlan.ts';
import { hasVaryingMatrices } from '../mean/limits.ts';
import { type LinearProblem, linearProblem } from '../linearProblem.ts';
import { squareMap } from './meanSquareFactor.ts';
import { knownProblem, type KnownProblem, type MomentConfiguration } from '../moments/knownProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import { whyAllTakePart } from '../moments/partialRound.ts';
import { jointMeanMap } from '../moments/stationaryMean.ts';
import { roundBased, withLikeTrigger } from '../roundBased.ts';
import { allRunsOf } from '../round/runsOf.ts';
import { mapsAt } from '../mean/roundMap.ts';
import { scannedParameter, withStep } from './scannedStep.ts';
import { answerRounds } from '../schedules/answerRounds.ts';
import { answerMeanMap } from '../schedules/answerStability.ts';
import { because, type Unknown } from '../unknown.ts';
import { type Moment, whyNoLevelMap } from './levelMaps.ts';
import { levelStep } from './levelStep.ts';
import { longStep } from './longStep.ts';
import { meanRecursionMap } from './meanRecursionMap.ts';
import { isRoundTooLarge, type MomentMap, overRuns } from './momentMap.ts';
import { exactStep, noStep, type Stability, type StableStep } from './stableStep.ts';
import { largestStep, type StepScan, stepScan, type Window } from './stepScan.ts';

/** What stability depends on of a run. */
export type StableConfiguration = MomentConfiguration & {
  readonly algorithms: readonly ScheduledAlgorithm[];
};

const ANSWERS_REMEMBER =
  'under Markov sampling observations depend on those that made the model that they meet';

/**
 * The largest stable step sizes, in the order of the algorithms; whatever the run's own.
 *
 * @param budget - for each number
 */
export function stabilityOf(
  problem: Problem,
  solution: Solution,
  configuration: StableConfiguration,
  budget: MomentBudget,
): Stability[] {
  const { algorithms } = configuration;
  const no = (algorithm: ScheduledAlgorithm, reason: string): Stability => ({
    ...{ algorithm: keyOf(algorithm), mean: noStep(reason), meanSquare: noStep(reason) },
  });
  const none = (reason: string): Stability[] => algorithms.map((algorithm) => no(algorithm, reason));
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) return none(linear.reason);
  const ill = illConditioned(solution);
  if (ill !== undefined) return none(ill);
  const based = withLikeTrigger(configuration);
  if ('reason' in based) return none(based.reason);
  if (isRoundTooLarge(problem, budget)) return none('too many agents and dimensions');
  const run = new StableRun(problem, solution, { ...configuration, trigger: based.trigger }, linear, budget);
  return algorithms.map((scheduled) => {
    const constant = withConstantStep(scheduled);
    if (constant === undefined) return no(scheduled, CHANGING_STEP);
    if (scannedParameter(constant) === undefined) return no(scheduled, 'it has no step size');
    const runs = allRunsOf(withStep(constant, 1), based.trigger, problem.agents);
    if ('reason' in runs) return no(scheduled, runs.reason);
    const mean = run.mean(constant);
    return { algorithm: keyOf(scheduled), mean, meanSquare: run.meanSquare(constant, mean) };
  });
}

/** The questions of one run. */
class StableRun {
  readonly #known: KnownProblem | Unknown;
  /** without noise, of runs in which not all agents take part in each step */
  readonly #scheduled: KnownProblem | Unknown | undefined;
  readonly #scan: StepScan;
  readonly #maps: ReturnType<typeof mapsAt>;
  /** whether observations depend on those that made the iterate that they meet, and it matters */
  readonly #remembers: boolean;
  /** whether second moments stay bounded exactly where first ones do */
  readonly #isAdditive: boolean;

  constructor(
    problem: Problem,
    solution: Solution,
    configuration: StableConfiguration & { readonly trigger: KnownProblem['trigger'] },
    linear: LinearProblem,
    budget: MomentBudget,
  ) {
    const { sampling, trigger } = configuration;
    const varies = sampling !== 'exact' && hasVaryingMatrices(problem);
    this.#remembers = sampling === 'markov' && varies;
    const inRounds = !('reason' in roundBased(configuration));
    this.#isAdditive = !varies && inRounds && lawOf(trigger)?.kind === 'constant';
    this.#known = knownProblem(problem, solution, configuration);
    // in the mean noise is nothing
    const exact = { ...configuration, sampling: 'exact' } as const;
    this.#scheduled = inRounds ? undefined : knownProblem(problem, solution, exact);
    this.#scan = stepScan(linear, trigger, budget);
    this.#maps = mapsAt(linear, trigger);
  }

  /** Of first moments. */
  mean(algorithm: ConfiguredAlgorithm): StableStep {
    const known = this.#known;
    if (!this.#remembers) return exactStep(this.#withoutMemory(algorithm));
    if ('reason' in known) return noStep(known.reason);
    if (known.answers !== undefined) return noStep(ANSWERS_REMEMBER);
    const joint = (scanned: ConfiguredAlgorithm): MomentMap | Unknown =>
      overRuns(known, scanned, (setting) => jointMeanMap(setting, this.#scan.each));
    return this.#withMemory(known, algorithm, 'mean', joint, () => this.#withoutMemory(algorithm));
  }

  /** Of second moments. */
  meanSquare(algorithm: ConfiguredAlgorithm, mean: StableStep): StableStep {
    if (this.#isAdditive) return mean;
    const known = this.#known;
    if ('reason' in known) return noStep(known.reason);
    const mapOf = (scanned: ConfiguredAlgorithm): MomentMap | Unknown =>
      squareMap(known, scanned, this.#scan.each);
    // second moments are not bounded where first ones grow
    const most = mean.kind === 'exact' ? mean.step! : undefined;
    if (this.#remembers)
      return this.#withMemory(
        known,
        algorithm,
        'meanSquare',
        mapOf,
        () => mean.step ?? this.#withoutMemory(algorithm),
        most,
      );
    if (most === 0) return mean;
    const found = largestStep(this.#scan, algorithm, mapOf, most === undefined ? {} : below(most));
    return exactStep(found === Infinity && most !== undefined ? most : found);
  }

  /** Of first moments, as if observations did not depend on those that made the iterate that they meet. */
  #withoutMemory(algorithm: ConfiguredAlgorithm): number | Unknown {
    const scheduled = this.#scheduled;
    if (scheduled !== undefined) {
      if ('reason' in scheduled) return scheduled;
      const { answers } = scheduled;
      if (answers !== undefined)
        return largestStep(this.#scan, algorithm, (scanned) => {
          const rounds = answerRounds(scheduled, answers, scanned, this.#scan.each);
          return 'reason' in rounds ? rounds : answerMeanMap(rounds);
        });
      const { trigger, linear } = this.#scan;
      const runs = allRunsOf(algorithm, trigger, linear.agents.length);
      if ('reason' in runs) return runs;
      const reason = runs.map(({ program }) => whyAllTakePart(program)).find((why) => why !== undefined);
      if (reason !== undefined) return because(reason);
    }
    return largestStep(this.#scan, algorithm, (scanned) =>
      meanRecursionMap(this.#scan.linear, scanned, this.#scan.trigger, this.#maps),
    );
  }

  /**
   * On the joint chain where it is small enough, else with at most two chain factors.
   *
   * @param near - a step size that the largest one is not far from
   * @param most - the largest that can be, if that is known
   */
  #withMemory(
    known: KnownProblem,
    algorithm: ConfiguredAlgorithm,
    moment: Moment,
    jointMap: (scanned: ConfiguredAlgorithm) => MomentMap | Unknown,
    near: () => number | Unknown,
    most?: number,
  ): StableStep {
    if (most === 0) return exactStep(0);
    const typical = withStep(algorithm, 1);
    const jointAtTypical = attempted('the map of moments', () => jointMap(typical));
    const isJoint = !('reason' in jointAtTypical);
    const window = (): Window => (most === undefined ? around(near()) : below(most));
    const joint = isJoint ? largestStep(this.#scan, algorithm, jointMap, window()) : jointAtTypical;
    if (typeof joint === 'number' || !hasLevels(known))
      return exactStep(joint === Infinity && most !== undefined ? most : joint);
    const long = longStep(this.#scan, known, algorithm, moment, near);
    // what is refused of second moments two chain factors may have
    if (long !== undefined && (moment === 'mean' || long.kind !== 'none')) return long;
    const why = isJoint ? undefined : whyNoLevelMap(known, typical, this.#scan.each);
    return why ? exactStep(why) : levelStep(this.#scan, known, algorithm, moment, window());
  }
}

/** How far from a step size that is known others are looked for. */
const NEARBY = 16;

/** Where to look from what is known to be near. */
const around = (near: number | Unknown): Window =>
  typeof near === 'number' && near > 0 && near < Infinity
    ? { from: near / NEARBY, most: near * (NEARBY / 2) }
    : {};

/** Where to look for what is below a step size, or at it. */
const below = (most: number): Window => ({ from: most / NEARBY, most: most * 1.01 });
