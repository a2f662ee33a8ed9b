import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAirQuality, testSeries } from '../../src/inputs/readAirQuality.ts';
import type { RegressionSeries } from '../../src/inputs/airQuality/preprocess.ts';
import { parseStation } from '../../src/inputs/airQuality/stationCsv.ts';
import { COLUMNS, STATIONS } from '../../src/inputs/airQuality/stationRecord.ts';
import type {
  AirQualitySpecification,
  RecordedRegressionSpecification,
} from '../../src/problems/specification.ts';
import { InputError } from '../../src/values/failure.ts';
import { uciText } from './airQuality/uciFile.ts';

const PAPER: AirQualitySpecification = {
  kind: 'beijing-air-quality',
  agents: 120,
  windowMonths: [6, 12],
  trainingMonths: 36,
  seasonality: 'additive-yearly',
  scaling: 'min-max',
  wrapWindows: true,
  regularisation: 0.01,
  initial: 'stationary',
  seed: 1,
};

/** Milliseconds for reading many lines, which takes 1 to 3 s on an idle machine. */
const PATIENCE = 60_000;

/** For files of three months, March to May 2013: 2208 hours, the first two months for training. */
const SHORT: AirQualitySpecification = {
  ...PAPER,
  windowMonths: [1],
  trainingMonths: 2,
  seasonality: 'none',
};

const scratch = mkdtempSync(join(tmpdir(), 'fedsa-air-quality-'));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

/**
 * Writes the twelve files: a daily and a yearly wave over a drift that differ between columns.
 * In each column c the rows r = c, c + 500, c + 1000, … are missing.
 */
function writeFiles(name: string, months: number): string {
  const directory = join(scratch, name);
  mkdirSync(directory);
  const text = uciText({
    station: 'STATION',
    year: 2013,
    month: 3,
    months,
    cell: (row, column) => {
      const c = COLUMNS.indexOf(column);
      if (row % 500 === c) return 'NA';
      return ((row * (c + 1)) % 24) + Math.round(50 * Math.sin((2 * Math.PI * row) / 8760 + c)) + (row >> 10);
    },
  });
  for (const station of STATIONS) {
    writeFileSync(join(directory, fileName(station)), text.replaceAll('STATION', station));
  }
  return directory;
}

function fileName(station: string): string {
  return `PRSA_Data_${station}_20130301-20170228.csv`;
}

/** Missing cells in each column of each station's file. */
function missingCells(directory: string): readonly (readonly number[])[] {
  return STATIONS.map((station) => {
    const parsed = parseStation(readFileSync(join(directory, fileName(station)), 'utf8'), station);
    if (parsed.kind === 'refused') throw new Error(parsed.reason);
    return parsed.record.columns.map((values) => values.filter((value) => Number.isNaN(value)).length);
  });
}

/** Smallest and largest value of the target and of each of the nine features, over all rows. */
function ranges({ x, y }: RegressionSeries): readonly (readonly [number, number])[] {
  return COLUMNS.map((_, column) => {
    let [smallest, largest] = [Infinity, -Infinity];
    for (let row = 0; row < y.length; row++) {
      const value = column === 0 ? y[row]! : x[9 * row + column - 1]!;
      smallest = Math.min(smallest, value);
      largest = Math.max(largest, value);
    }
    return [smallest, largest];
  });
}

/** A digest of every bit of the series, and the windows. */
function bitsOf({ series, windows }: RecordedRegressionSpecification): unknown {
  const hash = createHash('sha256');
  for (const { x, y } of series) hash.update(new Uint8Array(x.buffer)).update(new Uint8Array(y.buffer));
  return { windows, series: hash.digest('hex') };
}

