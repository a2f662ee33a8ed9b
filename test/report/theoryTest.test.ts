/** When measured means contradict theory: rarely where it is right, almost surely where it is wrong and seeds are many. */
import { describe, expect, test } from 'vitest';
import { generatorFor, type Generator } from '../../src/maths/generator.ts';
import { partsOf } from '../../src/report/expectedFloor.ts';
import { contradicts, disagreement } from '../../src/report/theoryTest.ts';

// s = √0.00625 and t_{0.9995,4} = 8.610302 (tables): w/m = 8.610302 · √0.00625/√5 = 0.304420
const FIVE = [0.9, 0.95, 1, 1.05, 1.1];
const at = (value: number) => ({ low: value, high: value });

describe('five seeds of mean 1 with t s/√n = 0.30442', () => {
  test.each([
    ['below e^−0.30442 = 0.73755', 0.7375, true],
    ['above it', 0.7376, false],
    ['up to 1/(1 − 0.30442) = 1.43765', 1.4376, false],
    ['above that', 1.4377, true],
  ])('contradict an expectation %s', (_, expectation, isContradicted) => {
    expect(contradicts(FIVE, 1, at(expectation), 1)).toBe(isContradicted);
  });

  test('contradict less where more is tested at once, and never as four', () => {
    expect(contradicts(FIVE, 1, at(0.7), 1)).toBe(true);
    // t_{0.99995,4} = 15.544: w/m = 0.5496, e^−0.5496 = 0.577
    expect(contradicts(FIVE, 1, at(0.7), 10)).toBe(false);
    expect(contradicts(FIVE, 1, at(0.57), 10)).toBe(true);
    expect(contradicts([1, 1, 1, 1], 1, at(2), 1)).toBe(false);
    expect(contradicts([1, 1, 1, 1, 1], 1, at(2), 1)).toBe(true);
  });

  test('contradict an approximation beyond its estimated error alone, and no exact expectation', () => {
    const predicted = (mean: number, relativeError: number, neglects = 'triples') => ({
      ...{
        mean,
        ...partsOf({ value: mean, relativeError }, { value: mean, relativeError }),
        basis: 'observations' as const,
        neglects,
        relativeError,
      },
    });
    const measured = { mean: 1, interval: undefined, values: FIVE };
    // The truth is between 0.7/1.1 and 0.7/0.9 = 0.778.
    expect(disagreement(predicted(0.7, 0), measured, 1)).toBeCloseTo(1 / 0.7, 12);
    expect(disagreement(predicted(0.7, 0.1), measured, 1)).toBeUndefined();
    // between 1.5/1.1 = 1.364 and 1.5/0.9
    expect(disagreement(predicted(1.5, 0), measured, 1)).toBeCloseTo(1 / 1.5, 12);
    expect(disagreement(predicted(1.5, 0.1), measured, 1)).toBeUndefined();
    const { neglects: _, ...exact } = predicted(0.1, 0);
    expect(disagreement(exact, measured, 1)).toBeUndefined();
  });
});

const square = (random: Generator): number => random.normal() ** 2;
/** Laws of mean 1. */
const LAWS: readonly (readonly [string, (random: Generator) => number])[] = [
  ['χ² with one degree of freedom', square],
  ['exponential', (random) => (square(random) + square(random)) / 2],
  ['lognormal, σ = ½', (random) => Math.exp(random.normal() / 2 - 1 / 8)],
];
const FAMILIES = 10_000;
const ALGORITHMS = 3;

const valuesOf = (n: number, draw: () => number): number[] => Array.from({ length: n }, draw);
const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
const isContradicted = (values: readonly number[], expectation: number, tests: number): boolean =>
  contradicts(values, meanOf(values), at(expectation), tests);

// Two seconds: a rate of 0.1 % is seen in 10,000 families of three.
describe.each(LAWS)('seeds of the law %s', (name, law) => {
  test.each([5, 10, 40])(
    '%i of each of three algorithms contradict their mean in at most 0.1 %% of runs',
    (n) => {
      const random = generatorFor(n, name);
      let alarms = 0;
      for (let family = 0; family < FAMILIES; family++) {
        const all = Array.from({ length: ALGORITHMS }, () => valuesOf(n, () => law(random)));
        if (all.some((values) => isContradicted(values, 1, ALGORITHMS))) alarms++;
      }
      // At a rate of 0.1 % more than 30 of 10,000 have the probability 8e-8 (Poisson, mean 10).
      expect(alarms).toBeLessThanOrEqual(30);
    },
  );
});

test('a theory that is 1.1 times off is contradicted by 200 seeds whose deviation is a fifth of their mean', () => {
  const random = generatorFor(1, 'power');
  // Gamma of shape 25. With t_{0.9995,199} = 3.34 the ratio's logarithm, 0.0953 ± 0.0141, must be above 0.0472: 99.97 %.
  const draw = (): number => {
    let sum = 0;
    for (let k = 0; k < 50; k++) sum += square(random);
    return sum / 50;
  };
  const found = Array.from({ length: 300 }, () => isContradicted(valuesOf(200, draw), 1 / 1.1, 1));
  // At 99.97 % fewer than 295 of 300 have a probability below 1e-9.
  expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(295);
});
