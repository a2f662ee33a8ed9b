import { describe, expect, test } from 'vitest';
import { recordedCount, recordedRounds, recordingSchedule } from '../../src/measurement/recordingSchedule.ts';
import type { RecordingChoice } from '../../src/measurement/recordingSchedule.ts';

function rounds(choice: RecordingChoice, total: number): number[] {
  const isRecorded = recordingSchedule(choice, total);
  return Array.from({ length: total + 1 }, (_, round) => round).filter(isRecorded);
}

describe('by default', () => {
  test.each([0, 1, 2, 1999, 2000])('every one of T = %d rounds is recorded, and round 0', (total) => {
    expect(rounds('default', total)).toHaveLength(total + 1);
  });

  test.each([2001, 2002, 2010, 2500, 3999, 4000, 4001, 10_000, 123_457, 500_000, 3_000_000])(
    'of T = %d rounds exactly 2,000 are recorded, 1 and T included, and round 0',
    (total) => {
      const recorded = rounds('default', total);
      expect(recorded).toHaveLength(2001);
      expect(recorded.slice(0, 2)).toEqual([0, 1]);
      expect(recorded.at(-1)).toBe(total);
    },
  );

  test('the rounds of T = 500,000 are 1 to 100 and end with a constant ratio', () => {
    // Where 1 is no longer the smallest possible step, all logarithmic gaps are one number q up to
    // the rounding of both rounds and of the ratio that is still to go: within 2/r and a hundredth of q.
    const recorded = rounds('default', 500_000).slice(1);
    const gaps = recorded.slice(1).map((round, k) => round - recorded[k]!);
    const firstWide = gaps.findIndex((gap) => gap > 2);
    const wide = recorded.slice(firstWide);
    const q = Math.log(wide.at(-1)! / wide[0]!) / (wide.length - 1);
    wide.slice(1).forEach((round, k) => {
      expect(Math.abs(Math.log(round / wide[k]!) - q)).toBeLessThan(2 / wide[k]! + q / 100);
    });
    expect(recorded.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, k) => k + 1));
  });
});

test('all means all: 3,000 rounds and round 0', () => {
  expect(rounds('all', 3000)).toHaveLength(3001);
});

describe('every n-th', () => {
  test('of 10 rounds with n = 3 are 0, 3, 6, 9 and the last', () => {
    expect(rounds({ every: 3 }, 10)).toEqual([0, 3, 6, 9, 10]);
  });

  test('of 9 rounds with n = 3 has the last once, and n above T gives start and end', () => {
    expect(rounds({ every: 3 }, 9)).toEqual([0, 3, 6, 9]);
    expect(rounds({ every: 100 }, 9)).toEqual([0, 9]);
  });

  test('is not thinned above 2,000: n = 2 of 10,000 rounds are 5,001 rows', () => {
    expect(rounds({ every: 2 }, 10_000)).toHaveLength(5001);
  });
});

describe('where T is not known beforehand', () => {
  test('every round up to 2,000 is recorded, then ones half a per cent further, whatever the end; and the end', () => {
    const rounds = recordedRounds('default', 1_000_003, true);
    expect(rounds.slice(0, 2001)).toEqual(Array.from({ length: 2001 }, (_, t) => t));
    for (const [k, round] of rounds.slice(2001, -1).entries())
      expect(round).toBe(rounds[2000 + k]! + Math.ceil(rounds[2000 + k]! / 200));
    expect(rounds.at(-1)).toBe(1_000_003);
    expect(recordedRounds('default', 5000, true).slice(0, -1)).toEqual(rounds.filter((t) => t < 5000));
    const isRecorded = recordingSchedule('default', Infinity, true);
    const single = Array.from({ length: 9000 }, (_, k) => k + 1).filter((round) => isRecorded(round));
    expect(single).toEqual(rounds.filter((t) => t > 0 && t <= 9000));
  });

  test('2³¹ rounds have no more rows than is said', () => {
    const rounds = recordedRounds('default', 2 ** 31, true);
    expect(rounds.length).toBe(recordedCount('default', Infinity, true));
    expect(recordedCount('default', 30, true)).toBe(31);
  });
});