/** What must hold of any twelve files; a row of `missing` holds a station's counts, by column. */
function holdsOf(
  files: () => string,
  specification: AirQualitySpecification,
  expected: {
    readonly missing: readonly (readonly number[])[];
    readonly training: number;
    readonly test: number;
  },
): void {
  let regression: RecordedRegressionSpecification;
  let rest: readonly RegressionSeries[];
  beforeAll(() => {
    regression = readAirQuality(specification, { FEDSA_AIR_QUALITY: files() });
    rest = testSeries(specification, { FEDSA_AIR_QUALITY: files() });
  }, PATIENCE);

  test('the files miss as many values as were counted, and the series miss none', () => {
    expect(missingCells(files())).toEqual(expected.missing);
    for (const { x, y } of [...regression.series, ...rest]) {
      expect(x.every((value) => Number.isFinite(value))).toBe(true);
      expect(y.every((value) => Number.isFinite(value))).toBe(true);
    }
  });

  test('twelve series hold the training rows with nine features, twelve more the rows after them', () => {
    const shape = (rows: number) => STATIONS.map(() => [9 * rows, rows]);
    expect(regression.series.map(({ x, y }) => [x.length, y.length])).toEqual(shape(expected.training));
    expect(rest.map(({ x, y }) => [x.length, y.length])).toEqual(shape(expected.test));
    expect(regression.dimension).toBe(9);
  });

  test('every column of every station runs exactly from 0 to 1 over the training rows', () => {
    for (const series of regression.series) {
      expect(ranges(series)).toEqual(COLUMNS.map(() => [0, 1]));
    }
  });

  test('every agent has a window that begins in the training rows and is no longer than these', () => {
    expect(regression.windows).toHaveLength(specification.agents);
    for (const { series, start, length } of regression.windows) {
      expect(STATIONS[series]).toBeDefined();
      expect(start).toBeGreaterThanOrEqual(0);
      expect(start).toBeLessThan(expected.training);
      expect(length).toBeLessThanOrEqual(expected.training);
    }
  });

  test('reading again gives the same bits', () => {
    const again = readAirQuality(specification, { FEDSA_AIR_QUALITY: files() });
    expect(bitsOf(again)).toEqual(bitsOf(regression));
  });
}

describe('made-up files of 26 months', { timeout: PATIENCE }, () => {
  // March 2013 to April 2015: 730 + 31 + 30 = 791 days = 18984 hours. Rows c, c + 500, … up to
  // 18983: 38 in each column (18500 + 9 < 18984). Training: 25 months, 761 days = 18264 hours.
  let directory: string;
  beforeAll(() => {
    directory = writeFiles('26-months', 26);
  }, PATIENCE);
  holdsOf(
    () => directory,
    { ...PAPER, agents: 20, trainingMonths: 25 },
    { missing: STATIONS.map(() => COLUMNS.map(() => 38)), training: 18_264, test: 720 },
  );
});

const real = process.env.FEDSA_AIR_QUALITY;

