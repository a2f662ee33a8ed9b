/** What is known of a run's length before it begins. */
import { meanGap } from '../triggers/index.ts';
import type { Limits, RunConfiguration } from './configuration.ts';

/** Whether a run may end before its rounds or local steps are done, which is known only as it happens. */
export const isLimited = ({ seconds, bytes }: Limits): boolean =>
  seconds !== undefined || bytes !== undefined;

/** T; of a number of local steps with random gaps its mean; Infinity where only limits end the run. */
export function budgetedRounds({ trigger, budget }: Pick<RunConfiguration, 'trigger' | 'budget'>): number {
  if (budget.kind === 'limits') return Infinity;
  return budget.kind === 'rounds' ? budget.rounds : Math.floor(budget.steps / (meanGap(trigger) ?? 1));
}

/** Rounds are counted in 32 bits. */
export const MOST_ROUNDS = 2_147_483_647;
