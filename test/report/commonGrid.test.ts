/** Curves against seconds, bytes and local steps: step functions on one grid, against hand-made ones and a law. */
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/recording/manifest.ts';
import { type AlgorithmData, curveOf, groupByAlgorithm } from '../../src/report/curve.ts';
import type { Curve } from '../../src/report/curvePoint.ts';
import { exactLineOf } from '../../src/report/exactLine.ts';
import { describe as inWords } from '../../src/report/chart/chart.ts';
import { type FigureContent, planFigure } from '../../src/report/figure.ts';
import { figureTable } from '../../src/report/figureTable.ts';
import { stylesOf } from '../../src/report/palette.ts';
import type { MetricName } from '../../src/measurement/metrics/metrics.ts';
import { parseRounds, type Series } from '../../src/report/readRounds.ts';
import { ownUniforms } from '../oracles/explicitProblem.ts';

/** Columns that a test does not give are zero. */
const [template] = parseRounds(
  'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes\na,1,0,0,0,0,0,0,0,0,0,0,0\n',
  'rounds.csv',
);

function seriesOf(seed: number, columns: Partial<Record<MetricName, readonly number[]>>): Series {
  const zeros = columns.error!.map(() => 0);
  const none = Object.fromEntries(Object.keys(template!.columns).map((name) => [name, zeros]));
  const round = columns.error!.map((_, row) => row);
  return { algorithm: 'a', seed, columns: { ...none, round, ...columns } as unknown as Series['columns'] };
}

function dataOf(series: readonly Series[], states: readonly RunRecord['state'][] = []): AlgorithmData {
  const runs = series.map(({ seed, columns }, k) => ({
    algorithm: 'local-sa' as const,
    seed,
    state: states[k] ?? ('completed' as const),
    rounds: columns.round.at(-1)!,
    steps: 0,
  }));
  return { algorithm: 'a', series, runs };
}

/** Of the pieces of a step function, from and up to where; the last includes its end. */
type Pieces = readonly (readonly [from: number, to: number, seeds: number, mean: number])[];

function expectPieces({ points }: Curve, horizontal: 'time' | 'step' | 'uplinkBytes', pieces: Pieces): void {
  for (const [from, to, seeds, mean] of pieces) {
    const within = points.filter((point) => point[horizontal] >= from && point[horizontal] < to);
    expect(within.length).toBeGreaterThan(5);
    for (const point of within) expect([point.seeds, point.mean]).toEqual([seeds, mean]);
  }
  const [last, end] = [points.at(-1)!, pieces.at(-1)!];
  expect([points[0]![horizontal], last[horizontal], last.seeds]).toEqual([0, end[1], end[2]]);
}

describe.each(['time', 'step', 'uplinkBytes'] as const)('against %s', (horizontal) => {
  const first = seriesOf(1, { [horizontal]: [0, 1, 3], error: [10, 6, 2] });
  const second = seriesOf(2, { [horizontal]: [0, 2, 4], error: [20, 8, 4] });

  it('two seeds have the mean of their last values, up to where the first ends', () => {
    const curve = curveOf(dataOf([first, second]), 'error', horizontal);
    expectPieces(curve, horizontal, [
      [0, 1, 2, 15],
      [1, 2, 2, 13],
      [2, 3, 2, 7],
    ]);
    expect(curve.points.at(-1)).toMatchObject({ [horizontal]: 3, mean: 5, minimum: 2, maximum: 8 });
    expect(curve.points.every(({ round }) => Number.isNaN(round))).toBe(true);
  });

  it('the end of the first is that of the curve, whatever rounding', () => {
    // 449 · 12.3/449 is above 12.3, and 449 · 0.7/449 below 0.7.
    for (const end of [12.3, 0.7]) {
      const [short, long] = [1, 2].map((seed) =>
        seriesOf(seed, { [horizontal]: [0, end * seed], error: [8, 2 * seed] }),
      );
      const { points } = curveOf(dataOf([short!, long!]), 'error', horizontal);
      expect(points.at(-1)).toMatchObject({ [horizontal]: end, seeds: 2, mean: 5 });
    }
  });

  it('one that was interrupted counts as far as it went, one that diverged not at all', () => {
    const third = seriesOf(3, { [horizontal]: [0, 0.5, 1.5], error: [30, 30, 30] });
    const fourth = seriesOf(4, { [horizontal]: [0, 0.5], error: [1e9, 1e12] });
    const data = dataOf(
      [first, second, third, fourth],
      ['completed', 'completed', 'interrupted', 'diverged'],
    );
    expectPieces(curveOf(data, 'error', horizontal), horizontal, [
      [0, 1, 3, 20],
      [1, 1.5, 3, (6 + 20 + 30) / 3],
      [1.51, 2, 2, 13],
      [2, 3, 2, 7],
    ]);
  });

  it('seeds in step keep their rounds', () => {
    const other = seriesOf(2, { [horizontal]: [0, 1, 3], error: [20, 8, 4] });
    const curve = curveOf(dataOf([first, other]), 'error', horizontal);
    expect(curve.points.map((point) => [point.round, point[horizontal], point.mean])).toEqual([
      [0, 0, 15],
      [1, 1, 7],
      [2, 3, 3],
    ]);
    expect(curve.points.some((point) => 'rounds' in point)).toBe(false);
  });

  it('the table beside the figure has the place, and no round', () => {
    const curve = curveOf(dataOf([first, second]), 'error', horizontal);
    const content: FigureContent = {
      ...{ name: 'f', title: 'F', yTitle: 'y', horizontal },
      ...{ curves: [curve], each: 'algorithm', floors: [], styles: stylesOf([]), diverged: new Map() },
    };
    const [header, start] = figureTable(content).split('\n');
    const cells = start!.split(',');
    const cell = (name: string): string | undefined => cells[header!.split(',').indexOf(name)];
    expect([cell('round'), cell(horizontal), cell('seeds'), cell('mean')]).toEqual(['', '0', '2', '15']);
    expect(inWords(planFigure(content).chart)).toMatch(/mean: 15\.0 at 0 (s|local steps|bytes), 5\.00 at 3 /);
  });
});