// Without the data there is nothing here to run; the same assertions run on small files above.
if (real)
  describe("UCI's own files", { timeout: PATIENCE }, () => {
    // Counted with Python's csv module: cells NA by station, and by column in the order of COLUMNS.
    const missing = [
      [925, 935, 1023, 1776, 1719, 20, 20, 20, 20, 14],
      [774, 628, 667, 1521, 604, 53, 50, 53, 51, 43],
      [779, 730, 1234, 2012, 1214, 53, 50, 53, 51, 43],
      [750, 663, 1601, 3197, 664, 20, 20, 20, 20, 14],
      [616, 474, 659, 1753, 1173, 20, 20, 20, 20, 14],
      [646, 507, 668, 1401, 729, 51, 50, 51, 43, 42],
      [953, 980, 1639, 1422, 1151, 51, 53, 53, 55, 49],
      [628, 446, 692, 1206, 506, 20, 20, 20, 20, 14],
      [913, 1296, 1365, 2178, 1489, 51, 51, 54, 51, 44],
      [677, 1118, 744, 1126, 843, 20, 20, 20, 20, 14],
      [382, 575, 1070, 1812, 2107, 20, 20, 20, 20, 14],
      [696, 669, 754, 1297, 1078, 19, 19, 19, 19, 13],
    ];
    const expected = { missing, training: 26_304, test: 8760 };
    holdsOf(() => real, PAPER, expected);

    test('rows of Dongsi agree with an independent computation in NumPy', () => {
      // Imputation by index lists, trend by FFT convolution, nanmean by phase; printed to 12 digits.
      // Dongsi misses CO for 1517 hours in a row and NO2 for 900, so that every rule is used.
      const dongsi = STATIONS.indexOf('Dongsi');
      const training = readAirQuality(PAPER, process.env).series[dongsi]!;
      const rest = testSeries(PAPER, process.env)[dongsi]!;
      const row = ({ x, y }: RegressionSeries, r: number) => [y[r]!, ...x.subarray(9 * r, 9 * r + 9)];
      const rows: readonly (readonly [readonly number[], readonly number[]])[] = [
        [
          row(training, 12_345),
          [
            0.548930486131, 0.393386529627, 0.325605211641, 0.414234278267, 0.165235107267, 0.563622716559,
            0.655152513353, 0.481114038523, 0.308860848909, 0.405568846465,
          ],
        ],
        [
          row(rest, 8759),
          [
            0.402437799024, 0.293744931623, 0.427471718784, 0.376823760334, 0.127600680755, 0.636764774467,
            0.547175623199, 0.458098706434, 0.30873463625, 0.365804765975,
          ],
        ],
      ];
      for (const [found, wanted] of rows) {
        // 12 digits, and the rounding of both moving averages
        wanted.forEach((value, column) => {
          expect(Math.abs(found[column]! - value)).toBeLessThan(1e-10);
        });
      }
    });
  });

