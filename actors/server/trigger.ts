/** The communication triggers and the end of a run, as operators over the rounds. */
import { map, type MonoTypeOperatorFunction, type OperatorFunction, takeWhile } from 'rxjs';
import { type Generator, generatorFor } from '../../src/maths/generator.ts';
import { gapsOf, lawOf, type TriggerConfiguration } from '../../src/triggers/index.ts';
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

/** The generator of the trigger's coins: the same for all algorithms of a seed. */
export const triggerGenerator = (seed: number): Generator => generatorFor(seed, 'trigger');

/** Gives each round that is ready its local steps. */
export function planRounds(
  trigger: TriggerConfiguration,
  generator: Generator,
): OperatorFunction<RoundReady, RoundPlan> {
  const gap = gapsOf(trigger);
  return map((ready) => ({ ...ready, localSteps: gap(ready.round, generator) }));
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

/** T: how many rounds a replication will have, known beforehand since the trigger heeds nothing else. */
export function totalRounds(trigger: TriggerConfiguration, budget: Budget, seed: number): number {
  if (budget.kind === 'rounds') return budget.rounds;
  const law = lawOf(trigger);
  if (law?.kind === 'constant') return Math.floor(budget.steps / law.gap);
  const gap = gapsOf(trigger);
  const generator = triggerGenerator(seed);
  let round = 0;
  for (let step = 0; ; round++) {
    step += gap(round + 1, generator);
    if (step > budget.steps) return round;
  }
}