it.each([1, 1e-3])(
  'a predicted limit down to a tenth of the lowest mean, %s here, is drawn, and one below is mentioned',
  (unit) => {
    const data = dataOf([seriesOf(1, { error: [16, 4, 8].map((value) => value * unit) })]);
    const lowest = 4 * unit * 10 ** -1;
    const plan = (value: number): ReturnType<typeof planFigure> =>
      planFigure({
        ...{ name: 'f', title: 'F', yTitle: 'y', horizontal: 'round' },
        ...{ curves: [curveOf(data, 'error', 'round')], each: 'algorithm', diverged: new Map() },
        ...{ floors: [{ algorithm: 'a', value, name: 'limit of bias²' }], styles: stylesOf([]) },
      });
    const [figurePlan, below] = [plan(lowest), plan(lowest * (1 - 1e-15))];
    expect([figurePlan.chart.references.map(({ y }) => y), figurePlan.belowFigure]).toEqual([[lowest], []]);
    expect([below.chart.references, below.belowFigure.length]).toEqual([[], 1]);
    expect(figurePlan.chart.y.scale.low).toBeLessThanOrEqual(Math.log10(lowest));
  },
);

describe('rows on a grid in time', () => {
  // Of rounds over at 0, 0.4, 0.9, 2.5 and at 0, 1, 1.6, 2.2 s: the last by each multiple of 1, and the last.
  const series = seriesOf(1, { round: [0, 2, 3], time: [0, 0.9, 2.5], error: [8, 2, 1] });
  const two = seriesOf(2, { round: [0, 1, 2, 3], time: [0, 1, 1.6, 2.2], error: [8, 4, 3, 2] });
  const data = { ...dataOf([series, two]), timeGrid: 1 };

  it('give the mean over seeds at the multiples, and at the end of the first', () => {
    const { points } = curveOf(data, 'error', 'time');
    expect(points.map(({ time, mean }) => [time, mean])).toEqual([
      [0, 8],
      [1, 3],
      [2, 2.5],
      [2.2, 2],
    ]);
  });

  it('are there at decimal multiples, too: 17 · 0.1 s is 1.7 s', () => {
    const round = Array.from({ length: 18 }, (_, k) => k);
    const rows = { round, time: round.map((k) => k / 10), error: round.map((k) => 2 ** -k) };
    const other = seriesOf(2, { ...rows, time: rows.time.map((time) => time && time - 0.01) });
    const { points } = curveOf(
      { ...dataOf([seriesOf(1, rows), other]), timeGrid: 0.1, seconds: 1.7 },
      'error',
      'time',
    );
    expect(points.map(({ time, mean }) => [time, mean])).toEqual(round.map((k) => [k / 10, 2 ** -k]));
  });

  it('where only seconds end the runs each stands still after its last round', () => {
    const { points } = curveOf({ ...data, seconds: 4 }, 'error', 'time');
    expect(points.map(({ time, seeds, mean }) => [time, seeds, mean])).toEqual([
      [0, 2, 8],
      [1, 2, 3],
      [2, 2, 2.5],
      [3, 2, 1.5],
      [4, 2, 1.5],
    ]);
  });

  it('where a rule may have ended a run as well it does not stand still', () => {
    const runs = data.runs.map((run) => ({ ...run, algorithm: 'a' }));
    const ends = [{}, { stopWhen: '({ error }) => error < 1.5' }].map((rule) => {
      const length = { recording: { seconds: 1 }, budget: { kind: 'limits', seconds: 4 }, ...rule } as const;
      const [found] = groupByAlgorithm(['a'], data.series, runs, length);
      return curveOf(found!, 'error', 'time').points.at(-1)!.time;
    });
    expect(ends).toEqual([4, 2.2]);
  });

  it('are drawn against rounds as step functions, too, since seeds have different ones', () => {
    const { points } = curveOf(data, 'error');
    expect(points.map(({ round, seeds, mean }) => [round, seeds, mean])).toEqual([
      [0, 2, 8],
      [1, 2, 6],
      [2, 2, 2.5],
      [3, 2, 1.5],
    ]);
  });
});

