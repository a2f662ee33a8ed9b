/** The exact curve in what a run leaves behind: manifest, figures, their tables, and the page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../src/runs/library.ts';
import { InputError } from '../../src/values/failure.ts';
import { firstDifference } from '../../src/recording/sameRun.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import type { Manifest } from '../../src/recording/manifest.ts';
import { buildReport } from '../../src/report/buildReport.ts';
import type { ExactCurve } from '../../src/theory/moments/exactPredictions.ts';
import { writeTwoAgents } from '../commandLine/twoAgents.ts';
import { temporaryFolder } from '../recording/temporaryFolder.ts';
import { withoutKey } from './chart/withoutKey.ts';

const folder = temporaryFolder();
const directory = join(folder, 'out');
const file = (name: string): string => readFileSync(join(directory, name), 'utf8');

beforeAll(async () => {
  writeTwoAgents(folder);
  await run(
    join(folder, 'problem.json'),
    {
      algorithms: ['local-sa', 'trimmed-mean'],
      stepSize: 0.1,
      localSteps: 3,
      rounds: 12,
      initial: [3, -3],
      seeds: 6,
      placement: 'inline',
    },
    { out: directory },
  );
});

const curve = (): ExactCurve => {
  const { exact } = readManifest(directory).predictions[0]!;
  if (exact === undefined || 'reason' in exact) throw new Error('there is a curve');
  return exact;
};

describe('a run with an exact curve', () => {
  test('has it in its manifest, finite, from the start, where mean and bias are the same, to the end', () => {
    const { rounds, meanSquare, biasSquare } = curve();
    expect(rounds).toEqual(Array.from({ length: 13 }, (_, t) => t));
    expect(meanSquare[0]).toBeCloseTo(biasSquare[0]!, 12);
    meanSquare.forEach((value, t) => expect(value).toBeGreaterThanOrEqual(biasSquare[t]! * (1 - 1e-12)));
  });

  test.each(['error', 'error-by-uplink'])('has it in figures/%s.csv, digit for digit', (name) => {
    const [header, ...lines] = file(`figures/${name}.csv`).trimEnd().split('\n');
    expect(header!.split(',').slice(-7)).toEqual([
      'exactMeanSquare',
      'exactBiasSquare',
      'closureMeanSquare',
      'closureBiasSquare',
      'closureRelativeError',
      'closureBiasRelativeError',
      'noiseFreeError',
    ]);
    const cells = lines.map((line) => line.split(','));
    const ours = cells.filter(([algorithm]) => algorithm === 'local-sa');
    const { rounds, meanSquare, biasSquare } = curve();
    expect(ours.map((row) => [row[1], ...row.slice(-7, -5)].map(Number))).toEqual(
      rounds.map((round, at) => [round, meanSquare[at], biasSquare[at]]),
    );
    expect(ours.map((row) => row.slice(-5))).toEqual(rounds.map(() => ['', '', '', '', '']));
    const other = cells.filter(([algorithm]) => algorithm === 'trimmed-mean');
    expect(other.map((row) => row.slice(-7, -1))).toEqual(rounds.map(() => ['', '', '', '', '', '']));
    // its server sorts, which is not linear: there is a run without noise
    expect(other.every((row) => Number(row.at(-1)) > 0)).toBe(true);
  });

  test.each([
    { name: 'error', dashed: 1 },
    { name: 'error-by-uplink', dashed: 1 },
    { name: 'operator-norm', dashed: 0 },
  ])('has $dashed dashed line in $name', ({ name, dashed }) => {
    const svg = withoutKey(file(`figures/${name}.svg`));
    expect(svg.match(/<path[^>]*stroke-dasharray="7.2,4.4/g) ?? []).toHaveLength(dashed);
  });

  test('tells those who do not see the figure where it ends', () => {
    expect(file('figures/error.svg')).toMatch(
      /<desc[^>]*>[^<]*Exact expectation for Local SA: [^<]+ at round 12\./,
    );
  });

  test('says on its page what is dashed, how it agrees, and once why another has none', () => {
    const page = file('report.html').replaceAll(/\s+/g, ' ');
    expect(page).toContain('Dashed: exact expectation');
    expect(page).toMatch(
      /<div>0\.0\d+<small\s*>exact<\/small\s*><small\s*>bias² [^<]*[^< ],<br \/>variance [^<]+<\/small\s*><\/div>/,
    );
    expect(page.match(/No exact moments for Trimmed mean, and no dashed line: /g)).toHaveLength(1);
  });
});

describe('a manifest', () => {
  const changed = (change: (prediction: Record<string, unknown>) => void): string => {
    const other = temporaryFolder();
    const manifest = JSON.parse(file('manifest.json')) as { predictions: Record<string, unknown>[] };
    manifest.predictions.forEach(change);
    writeFileSync(join(other, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(other, 'rounds.csv'), file('rounds.csv'));
    return other;
  };

  test('of a program that had no exact curves is of the same run, and its report has none', async () => {
    const old = changed((prediction) => delete prediction.exact);
    expect(firstDifference(readManifest(old), readManifest(directory))).toBeUndefined();
    await buildReport(old);
    const page = readFileSync(join(old, 'report.html'), 'utf8');
    expect(page).not.toContain('exact expectation');
    expect(page).not.toContain('No exact moments');
  });

  test('of an approximation without an estimate of its error has no line of it', async () => {
    const old = changed((prediction) => {
      prediction.exact = { ...curve(), neglects: 'pair correlations between agents' };
    });
    expect(readManifest(old).predictions[0]!.exact).toEqual({
      reason: 'recorded without an estimate of its error; fedsa report --exact computes it anew',
    });
    await buildReport(old);
    expect(readFileSync(join(old, 'figures/error.svg'), 'utf8')).not.toContain('approximate expectation');
  });

  test('of a closure with an estimate has a band of it, and no line where it is above 10 %', async () => {
    const relativeError = curve().rounds.map((round) => (round === 5 ? 0.4 : 0.09));
    const closed = changed((prediction) => {
      if (prediction.algorithm === 'local-sa')
        prediction.exact = { ...curve(), neglects: 'triples', relativeError };
    });
    await buildReport(closed);
    const read = (name: string): string => readFileSync(join(closed, name), 'utf8').replaceAll(/\s+/g, ' ');
    const svg = withoutKey(read('figures/error.svg'));
    expect(read('report.html')).toContain(
      'Dash-dotted: approximate expectation E‖θ̄ₜ − θ*‖², noise included; neglected: triples.',
    );
    expect(read('report.html')).not.toContain('Dashed: exact');
    expect(svg).toMatch(/Approximate expectation, triples neglected, for Local SA: [^;]+ at round 12\./);
    // The other is a run without noise.
    expect(svg.match(/<path[^>]*stroke-dasharray="8,3.6,0.02,3.6,0.02,3.6"/g)).toHaveLength(1);
    // before the gap and after it
    expect(svg.match(/<path[^>]*stroke-dasharray="8,4,/g)).toHaveLength(2);
    expect(svg.match(/<path[^>]*fill-opacity="0.35"/g)).toHaveLength(2);
    expect(read('figures/error.svg')).toContain('approximate expectation, ± its estimated error');
    expect(read('report.html')).toContain(
      'The narrow band around it is ± its estimated error (Mathematics 8, 9); where that is above 10 %, there is no line.',
    );
    const lines = readFileSync(join(closed, 'figures/error.csv'), 'utf8').split('\n');
    const ours = lines.filter((line) => line.startsWith('local-sa'));
    expect(ours[4]!.split(',').slice(-5)).toEqual([
      ...[curve().meanSquare[4], curve().biasSquare[4], 0.09, 0.09].map(String),
      '',
    ]);
    expect(ours[5]!.split(',').slice(-5)).toEqual(['', '', '', '', '']);
  });

  test('of a curve at few rounds has dots that nothing joins, and says that nothing else is known', async () => {
    const { rounds, meanSquare, biasSquare } = curve();
    const some = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % 4 === 0);
    const thinned = changed((prediction) => {
      if (prediction.algorithm === 'local-sa')
        prediction.exact = {
          ...{ rounds: some(rounds), meanSquare: some(meanSquare), biasSquare: some(biasSquare) },
          thinnedFrom: rounds.length,
        };
    });
    await buildReport(thinned);
    const read = (name: string): string => readFileSync(join(thinned, name), 'utf8');
    const svg = withoutKey(read('figures/error.svg'));
    expect(svg).not.toMatch(/stroke-dasharray="7.2,4.4/);
    const [, dots] = /<path d="([^"]*)"[^>]*stroke-width="5.2"/.exec(svg)!;
    expect(dots!.match(/M([^L]+)L\1(?=M|$)/g)).toHaveLength(4);
    expect(read('figures/error.svg')).toContain('exact expectation, at single rounds');
    expect(read('report.html')).toContain('known at 4 of 13 rounds');
  });

  test('with fewer values than rounds is refused with the place', () => {
    const wrong = changed((prediction) => {
      prediction.exact = { rounds: [0, 1], meanSquare: [1], biasSquare: [1, 1] };
    });
    const read = (): Manifest => readManifest(wrong);
    expect(read).toThrow(InputError);
    expect(read).toThrow(/predictions\[0\]\.exact/);
  });
});
