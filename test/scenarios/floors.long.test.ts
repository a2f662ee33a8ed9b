/** No curve of a shipped scenario on finite chains without its floor, but for those that are listed with their reason. */
import { expect, test } from 'vitest';
import { closedErrors } from '../../src/theory/approximation/closedErrors.ts';
import { closes } from '../../src/theory/approximation/closureMoments.ts';
import { type ExactErrors, exactErrorsOf } from '../../src/theory/moments/exactErrors.ts';
import { knownProblem } from '../../src/theory/moments/knownProblem.ts';
import { CLOSURE_BUDGET, type MomentBudget, PATIENT_BUDGET } from '../../src/theory/moments/momentBudget.ts';
import { budgetedRounds } from '../../src/protocol/budget.ts';
import { resolvePanels } from '../../src/scenario/panels.ts';
import { built, shipped } from './shippedPanels.ts';

/** Says what it would take without computing anything. */
const isWithin = (budget: MomentBudget, planned: (nothing: MomentBudget) => ExactErrors): boolean => {
  const result = planned({ ...budget, multiplications: 0 });
  return result.kind === 'exact' || (result.needed ?? Infinity) <= budget.multiplications;
};

/** The curves of a scenario that `fedsa theory` gives no floor for. */
async function withoutFloor(name: string, isQuick: boolean): Promise<string[]> {
  const missing: string[] = [];
  for (const panel of resolvePanels(await shipped(name), isQuick)) {
    const { problem, solution, configuration } = await built(panel);
    const known = knownProblem(problem, solution, configuration);
    if ('reason' in known) throw new Error(known.reason);
    const rounds = [0, budgetedRounds(configuration)];
    for (const algorithm of configuration.algorithms) {
      const isExact = isWithin(PATIENT_BUDGET, (budget) => exactErrorsOf(known, algorithm, rounds, budget));
      const isClosed =
        closes(known) && isWithin(CLOSURE_BUDGET, (budget) => closedErrors(known, algorithm, rounds, budget));
      if (!isExact && !isClosed) missing.push([panel.name ?? name, algorithm.name].join(' '));
    }
  }
  return missing;
}

// Two hundred agents of fifty features take a second to build.
test.each([
  'quickstart',
  'garnet-low',
  'garnet-high',
  'td-linear-features',
  'fedhsa-figure-6',
  'fedhsa-figure-7',
])('every curve of %s has its floor', async (name) => {
  expect(await withoutFloor(name, false)).toEqual([]);
});

test.each(['fedhsa-figure-8', 'fedhsa-figure-9'])(
  'every curve of the quick size of %s has its floor',
  async (name) => {
    expect(await withoutFloor(name, true)).toEqual([]);
  },
);
