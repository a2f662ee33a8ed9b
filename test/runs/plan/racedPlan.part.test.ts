/** Races of settings by simulation: what they may take, and that their plan is among what they say of each gap. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { findTarget } from '../../../src/inputs/target.ts';
import { planQuestions } from '../../../src/runs/plan/planQuestion.ts';
import { racedPlan } from '../../../src/runs/plan/racedPlan.ts';
import type { AlgorithmPlan } from '../../../src/search/plan/planSearch.ts';
import { inLong, inSuite } from '../../tooling/parts.ts';
import { planFolder } from '../../commandLine/plannedAgents.ts';

const folder = planFolder();

async function race(epsilon: number, steps: number): Promise<{ plan: AlgorithmPlan; spent: number }> {
  const over = { localSteps: [4, 8], stepSize: { from: 0.05, to: 0.4 } };
  const target = await findTarget(join(folder, 'two.json'));
  const { questions } = await planQuestions(
    target,
    { algorithms: ['local-sa'] },
    { epsilon, over },
    undefined,
  );
  let spent = 0;
  const progress = (so: number): void => {
    spent = so;
  };
  const asked = { question: questions[0]!, algorithm: 0, epsilon, costAt: (H: number) => H, steps, progress };
  return { plan: await racedPlan(asked, new AbortController().signal), spent };
}

inSuite.test(
  'a race that does not get to ε takes the local steps that it may, and no more than a run of 8 rounds beyond',
  async () => {
    const { plan, spent } = await race(1e-6, 3e4);
    expect(plan).toMatchObject({ kind: 'none', reason: expect.stringContaining('within 30000 local steps') });
    expect(spent).toBeGreaterThanOrEqual(3e4);
    expect(spent).toBeLessThan(3e4 + 5 * 8 * 8 * 4 * 2);
  },
);

inLong.test('the plan of a race is that of its gap, and none that was luck of few seeds', async () => {
  const { plan, spent } = await race(0.1, 4e5);
  if (plan.kind === 'none') throw new Error(plan.reason);
  const { parameters, rounds, cost } = plan;
  expect(plan.byGap.find(({ gap }) => gap === plan.gap)).toEqual({ gap: plan.gap, parameters, rounds, cost });
  expect(spent).toBeLessThanOrEqual(4e5);
});
