import { from, map, toArray } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, test } from 'vitest';
import { planRounds, type RoundPlan, totalRounds, withinBudget } from '../../../actors/server/trigger.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { geometricGap } from '../../../src/triggers/bernoulli.ts';
import type { Budget, TriggerConfiguration } from '../../../src/protocol/configuration.ts';
import { configurationOf, FEDHSA, LOCAL_SA, replicationsOf, SCAFFLSA } from '../../oracles/events.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';

const H3: TriggerConfiguration = { kind: 'deterministic', localSteps: 3 };
const COINS: TriggerConfiguration = { kind: 'bernoulli', probability: 0.3 };
const scheduler = (): TestScheduler =>
  new TestScheduler((actual, expected) => {
    expect(actual).toEqual(expected);
  });

describe('rounds are planned', () => {
  test('with H = 3 local steps each, when they are ready', () => {
    scheduler().run(({ hot, expectObservable }) => {
      const ready = hot('-a--b|', { a: { round: 1, step: 0 }, b: { round: 2, step: 3 } });
      const expected = '  -x--y|';
      expectObservable(ready.pipe(planRounds(H3, 1, 1))).toBe(expected, {
        x: { round: 1, step: 0, localSteps: 3 },
        y: { round: 2, step: 3, localSteps: 3 },
      });
    });
  });

  test('with the geometric gaps of the seed’s own coins, 200 of them', () => {
    const coins = generatorFor(7, 'trigger');
    const expected = Array.from({ length: 200 }, () => geometricGap(0.3, coins));
    let gaps: number[] = [];
    const ready = Array.from({ length: 200 }, (_, k) => ({ round: k + 1, step: 0 }));
    from(ready)
      .pipe(
        planRounds(COINS, 1, 7),
        map((plan) => plan.localSteps),
        toArray(),
      )
      .subscribe((all) => (gaps = all));
    expect(gaps).toEqual(expected);
    expect(new Set(gaps).size).toBeGreaterThan(5);
  });
});

describe('a budget', () => {
  const plan = (round: number, step: number, localSteps: number): RoundPlan => ({ round, step, localSteps });
  const plans = { a: plan(1, 0, 4), b: plan(2, 4, 4), c: plan(3, 8, 4) };

  test.each<{ budget: Budget; expected: string }>([
    { budget: { kind: 'rounds', rounds: 2 }, expected: '-a--b--|' },
    { budget: { kind: 'rounds', rounds: 5 }, expected: '-a--b--c--|' },
    { budget: { kind: 'rounds', rounds: 0 }, expected: '-|' },
    // a last block that the budget cuts short is not begun
    { budget: { kind: 'steps', steps: 8 }, expected: '-a--b--|' },
    { budget: { kind: 'steps', steps: 11 }, expected: '-a--b--|' },
    { budget: { kind: 'steps', steps: 12 }, expected: '-a--b--c--|' },
    { budget: { kind: 'steps', steps: 3 }, expected: '-|' },
  ])('$budget lets rounds of 4 local steps through as $expected', ({ budget, expected }) => {
    scheduler().run(({ hot, expectObservable }) => {
      expectObservable(hot('-a--b--c--|', plans).pipe(withinBudget(budget))).toBe(expected, plans);
    });
  });
});

describe('the number of rounds known beforehand is what a run has', () => {
  const specification = specificationOf(randomProblem(2, 2, 3));
  test.each<{ trigger: TriggerConfiguration; budget: Budget; blocks: string }>([
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
      expect(totalRounds(trigger, budget, 3, seed)).toBe(steps.length - 1);
    }
  });
});
