/** Every shipped scenario has a quick size, with less work than its full one. */
import { expect, test } from 'vitest';
import { shippedNames } from '../../src/inputs/target.ts';
import { resolvePanels } from '../../src/configuration/panels.ts';
import type { ScenarioDefinition } from '../../src/configuration/scenario.ts';
import { shipped } from './shippedPanels.ts';

/** A size, or how long a list of them is. */
const count = (value: unknown): number =>
  Array.isArray(value) ? value.length : typeof value === 'number' ? value : 1;

/** M d S T of all panels, T in the unit of the budget; problems of recorded data have the same M and d in both sizes. */
const work = (definition: ScenarioDefinition, isQuick: boolean): number =>
  resolvePanels(definition, isQuick)
    .map(({ definition: { problem, seeds, rounds, steps, seconds } }) => {
      const { agents, dimension } = problem as { readonly agents?: unknown; readonly dimension?: unknown };
      return count(agents) * count(dimension) * count(seeds) * (rounds ?? steps ?? seconds ?? NaN);
    })
    .reduce((sum, panel) => sum + panel, 0);

test.each(shippedNames())('%s: the quick size is smaller', async (name) => {
  const definition = await shipped(name);
  expect(work(definition, true)).toBeLessThan(work(definition, false));
});
