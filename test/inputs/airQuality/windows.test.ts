import { describe, expect, test } from 'vitest';
import { monthBoundaries } from '../../../src/inputs/airQuality/calendar.ts';
import { drawWindows, rowsOfMonths } from '../../../src/inputs/airQuality/windows.ts';

// The training months of the paper: March 2013 to February 2016, 26304 hours.
const TRAINING = monthBoundaries({ year: 2013, month: 3 }, 26304);
const CHOICE = { agents: 120, stations: 12, windowMonths: [6, 12], wrapWindows: true, seed: 1 };

describe('rowsOfMonths', () => {
  test('six months from March 2013 are 184 days from row 0, and from June 2013 183 days from row 2208', () => {
    // 31 + 30 + 31 + 30 + 31 + 31 = 184; June to November: 30 + 31 + 31 + 30 + 31 + 30 = 183
    expect(rowsOfMonths(TRAINING, 0, 6)).toEqual({ start: 0, length: 184 * 24 });
    expect(rowsOfMonths(TRAINING, 3, 6)).toEqual({ start: 2208, length: 183 * 24 });
  });

  test('the last twelve training months hold 29 February 2016: 366 days that end with the training part', () => {
    expect(rowsOfMonths(TRAINING, 24, 12)).toEqual({ start: 17520, length: 8784 });
    expect(17520 + 8784).toBe(26304);
  });

  test('six months from January 2016 go on with March to June 2013', () => {
    // January and February 2016: 60 days; March to June 2013: 31 + 30 + 31 + 30 = 122 days
    expect(rowsOfMonths(TRAINING, 34, 6)).toEqual({ start: 26304 - 60 * 24, length: 182 * 24 });
  });

  test('as many months as there are, from any month on, are all the rows', () => {
    expect(rowsOfMonths(TRAINING, 35, 36)).toEqual({ start: 26304 - 29 * 24, length: 26304 });
  });
});

describe('drawWindows', () => {
  test('the same seed gives the same windows, another seed others', () => {
    expect(drawWindows(CHOICE, TRAINING)).toEqual(drawWindows(CHOICE, TRAINING));
    expect(drawWindows({ ...CHOICE, seed: 2 }, TRAINING)).not.toEqual(drawWindows(CHOICE, TRAINING));
  });

  test("another agent changes no other agent's window", () => {
    const more = drawWindows({ ...CHOICE, agents: 121 }, TRAINING);
    expect(more.slice(0, 120)).toEqual(drawWindows(CHOICE, TRAINING));
  });

  test('windows that wrap take every station, length and first month equally often', () => {
    // Of 36,000 agents each of the 12 · 2 · 36 = 864 triples takes 41.7 on average. Pearson's
    // statistic has 863 degrees of freedom, mean 863, standard deviation 41.5: it exceeds
    // 863 + 5 · 41.5 = 1071 with probability below 1e-5, and the seed is fixed.
    const agents = 36_000;
    const counts = new Map<string, number>();
    for (const { series, start, length } of drawWindows({ ...CHOICE, agents }, TRAINING)) {
      const first = TRAINING.indexOf(start);
      const months = [6, 12].find((candidate) => rowsOfMonths(TRAINING, first, candidate).length === length);
      const key = `${series}/${months}/${first}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const expected = agents / 864;
    const pearson = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(864);
    expect(pearson).toBeLessThan(1071);
  });

  test('windows that do not wrap end within the training months and take each of the 31 and 25 first months', () => {
    // 36 − 6 + 1 = 31 first months fit a window of 6, 36 − 12 + 1 = 25 one of 12
    const windows = drawWindows({ ...CHOICE, agents: 3000, wrapWindows: false }, TRAINING);
    const firstMonths = new Map<number, Set<number>>([
      [6, new Set()],
      [12, new Set()],
    ]);
    for (const { start, length } of windows) {
      expect(start + length).toBeLessThanOrEqual(26304);
      const first = TRAINING.indexOf(start);
      firstMonths.get(TRAINING.indexOf(start + length) - first)!.add(first);
    }
    const upTo = (count: number) => Array.from({ length: count }, (_, month) => month);
    expect([...firstMonths.get(6)!].sort((a, b) => a - b)).toEqual(upTo(31));
    expect([...firstMonths.get(12)!].sort((a, b) => a - b)).toEqual(upTo(25));
  });

  test('a window longer than the training months is refused', () => {
    expect(() => drawWindows({ ...CHOICE, windowMonths: [37] }, TRAINING)).toThrow(
      'a window has 1 to 36 whole months, got 37',
    );
  });
});
