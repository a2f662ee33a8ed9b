/** Trigger of a run: the local steps of each round, until the budget is used up. */
import { budgetedRounds, MOST_ROUNDS } from '../../src/configuration/budget.ts';
import type { Budget } from '../../src/configuration/configuration.ts';
import { type RoundGap, totalOf } from '../../src/triggers/gaps.ts';
import { lawOf, roundGaps, type RunTrigger } from '../../src/triggers/index.ts';

/** The rounds of a replication, as its trigger and its budget let them be. */
export interface RoundPlan {
  readonly trigger: RunTrigger;
  readonly budget: Budget;
  /** M */
  readonly agents: number;
  /** names the trigger's coins */
  readonly seed: number;
}

/**
 * Gives the local steps of round 1, 2, …, after so many of all agents together. `undefined` when the budget is used
 * up: a block of local steps that the budget cuts short would end without communicating and change nothing at the
 * server; it is not begun.
 */
export function plannedGaps({
  trigger,
  budget,
  agents,
  seed,
}: RoundPlan): (round: number, steps: number) => RoundGap | undefined {
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

/**
 * T: how many rounds a replication will have, known beforehand since the trigger heeds nothing else; where it has
 * limits, at most, and Infinity where it has nothing but them.
 */
export function totalRounds(plan: RoundPlan): number {
  const { trigger, budget, agents } = plan;
  if (budget.kind !== 'steps') return budgetedRounds(plan);
  const law = lawOf(trigger);
  if (law?.kind === 'constant') return Math.floor(budget.steps / law.gap);
  const planned = plannedGaps(plan);
  let steps = 0;
  for (let round = 1; ; round++) {
    const gap = planned(round, steps);
    if (gap === undefined) return round - 1;
    steps += totalOf(gap, agents);
  }
}
