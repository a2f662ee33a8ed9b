/**
 * E ‖θ̄_t − θ*‖² of a timed run given when answers came: times depend on no number, so that a seed's schedule
 * is a known sequence of affine maps with noise, and both moments along it are exact. The mean over seeds is
 * free of the observations' noise (Rao–Blackwell).
 */
import { composeCost } from '../moments/localMoments.ts';
import { type ConfiguredAlgorithm, streamsOf } from '../../algorithms/parts.ts';
import type { NewRowSums } from '../../maths/rowSums.ts';
import { squaredDistance, type Vector } from '../../maths/vector.ts';
import { meanGap, type RunTrigger } from '../../triggers/index.ts';
import type { MomentBudget } from '../budgets.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import { nonlinearOrRandom } from '../nonlinearity.ts';
import { dampedAgents, formedAct } from '../stepOperators.ts';
import { tooExpensive, tooLarge, type Unknown } from '../unknown.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import { chainSize, localShape } from '../chain/localSteps.ts';
import { secondStepCost } from '../../maths/jumpLinear/secondMoments.ts';
import { NOT_LINEAR, SHARED_WORK } from '../linearParts.ts';
import { varies } from '../mean/limits.ts';
import { backwardVariances, isAddedNoise } from './backwardMoments.ts';
import { ForwardMoments, type ObservedOptions } from './forwardMoments.ts';
import { JointMoments, jointDoubles, type JointOptions } from './jointMoments.ts';
import { exactMeans } from './meanMoments.ts';
import { follow, type RunMoments, type ThetaStep } from './runSteps.ts';
import type { Schedule } from './schedule.ts';
import { leastSlots, tracedRun } from './tracedRun.ts';

/** What is left out of the moments of finite chains under Markov sampling where their joint chain is out of reach. */
export const THIRD_NEGLECTED = 'third cumulants of models and chains';

/** What the moments depend on beside the schedule. */
export interface ArrivalSetting extends Pick<KnownProblem, 'agents' | 'sampling' | 'root'> {
  readonly algorithm: ConfiguredAlgorithm;
  readonly trigger: RunTrigger;
  /** θ̄_0 `[d]` */
  readonly initial: Vector;
  /** under Markov sampling on finite chains: on the joint chain of all agents, or with {@link THIRD_NEGLECTED} */
  readonly joint?: boolean;
  /** backwards, where noise is added: cheaper where few rounds are asked for or their errors forget soon */
  readonly backwards?: boolean;
  /** how sums of rows are made; in plain JavaScript if left out */
  readonly newRows?: NewRowSums;
}

/** Of one seed's run, at the rounds asked for that it has. */
export interface ArrivalErrors {
  /** E ‖θ̄_t − θ*‖² */
  readonly meanSquare: readonly number[];
  /** ‖E θ̄_t − θ*‖² */
  readonly biasSquare: readonly number[];
  readonly multiplications: number;
}

/** A multiplication here takes as long as so many of those that budgets are about: matrices are small, and elsewhere each time. */
const PACE = 2;

type CostSetting = Pick<ArrivalSetting, 'agents' | 'sampling' | 'root' | 'joint'>;

/**
 * About how many multiplications the moments of one answer take.
 *
 * @param gap - local steps of an answer
 * @param rounds - for which the errors are asked for
 */
export function answerCost(setting: CostSetting, gap: number, rounds: number): number {
  const { agents, sampling, root } = setting;
  const forwards = forwardCost(setting, gap);
  if (!isAddedNoise(agents, sampling)) return forwards;
  return Math.min(forwards, backwardCost(root.length, rounds) / MOST_FORGOTTEN);
}

/**
 * At how many rounds the moments of one answer take no more than so many multiplications, nothing let go; `undefined` where
 * they do not depend on that: they go forwards.
 */
export function roundsWithin(
  { agents, sampling, root, algorithm }: CostSetting & Pick<ArrivalSetting, 'algorithm'>,
  multiplications: number,
): number | undefined {
  const isForwards = isTwin(algorithm) || !isAddedNoise(agents, sampling);
  return isForwards ? undefined : Math.floor(multiplications / backwardCost(root.length, 1));
}

/** How many multiplications more an answer takes whose steps are of another size than those before: the moments of its H steps are new. */
export function changingCost({ agents, sampling, root }: CostSetting, gap: number): number {
  if (chainsOf({ agents, sampling }) !== undefined) return 0;
  const d = root.length;
  const isDrawn = sampling !== 'exact' && agents.some(({ law }) => law?.kind === 'finite');
  const compositions = 2 * Math.log2(1 + gap);
  return PACE * compositions * composeCost(d, 1 + d, isDrawn ? 'multiplicative' : 'additive');
}

