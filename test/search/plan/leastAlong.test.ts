/** The least value of a function of one number, and how many values that takes. */
import { expect, test } from 'vitest';
import { leastAlong } from '../../../src/search/plan/leastAlong.ts';

/** 1/x below an edge, with a pole at it: T of a step size. */
const withEdge = (edge: number) => (x: number) => (x < edge ? 1 / (x * (1 - x / edge) ** 0.1) : Infinity);
/** d/dx = 0 at x = edge / 1.1 */
const best = (edge: number): number => edge / 1.1;

test.each([
  [1, undefined],
  [0.01, undefined],
  [1e-4, undefined],
  [0.05, 0.05],
  [0.05, 0.2],
  [0.05, 0.01],
])('an edge at %d, near %s', (edge, near) => {
  let count = 0;
  const found = leastAlong({ low: 1e-5, high: 10, near, precision: 0.01 }, (x) => {
    count++;
    return withEdge(edge)(x);
  })!;
  expect(Math.abs(Math.log(found.at / best(edge)))).toBeLessThan(0.01);
  expect(found.value).toBe(withEdge(edge)(found.at));
  expect(count).toBeLessThan(40);
});

test('at an end of the range the end itself is the place', () => {
  expect(leastAlong({ low: 0.1, high: 2, precision: 0.01 }, (x) => 1 / x)).toEqual({ at: 2, value: 0.5 });
  expect(leastAlong({ low: 0.1, high: 2, precision: 0.01 }, (x) => x)!.at).toBe(0.1);
});

test('without any value there is no least one, and the whole range was looked at', () => {
  const seen: number[] = [];
  const found = leastAlong({ low: 0.001, high: 1, precision: 0.01 }, (x) => {
    seen.push(x);
    return Infinity;
  });
  expect(found).toBeUndefined();
  expect([Math.min(...seen), Math.max(...seen)]).toEqual([0.001, 1]);
});

test('each value hears the least one so far', () => {
  const heard: number[] = [];
  leastAlong({ low: 0.1, high: 1, precision: 0.5 }, (x, least) => {
    heard.push(least);
    return 1 / x;
  });
  expect(heard[0]).toBe(Infinity);
  expect(heard.slice(1).every((least) => least === 1)).toBe(true);
});
