import { expect, test } from 'vitest';
import { ALL_NOISE, exactLineOf, exactUpTo } from '../../src/report/exactLine.ts';

const exact = { rounds: [0, 1, 2], meanSquare: [9, 3.5, 100], biasSquare: [9, 3, 1] };

test('the line beside a curve goes as far as the curve, with the bytes of its rounds', () => {
  const points = [0, 2].map((round) => ({ round, uplinkBytes: 16 * round }) as never);
  expect(exactLineOf({ exact: { ...exact, rounds: [0, 1, 3] } }, { algorithm: 'a', points })).toEqual({
    algorithm: 'a',
    points: [
      { round: 0, uplinkBytes: 0, meanSquare: 9, biasSquare: 9 },
      { round: 1, uplinkBytes: NaN, meanSquare: 3.5, biasSquare: 3 },
    ],
  });
  for (const nothing of [undefined, { reason: 'none' }, { rounds: [0], meanSquare: [1], biasSquare: [1] }]) {
    expect(exactLineOf(nothing && { exact: nothing }, { algorithm: 'a', points })).toBeUndefined();
  }
  expect(exactLineOf({ exact }, { algorithm: 'a', points: [] })).toBeUndefined();
});

test('where there is no expectation the line is that of a run without noise, and says so', () => {
  const points = [0, 1, 2].map((round) => ({ round, uplinkBytes: 0 }) as never);
  const noiseFree = { rounds: [0, 1], errors: [4, 2] };
  const line = exactLineOf({ exact: { reason: 'none' }, noiseFree }, { algorithm: 'a', points })!;
  expect(line.neglects).toBe(ALL_NOISE);
  expect(line.points.map(({ meanSquare }) => meanSquare)).toEqual([4, 2]);
  expect(exactLineOf({ exact, noiseFree }, { algorithm: 'a', points })!.neglects).toBeUndefined();
});

test('a line leaves the figure at the ceiling, and has no point where the bytes are not known', () => {
  const points = [
    { round: 0, uplinkBytes: 0, meanSquare: 1, biasSquare: 1 },
    { round: 1, uplinkBytes: NaN, meanSquare: 5, biasSquare: 1 },
    { round: 2, uplinkBytes: 32, meanSquare: 50, biasSquare: 1 },
    { round: 3, uplinkBytes: 48, meanSquare: 2, biasSquare: 1 },
  ];
  const line = { algorithm: 'a', points };
  expect(exactUpTo(line, 'round', 10)).toEqual([
    { x: 0, y: 1 },
    { x: 1, y: 5 },
    { x: 2, y: 10 },
  ]);
  expect(exactUpTo(line, 'uplinkBytes', 100).map(({ x }) => x)).toEqual([0, 32, 48]);
});
