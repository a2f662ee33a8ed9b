/** A run that fedsa and its rivals are both asked for: the algorithm, the data, and how long. */
import type { Sampling } from '../../src/problems/operator.ts';

export interface Plan {
  readonly algorithm: 'local-sa' | 'scafflsa';
  readonly sampling: Sampling;
  /** H */
  readonly localSteps: number;
  /** T */
  readonly rounds: number;
  /** the round after which the clock starts: a divisor of `rounds` */
  readonly timedFrom: number;
  /** η */
  readonly stepSize: number;
}

/** Local SA on Markov data, with as many rounds before the clock starts as after. */
export const localSaPlan = (localSteps: number, timedRounds: number): Plan => ({
  algorithm: 'local-sa',
  sampling: 'markov',
  localSteps,
  rounds: 2 * timedRounds,
  timedFrom: timedRounds,
  stepSize: 0.01,
});

/** The same with more rounds, before the clock starts and after. */
export const lengthened = (plan: Plan, factor: number): Plan => ({
  ...plan,
  rounds: factor * plan.rounds,
  timedFrom: factor * plan.timedFrom,
});

/** How the algorithms are written in titles. */
export const ALGORITHM_TITLES = { 'local-sa': 'Local SA', scafflsa: 'SCAFFLSA' } as const;

/** Local steps of all agents while the clock runs. */
export const timedSteps = (agents: number, { localSteps, rounds, timedFrom }: Plan): number =>
  agents * localSteps * (rounds - timedFrom);
