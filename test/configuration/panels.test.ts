/** Quick sizes and panels: what wins over what, and what is refused before anything is built. */
import { expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import { checkDefinition } from '../../src/configuration/checkDefinition.ts';
import { resolvePanels } from '../../src/configuration/panels.ts';
import type { ScenarioDefinition } from '../../src/configuration/scenario.ts';
import { specimen } from '../oracles/specimens.ts';

const GARNET = specimen('garnet', { agents: 8, states: 5, actions: 1, dimension: 2 });

const BASE: ScenarioDefinition = {
  name: 's',
  title: 'T',
  question: 'q',
  problem: GARNET,
  algorithms: ['local-sa', { name: 'fedhsa', stepSize: 0.3, serverStepSize: 0.5 }],
  stepSize: 0.1,
  localSteps: 10,
  rounds: 1000,
  seeds: 5,
};

const PANELS: ScenarioDefinition = {
  ...BASE,
  quick: { rounds: 100, seeds: 3, problem: { agents: 4, states: 6 } },
  across: 'number of agents M',
  panels: {
    small: { title: 'M = 2', at: 2, problem: { agents: 2 } },
    large: {
      title: 'M = 20',
      at: 20,
      problem: { agents: 20 },
      rounds: 500,
      communicationProbability: 0.1,
      quick: { rounds: 50, problem: { agents: 10 } },
    },
  },
};

test('a scenario without panels is one run, without its quick size unless that is wanted', () => {
  const { panels: _panels, across: _across, ...single } = PANELS;
  const { quick, ...full } = single;
  expect(resolvePanels(single, false)).toEqual([
    { name: undefined, title: 'T', at: undefined, definition: full },
  ]);
  expect(resolvePanels(full, true)[0]!.definition).toEqual(full);
  expect(resolvePanels(single, true)[0]!.definition).toEqual({
    ...full,
    rounds: 100,
    seeds: 3,
    problem: { ...GARNET, ...quick!.problem },
  });
});

test('a panel wins over the scenario, and one of two settings that exclude each other pushes out the other', () => {
  const [small, large] = resolvePanels(PANELS, false);
  expect(small).toEqual({
    name: 'small',
    title: 'M = 2',
    at: 2,
    definition: { ...BASE, name: 's-small', title: 'T: M = 2', problem: { ...GARNET, agents: 2 } },
  });
  const { localSteps: _ten, ...others } = BASE;
  expect(large!.definition).toEqual({
    ...others,
    name: 's-large',
    title: 'T: M = 20',
    rounds: 500,
    communicationProbability: 0.1,
    problem: { ...GARNET, agents: 20 },
  });
});

test('a panel wins over the scenario’s quick size, its own quick size over all', () => {
  const [small, large] = resolvePanels(PANELS, true).map(({ definition }) => definition);
  expect(small).toMatchObject({ rounds: 100, seeds: 3, problem: { agents: 2, states: 6, branching: 2 } });
  expect(large).toMatchObject({ rounds: 50, seeds: 3, problem: { agents: 10, states: 6 } });
});

test('parameters of a stronger level win over those of single algorithms, and a bare name keeps what is left', () => {
  const algorithmsOf = (panel: object): unknown =>
    resolvePanels({ ...BASE, panels: { p: { title: 'P', ...panel } } }, false)[0]!.definition;
  expect(algorithmsOf({ stepSize: 0.2 })).toMatchObject({
    stepSize: 0.2,
    algorithms: ['local-sa', { name: 'fedhsa', serverStepSize: 0.5 }],
  });
  const alone = algorithmsOf({ algorithms: ['fedhsa'] });
  expect(alone).toMatchObject({ algorithms: [{ name: 'fedhsa', stepSize: 0.3, serverStepSize: 0.5 }] });
  // the run's own step size is taken by none of them
  expect(alone).not.toHaveProperty('stepSize');
  expect(algorithmsOf({ algorithms: [{ name: 'fedhsa', serverStepSize: 2 }] })).toMatchObject({
    stepSize: 0.1,
    algorithms: [{ name: 'fedhsa', serverStepSize: 2 }],
  });
});

test.each(['h-0.1', '1.5', 'v2.b', 'm-4'])('%s is a name of a panel', (name) => {
  const definition = { ...BASE, panels: { [name]: { title: 'M' } } };
  expect(checkDefinition(definition, 'x.ts')).toEqual(definition);
});

test('an override with a kind is a problem of its own', () => {
  const other = { kind: 'problem-file', path: 'p.json' } as const;
  const definition = { ...BASE, panels: { p: { title: 'P', problem: other } } };
  expect(checkDefinition(definition, 'x.ts')).toEqual(definition);
  expect(resolvePanels(definition, false)[0]!.definition.problem).toEqual(other);
});

test('a definition with quick size and panels passes as it came', () => {
  expect(checkDefinition(PANELS, 'x.ts')).toEqual(PANELS);
});

const panelWith = (change: object): object => ({ ...BASE, panels: { 'm-5': { title: 'M', ...change } } });

test.each([
  [{ ...BASE, quick: { rounds: 1.5 } }, /quick\.rounds: .*found 1\.5/],
  [{ ...BASE, quick: { title: 'x' } }, /quick: .*title/],
  [{ ...BASE, quick: { problem: { states: 0 } } }, /quick\.problem\.states: .*found 0\)/],
  [panelWith({ problem: { agents: 0 } }), /panels\.m-5\.problem\.agents: .*found 0\)/],
  [panelWith({ problem: { agnts: 3 } }), /panels\.m-5\.problem: .*agnts/],
  // what is at fault is the scenario's own branching, with the panel's number of states
  [panelWith({ problem: { states: 1 } }), /panels\.m-5\.problem\.branching: .*states \(found 2\)/],
  [panelWith({ problem: { kind: 'finite-linear' } }), /panels\.m-5\.problem\.dimension: /],
  [panelWith({ problem: 7 }), /panels\.m-5\.problem: must be some fields of the problem \(found 7\)/],
  [
    panelWith({ quick: { problem: { dimension: 0 } } }),
    /panels\.m-5\.quick\.problem\.dimension: .*found 0\)/,
  ],
  [
    { ...panelWith({ problem: { states: 3 } }), quick: { problem: { branching: 4 } } },
    /panels\.m-5\.problem\.branching: .*found 4\)/,
  ],
  [panelWith({ localSteps: 3, communicationProbability: 0.1 }), /panels\.m-5\.communicationProbability: exc/],
  [panelWith({ rounds: 3, quick: { rounds: 3, steps: 4 } }), /panels\.m-5\.quick\.steps: excludes rounds/],
  [panelWith({ title: '' }), /panels\.m-5\.title/],
  [panelWith({ at: 3 }), /panels\.m-5\.at: needs `across`/],
  [{ ...panelWith({}), across: 'M' }, /panels\.m-5\.at: is needed/],
  [{ ...panelWith({ at: 0 }), across: 'M' }, /panels\.m-5\.at: .*found 0\)/],
  [{ ...BASE, across: 'M' }, /across: .*there are none/],
  [{ ...BASE, panels: {} }, /panels: must have at least one panel/],
  [{ ...BASE, panels: { 'a/b': { title: 'M' } } }, /panels\["a\/b"\]: .*letters, digits, hyphens and dots/],
  [{ ...BASE, panels: { Figures: { title: 'M' } } }, /panels\.Figures: .*not "figures"/],
  ...['..', '.a', 'a.', 'a..b', '-a', 'report.html', 'panels.JSON', 'rounds.csv', 'a/../b'].map(
    (name): [object, RegExp] => [
      { ...BASE, panels: { [name]: { title: 'M' } } },
      /a panel's name must be of/,
    ],
  ),
  [
    { ...BASE, algorithms: [7] },
    /algorithms\[0\]: must be a name, \{ name, … \} or an algorithm \(found 7\)/,
  ],
  [{ ...BASE, algorithms: [{ name: 'fedhsa', stepSize: -1 }] }, /algorithms\[0\]\.stepSize: .*found -1\)/],
  [{ ...BASE, algorithms: [{ name: 'fedhsa', rounds: 1 }] }, /algorithms\[0\]: .*rounds/],
  [
    panelWith({ algorithms: [{ stepSize: 1 }] }),
    /panels\.m-5\.algorithms\[0\]\.name: is missing; must be a text/,
  ],
])('%# is refused in one line that names the field', (definition, pattern) => {
  expect(() => checkDefinition(definition, 'x.ts')).toThrow(InputError);
  expect(() => checkDefinition(definition, 'x.ts')).toThrow(pattern);
});

test('a panel’s parameter that is all that several entries of an algorithm differ in is refused by its name', () => {
  const algorithms = [
    { name: 'fedhsa', serverStepSize: 0.5 },
    { name: 'fedhsa', serverStepSize: 1 },
  ];
  const panels = { a: { title: 'A', serverStepSize: 2 } };
  expect(() => resolvePanels({ ...BASE, algorithms, panels }, false)).toThrow(
    /^`serverStepSize`: fedhsa is in the list of algorithms several times, and this is what they differ in/,
  );
  expect(
    resolvePanels({ ...BASE, algorithms, panels: { a: { title: 'A', stepSize: 2 } } }, false),
  ).toHaveLength(1);
});
