/** results.csv and reach.csv of a sweep that has ended, cut after each of their rows. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REACH_COLUMNS, readSweep } from '../../../src/report/sweep/sweepData.ts';
import { SEEDS, sweepFolder } from './sweepFile.ts';

const H = [1, 5];
const ALGORITHMS = ['a', 'b'];
const REPLICATIONS = H.flatMap((value) =>
  ALGORITHMS.flatMap((algorithm) =>
    SEEDS.map((seed) => `${algorithm}${value},${value},${algorithm},${seed},completed`),
  ),
);
const RESULTS = REPLICATIONS.map((replication) => `${replication},9,9,9,0.5,0.25,1,72\n`);
const REACH = REPLICATIONS.flatMap((replication) =>
  [1, 0.5].map((level) => `${replication},error,${level},9,72,72,9,36,9,72,72,9,36\n`),
);

function sweepOf(results: number, reach: number, head: object = {}): string {
  const folder = sweepFolder(H, ALGORITHMS, head);
  writeFileSync(join(folder, 'results.csv'), `header\n${RESULTS.slice(0, results).join('')}`);
  writeFileSync(
    join(folder, 'reach.csv'),
    `key,H,algorithm,${REACH_COLUMNS}\n${REACH.slice(0, reach).join('')}`,
  );
  return folder;
}

test('rows that are missing are noticed', () => {
  expect(readSweep(sweepOf(8, 16)).cells.get('a')).toHaveLength(2);
  for (let results = 0; results < 8; results++) {
    expect(() => readSweep(sweepOf(results, 2 * results))).toThrow(
      `results.csv: has ${results} of the sweep's 8 rows; the command of the sweep, given again with --out and this folder, completes it`,
    );
  }
  for (let reach = 0; reach < 16; reach++)
    expect(() => readSweep(sweepOf(8, reach))).toThrow(/reach\.csv: has \d+ of the sweep's \d+ rows/);
  const lost = sweepOf(8, 16);
  rmSync(join(lost, 'results.csv'));
  expect(() => readSweep(lost)).toThrow(/results\.csv: lacks rows of the sweep; the command of the sweep/);
});

test('a cell that is no number is named', () => {
  const replaced = (name: string, from: string, to: string) => (folder: string) => {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    return folder;
  };
  const read = (change: (folder: string) => string) => () => readSweep(change(sweepOf(8, 16)));
  expect(read(replaced('results.csv', '0.25', 'x'))).toThrow(
    'results.csv: line 2, column 3 from the right: "x" is not a number; a number is expected',
  );
  expect(read(replaced('reach.csv', '36\n', 'x\n'))).toThrow(
    /reach\.csv: line 2, column 1 from the right: "x/,
  );
});

test('of a sweep under way, or whose seeds nobody noted, they are not', () => {
  expect(readSweep(sweepOf(5, 10, { state: 'running' })).cells.get('a')).toHaveLength(2);
  expect(readSweep(sweepOf(5, 10, { seeds: undefined })).cells.get('a')).toHaveLength(2);
});
