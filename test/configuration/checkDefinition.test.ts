/** A scenario's fields are checked one by one before anything is built. */
import { expect, test } from 'vitest';
import { metric } from '../../src/measurement/metrics/metric.ts';
import { InputError } from '../../src/values/failure.ts';
import { checkDefinition } from '../../src/configuration/checkDefinition.ts';
import { isScenario, scenario, type ScenarioDefinition } from '../../src/configuration/scenario.ts';
import { specimen } from '../oracles/specimens.ts';

const GARNET = specimen('garnet', { agents: 2, states: 5, actions: 1, dimension: 2 });

const GOOD: ScenarioDefinition = { name: 's-1', title: 't', question: '', problem: GARNET };

/** One agent, two states, d = 1. */
const agentWith = (change: object = {}): object => ({
  transition: Float64Array.of(0.5, 0.5, 0.25, 0.75),
  A: Float64Array.of(1, 2),
  b: Float64Array.of(0, 1),
  states: 2,
  initial: 'stationary',
  ...change,
});
const finite = (change: object = {}): object => ({
  kind: 'finite-linear',
  dimension: 1,
  agents: [agentWith(change)],
});

const regression = (change: object = {}): object => ({
  kind: 'recorded-regression',
  dimension: 2,
  series: [{ x: new Float64Array(6), y: new Float64Array(3) }],
  windows: [{ series: 0, start: 2, length: 3 }],
  regularisation: 0,
  initial: 'first',
  ...change,
});

const module = (change: object = {}): object => ({
  kind: 'module',
  module: 'file:///somewhere/mine.ts',
  export: 'agent',
  agents: 2,
  dimension: 1,
  ...change,
});

const finiteSum = (change: object = {}): object => ({
  kind: 'finite-sum-quadratic',
  agents: 2,
  components: 3,
  dimension: 2,
  eigenvalues: [1, 10],
  agentScale: 'one',
  agentOffset: 0,
  componentOffset: 1,
  kernel: { shape: 'cycle', persistence: 0.5 },
  initial: { state: 2 },
  seed: 1,
  ...change,
});

const twoState = (change: object = {}): object => ({
  kind: 'two-state-regression',
  agents: 10,
  dimension: 10,
  flipProbability: 0.01,
  features: [0, 1],
  optima: [
    [0, 1],
    [1, 2],
  ],
  labelNoise: [0, 0.01],
  regularisation: 0.01,
  initial: 'stationary',
  seed: 1,
  ...change,
});

const logistic = (change: object = {}): object => ({
  kind: 'logistic-regression',
  agents: 10,
  dimension: 5,
  records: 100,
  separation: 2,
  deviation: 4,
  labels: 'half-shuffled',
  margin: 1,
  regularisation: 0.1,
  seed: 1,
  ...change,
});

const qLearning = (change: object = {}): object => ({
  kind: 'q-learning',
  agents: 2,
  environment: {
    kind: 'machine-replacement',
    levels: 5,
    wear: [0.2, 0.7],
    runningCost: [1, 2],
    price: 1.5,
  },
  behaviour: [0.75, 0.25],
  features: { kind: 'tabular' },
  discount: 0.9,
  seed: 1,
  ...change,
});
const control = (change: object = {}): object => ({
  kind: 'garnet',
  states: 10,
  actions: 2,
  branching: 2,
  heterogeneity: 'high',
  ...change,
});

test.each([
  { title: 'a Garnet and nothing else', change: {} },
  { title: 'a finite sum that starts in its last state', change: { problem: finiteSum() } },
  { title: 'a two-state regression', change: { problem: twoState() } },
  { title: 'a logistic regression', change: { problem: logistic({ persistence: 0.9 }) } },
  { title: 'Q-learning on machines', change: { problem: qLearning() } },
  {
    title: 'Q-learning on Garnets with groups of states',
    change: {
      problem: qLearning({
        environment: control({ heterogeneity: 'low', perturbation: 0 }),
        behaviour: 'random',
        features: { kind: 'aggregated', groups: 10 },
      }),
    },
  },
  { title: 'explicit matrices', change: { problem: finite() } },
  { title: 'a start in a state', change: { problem: finite({ initial: { state: 1 } }) } },
  {
    title: 'a start drawn from a law',
    change: { problem: finite({ initial: { distribution: [0.25, 0.75] } }) },
  },
  { title: 'a window that wraps around', change: { problem: regression() } },
  { title: "a user's module with options", change: { problem: module({ options: { levels: [1, 2] } }) } },
  { title: 'one seed for each of a list', change: { seeds: [3, -1] } },
  { title: 'every 50th round recorded', change: { record: { every: 50 } } },
  { title: 'a policy as on the command line', change: { policy: 'bounded-staleness:3,0.5' } },
  { title: 'a policy and a weight', change: { policy: 'buffered:5', stalenessWeight: 'polynomial:0.5' } },
])('$title is taken as it is', ({ change }) => {
  const definition = { ...GOOD, ...change };
  expect(checkDefinition(definition, 'mine.ts')).toEqual(definition);
});

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

