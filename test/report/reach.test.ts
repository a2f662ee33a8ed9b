/** Passages: of made-up rows, and of runs whose times are known in closed form. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, type RunSettings } from '../../src/index.ts';
import type { RunRecord } from '../../src/recording/manifest.ts';
import type { AlgorithmData } from '../../src/report/curve.ts';
import { overSeeds } from '../../src/report/headline.ts';
import { drawChart, SMALL } from '../../src/report/chart/draw.ts';
import { HUES } from '../../src/report/palette.ts';
import { reachedAt, reachedBy, type Spent } from '../../src/report/reach.ts';
import { passageText, reachChart } from '../../src/report/reachFigure.ts';
import { parseRounds, type Series } from '../../src/report/readRounds.ts';
import { medianInterval } from '../../src/report/statistics.ts';
import type { Cell, SweepData } from '../../src/report/sweep/sweepData.ts';
import { bestForLevels } from '../../src/report/sweep/sweepContest.ts';
import { reachFigures } from '../../src/report/sweep/sweepReach.ts';
import { summariseRun } from '../../src/report/summariseRun.ts';
import { amountOver } from '../../src/values/numbers.ts';
import { emptyFolder, fedsa, rows, text } from '../commandLine/builtProgram.ts';

const HEADER =
  'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes';

/** Of each seed the errors of rounds 0, 1, …; seed s takes s seconds and 10 s bytes a round. */
function dataOf(
  errors: readonly (readonly number[])[],
  states: readonly RunRecord['state'][] = [],
): AlgorithmData {
  const lines = errors.flatMap((each, k) =>
    each.map((error, t) => `a,${k + 1},${t},0,${t * (k + 1)},${error},0,0,0,0,0,${10 * t * (k + 1)},0`),
  );
  const series: Series[] = parseRounds([HEADER, ...lines, ''].join('\n'), 'rounds.csv');
  const runs = errors.map((each, k) => ({
    ...{ algorithm: 'a', seed: k + 1, steps: 0, rounds: each.length - 1 },
    state: states[k] ?? ('completed' as const),
  }));
  return { algorithm: 'a', series, runs };
}

test('a level is reached where the error stays; its first touch counts where that is asked for', () => {
  const data = dataOf([
    [9, 5, 1, 7, 1],
    [9, 1, 9, 1, 1],
  ]);
  const [reached, touched] = reachedBy(data, 'error', [1, 'first:1']);
  expect(reached).toMatchObject({ level: 1, reached: 2, seeds: 2 });
  expect(reached!.round.mean?.values).toEqual([4, 3]);
  expect(touched).toMatchObject({ level: 'first:1', reached: 2, seeds: 2 });
  expect(touched!.round.mean?.values).toEqual([2, 1]);
  expect(touched!.time.mean).toMatchObject({ mean: 2, values: [2, 2], interval: { low: 2, high: 2 } });
  expect(touched!.uplinkBytes.mean?.mean).toBe(20);
  expect(touched!.round.median).toBe(1.5);
});

test('the interval of a median is shown although its upper end is not known', () => {
  const spent = (time: number): Spent => ({
    ...{ time, uplinkBytes: 0, downlinkBytes: 0, round: time, step: time },
  });
  const { round } = reachedAt(0.1, [...[3, 1, 4, 2, 5].map(spent), undefined]);
  expect(passageText(round, amountOver)).toEqual({ text: '3.50 [1, ∞]', isMedian: true });
});

test('a level that half of the seeds reach, of an even number, has no median', () => {
  const [reach] = reachedBy(dataOf([[9, 1], [9, 9]]), 'error', [1]); // prettier-ignore
  expect(reach).toMatchObject({ reached: 1, seeds: 2 });
  expect(reach!.round.median).toBeUndefined();
});

test('where a seed has not reached a level there is no mean, and a median while most have', () => {
  const data = dataOf([
    [9, 1],
    [9, 9, 1],
    [9, 9, 9],
  ]);
  const [reach, none] = reachedBy(data, 'error', [1, 0.5]);
  expect(reach).toMatchObject({ reached: 2, seeds: 3, time: { mean: undefined, median: 4 } });
  expect(none).toMatchObject({ reached: 0, seeds: 3, time: { mean: undefined, median: undefined } });
});

test('seeds that were interrupted are not asked; those that diverged reach nothing, whatever they touched', () => {
  const data = dataOf([[9, 1], [9, 1, 1], [9]], ['completed', 'diverged', 'interrupted']);
  expect(reachedBy(data, 'error', [1])[0]).toMatchObject({ reached: 1, seeds: 2 });
  expect(reachedBy(data, 'error', ['first:10'])[0]!.time.mean?.values).toEqual([0, 0]);
});

