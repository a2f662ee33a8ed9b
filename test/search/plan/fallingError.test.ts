/** When an expected error gets to a level and stays there, on errors in closed form. */
import { expect, test } from 'vitest';
import { crossing, type Errors, FallingError, firstRound } from '../../../src/search/plan/fallingError.ts';

const exact = (errorAt: (round: number) => number) => {
  const asked: number[] = [];
  const error = new FallingError((rounds): Errors => {
    asked.push(rounds.at(-1)!);
    return { meanSquare: rounds.map(errorAt), relativeError: rounds.map(() => 0) };
  });
  return { error, asked };
};
const falling = (floor: number, rate: number) => (round: number) => floor + (1 - floor) * rate ** round;

/** The least round from which f + (1 − f) x^t ≤ ε. */
const truth = (floor: number, rate: number, epsilon: number): number =>
  Math.ceil(Math.log((epsilon - floor) / (1 - floor)) / Math.log(rate));

test.each([
  [0, 0.5, 1e-3],
  [0.008, 0.9, 0.01],
  [0.0099, 0.999, 0.01],
  [0, 1 - 1e-6, 0.5],
  [1e-12, 0.99999, 1e-9],
])('floor %d, factor %d, ε = %d: T to the round', (floor, rate, epsilon) => {
  const { error } = exact(falling(floor, rate));
  const passage = error.passage(epsilon);
  expect(passage).toMatchObject({ kind: 'reached' });
  const { rounds } = passage as { rounds: number };
  const T = truth(floor, rate, epsilon);
  expect(Math.abs(rounds / T - 1)).toBeLessThan(0.02 + 1 / T);
  expect(firstRound(error, epsilon, rounds)).toBe(T);
});

test('a floor above ε is seen before the error has settled, and said as it is', () => {
  const { error, asked } = exact(falling(0.02, 0.95));
  expect(error.passage(0.01)).toEqual({ kind: 'never' });
  expect(asked.at(-1)).toBeLessThan(2000);
  expect(Math.abs((error.floor() as number) / 0.02 - 1)).toBeLessThan(1e-6);
});

test('a slow error is not taken for one that has settled', () => {
  const { error } = exact(falling(0, 1 - 1e-7));
  expect(error.passage(0.5, 1000)).toEqual({ kind: 'later' });
  expect(error.passage(0.5)).toMatchObject({ kind: 'reached' });
});

test('an error that grows never gets there, and its floor is infinite', () => {
  const { error } = exact((round) => 1.5 ** round);
  expect(error.passage(0.5)).toEqual({ kind: 'never' });
  expect(error.floor()).toBe(Infinity);
});

test('T is the last crossing: a dip is no arrival', () => {
  const errorAt = (round: number): number =>
    round < 10 ? 1 : round < 20 ? 0.005 : falling(0, 0.9)(round - 20);
  const { error } = exact(errorAt);
  const { rounds } = error.passage(0.01) as { rounds: number };
  const T = 20 + truth(0, 0.9, 0.01);
  expect(firstRound(error, 0.01, rounds)).toBe(T);
});

test.each([
  [0.0101, 'never'],
  [0.0099, 'reached'],
] as const)(
  'an error that dips far below ε on its way to %d, wherever that is, ends as %s',
  (floor, kind) => {
    for (let rate = 0.5; rate < 0.999; rate **= 0.8) {
      const { error, asked } = exact((round) => floor + rate ** round - 0.09 * Math.sqrt(rate) ** round);
      expect(error.passage(0.01)).toMatchObject({ kind });
      expect(asked.at(-1)! * Math.log(1 / rate)).toBeLessThan(500);
    }
  },
);

test('an error that is at most ε from the start takes no rounds', () => {
  const { error } = exact(() => 0.001);
  expect(error.passage(0.01)).toEqual({ kind: 'reached', rounds: 0 });
  expect(firstRound(error, 0.01, 0)).toBe(0);
});

test('between rounds the logarithm is interpolated', () => {
  expect(crossing([0, 10, 20], [1, 0.1, 0.001], 0.01)).toBeCloseTo(15, 12);
  expect(crossing([0, 10], [1, 0.1], 0.01)).toBeUndefined();
  expect(crossing([0, 10], [NaN, 0.1], 0.5)).toBe(10);
});

test('what theory refuses is passed on, once', () => {
  let calls = 0;
  const error = new FallingError(() => {
    calls++;
    return { reason: 'too many states' };
  });
  expect([error.passage(0.1), error.passage(0.2), error.floor()]).toEqual(
    Array.from({ length: 3 }, () => ({ reason: 'too many states' })),
  );
  expect(calls).toBe(1);
});

test('T is found where errors far beyond it take too much', () => {
  const errorAt = falling(0.008, 0.9);
  const error = new FallingError((rounds): Errors | { reason: string } =>
    rounds.at(-1)! > 64
      ? { reason: 'too many multiplications' }
      : { meanSquare: rounds.map(errorAt), relativeError: rounds.map(() => 0) },
  );
  const { rounds } = error.passage(0.01) as { rounds: number };
  expect(firstRound(error, 0.01, rounds)).toBe(truth(0.008, 0.9, 0.01));
});