test.each<{ change: object; message: string }>([
  { change: { name: 'a/b' }, message: 'name: must be of letters, digits and hyphens (found "a/b")' },
  { change: { title: undefined }, message: 'title: ' },
  { change: { round: 5 }, message: 'the scenario has an unknown field, "round" (did you mean rounds?)' },
  { change: { stepSize: 0 }, message: 'stepSize: ' },
  { change: { stepSize: 10n }, message: '(found 10n)' },
  { change: { stepSize: () => 1 }, message: '(found a function)' },
  { change: { stepSize: Symbol('η') }, message: '(found a symbol)' },
  { change: { rounds: 1.5 }, message: 'rounds: ' },
  { change: { seeds: 0 }, message: 'seeds: must be 1 or greater (found 0)' },
  {
    change: { seeds: '1..3' },
    message: 'seeds: must be how many (1 to 1000000) or a list of integers (found "1..3")',
  },
  {
    change: { localSteps: 5, communicationProbability: 0.5 },
    message: 'communicationProbability: excludes localSteps',
  },
  { change: { rounds: 5, steps: 50 }, message: 'steps: excludes rounds' },
  { change: { policy: 'buffered' }, message: 'policy: must be synchronous, first:K, deadline:SECONDS' },
  {
    change: { policy: 'buffered:0.5' },
    message: 'policy: K must be a whole number from 1 (found "buffered:0.5")',
  },
  {
    change: { policy: { kind: 'buffered', count: 0 } },
    message: 'policy.count: must be 1 or greater (found 0)',
  },
  {
    change: { policy: 'buffered:2', stalenessWeight: 'polynomial' },
    message:
      'stalenessWeight: must be constant, hinge:SLOPE,FROM, polynomial:EXPONENT, exponential:SCALE or delay-adaptive:FROM (found "polynomial")',
  },
  { change: { initial: [0, NaN] }, message: 'initial[1]: ' },
  { change: { problem: undefined }, message: 'problem: ' },
  { change: { problem: { ...GARNET, kind: 'granite' } }, message: 'problem.kind: ' },
  {
    change: { problem: { ...GARNET, branching: 6 } },
    message: 'problem.branching: must be at most the number of states (found 6)',
  },
  { change: { problem: { ...GARNET, heterogeneity: 'low' } }, message: 'problem.perturbation: is needed' },
  { change: { problem: { ...GARNET, discount: 1 } }, message: 'problem.discount: ' },
  { change: { problem: { kind: 'finite-linear' } }, message: 'problem.dimension: ' },
  {
    change: { problem: finite({ transition: Float64Array.of(0.5, 0.4, 0.25, 0.75) }) },
    message: 'problem.agents[0].transition: ',
  },
  { change: { problem: finite({ transition: [[1]] }) }, message: 'problem.agents[0].transition: ' },
  {
    change: { problem: finite({ A: Float64Array.of(1) }) },
    message: 'problem.agents[0].A: must be 2 finite numbers',
  },
  {
    change: { problem: finite({ b: Float64Array.of(1, Infinity) }) },
    message: 'problem.agents[0].b: must be 2 finite numbers',
  },
  {
    change: { problem: finite({ initial: { state: 2 } }) },
    message: 'problem.agents[0].initial: must be of states 0 to',
  },
  {
    change: { problem: finite({ initial: { distribution: [0.5, 0.6] } }) },
    message: 'problem.agents[0].initial: ',
  },
  {
    change: { problem: regression({ windows: [{ series: 1, start: 0, length: 1 }] }) },
    message: 'problem.windows[0]: ',
  },
  {
    change: { problem: regression({ windows: [{ series: 0, start: 3, length: 1 }] }) },
    message: 'problem.windows[0]: ',
  },
  { change: { problem: regression({ dimension: 3 }) }, message: 'problem.series[0]: ' },
  {
    change: { problem: finiteSum({ kernel: { shape: 'cycle', persistence: 0 } }) },
    message: 'problem.kernel.persistence: must be above 0 if the shape is "cycle"',
  },
  {
    change: { problem: finiteSum({ initial: { state: 3 } }) },
    message: 'problem.initial: must be of states 0',
  },
  {
    change: { problem: finiteSum({ eigenvalues: [0, 1] }) },
    message: 'problem.eigenvalues: must lie above 0',
  },
  { change: { problem: twoState({ flipProbability: 1 }) }, message: 'problem.flipProbability: ' },
  { change: { problem: twoState({ optima: [[0, 1]] }) }, message: 'problem.optima: ' },
  {
    change: { problem: twoState({ labelNoise: [1, 0] }) },
    message: 'problem.labelNoise: must be [low, high]',
  },
  { change: { problem: twoState({ initial: { state: 2 } }) }, message: 'problem.initial: ' },
  { change: { problem: logistic({ regularisation: 0 }) }, message: 'problem.regularisation: ' },
  { change: { problem: logistic({ labels: 'shuffled' }) }, message: 'problem.labels: ' },
  { change: { problem: logistic({ persistence: 1 }) }, message: 'problem.persistence: ' },
  {
    change: { problem: qLearning({ behaviour: [0.5, 0.25, 0.25] }) },
    message: 'problem.behaviour: must have one probability for each of 2 actions, of sum 1',
  },
  { change: { problem: qLearning({ behaviour: [1, 0] }) }, message: 'problem.behaviour[1]: ' },
  {
    change: { problem: qLearning({ behaviour: 'greedy' }) },
    message: 'problem.behaviour: must be "uniform"',
  },
  {
    change: { problem: qLearning({ features: { kind: 'aggregated', groups: 6 } }) },
    message: 'problem.features.groups: must be at most the number of states (found 6)',
  },
  {
    change: { problem: qLearning({ environment: control({ states: 2000 }), behaviour: 'uniform' }) },
    message: 'problem.environment: must have at most 2000 pairs of state and action',
  },
  {
    change: { problem: qLearning({ environment: control({ branching: 11 }) }) },
    message: 'problem.environment.branching: must be at most the number of states',
  },
  {
    change: { problem: qLearning({ environment: control({ heterogeneity: 'low' }) }) },
    message: 'problem.environment.perturbation: is needed',
  },
  { change: { problem: module({ module: './mine.ts' }) }, message: 'problem.module: must be a file URL' },
  {
    change: { problem: module({ options: { twice: () => 2 } }) },
    message: 'problem.options: must be plain data',
  },
  {
    change: { problem: module({ options: cyclic }) },
    message: 'problem.options: must be plain data: it is sent to the worker threads (found an object)',
  },
  {
    change: { metrics: [{ name: 'mine', of: () => 1 }] },
    message: 'metrics[0]: must be made by metric({ … })',
  },
  {
    change: { metrics: [metric({ name: 'error', of: () => 1 })] },
    message: 'metrics[0].name: must be a name that no other column has (found "error")',
  },
  {
    change: { metrics: [metric({ name: 'mine', of: () => 1 }), metric({ name: 'mine', of: () => 2 })] },
    message: 'metrics[1].name: must be a name that no other column has (found "mine")',
  },
  {
    change: { metrics: [metric({ name: 'a,b', of: () => 1 })] },
    message:
      'metrics[0].name: must be a name of letters and digits that begins with a small letter (found "a,b")',
  },
])('$change is refused in one line that names the file and says "$message"', ({ change, message: texts }) => {
  let message = '';
  try {
    checkDefinition({ ...GOOD, ...change }, 'mine.ts');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    message = error.message;
  }
  expect(message).toMatch(/^mine\.ts: [^\n]+$/);
  expect(message).toContain(texts);
});