/** Whether two pieces of an agent's work are on the same observations. */
function isTwin(algorithm: ConfiguredAlgorithm): boolean {
  const streams = streamsOf(algorithm);
  return new Set(streams).size < streams.length;
}

/** Backwards, where nothing is ever let go: half the vectors asked for come later. */
const backwardCost = (d: number, rounds: number): number => PACE * 4 * d ** 3 * rounds;

/** With each agent a model or two are under way, and what its stream carries. */
function forwardCost({ agents, sampling, root, joint = false }: CostSetting, gap: number): number {
  const d = root.length;
  const M = agents.length;
  const laws = chainsOf({ agents, sampling });
  if (laws === undefined) {
    const isCarried = sampling === 'markov';
    const isAdditive = isCarried || agents.every(({ law }) => law?.kind !== 'finite');
    return PACE * (d ** 3 * M * (isCarried ? 9 : 3) + (isAdditive ? 0 : d ** 4));
  }
  const live = 1 + 2 * M * d;
  if (joint) {
    const states = laws.reduce((product, { chain }) => product * chain.states, 1);
    return PACE * states * 3 * live ** 2 * gap;
  }
  const { states: n } = laws[0]!.chain;
  const shape = localShape({ kind: 'step', stepSize: 1 }, d, true);
  const alongChain = gap * secondStepCost(chainSize(laws[0]!, root), shape);
  return PACE * (3 * d * d * (live + M * n) + (d + n) * n * live + alongChain);
}

/** Beside its size, how far the mean may be from the run without noise. */
const SAME = 1e-8;

/** Backwards is tried where it is cheaper if no more than one in so many vectors asked for counts at a time. */
const MOST_FORGOTTEN = 20;

/**
 * The errors along a schedule.
 *
 * @param rounds - in increasing order; round 0 is the start
 */
export function arrivalErrors(
  setting: ArrivalSetting,
  schedule: Schedule,
  rounds: readonly number[],
  budget: MomentBudget,
): ArrivalErrors | Unknown {
  const { agents, sampling, root, trigger } = setting;
  const forward = forwardCost(setting, meanGap(trigger) ?? 1);
  const mayGain = backwardCost(root.length, rounds.length) < MOST_FORGOTTEN * forward;
  if (!mayGain || isTwin(setting.algorithm) || !isAddedNoise(agents, sampling))
    return errorsAlong(setting, schedule, rounds, budget);
  const answers = schedule.calls.reduce((sum, { kind }) => sum + Number(kind === 'ask'), 0);
  const ofForward = forward * answers;
  const least = { ...budget, multiplications: Math.min(budget.multiplications, ofForward) };
  const found = errorsAlong({ ...setting, backwards: true }, schedule, rounds, least);
  if (!('reason' in found) || found.needed === undefined) return found;
  if (ofForward <= budget.multiplications) return errorsAlong(setting, schedule, rounds, budget);
  return tooExpensive(ONE_RUN, Math.min(found.needed, ofForward), budget);
}

const ONE_RUN = 'curves given a run’s event times take';

