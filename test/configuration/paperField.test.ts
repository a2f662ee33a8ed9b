/** What a scenario says of its paper: what is refused, and in what a run is of another size than the scenario. */
import { expect, test } from 'vitest';
import { checkDefinition } from '../../src/configuration/checkDefinition.ts';
import { otherSizes } from '../../src/configuration/fullSize.ts';
import { resolvePanels } from '../../src/configuration/panels.ts';
import type { ScenarioDefinition } from '../../src/configuration/scenario.ts';
import { specimen } from '../oracles/specimens.ts';

const BASE = {
  name: 's',
  title: 'T',
  question: 'q',
  reproduces: 'Figure 9',
  problem: specimen('garnet', { agents: 8, states: 5, actions: 1, dimension: 2 }),
  stepSize: 0.1,
  rounds: 3000,
  seeds: 10,
} satisfies ScenarioDefinition;
const PANELS = { a: { title: 'A' }, b: { title: 'B', quick: { seeds: 20 } } };
const SAID = { paper: { says: 'It falls.', where: '§5' }, differs: ['The start is 0.'] };

test('a scenario quotes its paper, and each panel keeps the words but not the figure', () => {
  const definition = { ...BASE, ...SAID, figure: { scales: 'own' as const }, panels: PANELS };
  expect(checkDefinition(definition, 'f.ts')).toEqual(definition);
  const [panel] = resolvePanels(definition, false);
  expect(panel!.definition).toMatchObject(SAID);
  expect(panel!.definition.figure).toBeUndefined();
});

const PRINTED = { rows: ['r'], columns: ['c', 'd'], printed: [[1, 0.1], [2, 0.1]] }; // prettier-ignore

test.each([
  [{ reproduces: undefined, ...SAID }, 'paper: needs `reproduces`'],
  [{ paper: { says: '', where: '§5' } }, 'paper.says'],
  [{ figure: {} }, 'figure: is of several panels; there are none'],
  [{ panels: PANELS, figure: { slope: -1 } }, 'figure.slope: needs `across`'],
  [{ panels: PANELS, figure: { axes: 'across' } }, 'figure.axes: needs `across`'],
  [
    { panels: { ...PANELS, c: { title: 'C' } }, figure: { axes: 'agents' } },
    'figure.axes: shows agents of at most 2 panels; there are 3',
  ],
  [{ panels: PANELS, table: { ...PRINTED, rows: ['r', 's'] } }, 'table: has 4 cells, and there are 2 panels'],
  [{ panels: PANELS, table: { ...PRINTED, printed: [[1, 0.1]] } }, 'a pair for each of the 2 cells'],
  [{ panels: PANELS, figure: { smooth: 4 } }, 'figure.smooth: must be an odd number of points'],
  [{ panels: PANELS, figure: { axis: 'panels' } }, 'axis'],
])('%j is refused', (fields, words) => {
  expect(() => checkDefinition({ ...BASE, ...fields }, 'f.ts')).toThrow(words);
});

test('a quick run says what of the full size it has, and a longer one what it has in its place', () => {
  const definition = {
    ...BASE,
    panels: PANELS,
    quick: { rounds: 1600, problem: { agents: 4, states: 5 } },
  };
  const [full] = resolvePanels(definition, false);
  const [a, b] = resolvePanels(definition, true);
  const sizes = (run: ScenarioDefinition): string[] => otherSizes(full!.definition, run);
  expect(sizes(full!.definition)).toEqual([]);
  expect(sizes(a!.definition)).toEqual(['1,600 of 3,000 rounds', '4 of 8 agents']);
  expect(sizes(b!.definition)).toContain('20 seeds instead of 10');
  expect(sizes({ ...a!.definition, seeds: [1, 2, 7] })).toContain('3 of 10 seeds');
});
