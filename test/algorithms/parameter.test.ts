/** Parameters: what parts are given of what a configuration says. */
import { expect, expectTypeOf, test } from 'vitest';
import { parameterNames, type Values, valuesOf } from '../../src/algorithms/parameter.ts';
import { choice, decay, flagOf, nonNegative, positive, share, stepSize } from '../../src/values/parameter.ts';
import { faultOf, type Value } from '../../src/values/value.ts';

const parameters = {
  stepSize: stepSize('η', 'the local step size'),
  serverStepSize: positive('α_g', 'the step size of the server', { default: 1 }),
  weight: share('β', 'a weight'),
  noise: choice('noise', 'of two runs', ['independent', 'common'], { default: 'independent' }),
};

test('those left out have their defaults, and what is no parameter goes by', () => {
  const values = valuesOf(parameters, { name: 'own', stepSize: 0.1, weight: 0.5, other: 3 });
  expect(values).toMatchObject({ serverStepSize: 1, weight: 0.5, noise: 'independent' });
  expect(Object.keys(values)).toEqual(Object.keys(parameters));
  expect(valuesOf(parameters, { noise: 'common', serverStepSize: 2 })).toMatchObject({
    noise: 'common',
    serverStepSize: 2,
  });
});

test.each([
  ['serverStepSize', [1e-9, 3], [0, -1, NaN, Infinity, '1', undefined], 'must be a number above 0'],
  ['weight', [0.5, 1], [0, 1.01, null], 'must be a number above 0 and up to 1'],
  ['stepSize', [0.1, { kind: 'decreasing' }], [0, Infinity, null], 'must be a number above 0'],
  ['noise', ['common'], ['Common', 1, undefined], 'must be independent or common'],
] as const)('%s takes what it says, and says what would be right', (name, right, wrong, words) => {
  for (const value of right) expect(faultOf(parameters[name], value)).toBeUndefined();
  for (const value of wrong) expect(faultOf(parameters[name], value)).toBe(words);
});

test.each<[Value, unknown[], unknown[], string]>([
  [nonNegative('μ', 'a pull'), [0, 3], [-1e-9, NaN, Infinity, '0'], 'must be a number of at least 0'],
  [decay('β', 'momentum'), [0, 0.99], [-0.1, 1, NaN], 'must be a number of at least 0 and below 1'],
])('an interval has the ends that it says', (parameter, right, wrong, words) => {
  for (const value of right) expect(faultOf(parameter, value)).toBeUndefined();
  for (const value of wrong) expect(faultOf(parameter, value)).toBe(words);
});

test('those of several algorithms come in the order in which they list them, whoever comes first', () => {
  const { stepSize: eta, serverStepSize: gamma, weight } = parameters;
  const several = [{ gamma }, { eta, gamma, weight }, { eta }].map((entry) => ({ parameters: entry }));
  expect(parameterNames(several)).toEqual(['eta', 'gamma', 'weight']);
  expect(parameterNames(several.slice(0, 1))).toEqual(['gamma']);
  expect(parameterNames([])).toEqual([]);
});

test('a step size is a function of the round, constant or by its rule', () => {
  const at = (given: unknown): number[] => {
    const { stepSize: eta } = valuesOf(parameters, { stepSize: given }) as Values<typeof parameters>;
    return [1, 3].map(eta);
  };
  expect(at(0.1)).toEqual([0.1, 0.1]);
  expect(at({ kind: 'decreasing', scale: 1, offset: 1, exponent: 1 })).toEqual([1 / 2, 1 / 4]);
});

test('the compiler knows the values: a function, numbers, and the words of a choice', () => {
  expectTypeOf<Values<typeof parameters>>().toEqualTypeOf<{
    readonly stepSize: (round: number) => number;
    readonly serverStepSize: number;
    readonly weight: number;
    readonly noise: 'independent' | 'common';
  }>();
});

test('serverStepSize is --server-step-size on the command line', () => {
  expect(flagOf('serverStepSize')).toBe('server-step-size');
  expect(flagOf('momentum')).toBe('momentum');
});
