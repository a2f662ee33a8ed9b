import { expect, test } from 'vitest';
import { spread } from '../../../src/report/chart/labels.ts';

const label = (wanted: number) => ({ wanted, height: 10 });

test('labels with room stay where they belong', () => {
  expect(spread([label(80), label(20), label(50)], 100)).toEqual([80, 20, 50]);
});

test('two labels at 50 part to 45 and 55, in the order given', () => {
  expect(spread([label(50), label(50)], 100)).toEqual([45, 55]);
});

test('a label pushed onto the next joins it: 50, 52, 61 part to 44⅓, 54⅓, 64⅓', () => {
  // Tops without the space above each: 45, 47 − 10 = 37, 56 − 20 = 36; their mean is 118/3.
  const places = spread([label(50), label(52), label(61)], 100);
  places.forEach((place, k) => expect(place).toBeCloseTo(118 / 3 + 5 + 10 * k, 12));
});

test('labels at the edges stay inside', () => {
  expect(spread([label(0), label(100), label(99)], 100)).toEqual([5, 95, 85]);
});