test.each([
  { seeds: 3, band: 'range of the seeds' },
  { seeds: 4, band: '95 % confidence interval' },
])(
  'the curve of levels ends at the lowest that is asked for, with the $band of $seeds seeds',
  ({ seeds, band }) => {
    const errors = [9, 5, 3, 1, 0.2];
    const data = dataOf(Array.from({ length: seeds }, () => errors));
    const found = reachChart(
      'reach',
      '',
      [{ key: 'a', style: { title: 'A', hue: HUES[0]! }, data }],
      'error',
      [0.2],
    )!;
    expect(found.band).toBe(band);
    const { points } = found.chart.series[0]!;
    expect(points).toHaveLength(60);
    expect(points.at(-1)).toMatchObject({ x: 0.2 });
    // Seed s takes s seconds a round.
    const middle = (seeds + 1) / 2;
    for (const { x, y, low, high } of points) {
      const round = errors.findIndex((error) => error <= x);
      expect(y).toBeCloseTo(round * middle, 12);
      if (seeds === 3) expect([low, high]).toEqual([round, 3 * round]);
      else expect(low! < round || high! > 4 * round).toBe(true);
    }
  },
);

test('the interval of the median lies between order statistics as in the tables: 2 and 9 of 10, 6 and 15 of 20, 40 and 61 of 100', () => {
  const places = (n: number): unknown => medianInterval(Array.from({ length: n }, (_, k) => k + 1));
  expect([5, 6, 10, 20, 100].map(places)).toEqual([
    undefined,
    { low: 1, high: 6 },
    { low: 2, high: 9 },
    { low: 6, high: 15 },
    { low: 40, high: 61 },
  ]);
  // Of many values as the normal law has it, n/2 ∓ 0.98 √n.
  expect(medianInterval(Array.from({ length: 40_000 }, (_, k) => k + 1))).toMatchObject({ low: 19_804 });
});

const folder = emptyFolder();
/** d = 1, G(θ) = 1 − θ for every agent: θ* = 1, and an agent's H steps multiply its error by (1 − η)^H. */
function alike(agents: number): string {
  const single = { transition: [[1]], A: [[[1]]], b: [[1]], initial: 'stationary' };
  const file = join(folder, `alike-${agents}.json`);
  const problem = {
    format: 'fedsa-problem/1',
    kind: 'linear',
    dimension: 1,
    agents: new Array(agents).fill(single),
  };
  writeFileSync(file, JSON.stringify(problem));
  return file;
}

const ETA = 0.1;
const H = 4;
/** Rounds until the squared error, 1 at the start and multiplied by `factor`² in each round, is at most ε. */
const roundsTo = (level: number, factor = (1 - ETA) ** H): number =>
  Math.ceil(Math.log(level) / (2 * Math.log(factor)));

test('without noise and with constant times the time is the closed one, in JSON, report and CSV; other levels are added', async () => {
  const args = [
    ...['run', alike(3), '--algorithm', 'local-sa', '--step-size', String(ETA), '--local-steps', String(H)],
    ...['--compute', '0.5', '--uplink-latency', '0.25', '--downlink-latency', '0.75', '--sampling', 'exact'],
    ...['--seconds', '60', '--json', '--placement', 'inline', '--out', 'closed'],
  ];
  const asked = async (reach: string): Promise<unknown> => {
    const { status, stdout, stderr } = await fedsa(folder, ...args, '--reach', reach);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
  };
  const passage = (value: number) => ({
    mean: { value, low: null, high: null },
    median: { value, low: null, high: null },
  });
  const closed = (level: number): unknown => {
    const rounds = roundsTo(level);
    const [time, uplinkBytes] = [rounds * (0.5 * H + 1), rounds * 3 * 8].map(passage);
    return { level, reached: 1, seeds: 1, time, uplinkBytes, round: passage(rounds) };
  };
  expect(await asked('0.5,1e-4')).toMatchObject({ algorithms: [{ reach: [closed(0.5), closed(1e-4)] }] });
  const before = text(folder, 'closed', 'rounds.csv');
  // Twenty rounds have room in the time.
  const never = { level: 1e-9, reached: 0, seeds: 1, time: { mean: null, median: null } };
  expect(await asked('0.01,1e-9')).toMatchObject({ algorithms: [{ reach: [closed(0.01), never] }] });
  expect(text(folder, 'closed', 'rounds.csv')).toBe(before);
  const page = text(folder, 'closed', 'report.html');
  expect(page).toContain('How soon an error is reached');
  expect(page).toMatch(/<div>10⁻⁹<\/div><\/td>\s*<td data-head="reached by"><div>0 of 1 seeds</);
  expect(await fedsa(folder, 'report', 'closed', '--reach', '0.25')).toMatchObject({ status: 0, stderr: '' });
  expect(text(folder, 'closed', 'report.html')).toMatch(
    /data-head="ε = 0\.25 reached by"><div>1 of 1 seeds</,
  );
  expect(await fedsa(folder, 'report', 'closed', '--reach', '-1')).toMatchObject({ status: 2 });
  for (const { level, roundMean, timeMean } of rows(join(folder, 'closed', 'figures'), 'reach.csv')) {
    if (roundMean === '') continue;
    expect(Number(roundMean)).toBe(roundsTo(Number(level)));
    expect(Number(timeMean)).toBe(3 * Number(roundMean));
  }
});

