/** Heat maps: a floor beyond the shades is not the last shade's number, and their data read back. */
import { expect, test } from 'vitest';
import { heatMap } from '../../../src/report/sweep/heatMap.ts';
import type { SweepData } from '../../../src/report/sweep/sweepData.ts';
import { divergedWords } from '../../../src/report/sweep/sweepFigures.ts';

const NAMES = ['compute', 'step-size'] as const;

/** Two laws of compute times, and so many step sizes; some floors. */
function data(floors: readonly (number | undefined)[]): SweepData {
  const computes = ['exponential:1', 'uniform:0,2'];
  const steps = floors.map((_, k) => k + 1);
  const cells = computes.flatMap((compute) =>
    floors.map((mean, k) => ({
      point: { compute, 'step-size': k + 1 },
      ...{ key: `${compute}-${k}`, state: mean === undefined ? 'diverged' : 'completed' },
      floor: mean === undefined ? undefined : { mean },
    })),
  );
  const axes = [
    { name: NAMES[0], values: computes },
    { name: NAMES[1], values: steps },
  ];
  return { axes, cells: new Map(['a', 'b'].map((name) => [name, cells])), file: { zip: {} } } as never;
}

const drawn = (floors: readonly number[]) =>
  heatMap(data(floors), 'a', 'A', NAMES, () => 'x', { width: 400, letters: 12 })!;

test('a value with a comma is one cell of the data', () => {
  expect(drawn([1]).csv.split('\n')[2]).toBe('"uniform:0,2",1,1,,,uniform:0,2-0');
});

test('the last shade is of all larger floors, and says so', () => {
  expect(drawn([1, 1e9]).svg).toContain('>≥ 1.00 × 10⁶<');
  expect(drawn([1, 1e6]).svg).not.toContain('≥');
});

test('many points that diverged are not listed, and algorithms with equal ones stand together', () => {
  const found = data([1, ...Array.from({ length: 9 }, () => undefined)]);
  expect(divergedWords(found, 'step-size', (name) => ({ title: name, hue: 0 as never }))).toBe(
    ' Seeds diverged at step-size 2, 3, 4, 5, 6, 7 and 3 more (a, b).',
  );
});
