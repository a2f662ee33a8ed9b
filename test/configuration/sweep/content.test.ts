/** What decides a key: every setting that changes a number, and none that does not. */
import { expect, test } from 'vitest';
import { localSa } from '../../../src/algorithms/localSa.ts';
import { runConfiguration } from '../../../src/configuration/runConfiguration.ts';
import type { RunSettings } from '../../../src/configuration/settings/runSettings.ts';
import { canonical } from '../../../src/configuration/sweep/canonical.ts';
import { contentOf } from '../../../src/configuration/sweep/content.ts';

const BASE: RunSettings = { algorithms: ['fedhsa'], stepSize: 0.1, rounds: 5, localSteps: 2 };
const FACTS = { agents: 3, monotonicity: () => 0.5 };

const contentFor = (settings: RunSettings, hash = 'p'): string => {
  const configuration = runConfiguration({ ...BASE, ...settings }, 2, FACTS);
  return contentOf(configuration, configuration.algorithms[0]!, hash);
};

const SAME: [string, RunSettings][] = [
  ['seeds', { seeds: [3, 4] }],
  ['placement', { placement: 'packed' }],
  ['threads', { threads: 7 }],
  ['kernels', { kernels: 'reference' }],
  ['verify', { verify: true }],
  ['allowed divergence', { allowDivergence: true }],
  ['another algorithm beside it', { algorithms: ['fedhsa', 'scafflsa'] }],
  ['a start of −0', { initial: [0, -0] }],
  ['a label', { algorithms: [{ name: 'fedhsa', label: 'another name' }] }],
  [
    'a default spelt out',
    { serverStepSize: 1, sampling: 'markov', stride: 1, initial: [0, 0], policy: 'synchronous' },
  ],
];

test.each(SAME)('%s changes no number, and no key', (_what, settings) => {
  expect(contentFor(settings)).toBe(contentFor({}));
});

test('a parameter is the same whether the run or the algorithm is given it', () => {
  const custom = { algorithms: [{ name: 'fedhsa', stepSize: 0.1 }], rounds: 5, localSteps: 2 };
  const configuration = runConfiguration(custom, 2, FACTS);
  expect(contentOf(configuration, configuration.algorithms[0]!, 'p')).toBe(contentFor({}));
});

const OTHER: [string, RunSettings][] = [
  ['algorithm', { algorithms: ['scaffold'] }],
  ['step size by one bit', { stepSize: 0.1 + 2 ** -56 }],
  ['server step size', { serverStepSize: 0.5 }],
  [
    'a step rule',
    { stepSize: { kind: 'decreasing', scale: 1, offset: 10, exponent: 1 } } as unknown as RunSettings,
  ],
  ['H', { localSteps: 3 }],
  ['length', { rounds: 6 }],
  ['initial', { initial: [0, 1] }],
  ['sampling', { sampling: 'iid' }],
  ['stride', { stride: 2 }],
  ['recording', { record: { every: 2 } }],
  ['iterates', { iterates: false }],
  ['average', { average: 0.5 }],
  ['drawn', { drawn: true }],
  ['policy', { policy: { kind: 'first', count: 2 } }],
  ['timing', { timing: { compute: { kind: 'exponential', mean: 2 } } } as unknown as RunSettings],
  ['ties', { tieSeed: 4 }],
];

test('every setting that changes a number changes the key, each to another', () => {
  const contents = OTHER.map(([, settings]) => contentFor(settings));
  const bernoulli = runConfiguration(
    { algorithms: ['fedhsa'], stepSize: 0.1, rounds: 5, communicationProbability: 0.5 },
    2,
    FACTS,
  );
  contents.push(contentOf(bernoulli, bernoulli.algorithms[0]!, 'p'), contentFor({}, 'another problem'));
  const custom = runConfiguration({ algorithms: [localSa], stepSize: 0.1, rounds: 5 }, 2, FACTS);
  const { own: ownAlgorithm, ...scheduled } = custom.algorithms[0]!;
  for (const bundle of ['a file', 'another file'])
    contents.push(contentOf(custom, { ...scheduled, own: { ...ownAlgorithm!, bundle } }, 'p'));
  contents.push(contentFor({}));
  expect(new Set(contents).size).toBe(OTHER.length + 5);
});

test('the canonical form tells values apart by their bits, and not by the order of fields or the kind of array', () => {
  expect(canonical({ b: 1, a: [0.1, -0], c: undefined })).toBe('{"a":[0.1,-0],"b":1}');
  expect(canonical({ a: Float64Array.of(0.1, -0), b: 1 })).toBe(canonical({ b: 1, a: [0.1, -0] }));
  const values = [0, -0, NaN, Infinity, '0', null, true, [], {}, [0], 0.1 + 0.2, 0.3, 1n];
  expect(new Set(values.map(canonical)).size).toBe(values.length);
  expect(() => canonical(() => 0)).toThrow(TypeError);
});

test('the key of a timed run says in which ticks its times are, that of another does not', () => {
  expect(contentFor({ policy: { kind: 'first', count: 2 } })).toContain('"tick":1e-9');
  expect(contentFor({ timing: { compute: 2 } })).toContain('"tick":1e-9');
  expect(contentFor({})).not.toContain('"tick"');
});