it('values that a seed does not have yet are left out until it has', () => {
  const series = seriesOf(1, { time: [0, 1, 4], error: [1, 1, 1], staleness: [NaN, 3, 5] });
  const two = seriesOf(2, { time: [0, 2, 4], error: [1, 1, 1], staleness: [NaN, 1, 1] });
  const { points } = curveOf(dataOf([series, two]), 'staleness', 'time');
  expect(points[0]!.time).toBe(1);
  for (const { time, seeds, mean } of points) {
    if (time < 2) expect([seeds, mean]).toEqual([1, 3]);
    else if (time < 4) expect([seeds, mean]).toEqual([2, 2]);
  }
  expect(points.at(-1)!.mean).toBe(3);
});

describe('rounds of exponential times, an error that falls by ρ = 0.4 in each', () => {
  // After t seconds Poisson(t) rounds are over, and E ρ^N = exp(−(1 − ρ) t). At the same round the mean error
  // would be drawn at its mean time: exp(−ln(1/ρ) t), less than a sixth of that at t = 6.
  const RHO = 0.4;
  const SEEDS = 800;
  const uniform = ownUniforms(7);
  const series = Array.from({ length: SEEDS }, (_, seed) => {
    const time = [0];
    while (time.at(-1)! < 8) time.push(time.at(-1)! - Math.log(1 - uniform()));
    return seriesOf(seed, { time, error: time.map((_, round) => RHO ** round) });
  });
  const curve = curveOf(dataOf(series), 'error', 'time');

  it('have the error of their law at every time', () => {
    expect(curve.points.at(-1)!.time).toBeGreaterThanOrEqual(8);
    for (const at of [0.5, 1, 2, 4, 6]) {
      const point = curve.points.find(({ time }) => time >= at)!;
      const law = (factor: number): number => Math.exp(-(1 - factor) * point.time);
      const sd = Math.sqrt((law(RHO ** 2) - law(RHO) ** 2) / SEEDS);
      // Five standard errors: at five places a chance of 3e-6.
      expect(Math.abs(point.mean - law(RHO))).toBeLessThan(5 * sd);
      if (at === 6) expect(point.mean - Math.exp(Math.log(RHO) * point.time)).toBeGreaterThan(5 * sd);
    }
  });

  it('have the exact expectation at the rounds that the seeds have come to', () => {
    const rounds = Array.from({ length: 100 }, (_, t) => t);
    const meanSquare = rounds.map((t) => RHO ** t);
    const line = exactLineOf({ exact: { rounds, meanSquare, biasSquare: meanSquare } }, curve)!;
    expect(line.points.map(({ time, meanSquare: value }) => [time, value])).toEqual(
      curve.points.map(({ time, mean }) => [time, mean]),
    );
    // Given a seed's arrivals it is that seed's own, over those seeds that have one.
    const ofSeeds = [3, 5].map((seed) => ({
      seed,
      meanSquare: rounds.map((t) => seed * RHO ** t),
      biasSquare: meanSquare,
    }));
    const given = exactLineOf(
      { exact: { rounds, meanSquare, biasSquare: meanSquare, arrivals: ofSeeds } },
      curve,
    )!;
    const reachedBy = (seed: number, time: number): number =>
      series[seed]!.columns.time.findLastIndex((value) => value <= time);
    expect(given.arrivals).toEqual({ seeds: 2, areFirst: true });
    for (const { time, meanSquare: value } of given.points.filter((_, at) => at % 50 === 0)) {
      const [third, fifth] = [3, 5].map((seed) => seed * RHO ** reachedBy(seed, time!));
      expect(value).toBeCloseTo((third! + fifth!) / 2, 12);
    }
    // A prediction that ends early ends the line.
    const short = exactLineOf(
      { exact: { rounds: [0, 1], meanSquare: [1, RHO], biasSquare: [1, RHO] } },
      curve,
    )!;
    expect(short.points.length).toBeLessThan(line.points.length);
    expect(short.points.every(({ time }) => time! < 1)).toBe(true);
  });
});
