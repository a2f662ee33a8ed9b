/** When an error reaches ε: by hand, and against every stretch of random sequences. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { passageRow, passageRows } from '../../src/measurement/passage.ts';

const everyRound = (errors: readonly number[]): number[] => errors.map((_, round) => round);
const reached = (errors: readonly number[], epsilon: number, rounds = everyRound(errors)): number =>
  passageRow(rounds, errors, epsilon);

describe('by hand', () => {
  test('a dip is no passage, and neither is a floor above ε that is touched', () => {
    expect(reached([9, 5, 0.5, 9, 9], 1)).toBe(-1);
    expect(reached([9, 2, 0.9, 2, 0.9, 2], 1)).toBe(-1);
    // From round 4 on the error stays; from round 2 on its mean is (0.5 + 9)/2 in the second round.
    expect(reached([9, 5, 0.5, 9, 0.5, 0.5], 1)).toBe(4);
  });

  test('one late excursion of a floor below ε undoes nothing while the mean from there is at most ε', () => {
    // From round 2 on: 0.5 + 0.5 + 0.5 + 2.5 = 4 of four rounds, so 1 on average: just enough; with 2.75 it is not.
    expect(reached([9, 5, 0.5, 0.5, 0.5, 2.5, 0.5], 1)).toBe(2);
    expect(reached([9, 5, 0.5, 0.5, 0.5, 2.75, 0.5], 1)).toBe(6);
  });

  test('ε itself is enough, the start may be there, and an error that ends above ε is nowhere', () => {
    expect(reached([1, 1, 1], 1)).toBe(0);
    expect(reached([0.5, 0.25], 1)).toBe(0);
    expect(reached([9, 1, 1.25], 1)).toBe(-1);
    expect(reached([], 1)).toBe(-1);
  });

  test('a recorded round stands for those since the one before it: rounds 0, 10, 20, 25', () => {
    const rounds = [0, 10, 20, 25];
    // From round 10 on: 10·(0.5 − 1) = −5, then + 5·(2 − 1) = 0: reached; one round more and it is not.
    expect(reached([9, 0.5, 1, 2], 1, rounds)).toBe(1);
    expect(reached([9, 0.5, 1, 2], 1, [0, 10, 20, 26])).toBe(-1);
    // The start stands for itself: 1·(0.5 − 1), then 10·(1.25 − 1) = 2.5.
    expect(reached([0.5, 1.25, 0.25, 0.25], 1, rounds)).toBe(2);
  });

  test('an error that is not finite is no passage and undoes those before it; a seed that diverges has none', () => {
    for (const error of [NaN, Infinity]) {
      expect(reached([9, 0, 0, error, 0, 0], 1)).toBe(4);
      expect(reached([9, 0, 0, error], 1)).toBe(-1);
    }
    expect(passageRow([0, 1, 2], [9, 0.5, 0.5], 1, true)).toBe(-1);
  });

  test('a first touch is the first recorded round at or below ε, whatever follows, of a seed that diverges, too', () => {
    const errors = [9, 5, 1, 7, 0.5, NaN];
    expect(passageRow(everyRound(errors), errors, 'first:1')).toBe(2);
    expect(passageRow(everyRound(errors), errors, 'first:1', true)).toBe(2);
    expect(passageRow(everyRound(errors), errors, 'first:0.25')).toBe(-1);
  });

  test('between two recorded rounds it is known only that the passage is later than the first of them', () => {
    expect(passageRows([0, 5, 10], 2)).toEqual({ after: 1, by: 2 });
    expect(passageRows([0, 5, 9, 10], 3)).toEqual({ after: 3, by: 3 });
    expect(passageRows([0, 5, 10], 0)).toEqual({ after: 0, by: 0 });
    expect(passageRows([0, 5, 10], -1)).toEqual({ after: 2, by: -1 });
  });
});

/** The definition itself: the first t such that the sums over every s ≥ t are at most 0. */
function bySearch(rounds: readonly number[], errors: readonly number[], epsilon: number): number {
  const weights = rounds.map((round, k) => (k === 0 ? 1 : round - rounds[k - 1]!));
  return errors.findIndex((_, t) =>
    errors.slice(t).every((__, length) => {
      let sum = 0;
      for (let u = t; u <= t + length; u++) sum += weights[u]! * (errors[u]! - epsilon);
      return sum <= 0;
    }),
  );
}

test('in 3,000 random sequences, of every round or some, it is what a search over all stretches finds', () => {
  const random = generatorFor(5, 'passages');
  const found = { kept: 0, never: 0, laterThanTouch: 0 };
  for (let trial = 0; trial < 3000; trial++) {
    const length = 1 + Math.floor(24 * random.uniform());
    const isThinned = random.uniform() < 0.5;
    const rounds = [0];
    while (rounds.length < length)
      rounds.push(rounds.at(-1)! + (isThinned ? 1 + Math.floor(7 * random.uniform()) : 1));
    // Multiples of 1/16, of which every sum is exact; they fall on the whole.
    const errors = rounds.map((_, k) => Math.floor(48 * random.uniform() * (1 - (0.8 * k) / length)) / 16);
    const row = passageRow(rounds, errors, 1);
    expect(row).toBe(bySearch(rounds, errors, 1));
    const touch = passageRow(rounds, errors, 'first:1');
    if (row < 0) found.never++;
    else found.kept++;
    if (row > touch) found.laterThanTouch++;
    // A larger ε is reached no later.
    const wider = passageRow(rounds, errors, 1.5);
    if (row >= 0) expect(wider >= 0 && wider <= row).toBe(true);
  }
  // Each way it can end is tried many times.
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(100);
});
