import { expect, test } from 'vitest';
import { expectations } from '../../src/report/caption.ts';
import { figureTable } from '../../src/report/figureTable.ts';
import { exactLineOf, exactUpTo, worthOf } from '../../src/report/exactLine.ts';
import type { Series } from '../../src/report/readRounds.ts';

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
  expect(worthOf(line)).toBe('without noise');
  expect(line.points.map(({ meanSquare }) => meanSquare)).toEqual([4, 2]);
  expect(worthOf(exactLineOf({ exact, noiseFree }, { algorithm: 'a', points })!)).toBe('exact');
});

test('a line goes to its first value above the ceiling, which is not lowered to it, and has no point where the bytes are not known', () => {
  const points = [
    { round: 0, uplinkBytes: 0, meanSquare: 1, biasSquare: 1 },
    { round: 1, uplinkBytes: NaN, meanSquare: 5, biasSquare: 1 },
    { round: 2, uplinkBytes: 32, meanSquare: 50, biasSquare: 1 },
    { round: 3, uplinkBytes: 48, meanSquare: 2, biasSquare: 1 },
  ];
  const line = { algorithm: 'a', points };
  expect(exactUpTo(line, 'round', 10)).toEqual([
    [
      { x: 0, y: 1 },
      { x: 1, y: 5 },
      { x: 2, y: 50 },
    ],
  ]);
  expect(exactUpTo(line, 'uplinkBytes', 100)[0]!.map(({ x }) => x)).toEqual([0, 32, 48]);
  // What no line joins does not lead there.
  const apart = { ...line, thinned: { rounds: 4, total: 40 } };
  expect(exactUpTo(apart, 'round', 10)[0]!.map(({ x }) => x)).toEqual([0, 1, 3]);
});

test('where the estimated error is above 10 % there is no value, and no line across; elsewhere it is the half-width of a band', () => {
  const points = [0, 1, 2, 3, 4, 5].map((round) => ({ round, uplinkBytes: 0 }) as never);
  const estimated = {
    rounds: [0, 1, 2, 3, 4, 5],
    meanSquare: [8, 4, 2, 1, 1, 1],
    biasSquare: [8, 4, 2, 1, 1, 1],
    neglects: 'triples',
    relativeError: [0, 0.05, 0.3, 0.1, 0.08, null],
  };
  const line = exactLineOf({ exact: estimated }, { algorithm: 'a', points })!;
  expect(worthOf(line)).toBe('estimated');
  expect(line.points.map(({ round, relativeError }) => [round, relativeError])).toEqual([
    [0, 0],
    [1, 0.05],
    [3, 0.1],
    [4, 0.08],
  ]);
  const pieces = exactUpTo(line, 'round', 100);
  expect(pieces.map((piece) => piece.map(({ x }) => x))).toEqual([
    [0, 1],
    [3, 4],
  ]);
  expect(pieces[1]![0]).toEqual({ x: 3, y: 1, low: 0.9, high: 1.1 });
  const hopeless = { ...estimated, relativeError: [0.2, 0.3, 0.3, 0.3, 0.2, 0.2] };
  expect(exactLineOf({ exact: hopeless }, { algorithm: 'a', points })).toBeUndefined();
});

test('bias² in the table of a figure is known by its own estimate, which stands beside it', () => {
  const point = { seeds: 1, mean: 1, minimum: 1, p10: 1, median: 1, p90: 1, maximum: 1, uplinkBytes: 0 };
  const curve = { algorithm: 'a', points: [0, 1, 2].map((round) => ({ ...point, round })) };
  const approximate = {
    ...{ rounds: [0, 1, 2], meanSquare: [8, 4, 2], biasSquare: [8, 3, 1], neglects: 'triples' },
    ...{ relativeError: [0, 0.05, 0.06], biasRelativeError: [0, 0.1, 0.3] },
  };
  const exact = [exactLineOf({ exact: approximate }, curve as never)!];
  const content = { curves: [curve], floors: [], exact, horizontal: 'round', each: 'algorithm' };
  const [header, ...rows] = figureTable(content as never)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  expect(header!.slice(-5)).toEqual([
    'closureMeanSquare',
    'closureBiasSquare',
    'closureRelativeError',
    'closureBiasRelativeError',
    'noiseFreeError',
  ]);
  expect(rows.map((row) => row.slice(-5, -1))).toEqual([
    ['8', '8', '0', '0'],
    ['4', '3', '0.05', '0.1'],
    ['2', '', '0.06', '0.3'],
  ]);
});

test('on a grid the estimated error is that of the mean over the seeds', () => {
  const points = [0, 1].map(
    (time) =>
      ({
        time,
        seeds: 2,
        reached: [
          { seed: 1, round: 0 },
          { seed: 2, round: 1 },
        ],
      }) as never,
  );
  const approximate = {
    ...{ rounds: [0, 1], meanSquare: [3, 1], biasSquare: [3, 1], neglects: 'triples' },
    ...{ relativeError: [0.02, 0.06], biasRelativeError: [0.04, 0.12] },
  };
  const line = exactLineOf({ exact: approximate }, { algorithm: 'a', points })!;
  // (3 · 0.02 + 1 · 0.06) / 4
  expect(line.points[0]!.relativeError).toBeCloseTo(0.03, 12);
  expect(line.points[0]!.biasRelativeError).toBeCloseTo(0.06, 12);
});

test('one at few rounds is dots, on a grid of each seed where its rounds ended; nothing is interpolated', () => {
  const rounds = [0, 4, 10];
  const decay = (t: number): number => 9 * 0.5 ** t;
  const custom = { meanSquare: rounds.map(decay), biasSquare: rounds.map((t) => decay(2 * t)) };
  const arrivals = [1, 2].map((seed) => ({ seed, ...custom }));
  const exactly = { rounds, ...custom, seeds: 2, arrivals, thinnedFrom: 11 };
  // The second seed's rounds take twice as long.
  const series = [1, 2].map((seed) => {
    const round = Array.from({ length: 11 }, (_, t) => t);
    const columns = { round, time: round.map((t) => seed * t), step: round, uplinkBytes: round };
    return { algorithm: 'a', seed, columns } as unknown as Series;
  });
  const grid = [0, 5, 10].map((time) => ({ time, round: NaN, seeds: 2, reached: [] }) as never);
  const apart = exactLineOf({ exact: exactly }, { algorithm: 'a', points: grid }, series)!;
  expect(apart.points.map(({ time, round, meanSquare }) => [time, round, meanSquare])).toEqual([
    ...rounds.map((round) => [round, round, decay(round)]),
    ...rounds.map((round) => [2 * round, round, decay(round)]),
  ]);
  expect(expectations([apart])).toEqual([
    'Dots: exact expectation E‖θ̄ₜ − θ*‖², given the event times, of 2 seeds, each at its own place, noise included, known at 3 of 11 rounds (Mathematics 15).',
  ]);
  const measured = Array.from({ length: 11 }, (_, round) => ({ round, uplinkBytes: 0, seeds: 2 }) as never);
  const against = exactLineOf({ exact: exactly }, { algorithm: 'a', points: measured })!;
  expect(against.points.map(({ round }) => round)).toEqual(rounds);
  expect(expectations([against])).toEqual([
    'Dots: exact expectation E‖θ̄ₜ − θ*‖², given the event times, mean over 2 seeds, noise included, known at 3 of 11 rounds (Mathematics 15).',
  ]);
});
