import { describe, expect, test } from 'vitest';
import { squaredDistance, squaredNorm } from '../../../src/maths/vector.ts';
import type {
  AlgorithmConfiguration,
  AlgorithmName,
  TriggerConfiguration,
} from '../../../src/configuration/configuration.ts';
import { meanErrors } from '../../../src/theory/mean/meanRecursion.ts';
import { meanRound } from '../../../src/theory/mean/roundMap.ts';
import {
  directFedHsa,
  directLocalSa,
  directLocalSgdMomentum,
  directMinibatchSgd,
  directScafflsa,
  directExtrapolation,
  directScaffold,
  linearOf,
  randomMeans,
} from '../linearFixture.ts';
import type { DirectRun } from '../linearFixture.ts';

const d = 3;
const eta = 0.15;
const serverStepSize = 0.8;
const means = randomMeans(4, d, 0.4, 31);
const linear = linearOf(d, means);
const initial = Float64Array.of(1, -2, 0.5);

const beta = 0.3;
/** Those that have mean rounds. */
type LinearName = Exclude<
  AlgorithmName,
  'importance-averaging' | 'trimmed-mean' | 'ef-td' | 'compressed-lsa'
>;

const ALGORITHM: Record<LinearName, AlgorithmConfiguration> = {
  'local-sa': { name: 'local-sa', stepSize: eta },
  scafflsa: { name: 'scafflsa', stepSize: eta },
  fedhsa: { name: 'fedhsa', stepSize: eta, serverStepSize },
  'minibatch-sgd': { name: 'minibatch-sgd', serverStepSize },
  'local-sgd-m': { name: 'local-sgd-m', stepSize: eta, serverStepSize, momentum: beta },
  scaffold: { name: 'scaffold', stepSize: eta, serverStepSize },
  'richardson-romberg': {
    name: 'richardson-romberg',
    stepSize: eta,
    extrapolation: 'step-size',
    extrapolationNoise: 'independent',
  },
};

const errorsOf = (name: LinearName, trigger: TriggerConfiguration, rounds: readonly number[]): number[] =>
  meanErrors(meanRound(linear, ALGORITHM[name], trigger)!, initial, linear.root, rounds);

const DIRECT: Record<LinearName, () => DirectRun> = {
  'local-sa': () => directLocalSa(means, initial, eta),
  scafflsa: () => directScafflsa(means, initial, eta),
  fedhsa: () => directFedHsa(means, initial, eta, serverStepSize),
  'minibatch-sgd': () => directMinibatchSgd(means, initial, serverStepSize),
  'local-sgd-m': () => directLocalSgdMomentum(means, initial, eta, serverStepSize, beta),
  scaffold: () => directScaffold(means, initial, eta, serverStepSize),
  'richardson-romberg': () => directExtrapolation(means, initial, eta),
};

describe.each(Object.keys(DIRECT) as LinearName[])('%s', (name) => {
  test('the curve is that of the algorithm written out step by step, for 30 rounds of 1, 4 and 10 local steps', () => {
    for (const localSteps of [1, 4, 10]) {
      const trigger = { kind: 'deterministic', localSteps } as const;
      const rounds = Array.from({ length: 31 }, (_, t) => t);
      const errors = errorsOf(name, trigger, rounds);
      const run = DIRECT[name]();
      expect(errors[0]).toBe(squaredDistance(initial, linear.root));
      for (let t = 1; t <= 30; t++) {
        const expected = squaredDistance(run.round(localSteps, 1 / (eta * localSteps)), linear.root);
        // The direct run rounds θ itself: an absolute error of ε in θ and of 2ε√error in the error. Local SGD-M, which
        // divides by η, enlarges it.
        expect(Math.abs(errors[t]! - expected)).toBeLessThan(4e-14 * (Math.sqrt(expected) + 1e-14));
      }
    }
  });

  test('rounds may be left out', () => {
    const trigger = { kind: 'deterministic', localSteps: 4 } as const;
    const all = errorsOf(name, trigger, [0, 1, 2, 3, 4, 5]);
    expect(errorsOf(name, trigger, [2, 5])).toEqual([all[2], all[5]]);
  });

  test('under the Bernoulli trigger two rounds agree with the sum over both gaps', () => {
    const p = 0.6;
    const trigger = { kind: 'bernoulli', probability: p } as const;
    const error = errorsOf(name, trigger, [2])[0]!;
    const mean = new Float64Array(d);
    // Gaps above 40 have probability 0.4⁴⁰ = 1e-16 each.
    for (let first = 1; first <= 40; first++) {
      for (let second = 1; second <= 40; second++) {
        const run = DIRECT[name]();
        run.round(first, p / eta);
        const theta = run.round(second, p / eta);
        const probability = p * p * (1 - p) ** (first + second - 2);
        theta.forEach((value, j) => (mean[j]! += probability * (value - linear.root[j]!)));
      }
    }
    expect(Math.abs(error - squaredNorm(mean))).toBeLessThan(1e-13);
    expect(error).toBeGreaterThan(0.01);
  });
});
