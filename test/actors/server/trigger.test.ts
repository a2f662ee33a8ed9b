import { describe, expect, test } from 'vitest';
import { plannedGaps, totalRounds } from '../../../actors/server/trigger.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { geometricGap } from '../../../src/triggers/bernoulli.ts';
import { gapOf } from '../../../src/triggers/gaps.ts';
import type { Budget, TriggerConfiguration } from '../../../src/configuration/configuration.ts';
import { configurationOf, FEDHSA, LOCAL_SA, replicationsOf, SCAFFLSA } from '../../oracles/events.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';

const H3: TriggerConfiguration = { kind: 'deterministic', localSteps: 3 };
const COINS: TriggerConfiguration = { kind: 'bernoulli', probability: 0.3 };

/** Local steps of the rounds of a run, and how many that is. */
function planned(trigger: TriggerConfiguration, budget: Budget, seed = 1): number[] {
  const next = plannedGaps({ trigger, budget, agents: 1, seed });
  const gaps: number[] = [];
  for (let steps = 0; ; steps += gaps.at(-1)!) {
    const gap = next(gaps.length + 1, steps);
    if (gap === undefined) return gaps;
    gaps.push(gapOf(gap, 0));
  }
}

test('rounds have the geometric gaps of the seed’s own coins, 200 of them', () => {
  const coins = generatorFor(7, 'trigger');
  const expected = Array.from({ length: 200 }, () => geometricGap(0.3, coins));
  expect(planned(COINS, { kind: 'rounds', rounds: 200 }, 7)).toEqual(expected);
  expect(new Set(expected).size).toBeGreaterThan(5);
});

test.each<{ budget: Budget; rounds: number }>([
  { budget: { kind: 'rounds', rounds: 2 }, rounds: 2 },
  { budget: { kind: 'rounds', rounds: 0 }, rounds: 0 },
  // a last block that the budget cuts short is not begun
  { budget: { kind: 'steps', steps: 8 }, rounds: 2 },
  { budget: { kind: 'steps', steps: 9 }, rounds: 3 },
  { budget: { kind: 'steps', steps: 11 }, rounds: 3 },
  { budget: { kind: 'steps', steps: 2 }, rounds: 0 },
])('$budget has room for $rounds rounds of 3 local steps', ({ budget, rounds }) => {
  expect(planned(H3, budget)).toEqual(new Array<number>(rounds).fill(3));
});

describe('the number of rounds known beforehand is what a run has', () => {
  const specification = specificationOf(randomProblem(2, 2, 3));
  test.each<{
    trigger: TriggerConfiguration;
    budget: Exclude<Budget, { kind: 'limits' }>;
    blocks: string;
  }>([
    { blocks: 'H = 3, 17 steps', trigger: H3, budget: { kind: 'steps', steps: 17 } },
    { blocks: 'H = 3, 18 steps', trigger: H3, budget: { kind: 'steps', steps: 18 } },
    { blocks: 'H = 3, 2 steps', trigger: H3, budget: { kind: 'steps', steps: 2 } },
    { blocks: 'H = 3, 9 rounds', trigger: H3, budget: { kind: 'rounds', rounds: 9 } },
    { blocks: 'p = 0.3, 40 steps', trigger: COINS, budget: { kind: 'steps', steps: 40 } },
    { blocks: 'p = 0.3, 9 rounds', trigger: COINS, budget: { kind: 'rounds', rounds: 9 } },
    {
      blocks: 'p = 1, 9 steps',
      trigger: { kind: 'bernoulli', probability: 1 },
      budget: { kind: 'steps', steps: 9 },
    },
  ])('$blocks, for 20 seeds and every algorithm', async ({ trigger, budget }) => {
    const seeds = Array.from({ length: 20 }, (_, k) => k);
    const algorithms = [LOCAL_SA(0.1), SCAFFLSA(0.05), FEDHSA(0.1)];
    const runs = await replicationsOf(specification, configurationOf({ trigger, budget, seeds, algorithms }));
    expect(runs).toHaveLength(60);
    for (const { seed, outcome, records } of runs) {
      // the blocks of the seed's coins, as far as they fit
      const coins = generatorFor(seed, 'trigger');
      const steps = [0];
      for (;;) {
        const gap = trigger.kind === 'deterministic' ? 3 : geometricGap(trigger.probability, coins);
        const next = steps.at(-1)! + gap;
        if (budget.kind === 'rounds' ? steps.length > budget.rounds : next > budget.steps) break;
        steps.push(next);
      }
      expect(records.map(({ step }) => step)).toEqual(steps);
      expect(outcome).toEqual({ kind: 'completed', rounds: steps.length - 1, steps: steps.at(-1) });
      expect(totalRounds({ trigger, budget, agents: 3, seed })).toBe(steps.length - 1);
    }
  });
});