/** The errors, in the way that the setting says. */
export function errorsAlong(
  setting: ArrivalSetting,
  schedule: Schedule,
  rounds: readonly number[],
  budget: MomentBudget,
): ArrivalErrors | Unknown {
  const { algorithm, trigger, sampling, root, joint = false, backwards = false, newRows } = setting;
  const form = formedAct(algorithm, trigger, setting.agents.length);
  const agents = form === undefined ? setting.agents : dampedAgents(setting.agents, form);
  if ('reason' in agents) return agents;
  const saysNot = nonlinearOrRandom(algorithm);
  if (saysNot) return saysNot;
  const laws = chainsOf({ agents, sampling });
  const isShared = sampling !== 'exact' && isTwin(algorithm);
  if (isShared && sampling === 'markov' && agents.some(({ law }) => law?.kind === 'finite'))
    return { reason: SHARED_WORK };
  const streams = streamsOf(algorithm).length;
  const optionsOf = (slots: number): ObservedOptions & JointOptions => ({
    ...{ agents, sampling, root, slots, streams, doubles: budget.doubles, newRows },
    ...{ laws: laws ?? [], dimension: root.length },
  });
  const doublesOf = joint ? jointDoubles : backwards ? backwardDoubles(rounds, schedule) : momentDoubles;
  const run = tracedRun({
    ...{ algorithm, agents: agents.length, trigger, form, schedule, isShared },
    last: rounds.at(-1) ?? 0,
    isCarried: sampling === 'markov' && agents.some(({ law }) => law !== undefined),
    tooMany: (slots) => {
      const doubles = doublesOf(optionsOf(slots));
      return doubles <= budget.doubles ? undefined : tooLarge('all that is under way takes', doubles, budget);
    },
  });
  if ('reason' in run) return run;
  const { steps, slots } = run;
  const initial = Float64Array.from(setting.initial);
  const isAsInRun = (moments: RunMoments, { round, theta }: ThetaStep): boolean =>
    isNear(moments.mean(theta), round === 0 ? initial : schedule.noiseFree[round - 1]!);
  const means = exactMeans(agents, root, slots);
  // From where chains start the mean need not be the run without noise: the parts are tried on the means alone.
  if (laws && !follow(steps, initial, means, (step) => step.kind !== 'round' || isAsInRun(means, step)))
    return { reason: NOT_LINEAR };

  const options = optionsOf(slots);
  const moments = backwards ? means : joint ? new JointMoments(options) : new ForwardMoments(options);
  const [meanSquare, biasSquare]: [number[], number[]] = [[], []];
  let stopped: Unknown | undefined;
  follow(steps, initial, moments, (step, share) => {
    if (step.kind === 'round' && step.round === rounds[biasSquare.length]) {
      const bias = squaredDistance(moments.mean(step.theta), root);
      biasSquare.push(bias);
      // What rounding leaves of a variance may be negative.
      meanSquare.push(bias + Math.max(0, moments.variance(step.theta)));
      budget.progress?.(meanSquare.length);
      if (!laws && !isAsInRun(moments, step)) stopped = { reason: NOT_LINEAR };
    }
    const multiplications = PACE * moments.multiplications;
    if (multiplications > budget.multiplications)
      stopped ??= tooExpensive(ONE_RUN, multiplications / share, budget);
    return stopped === undefined;
  });
  if (stopped) return stopped;
  const multiplications = PACE * moments.multiplications;
  if (!backwards) return { meanSquare, biasSquare, multiplications };
  const reached = rounds.slice(0, biasSquare.length);
  const late = backwardVariances(steps, reached, options, (budget.multiplications - multiplications) / PACE);
  if ('needed' in late) return tooExpensive(ONE_RUN, PACE * late.needed, budget);
  return {
    meanSquare: biasSquare.map((bias, at) => bias + late.variances[at]!),
    biasSquare,
    multiplications: multiplications + PACE * late.multiplications,
  };
}

/** How moments are computed. */
export interface Way {
  /** on the joint chain of all agents */
  readonly joint: boolean;
  readonly neglects?: string;
}

/** The ways that there are within a budget of memory, the best first. */
export function waysOf(
  known: CostSetting,
  algorithm: ConfiguredAlgorithm,
  { doubles }: MomentBudget,
): readonly [Way, ...Way[]] {
  const { agents, root } = known;
  const laws = chainsOf(known);
  if (!laws?.some((law) => varies(law, root.length))) return [{ joint: false }];
  const slots = leastSlots(agents.length);
  const streams = streamsOf(algorithm).length;
  const fits = jointDoubles({ laws, dimension: root.length, slots, streams }) <= doubles;
  const third = { joint: false, neglects: THIRD_NEGLECTED };
  return fits ? [{ joint: true }, third] : [third];
}

/** The laws of all agents' chains under Markov sampling, where that is what they observe. */
function chainsOf({
  agents,
  sampling,
}: Pick<KnownProblem, 'agents' | 'sampling'>): readonly FiniteObservations[] | undefined {
  if (sampling !== 'markov') return undefined;
  const laws = agents.flatMap(({ law }) => (law?.kind === 'finite' ? [law] : []));
  return laws.length === agents.length ? laws : undefined;
}

/** Numbers in the covariances of all vectors and of what streams carry. */
function momentDoubles({ agents, sampling, root, slots, streams }: ObservedOptions): number {
  const d = root.length;
  const sizes = agents.map(({ law }) => (law?.kind === 'finite' ? law.chain.states : d));
  const carried = sampling === 'markov' ? sizes.reduce((sum, size) => sum + size, 0) : 0;
  return (slots * d + streams * carried) ** 2;
}

/** Where derivatives are, and some numbers for each call. */
const backwardDoubles =
  (rounds: readonly number[], { calls }: Schedule) =>
  ({ agents, root, slots, streams }: ObservedOptions): number =>
    (slots + agents.length * streams) * root.length ** 2 * rounds.length + 40 * calls.length;

/** Whether they are the same but for rounding; whatever is beyond all doubles is. */
function isNear(mean: Vector, plain: Vector): boolean {
  let size = 1;
  for (const x of plain) size = Math.max(size, Math.abs(x));
  return !(squaredDistance(mean, plain) > (SAME * size) ** 2);
}
