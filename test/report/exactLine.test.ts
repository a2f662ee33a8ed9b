import { expect, test } from 'vitest';
import { expectations } from '../../src/report/caption.ts';
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

test('one at few rounds says so, and is interpolated on a grid as its line against rounds is', () => {
  const rounds = [0, 4, 10];
  const decay = (t: number): number => 9 * 0.5 ** t;
  const own = { meanSquare: rounds.map(decay), biasSquare: rounds.map((t) => decay(2 * t)) };
  const arrivals = [1, 2].map((seed) => ({ seed, ...own }));
  const reached = [
    [0, 0],
    [1, 3],
    [4, 5],
    [9, 10],
  ];
  const points = reached.map(
    ([a, b], time) =>
      ({
        time,
        seeds: 2,
        reached: [
          { seed: 1, round: a },
          { seed: 2, round: b },
        ],
      }) as never,
  );
  const line = exactLineOf(
    { exact: { rounds, ...own, seeds: 2, arrivals, thinnedFrom: 11 } },
    { algorithm: 'a', points },
  )!;
  expect(expectations([line])).toEqual([
    'Dashed: exact expectation E‖θ̄ₜ − θ*‖², given the event times, mean over 2 seeds, computed at 3 of 11 rounds, noise included.',
  ]);
  reached.forEach(([a, b], at) => {
    const { meanSquare, biasSquare } = line.points[at]!;
    expect(meanSquare).toBeCloseTo((decay(a!) + decay(b!)) / 2, 12);
    expect(biasSquare).toBeCloseTo((decay(2 * a!) + decay(2 * b!)) / 2, 12);
  });
});
