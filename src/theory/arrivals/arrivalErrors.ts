/**
 * E ‖θ̄_t − θ*‖² of a timed run given when answers came: times depend on no number, so that a seed's schedule
 * is a known sequence of affine maps with noise, and both moments along it are exact. The mean over seeds is
 * free of the observations' noise (Rao–Blackwell).
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { squaredDistance, type Vector } from '../../maths/vector.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import type { MomentBudget } from '../moments/momentBudget.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import { tooExpensive, type Unknown } from '../unknown.ts';
import type { Schedule } from './schedule.ts';
import { StreamNoise } from './streamNoise.ts';
import { traceRun } from './tracedRun.ts';
import { VectorMoments } from './vectorMoments.ts';

/** What the moments depend on beside the schedule. */
export interface ArrivalSetting extends Pick<KnownProblem, 'agents' | 'sampling' | 'root'> {
  readonly algorithm: ConfiguredAlgorithm;
  readonly trigger: RunTrigger;
  /** θ̄_0 `[d]` */
  readonly initial: Vector;
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
const PACE = 3;

/**
 * About how many multiplications the moments of one answer take.
 *
 * With each agent a model or two are under way, and its noise where that is carried.
 */
export function answerCost({
  agents,
  sampling,
  root,
}: Pick<KnownProblem, 'agents' | 'sampling' | 'root'>): number {
  const d = root.length;
  const isCarried = sampling === 'markov';
  const isAdditive = isCarried || agents.every(({ law }) => law?.kind !== 'finite');
  return PACE * (d ** 3 * agents.length * (isCarried ? 9 : 3) + (isAdditive ? 0 : d ** 4));
}

/** Beside its size, how far the mean may be from the run without noise. */
const SAME = 1e-8;

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
  const { algorithm, agents, trigger, initial, sampling, root } = setting;
  const meanSquare: number[] = [];
  const biasSquare: number[] = [];
  let multiplications = 0;
  let stopped: Unknown | undefined;
  if (sampling === 'markov' && agents.some(({ law }) => law?.kind === 'finite'))
    return { reason: 'under Markov sampling on finite chains answers depend on when the chains were where' };
  const failed = traceRun({
    algorithm,
    agents: agents.length,
    trigger,
    initial: Float64Array.from(initial),
    schedule,
    begin: (slots) => {
      meanSquare.length = 0;
      biasSquare.length = 0;
      const { length: d } = root;
      const doubles = (slots * d) ** 2;
      if (doubles > budget.doubles)
        return {
          reason: `all that is under way takes ${doubles.toExponential(0)} numbers in memory, more than ${budget.doubles.toExponential(0)}`,
        };
      const moments = new VectorMoments(slots, d);
      return {
        moments,
        noise: new StreamNoise({ agents, sampling, root, moments, doubles: budget.doubles }),
      };
    },
    stepped: (round, theta, moments) => {
      if (round !== rounds[meanSquare.length]) return;
      const mean = moments.mean(theta);
      const bias = squaredDistance(mean, root);
      biasSquare.push(bias);
      meanSquare.push(bias + moments.variance(theta));
      budget.progress?.(meanSquare.length);
      const plain = round === 0 ? initial : schedule.noiseFree[round - 1]!;
      if (!isNear(mean, plain))
        stopped = { reason: 'its parts are not linear, or keep vectors that their `kept` does not name' };
    },
    enough: (moments, share) => {
      multiplications = PACE * moments.multiplications;
      if (multiplications > budget.multiplications)
        stopped ??= tooExpensive('a run’s arrivals take', multiplications / share, budget);
      return stopped !== undefined || meanSquare.length === rounds.length;
    },
  });
  return failed ?? stopped ?? { meanSquare, biasSquare, multiplications };
}

/** Whether they are the same but for rounding; whatever is beyond all doubles is. */
function isNear(mean: Vector, plain: Vector): boolean {
  let size = 1;
  for (const x of plain) size = Math.max(size, Math.abs(x));
  return !(squaredDistance(mean, plain) > (SAME * size) ** 2);
}
