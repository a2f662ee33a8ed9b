/** The communication triggers and the end of a run, as operators over the rounds. */
import { map, type MonoTypeOperatorFunction, type OperatorFunction, takeWhile } from 'rxjs';
import { gapOf, totalOf } from '../../src/triggers/gaps.ts';
import { lawOf, roundGaps, type RunTrigger } from '../../src/triggers/index.ts';
import type { Budget } from '../../src/protocol/configuration.ts';

/** A round that may begin: its number, and the local steps done before it. */
export interface RoundReady {
  readonly round: number;
  readonly step: number;
}

/** A round with its number of local steps. */
export interface RoundPlan extends RoundReady {
  readonly localSteps: number;
}

/** Gives each round that is ready its local steps, the same for all agents. */
export function planRounds(
  trigger: RunTrigger,
  agents: number,
  seed: number,
): OperatorFunction<RoundReady, RoundPlan> {
  const gaps = roundGaps(trigger, agents, seed);
  return map((ready) => ({ ...ready, localSteps: gapOf(gaps(ready.round), 0) }));
}

/**
 * Completes when the budget is used up. A block of local steps that the budget cuts short would end
 * without communicating and change nothing at the server; it is not begun.
 */
export function withinBudget(budget: Budget): MonoTypeOperatorFunction<RoundPlan> {
  return takeWhile((plan) => fits(plan, budget));
}

function fits(plan: RoundPlan, budget: Budget): boolean {
  return budget.kind === 'rounds' ? plan.round <= budget.rounds : plan.step + plan.localSteps <= budget.steps;
}

/**
 * T: how many rounds a replication will have, known beforehand since the trigger heeds nothing else.
 *
 * @param agents - M
 */
export function totalRounds(trigger: RunTrigger, budget: Budget, agents: number, seed: number): number {
  if (budget.kind === 'rounds') return budget.rounds;
  const law = lawOf(trigger);
  if (law?.kind === 'constant') return Math.floor(budget.steps / law.gap);
  const gaps = roundGaps(trigger, agents, seed);
  let round = 0;
  for (let step = 0; ; round++) {
    step += totalOf(gaps(round + 1), agents);
    if (step > agents * budget.steps) return round;
  }
}
