/** The files and words of a sweep's figures: swept values as the grid has them, and why an expectation is missing. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSweepReport } from '../../../src/report/sweep/buildSweepReport.ts';
import type { ExpectedFloor } from '../../../src/report/expectedFloor.ts';
import type { Unknown } from '../../../src/theory/unknown.ts';
import { SEEDS, sweepFolder } from './sweepFile.ts';

type Theory = Readonly<Record<string, ExpectedFloor | Unknown>>;

/** The report of a sweep over H, whose floors are all ½, and the CSV of its floors. */
async function reportOf(values: readonly (string | number)[], theory: Theory) {
  const folder = sweepFolder(values, ['a']);
  const results = values.flatMap((value) =>
    SEEDS.map(
      (seed) => `a${String(value).replace(':', '-')},${value},a,${seed},completed,9,9,9,0.5,0.5,1,72\n`,
    ),
  );
  writeFileSync(join(folder, 'results.csv'), `header\n${results.join('')}`);
  await buildSweepReport(folder, () => Promise.resolve(new Map(Object.entries(theory))));
  const csv = readFileSync(join(folder, 'figures', 'floors-H.csv'), 'utf8')
    .trimEnd()
    .split('\n');
  const page = readFileSync(join(folder, 'report.html'), 'utf8').replaceAll(/<[^>]*>|\s+/g, ' ');
  return { csv, page: page.replaceAll(/ +/g, ' ') };
}

const over = (basis: ExpectedFloor['basis']): ExpectedFloor => ({
  mean: 0.4,
  biasSquare: { value: 0.1, relativeError: 0 },
  variance: { value: 0.3, relativeError: 0 },
  basis,
  relativeError: 0,
});

test.each<[string, (string | number)[]]>([
  ['0, 5, 50, with a zero', [0, 5, 50]],
  ['policies', ['synchronous', 'buffered:5', 'asynchronous:0.1']],
  ['positive numbers', [0.0464158883361278, 1, 20]],
])('a figure\u2019s CSV has the values %s, not their numbers', async (_, values) => {
  const { csv } = await reportOf(values, {});
  const measured = csv.slice(1, 1 + values.length).map((row) => row.split(',')[1]);
  expect(measured).toEqual(values.map(String));
});

describe('of an expectation that stands at one point of three', () => {
  const late = 'curves given the event times of all seeds take about 3e+9 multiplications, more than 3e+8';
  const theory = {
    a0: over('schedules'),
    a5: { reason: `no exact moments: ${late}` },
    a50: { reason: late },
  };

  test('the CSV has a row at each point: a number with what it is over, or a reason', async () => {
    const { csv } = await reportOf([0, 5, 50], theory);
    expect(csv[0]).toBe('series,H,floor,low,high,note');
    expect(csv.slice(4)).toEqual([
      'a expected,0,0.4,,,over schedules',
      `a expected,5,,,,"${late}"`,
      `a expected,50,,,,"${late}"`,
    ]);
  });

  test('the caption names the points without it and the reason, once', async () => {
    const { page } = await reportOf([0, 5, 50], theory);
    expect(page).toContain('Dashed: what theory expects of the same mean, over schedules.');
    expect(page.split(`No expectation for a at H 5, 50: ${late}.`)).toHaveLength(2);
  });

  test('the table of best points has the reason in place of a bare dash', async () => {
    const { page } = await reportOf([0, 5, 50], { a0: { reason: late } });
    expect(page).toMatch(/more than 3\s*×\s*10⁸/);
  });
});

test('the page leads with the best point, its floor, and the results not separated from it', async () => {
  const folder = sweepFolder([0, 5, 50], ['a']);
  const leadOf = async (floors: readonly number[], last = 1, seeds = SEEDS): Promise<string> => {
    const rows = [0, 5, 50].flatMap((value, k) =>
      seeds.map((seed) => {
        const floor = floors[k]! * (1 + seed / 1e4);
        return `a${value},${value},a,${seed},completed,9,9,9,${last * floor},${floor},1,72\n`;
      }),
    );
    writeFileSync(join(folder, 'results.csv'), `header\n${rows.join('')}`);
    await buildSweepReport(folder, () => Promise.resolve(new Map()));
    return /class="lead">([^<]*)/.exec(readFileSync(join(folder, 'report.html'), 'utf8'))![1]!;
  };
  expect(await leadOf([0.5, 0.01, 0.6])).toBe(
    'H=5 has the lowest final error, 0.0100, separated from all other results.',
  );
  // At the last round the error is half of its mean.
  expect(await leadOf([0.5, 0.01, 0.6], 0.5, [1, 2, 3])).toBe(
    'H=5 ends lowest, 0.0100; its error is still falling.',
  );
  expect(await leadOf([0.01, 0.01, 0.6])).toMatch(/, alike with 1 of 2 other results\. A better point/);
  // The results are compared with the point that is named, although its floor has no logarithm.
  expect(await leadOf([0.5, 0, 0.6])).toBe(
    'H=5 has the lowest final error, 0, separated from all other results.',
  );
  expect(await leadOf([0.5, 0, 0])).toBe(
    'H=5 has the lowest final error, 0, alike with 1 of 2 other results.',
  );
});
