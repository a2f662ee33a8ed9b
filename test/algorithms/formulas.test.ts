import { describe, expect, test } from 'vitest';
import { algorithmNames, ALGORITHMS, findAlgorithm } from '../../src/algorithms/catalogue.ts';
import { correctionInto } from '../../src/algorithms/fedHsa.ts';
import { momentumCorrectionInto, nextMomentum } from '../../src/algorithms/localSgdMomentum.ts';
import { controlDifferenceInto, scaffoldCorrectionInto } from '../../src/algorithms/scaffold.ts';
import { addScaled } from '../../src/maths/vector.ts';
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
    expect([...addScaled(theta, 0.5, Float64Array.of(4, -4))]).toEqual([3, 0]);
    expect([...theta]).toEqual([1, 2]);
  });
});

describe('Local SGD-M', () => {
  test('has the correction −((1 − β)/β) v: (−3, 6) for β = ¼ and v = (1, −2), and none for β = 1', () => {
    const correction = new Float64Array(2);
    momentumCorrectionInto(correction, Float64Array.of(1, -2), 0.25);
    expect([...correction]).toEqual([-3, 6]);
    momentumCorrectionInto(correction, Float64Array.of(1, -2), 1);
    expect(correction.every((x) => x === 0)).toBe(true);
  });

  test('its server takes v = (w − mean w_i)/(ηK): ((4, 1) − (1, 2))/½ = (6, −2)', () => {
    expect([...nextMomentum(Float64Array.of(4, 1), Float64Array.of(1, 2), 0.5)]).toEqual([6, -2]);
  });
});

describe('SCAFFOLD', () => {
  test('corrects by c_i − c', () => {
    const out = new Float64Array(2);
    scaffoldCorrectionInto(out, Float64Array.of(1, 2), Float64Array.of(5, -1));
    expect([...out]).toEqual([-4, 3]);
  });

  test('moves c_i by −c − Δy/(Kη): −(1, −1) − (2, 4)/½ = (−5, −7)', () => {
    const moved = new Float64Array(2);
    controlDifferenceInto(moved, Float64Array.of(1, -1), Float64Array.of(2, 4), 0.5);
    expect([...moved]).toEqual([-5, -7]);
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
