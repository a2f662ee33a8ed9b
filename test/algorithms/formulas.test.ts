import { describe, expect, test } from 'vitest';
import { algorithmNames, ALGORITHMS, findAlgorithm } from '../../src/algorithms/catalogue.ts';
import { correctionInto, serverStep } from '../../src/algorithms/fedHsa.ts';
import { controlGain, moveControl } from '../../src/algorithms/scafflsa.ts';

describe('SCAFFLSA', () => {
  test('has the gain 1/(ηH) = 1/(0.25 · 8) = 0.5 under H 2 and p/η = 0.5/0.25 = 2 under H 1', () => {
    expect(controlGain({ kind: 'deterministic', localSteps: 8 }, 0.25)).toBe(0.5);
    expect(controlGain({ kind: 'bernoulli', probability: 0.5 }, 0.25)).toBe(2);
  });

  test('moves ξ = (1, −1) by 0.5 (θ̄ − θ̂) = 0.5 (2, −4) to (2, −3)', () => {
    const control = Float64Array.of(1, -1);
    moveControl(control, Float64Array.of(3, 0), Float64Array.of(1, 4), 0.5);
    expect([...control]).toEqual([2, -3]);
  });
});

describe('FedHSA', () => {
  test('corrects by g − G_i, also in place', () => {
    const own = Float64Array.of(1, 2);
    correctionInto(own, Float64Array.of(5, 5), own);
    expect([...own]).toEqual([4, 3]);
  });

  test('steps to θ̄ + α_g Δ̄ and leaves θ̄', () => {
    const theta = Float64Array.of(1, 2);
    expect([...serverStep(theta, 0.5, Float64Array.of(4, -4))]).toEqual([3, 0]);
    expect([...theta]).toEqual([1, 2]);
  });
});

describe('the catalogue', () => {
  test('finds fedlsa, fedavg and local-sgd as local-sa, and every name as itself', () => {
    for (const alias of ['fedlsa', 'fedavg', 'local-sgd', 'local-sa'])
      expect(findAlgorithm(alias)?.name).toBe('local-sa');
    for (const { name } of ALGORITHMS) expect(findAlgorithm(name)?.name).toBe(name);
  });

  test('knows nothing of other names, those of an object’s own properties included', () => {
    for (const name of ['', 'LOCAL-SA', 'adam', 'constructor', 'toString', '__proto__'])
      expect(findAlgorithm(name)).toBeUndefined();
  });

  test('lists every name and alias, each of which it finds', () => {
    const names = algorithmNames();
    expect(names).toEqual(
      expect.arrayContaining(['local-sa', 'scafflsa', 'fedhsa', 'fedlsa', 'fedavg', 'local-sgd']),
    );
    for (const name of names) expect(findAlgorithm(name)).toBeDefined();
  });
});
