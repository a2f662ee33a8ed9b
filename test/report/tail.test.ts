import { describe, expect, test } from 'vitest';
import { meanOver, partsOf, tailOf } from '../../src/report/tail.ts';

const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, t) => t);

test('the tail is the last ⌈3T/10⌉ of the rounds 1 to T', () => {
  expect(tailOf(400)).toEqual({ first: 281, last: 400 });
  // 0.3 · 90 and 0.7 · 90 are not whole in doubles: 62.999… would begin at 63.
  expect(tailOf(90)).toEqual({ first: 64, last: 90 });
  expect(tailOf(4)).toEqual({ first: 3, last: 4 });
  expect(tailOf(1)).toEqual({ first: 1, last: 1 });
  expect(tailOf(0)).toEqual({ first: 0, last: 0 });
});

test('its parts are equally long as far as whole rounds allow; fewer rounds than parts have none', () => {
  expect(partsOf({ first: 1, last: 6 }, 2)).toEqual([
    { first: 1, last: 3 },
    { first: 4, last: 6 },
  ]);
  expect(partsOf({ first: 3, last: 10 }, 6)!.map(({ first }) => first)).toEqual([3, 4, 5, 7, 8, 9]);
  expect(partsOf({ first: 3, last: 10 }, 6)!.at(-1)).toEqual({ first: 9, last: 10 });
  expect(partsOf({ first: 1, last: 5 }, 6)).toBeUndefined();
});

describe('the mean over a range of rounds', () => {
  test('is the plain mean, bit for bit, where every round is recorded', () => {
    const values = upTo(50).map((t) => Math.sin(t) ** 2);
    const plain = values.slice(36, 51).reduce((sum, value) => sum + value, 0) / 15;
    expect(meanOver(upTo(50), values, tailOf(50))).toBe(plain);
  });

  test('counts a recorded round for those that it stands for', () => {
    // 4 and 10 at rounds 2 and 8: 4, 5, …, 10 in between; then 10 + 0.5 k up to 12 at round 12.
    const rounds = [0, 2, 8, 12];
    const values = [0, 4, 10, 12];
    const every = [4, 5, 6, 7, 8, 9, 10, 10.5, 11, 11.5, 12];
    expect(meanOver(rounds, values, { first: 2, last: 12 })).toBeCloseTo(
      every.reduce((sum, value) => sum + value, 0) / 11,
      14,
    );
    expect(meanOver(rounds, values, { first: 4, last: 9 })).toBeCloseTo((6 + 7 + 8 + 9 + 10 + 10.5) / 6, 14);
    expect(meanOver(rounds, values, { first: 5, last: 6 })).toBeCloseTo(7.5, 14);
  });

  test('does not lean towards where rows are dense: of t on log-spaced rounds it is the middle', () => {
    const rounds = [0, 1, 2, 4, 8, 16, 32, 64, 70, 80, 90, 100];
    expect(meanOver(rounds, rounds, tailOf(100))).toBeCloseTo(85.5, 12);
  });

  test('is unknown where rows do not cover the range, or hold what is no number', () => {
    expect(meanOver([], [], { first: 0, last: 0 })).toBeNaN();
    expect(meanOver([0, 1, 2], [1, 1, 1], { first: 2, last: 3 })).toBeNaN();
    expect(meanOver([5, 6], [1, 1], { first: 4, last: 6 })).toBeNaN();
    expect(meanOver([0, 1, 2], [1, NaN, 1], { first: 1, last: 2 })).toBeNaN();
    expect(meanOver([0, 1, 2], [1, Infinity, 1], { first: 1, last: 2 })).toBeNaN();
  });
});