describe('where the files are looked for', () => {
  let directory: string;
  beforeAll(() => {
    directory = writeFiles('3-months', 3);
  });

  test("the specification's directory goes before the environment variable", () => {
    const fromDirectory = readAirQuality(
      { ...SHORT, directory },
      { FEDSA_AIR_QUALITY: join(scratch, 'nowhere') },
    );
    const fromEnvironment = readAirQuality(SHORT, { FEDSA_AIR_QUALITY: directory });
    expect(bitsOf(fromDirectory)).toEqual(bitsOf(fromEnvironment));
  });

  test("the folder that UCI's archive unpacks to is found within the one named", () => {
    const outer = join(scratch, 'unpacked');
    cpSync(directory, join(outer, 'PRSA_Data_20130301-20170228'), { recursive: true });
    const found = readAirQuality({ ...SHORT, directory: outer }, {});
    expect(bitsOf(found)).toEqual(bitsOf(readAirQuality({ ...SHORT, directory }, {})));
  });

  test('without a folder, one line says where to download the files and how to name it', () => {
    for (const environment of [{}, { FEDSA_AIR_QUALITY: '' }]) {
      expect(messageOf(() => readAirQuality(SHORT, environment))).toBe(
        'air quality: no folder is given; download the 12 CSV files from the UCI Machine Learning Repository ' +
          '(https://doi.org/10.24432/C5RK5G) and name their folder with `dataDirectory` DIR or the environment variable ' +
          'FEDSA_AIR_QUALITY',
      );
    }
  });

  test('a folder that does not exist is named, and so is how to get the files', () => {
    const nowhere = join(scratch, 'nowhere');
    const message = messageOf(() => readAirQuality({ ...SHORT, directory: nowhere }, {}));
    expect(message).toContain(`there is no folder ${nowhere}; download`);
    expect(message).toContain('10.24432/C5RK5G');
  });

  test('missing files are listed, with the folder', () => {
    const incomplete = copyOf(directory, 'incomplete');
    rmSync(join(incomplete, fileName('Shunyi')));
    rmSync(join(incomplete, fileName('Dongsi')));
    expect(messageOf(() => readAirQuality({ ...SHORT, directory: incomplete }, {}))).toContain(
      `2 of the 12 files not found in ${incomplete}: ${fileName('Dongsi')}, ${fileName('Shunyi')}; download`,
    );
  });

  test('two files of one station are refused', () => {
    const twice = copyOf(directory, 'twice');
    cpSync(join(twice, fileName('Dongsi')), join(twice, 'PRSA_Data_Dongsi_20130301-20130531.csv'));
    expect(messageOf(() => readAirQuality({ ...SHORT, directory: twice }, {}))).toContain(
      `has PRSA_Data_Dongsi_20130301-20130531.csv and ${fileName('Dongsi')}; one file a station should be there`,
    );
  });

  test('a folder in the place of a file is told as such', () => {
    const odd = copyOf(directory, 'odd');
    renameSync(join(odd, fileName('Dongsi')), join(odd, 'away'));
    mkdirSync(join(odd, fileName('Dongsi')));
    expect(messageOf(() => readAirQuality({ ...SHORT, directory: odd }, {}))).toContain(
      `${join(odd, fileName('Dongsi'))}: this is a folder; expected a regular file`,
    );
  });

  test('a cell that is no number is told with file, line and column', () => {
    const spoilt = copyOf(directory, 'spoilt');
    const file = edit(spoilt, 'Gucheng', (text) => text.replace(/^(12,.*),"NNW",[^,]*,/m, '$1,"NNW",calm,'));
    expect(messageOf(() => readAirQuality({ ...SHORT, directory: spoilt }, {}))).toBe(
      `${file}, line 13, column WSPM: "calm" is neither a number nor NA`,
    );
  });

  test('a station with fewer hours than the others is refused', () => {
    const uneven = copyOf(directory, 'uneven');
    const file = edit(uneven, 'Wanliu', (text) => text.slice(0, text.indexOf('2208,2013')));
    expect(messageOf(() => readAirQuality({ ...SHORT, directory: uneven }, {}))).toBe(
      `${file}: 2207 lines from 2013-03 on, where ${join(uneven, fileName('Aotizhongxin'))} has ` +
        '2208 lines from 2013-03 on; they must be the same',
    );
  });

  test('a column without any value is refused', () => {
    const empty = copyOf(directory, 'empty');
    const file = edit(empty, 'Huairou', (text) => text.replace(/,[^,]*,("NNW")/g, ',NA,$1'));
    expect(messageOf(() => readAirQuality({ ...SHORT, directory: empty }, {}))).toBe(
      `${file}, column RAIN: every line has NA; one value at least is needed`,
    );
  });

  test.each<[string, Partial<AirQualitySpecification>, string]>([
    [
      'more training months than there are',
      { trainingMonths: 4 },
      'trainingMonths is 4, but the files hold 3 whole',
    ],
    [
      'no training month',
      { trainingMonths: 0 },
      'trainingMonths is 0, where a whole number from 1 on should be',
    ],
    ['no agent', { agents: 0 }, 'agents is 0, where a whole number from 1 on should be'],
    ['no window length', { windowMonths: [] }, 'windowMonths is [], where whole numbers from 1 to'],
    [
      'a window beyond the training months',
      { windowMonths: [1, 3] },
      'windowMonths is [1, 3], where whole numbers',
    ],
    [
      'a yearly part of three months',
      { seasonality: 'additive-yearly' },
      'needs two years (17520 lines), but the',
    ],
  ])('%s is refused', (_, fields, reason) => {
    expect(messageOf(() => readAirQuality({ ...SHORT, ...fields, directory }, {}))).toContain(reason);
  });
});

/** A copy of the twelve files that a test may spoil. */
function copyOf(directory: string, name: string): string {
  const copy = join(scratch, name);
  cpSync(directory, copy, { recursive: true });
  expect(readdirSync(copy)).toHaveLength(12);
  return copy;
}

/** Rewrites one station's file; its path. */
function edit(directory: string, station: string, change: (text: string) => string): string {
  const file = join(directory, fileName(station));
  const text = readFileSync(file, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(file, change(text));
  return file;
}

/** The message of the InputError that is thrown, which must be one line. */
function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).not.toContain('\n');
    return (error as InputError).message;
  }
  throw new Error('nothing was thrown');
}
