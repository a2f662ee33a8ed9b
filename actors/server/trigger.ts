/** Trigger of a run: the local steps of each round, until the budget is used up. */
import { map, type OperatorFunction, takeWhile } from 'rxjs';
import { budgetedRounds, MOST_ROUNDS } from '../../src/configuration/budget.ts';
import type { Budget } from '../../src/configuration/configuration.ts';
import { type RoundGap, totalOf } from '../../src/triggers/gaps.ts';
import { lawOf, roundGaps, type RunTrigger } from '../../src/triggers/index.ts';

/**
 * Gives the local steps of round 1, 2, …, after so many of all agents together. `undefined` when the budget is used
 * up: a block of local steps that the budget cuts short would end without communicating and change nothing at the
 * server; it is not begun.
 *
 * @param agents - M
 */
export function plannedGaps(
  trigger: RunTrigger,
  budget: Budget,
  agents: number,
  seed: number,
): (round: number, steps: number) => RoundGap | undefined {
  const gaps = roundGaps(trigger, agents, seed);
  if (budget.kind !== 'steps') {
    const rounds = budget.kind === 'rounds' ? budget.rounds : MOST_ROUNDS;
    return (round) => (round > rounds ? undefined : gaps(round));
  }
  return (round, steps) => {
    const gap = gaps(round);
    return steps + totalOf(gap, agents) <= agents * budget.steps ? gap : undefined;
  };
}

/** Of which run the rounds are. */
export interface TriggerOptions {
  readonly trigger: RunTrigger;
  readonly budget: Budget;
  /** M */
  readonly agents: number;
  /** names the trigger's coins */
  readonly seed: number;
}

/** A round that may begin, and the local steps of all agents together before it. */
export interface ReadyRound {
  readonly round: number;
  readonly steps: number;
}

/** Gives each round that is ready its local steps; completes when the budget is used up. */
export function triggered({
  trigger,
  budget,
  agents,
  seed,
}: TriggerOptions): OperatorFunction<ReadyRound, ReadyRound & { readonly gap: RoundGap }> {
  const planned = plannedGaps(trigger, budget, agents, seed);
  return (ready) =>
    ready.pipe(
      // Written out: to spread one object into another takes V8 a hundred times as long, in every round.
      map(({ round, steps }) => ({ round, steps, gap: planned(round, steps) })),
      takeWhile((plan): plan is ReadyRound & { gap: RoundGap } => plan.gap !== undefined),
    );
}

/**
 * T: how many rounds a replication will have, known beforehand since the trigger heeds nothing else; where it has
 * limits, at most, and Infinity where it has nothing but them.
 *
 * @param agents - M
 */
export function totalRounds(trigger: RunTrigger, budget: Budget, agents: number, seed: number): number {
  if (budget.kind !== 'steps') return budgetedRounds({ trigger, budget });
  const law = lawOf(trigger);
  if (law?.kind === 'constant') return Math.floor(budget.steps / law.gap);
  const planned = plannedGaps(trigger, budget, agents, seed);
  let steps = 0;
  for (let round = 1; ; round++) {
    const gap = planned(round, steps);
    if (gap === undefined) return round - 1;
    steps += totalOf(gap, agents);
  }
}
