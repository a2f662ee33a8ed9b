/** Parameters of single algorithms: their own first, then the run's, and the command line over both. */
import { expect, test } from 'vitest';
import { missingParameters, resolveAlgorithms } from '../../src/configuration/chosenAlgorithms.ts';
import { overlay } from '../../src/configuration/overlay.ts';
import { runConfiguration } from '../../src/configuration/runConfiguration.ts';
import type { RunSettings } from '../../src/configuration/settings/runSettings.ts';

const algorithmsOf = (settings: RunSettings) => runConfiguration(settings, 1).algorithms;

const LISTED: RunSettings = {
  stepSize: 0.1,
  algorithms: [
    'local-sa',
    { name: 'fedhsa', stepSize: 0.3, serverStepSize: 0.5 },
    { name: 'local-sgd-m', serverStepSize: 2, momentum: 0.7 },
  ],
};

test('own parameters win over those of the run', () => {
  expect(algorithmsOf(LISTED)).toEqual([
    { name: 'local-sa', stepSize: 0.1 },
    { name: 'fedhsa', stepSize: 0.3, serverStepSize: 0.5 },
    { name: 'local-sgd-m', stepSize: 0.1, serverStepSize: 2, momentum: 0.7 },
  ]);
});

test('the command line’s step sizes win over own ones', () => {
  const settings = overlay(LISTED, { stepSize: 0.2, serverStepSize: 3 });
  expect(algorithmsOf(settings)).toEqual([
    { name: 'local-sa', stepSize: 0.2 },
    { name: 'fedhsa', stepSize: 0.2, serverStepSize: 3 },
    { name: 'local-sgd-m', stepSize: 0.2, serverStepSize: 3, momentum: 0.7 },
  ]);
});

test('an algorithm that the command line names keeps its own parameters, under an alias too', () => {
  const settings = overlay(
    {
      algorithms: [
        { name: 'local-sa', stepSize: 0.4 },
        { name: 'scafflsa', stepSize: 0.5 },
      ],
    },
    { algorithms: ['fedavg'] },
  );
  expect(algorithmsOf(settings)).toEqual([{ name: 'local-sa', stepSize: 0.4 }]);
  expect(algorithmsOf(overlay(LISTED, { algorithms: ['fedhsa', 'scafflsa'] }))).toEqual([
    { name: 'fedhsa', stepSize: 0.3, serverStepSize: 0.5 },
    { name: 'scafflsa', stepSize: 0.1 },
  ]);
});

test('a rule is resolved for each algorithm', () => {
  const rule = { kind: 'decreasing', scale: 1, offset: 2, exponent: 1 } as const;
  expect(algorithmsOf({ algorithms: [{ name: 'local-sa', stepSize: rule }] })).toEqual([
    { name: 'local-sa', stepSize: rule },
  ]);
});

test('a parameter is missing only where it is neither the run’s nor the algorithm’s own', () => {
  const settings: RunSettings = {
    algorithms: [
      { name: 'fedhsa', stepSize: 0.1 },
      { name: 'local-sgd-m', stepSize: 0.1, momentum: 1 },
    ],
  };
  expect(missingParameters(settings)).toEqual([
    {
      setting: 'serverStepSize',
      meaning: 'γ, the step size of the server',
      algorithms: ['local-sgd-m'],
    },
  ]);
  expect(() => algorithmsOf(settings)).toThrow(/`serverStepSize` is needed: .*local-sgd-m/);
});

test('an algorithm may be in a run again with parameters of its own, under keys that tell the two apart', () => {
  const keys = (algorithms: RunSettings['algorithms'] & object): string[] =>
    resolveAlgorithms({ stepSize: 1, algorithms }).map(({ key }) => key);
  expect(keys(['fedavg', 'fedhsa', { name: 'fedhsa', serverStepSize: 0.5 }, 'scaffold'])).toEqual([
    'local-sa',
    'fedhsa',
    'fedhsa@2',
    'scaffold',
  ]);
});

test.each<[RunSettings, RegExp]>([
  [
    { stepSize: 1, algorithms: [{ name: 'local-sa', serverStepSize: 1 }] },
    /algorithms: local-sa is given serverStepSize, which it does not have/,
  ],
  [
    { stepSize: 1, algorithms: [{ name: 'local-sa', stepSize: 1 }] },
    /`stepSize`: local-sa has its own in the list of algorithms/,
  ],
  [{ stepSize: 1, algorithms: ['fedavg', 'local-sa'] }, /local-sa is named twice \(as fedavg, local-sa\)/],
  [
    { stepSize: 1, algorithms: ['fedhsa', { name: 'fedhsa', stepSize: -1 }] },
    /algorithms: fedhsa\.step-size must be a number above 0 \(found -1\)/,
  ],
  [
    { stepSize: 1, algorithms: ['fedhsa'], set: { 'fedhsa.step-size': '-1' } },
    /^`set`: fedhsa\.step-size: must be a number above 0 \(found -1\)/,
  ],
  [{ algorithms: [{ name: 'sgd' }] }, /there is no algorithm "sgd"/],
])('%# is refused in one line', (settings, pattern) => {
  expect(() => algorithmsOf(settings)).toThrow(pattern);
});

test('a parameter set for one algorithm pushes out the weaker one of the run, where no other algorithm takes that', () => {
  const weaker: RunSettings = { algorithms: ['local-sa', 'fedhsa'], stepSize: 0.1, serverStepSize: 0.2 };
  const over = overlay(weaker, { set: { 'fedhsa.server-step-size': 0.5 } });
  expect(over).not.toHaveProperty('serverStepSize');
  expect(resolveAlgorithms(over)[1]!.parameters).toEqual({ stepSize: 0.1, serverStepSize: 0.5 });
  const two = overlay(
    { ...weaker, algorithms: ['fedhsa', 'scaffold'] },
    { set: { 'fedhsa.server-step-size': 0.5 } },
  );
  expect(resolveAlgorithms(two).map(({ parameters }) => parameters.serverStepSize)).toEqual([0.5, 0.2]);
});