test.each([undefined, null, 5, 'quickstart', []])('%j is no scenario', (value) => {
  expect(() => checkDefinition(value, 'mine.ts')).toThrow(
    /^mine\.ts: the scenario (is missing; )?must be an object/,
  );
  expect(isScenario(value)).toBe(false);
});

test('scenario() marks a definition, and keeps it as it is', () => {
  expect(isScenario(scenario(GOOD))).toBe(true);
  expect(scenario(GOOD).definition).toBe(GOOD);
  expect(isScenario(GOOD)).toBe(false);
});

test('several faults are told at once, each with its path, what was found and what would be right; more are counted', () => {
  const value = {
    ...GOOD,
    stepsize: 0.1,
    rounds: '50',
    policy: 'bufered:5',
    problem: { ...GARNET, discount: 1.2 },
    panels: { 'h-0.1': { title: 'A', sampling: 'exct' }, b: { at: 1 } },
    initial: [0, Infinity],
  };
  expect(() => checkDefinition(value, 's.ts')).toThrow(
    new InputError(
      's.ts: problem.discount: must be less than 1 (found 1.2); rounds: must be a whole number (found "50"); ' +
        'initial[1]: must be a finite number (found Infinity); ' +
        'policy: must be synchronous, first:K, deadline:SECONDS, sampled:K, buffered:K, asynchronous:ALPHA, ' +
        'bounded-staleness:TAU,ALPHA or tiers:N; did you mean buffered? (found "bufered:5") (and 3 more problems)',
    ),
  );
  const { rounds: _rounds, policy: _policy, initial: _initial, ...fewer } = value;
  expect(() => checkDefinition({ ...fewer, problem: GARNET }, 's.ts')).toThrow(
    new InputError(
      's.ts: panels["h-0.1"].sampling: must be "markov", "iid" or "exact"; did you mean "exact"? (found "exct"); ' +
        'panels.b.title: is missing; must be a text; the scenario has an unknown field, "stepsize" (did you mean stepSize?)',
    ),
  );
  expect(() => checkDefinition({ ...GOOD, problem: { ...GARNET, kind: 'granet' } }, 's.ts')).toThrow(
    /^s\.ts: problem\.kind: must be "garnet", .*; did you mean "garnet"\? \(found "granet"\)$/,
  );
});
