/**
 * E ‖θ̄_t − θ*‖² of a timed run given when answers came: times depend on no number, so that a seed's schedule
 * is a known sequence of affine maps with noise, and both moments along it are exact. The mean over seeds is
 * free of the observations' noise (Rao–Blackwell).
 */
import { type ConfiguredAlgorithm, streamsOf } from '../../algorithms/parts.ts';
import type { NewRowSums } from '../../maths/rowSums.ts';
import { squaredDistance, type Vector } from '../../maths/vector.ts';
import { meanGap, type RunTrigger } from '../../triggers/index.ts';
import type { MomentBudget } from '../moments/momentBudget.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import { nonlinearOrRandom } from '../nonlinearity.ts';
import { dampedAgents, formedAct } from '../stepOperators.ts';
import { beyond, tooExpensive, type Unknown } from '../unknown.ts';
import type { FiniteObservations, ObservationLaw } from '../../problems/observationLaw.ts';
import { chainSize, localShape } from '../chain/localSteps.ts';
import { secondStepCost } from '../chain/secondMoments.ts';
import { BackwardMoments, isAddedNoise } from './backwardMoments.ts';
import { JointMoments, jointDoubles } from './jointMoments.ts';
import { exactMeans } from './meanMoments.ts';
import type { RunMoments } from './runMoments.ts';
import type { Schedule } from './schedule.ts';
import { ForwardMoments } from './forwardMoments.ts';
import { traceRun } from './tracedRun.ts';

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

const NOT_LINEAR = 'its parts are not linear, or keep vectors that their `kept` does not name';

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
  const { algorithm, trigger, initial, sampling, root, joint = false, backwards = false } = setting;
  const form = formedAct(algorithm, trigger, setting.agents.length);
  const agents = form === undefined ? setting.agents : dampedAgents(setting.agents, form);
  if ('reason' in agents) return agents;
  const laws = chainsOf({ agents, sampling });
  const meanSquare: number[] = [];
  const biasSquare: number[] = [];
  let multiplications = 0;
  let stopped: Unknown | undefined;
  let whole: RunMoments | undefined;
  const saysNot = nonlinearOrRandom(algorithm);
  if (saysNot) return saysNot;
  const run = {
    ...{ algorithm, agents: agents.length, trigger, form, schedule },
    initial: Float64Array.from(initial),
  };
  // From where chains start the mean need not be the run without noise: the parts are tried on the means alone.
  const isLinear = laws === undefined || isLinearRun(run, { agents, root });
  if (isLinear !== true) return isLinear === false ? { reason: NOT_LINEAR } : isLinear;
  const failed = traceRun({
    ...run,
    begin: (slots, streams) => {
      meanSquare.length = 0;
      biasSquare.length = 0;
      const { length: d } = root;
      const options = { laws: laws ?? [], dimension: d, slots, streams };
      const doubles = joint
        ? jointDoubles(options)
        : backwards
          ? backwardDoubles({ agents, root }, slots, streams, rounds.length, schedule.calls.length)
          : momentDoubles({ agents, sampling, root }, slots, streams);
      if (doubles > budget.doubles)
        return {
          reason: `all that is under way takes ${beyond(doubles, 'numbers in memory', budget.doubles)}`,
        };
      if (joint) return new JointMoments(options);
      const { doubles: ofStretches } = budget;
      const observed = {
        agents,
        sampling,
        root,
        slots,
        streams,
        doubles: ofStretches,
        newRows: setting.newRows,
      };
      return (whole = backwards ? new BackwardMoments(observed) : new ForwardMoments(observed));
    },
    stepped: (round, theta, moments) => {
      if (round !== rounds[meanSquare.length]) return;
      const mean = moments.mean(theta);
      const bias = squaredDistance(mean, root);
      biasSquare.push(bias);
      // What rounding leaves of a variance may be negative.
      meanSquare.push(bias + Math.max(0, moments.variance(theta)));
      budget.progress?.(meanSquare.length);
      if (laws === undefined && !isNear(mean, noiseFreeAt(run, round))) stopped = { reason: NOT_LINEAR };
    },
    enough: (moments, share) => {
      multiplications = PACE * moments.multiplications;
      if (multiplications > budget.multiplications)
        stopped ??= tooExpensive(ONE_RUN, multiplications / share, budget);
      return stopped !== undefined || meanSquare.length === rounds.length;
    },
  });
  if (failed ?? stopped) return (failed ?? stopped)!;
  const late = whole?.late?.((budget.multiplications - multiplications) / PACE);
  if (late === undefined) return { meanSquare, biasSquare, multiplications };
  if ('needed' in late) return tooExpensive(ONE_RUN, PACE * late.needed, budget);
  return {
    meanSquare: meanSquare.map((bias, at) => bias + late[at]!),
    biasSquare,
    multiplications: PACE * whole!.multiplications,
  };
}

/** The laws of all agents' chains under Markov sampling, where that is what they observe. */
export function chainsOf({
  agents,
  sampling,
}: Pick<KnownProblem, 'agents' | 'sampling'>): readonly FiniteObservations[] | undefined {
  if (sampling !== 'markov') return undefined;
  const laws = agents.flatMap(({ law }) => (law?.kind === 'finite' ? [law] : []));
  return laws.length === agents.length ? laws : undefined;
}

function momentDoubles({ agents, sampling, root }: CostSetting, slots: number, streams: number): number {
  const carried = sampling !== 'markov' ? 0 : sum(agents.map(({ law }) => carriedSize(law, root.length)));
  return (slots * root.length + streams * carried) ** 2;
}

/** Where derivatives are, and some numbers for each call. */
const backwardDoubles = (
  { agents, root }: Pick<CostSetting, 'agents' | 'root'>,
  slots: number,
  streams: number,
  rounds: number,
  calls: number,
): number => (slots + agents.length * streams) * root.length ** 2 * rounds + 40 * calls;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const carriedSize = (law: ObservationLaw | undefined, d: number): number =>
  law?.kind === 'finite' ? law.chain.states : d;

type TracedSchedule = Pick<
  Parameters<typeof traceRun>[0],
  'algorithm' | 'agents' | 'trigger' | 'initial' | 'form' | 'schedule'
>;

const noiseFreeAt = ({ initial, schedule }: TracedSchedule, round: number): Vector =>
  round === 0 ? initial : schedule.noiseFree[round - 1]!;

/** Whether the parts, run on combinations, make the run without noise of the mean operators. */
function isLinearRun(
  run: TracedSchedule,
  { agents, root }: Pick<ArrivalSetting, 'agents' | 'root'>,
): boolean | Unknown {
  let isSame = true;
  const failed = traceRun({
    ...run,
    begin: (slots) => exactMeans(agents, root, slots),
    stepped: (round, theta, moments) => {
      isSame &&= isNear(moments.mean(theta), noiseFreeAt(run, round));
    },
    enough: () => !isSame,
  });
  return failed ?? isSame;
}

/** Whether they are the same but for rounding; whatever is beyond all doubles is. */
function isNear(mean: Vector, plain: Vector): boolean {
  let size = 1;
  for (const x of plain) size = Math.max(size, Math.abs(x));
  return !(squaredDistance(mean, plain) > (SAME * size) ** 2);
}
