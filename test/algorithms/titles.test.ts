/** What readers are told that algorithms are called: labels, titles, and what tells variants apart. */
import { expect, test } from 'vitest';
import { positive, stepSize } from '../../src/values/parameter.ts';
import type { ConfiguredAlgorithm } from '../../src/algorithms/parts.ts';
import { titlesOf } from '../../src/algorithms/titles.ts';

const fedHsa = (
  serverStepSize: number,
  more: { key?: string; label?: string; stepSize?: unknown } = {},
): ConfiguredAlgorithm => ({ name: 'fedhsa', stepSize: 0.1, serverStepSize, ...more });

/** An algorithm of one's own as a manifest tells it; no file is there. */
const custom = (values: object): ConfiguredAlgorithm => ({
  name: 'pulled',
  own: {
    file: 'pulled.ts',
    bundle: 'none',
    title: 'Pulled SA',
    parameters: { stepSize: stepSize('η', 'step'), mu: positive('μ', 'pull', { default: 0.1 }) },
  },
  ...values,
});

const titles = (...algorithms: ConfiguredAlgorithm[]): string[] => {
  const titleOf = titlesOf(algorithms);
  return algorithms.map(({ name, key }) => titleOf(key ?? name));
};

test('one algorithm has its title, built-in or one’s own, and a key that is not the run’s what the program knows', () => {
  expect(titles(fedHsa(1), custom({ stepSize: 0.1 }))).toEqual(['FedHSA', 'Pulled SA']);
  const titleOf = titlesOf([]);
  expect(['scafflsa', 'elsewhere@2'].map(titleOf)).toEqual(['SCAFFLSA', 'elsewhere@2']);
});

test('variants differ by the parameters that differ, rules of step sizes and defaults among them', () => {
  expect(titles(fedHsa(1), fedHsa(0.1, { key: 'fedhsa@2' }))).toEqual([
    'FedHSA (α_g = 1)',
    'FedHSA (α_g = 0.1)',
  ]);
  const rule = { kind: 'decreasing', scale: 1, offset: 10, exponent: 1 };
  expect(titles(fedHsa(1), fedHsa(0.5, { key: 'fedhsa@2', stepSize: rule }))).toEqual([
    'FedHSA (η = 0.1, α_g = 1)',
    'FedHSA (η = 1/(10 + t), α_g = 0.5)',
  ]);
  expect(titles(custom({ stepSize: 0.1 }), custom({ stepSize: 0.1, mu: 1, key: 'pulled@2' }))).toEqual([
    'Pulled SA (μ = 0.1)',
    'Pulled SA (μ = 1)',
  ]);
});

test('a label stands as it is, and those that share one title are told apart without those that have one', () => {
  const labelled = fedHsa(0.1, { key: 'fedhsa@2', label: 'FedHSA, small' });
  expect(titles(fedHsa(1), labelled)).toEqual(['FedHSA', 'FedHSA, small']);
  expect(titles(fedHsa(1), labelled, fedHsa(0.5, { key: 'fedhsa@3' }))).toEqual([
    'FedHSA (α_g = 1)',
    'FedHSA, small',
    'FedHSA (α_g = 0.5)',
  ]);
});

test('variants that nothing tells apart have numbers', () => {
  expect(titles(fedHsa(1), fedHsa(1, { key: 'fedhsa@2' }), fedHsa(0.5, { key: 'fedhsa@3' }))).toEqual([
    'FedHSA (α_g = 1, no. 1)',
    'FedHSA (α_g = 1, no. 2)',
    'FedHSA (α_g = 0.5)',
  ]);
});