/** The mean seconds to 10⁻³ over seeds. */
async function meanTime(
  name: string,
  agents: number,
  settings: RunSettings,
): Promise<{ mean: number; seeds: number }> {
  const out = join(folder, name);
  await run(
    alike(agents),
    {
      ...{ algorithms: ['local-sa'], stepSize: ETA, localSteps: H, sampling: 'exact', reach: [1e-3] },
      ...{ seconds: 100, placement: 'inline', iterates: false, ...settings },
    },
    { out, report: false },
  );
  const [summary] = (await summariseRun(out)).algorithms;
  const { reached, seeds, time } = summary!.reach[0]!;
  expect(reached).toBe(seeds);
  return { mean: time.mean!.mean, seeds };
}

test('under FedAsync an agent alone moves the error by 1 − α + α (1 − η)^H a step', async () => {
  const alpha = 0.5;
  const policy = { kind: 'asynchronous', mixing: alpha } as const;
  const { mean } = await meanTime('mixed', 1, { policy, timing: { compute: 0.25 } });
  expect(mean).toBe(0.25 * H * roundsTo(1e-3, 1 - alpha + alpha * (1 - ETA) ** H));
});

test('with exponential work the mean over 200 seeds is T H seconds, within four standard errors', async () => {
  const timing = { compute: { kind: 'exponential', mean: 1 } } as const;
  const { mean, seeds } = await meanTime('random', 1, { timing, seeds: 200, seconds: 150 });
  // T H seconds of variance 1 each; further than four standard errors with probability 6 · 10⁻⁵.
  const seconds = roundsTo(1e-3) * H;
  expect(Math.abs(mean - seconds) / Math.sqrt(seconds / seeds)).toBeLessThan(4);
});

test('a sweep draws medians where some seeds have not come to a level, with how many have; the others are at the soonest point', () => {
  const spent = (time: number): Spent => ({
    ...{ time, uplinkBytes: 10 * time, downlinkBytes: time, round: time, step: time },
  });
  const cell = (step: number, local: number, ...times: readonly (number | undefined)[]): Cell => ({
    ...{
      point: { step, local },
      key: `${step}-${local}`,
      state: 'completed',
      floor: overSeeds([0.05, 0.06]),
    },
    trend: 'level',
    numbers: () => new Map(times.map((time, seed) => [seed, { low: time ?? 100, high: time ?? Infinity }])),
    reach: [
      reachedAt(
        0.1,
        times.map((time) => (time === undefined ? undefined : spent(time))),
      ),
    ],
  });
  // With local = 2 all seeds are sooner than with local = 1, but for one at step = 0.5; at step = 4 most never come.
  const cells = [
    ...[cell(0.5, 1, 90, 95, 100), cell(1, 1, 50, 60, 70), cell(4, 1, 40, 50, 60)],
    ...[cell(0.5, 2, 30, 10, undefined), cell(1, 2, 5, 6, 7), cell(4, 2, 1, undefined, undefined)],
  ];
  const axes = [
    { name: 'step', values: [0.5, 1, 4] },
    { name: 'local', values: [1, 2] },
  ];
  const file = { zip: {} } as unknown as SweepData['file'];
  const data: SweepData = {
    ...{ directory: '', file, axes, seeds: 3, quantity: 'error' },
    cells: new Map([['a', cells]]),
  };
  expect(bestForLevels(data)).toMatchObject([
    { algorithm: 'a', cell: { key: '1-2' }, edges: ['local'], others: 5, missing: 0 },
  ]);
  // One whose final error is above the level does not reach it.
  const above = { ...cells[0]!, floor: overSeeds([0.5, 0.6]) };
  expect(bestForLevels({ ...data, cells: new Map([['a', [above, ...cells.slice(1)]]]) })).toMatchObject([
    { others: 5, missing: 1 },
  ]);
  const figures = reachFigures(data, ['step', 'local'], () => ({ title: 'A', hue: HUES[0]! }));
  expect(figures.map(({ chart: { name } }) => name)).toEqual(
    ['step', 'local'].flatMap((name) =>
      ['seconds', 'uplink-bytes', 'all-bytes', 'rounds'].map((text) => `reach-${name}-${text}`),
    ),
  );
  const pointsOf = ({ csv }: { csv: string }): string[] => csv.trimEnd().split('\n').slice(1);
  expect(pointsOf(figures[1]!).map((row) => row.split(',').slice(1, 3).join(' '))).toEqual([
    '0.5 300',
    '1 60',
  ]);
  const svg = drawChart(figures[0]!.chart, SMALL);
  expect([...svg.matchAll(/>(\d of \d)</g)].map(([, share]) => share)).toEqual(['2 of 3']);
  expect(pointsOf(figures[4]!).map((row) => row.split(',').slice(1, 3).join(' '))).toEqual(['1 60', '2 6']);
});
