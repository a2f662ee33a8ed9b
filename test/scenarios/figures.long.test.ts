/** Every shipped scenario is one that can run: in both sizes, in all of its panels. Ten seconds of processor time. */
import { describe, expect, it } from 'vitest';
import { shippedNames } from '../../src/inputs/target.ts';
import { resolvePanels } from '../../src/configuration/panels.ts';
import type { ScenarioDefinition } from '../../src/configuration/scenario.ts';
import { predict } from '../../src/theory/predictions.ts';
import { built, shipped, workOf } from './shippedPanels.ts';

/** Its records are not part of the project, so its problem cannot be built here. */
const needsData = ({ problem }: ScenarioDefinition): boolean => problem.kind === 'beijing-air-quality';

describe.each(shippedNames())('%s', (name) => {
  it('is named as its file', async () => {
    expect((await shipped(name)).name).toBe(name);
  });

  it('has panels in increasing order of the number in which they differ', async () => {
    const panels = resolvePanels(await shipped(name), false);
    const numbers = panels.map(({ at }) => at).filter((at) => at !== undefined);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });

  it('has the same panels in the quick size, with no more work in any', async () => {
    const definition = await shipped(name);
    const full = resolvePanels(definition, false);
    const quick = resolvePanels(definition, true);
    expect(quick.map((panel) => panel.name)).toEqual(full.map((panel) => panel.name));
    if (needsData(definition)) return;
    for (const [index, panel] of quick.entries()) {
      expect(await workOf(panel)).toBeLessThanOrEqual(await workOf(full[index]!));
    }
  });

  it('builds its agents, and its quick size has finite predictions', async () => {
    const definition = await shipped(name);
    if (needsData(definition)) return;
    const seen = new Set<string>();
    for (const panel of resolvePanels(definition, true)) {
      const { problem, solution, configuration } = await built(panel);
      // Panels that differ only in what predictions do not depend on, such as the sampling.
      const { algorithms, trigger } = configuration;
      const key = JSON.stringify([panel.definition.problem, algorithms, trigger]);
      if (seen.has(key)) continue;
      seen.add(key);
      expect(problem.agent(problem.agents - 1)).toBeDefined();
      for (const prediction of predict(problem, solution, configuration)) {
        if (prediction.roundFactor !== null) expect(prediction.roundFactor).toBeLessThan(1);
        // no limit at the start of a run is one that would take too long, and says so
        if (prediction.limitError === null) expect(prediction.source).toMatch(/^none: /);
        else expect(prediction.limitError).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
