import { expect, test } from 'vitest';
import { algorithmNames, ALGORITHMS, findAlgorithm } from '../../src/algorithms/catalogue.ts';

test('finds fedlsa, fedavg and local-sgd as local-sa, and every name as itself', () => {
  for (const alias of ['fedlsa', 'fedavg', 'local-sgd', 'local-sa'])
    expect(findAlgorithm(alias)?.name).toBe('local-sa');
  for (const { name } of ALGORITHMS) expect(findAlgorithm(name)?.name).toBe(name);
});

test('knows nothing of other names, those of an object’s own properties included', () => {
  for (const name of ['', 'LOCAL-SA', 'adam', 'constructor', 'toString', '__proto__'])
    expect(findAlgorithm(name)).toBeUndefined();
});

test('lists every name and alias, each of which it finds and none twice', () => {
  const names = algorithmNames();
  expect(names).toEqual(
    expect.arrayContaining(['local-sa', 'scafflsa', 'fedhsa', 'fedlsa', 'fedavg', 'local-sgd']),
  );
  for (const name of names) expect(findAlgorithm(name)).toBeDefined();
  expect(new Set(names).size).toBe(names.length);
});
