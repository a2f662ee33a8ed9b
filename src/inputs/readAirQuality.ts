/**
 * Finds and reads the Beijing air-quality data: UCI Machine Learning Repository, "Beijing Multi-Site
 * Air Quality" (S. Chen, 2017), DOI 10.24432/C5RK5G. What is done to them: docs/air-quality.md.
 */
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { monthBoundaries } from './airQuality/calendar.ts';
import { type PreparedStation, preprocess, type RegressionSeries } from './airQuality/preprocess.ts';
import { YEAR_HOURS } from './airQuality/seasonality.ts';
import { parseStation } from './airQuality/stationCsv.ts';
import { COLUMNS, FEATURES, STATIONS, type StationRecord } from './airQuality/stationRecord.ts';
import { drawWindows } from './airQuality/windows.ts';
import type { AirQualitySpecification, RecordedRegressionSpecification } from '../problems/specification.ts';
import { InputError } from '../values/failure.ts';
import { isFolder, readOrdinaryFile } from '../recording/ordinaryFile.ts';

/** The environment variable that names the folder of the files. */
export const DATA_VARIABLE = 'FEDSA_AIR_QUALITY';
/** the folder within UCI's archive that holds the files */
const ARCHIVE_FOLDER = 'PRSA_Data_20130301-20170228';
const HELP =
  'download the 12 CSV files from the UCI Machine Learning Repository (https://doi.org/10.24432/C5RK5G) ' +
  `and name their folder with \`dataDirectory\` DIR or the environment variable ${DATA_VARIABLE}`;

/**
 * The regression on the training months, with each agent's window; series are numbered as {@link STATIONS}.
 *
 * @param environment - where FEDSA_AIR_QUALITY is looked up if the specification names no directory
 * @throws InputError if the files are not there, not in UCI's layout, or do not hold what the
 *   specification asks for
 */
export function readAirQuality(
  specification: AirQualitySpecification,
  environment: NodeJS.ProcessEnv,
): RecordedRegressionSpecification {
  const { stations, boundaries } = prepare(specification, environment);
  return {
    kind: 'recorded-regression',
    dimension: FEATURES.length,
    series: stations.map(({ training }) => training),
    windows: drawWindows({ ...specification, stations: STATIONS.length }, boundaries),
    regularisation: specification.regularisation,
    initial: specification.initial,
  };
}

/**
 * What comes after the training months (the paper: the last 12 months), one series a station,
 * normalised exactly as the training rows are.
 *
 * @throws InputError as {@link readAirQuality}
 */
export function testSeries(
  specification: AirQualitySpecification,
  environment: NodeJS.ProcessEnv,
): readonly RegressionSeries[] {
  return prepare(specification, environment).stations.map(({ test }) => test);
}

interface Prepared {
  readonly stations: readonly PreparedStation[];
  /** of the training months */
  readonly boundaries: readonly number[];
}

/** What was prepared last: the panels of a figure mostly share their records, which take seconds. */
let latest: { readonly key: string; readonly prepared: Prepared } | undefined;

function prepare(specification: AirQualitySpecification, environment: NodeJS.ProcessEnv): Prepared {
  checkFields(specification);
  const folder = dataFolder(specification.directory, environment);
  if (folder === undefined) throw new InputError(`air quality: no folder is given; ${HELP}`);
  const files = locateFiles(folder);
  const { trainingMonths, seasonality, scaling } = specification;
  const versions = files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [file, size, mtimeMs];
  });
  const key = JSON.stringify([trainingMonths, seasonality, scaling, versions]);
  if (latest?.key !== key) latest = { key, prepared: prepareFiles(specification, files) };
  return latest.prepared;
}

/** Reads and preprocesses the stations one by one, so that only one file's text is held at a time. */
function prepareFiles(specification: AirQualitySpecification, files: readonly string[]): Prepared {
  let first: StationRecord | undefined;
  let boundaries: readonly number[] = [];
  const stations = files.map((file, index) => {
    const record = readStation(file, STATIONS[index]!);
    if (first === undefined) {
      first = record;
      boundaries = trainingBoundaries(specification, record);
    } else if (!sameHours(record, first)) {
      throw new InputError(
        `${file}: ${hoursOf(record)}, where ${files[0]!} has ${hoursOf(first)}; they must be the same`,
      );
    }
    return preprocess(record, { ...specification, trainingRows: boundaries.at(-1)! });
  });
  return { stations, boundaries };
}

/** Checks what can be checked without the data. */
function checkFields({ agents, windowMonths, trainingMonths }: AirQualitySpecification): void {
  if (!(Number.isInteger(agents) && agents >= 1)) {
    throw new InputError(`air quality: agents is ${agents}, where a whole number from 1 on should be`);
  }
  if (!(Number.isInteger(trainingMonths) && trainingMonths >= 1)) {
    throw new InputError(
      `air quality: trainingMonths is ${trainingMonths}, where a whole number from 1 on should be`,
    );
  }
  const fits = (months: number) => Number.isInteger(months) && months >= 1 && months <= trainingMonths;
  if (windowMonths.length === 0 || !windowMonths.every(fits)) {
    throw new InputError(
      `air quality: windowMonths is [${windowMonths.join(', ')}], where whole numbers ` +
        `from 1 to trainingMonths = ${trainingMonths} should be, one at least`,
    );
  }
}

/** The folder that is named, or that the environment names; `undefined` where neither does. */
export function dataFolder(
  directory: string | undefined,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const named = directory ?? environment[DATA_VARIABLE];
  return named === '' ? undefined : named;
}

/**
 * The twelve files' paths, in the order of {@link STATIONS}.
 *
 * @throws InputError if they are not there
 */
export function locateFiles(named: string): readonly string[] {
  const folder = resolve(named);
  if (!isFolder(folder)) {
    throw new InputError(`air quality: there is no folder ${folder}; ${HELP}`);
  }
  const within = join(folder, ARCHIVE_FOLDER);
  const searched = isFolder(within) ? within : folder;
  const names = readdirSync(searched).sort();
  const candidates = STATIONS.map((station) => {
    const pattern = new RegExp(`^PRSA_Data_${station}_\\d{8}-\\d{8}\\.csv$`);
    return names.filter((name) => pattern.test(name));
  });
  const missing = STATIONS.filter((_, index) => candidates[index]!.length === 0);
  if (missing.length > 0) {
    const files = missing.map((station) => `PRSA_Data_${station}_20130301-20170228.csv`).join(', ');
    throw new InputError(
      `air quality: ${missing.length} of the ${STATIONS.length} files not found in ${searched}: ${files}; ${HELP}`,
    );
  }
  return candidates.map((found) => {
    if (found.length > 1) {
      throw new InputError(
        `air quality: ${searched} has ${found.join(' and ')}; one file a station should be there`,
      );
    }
    return join(searched, found[0]!);
  });
}

/** Largest file that is read; those of UCI are of 3 MB. */
const MOST_MEGABYTES = 256;

/** One file's record, in which every column has at least one value. */
function readStation(file: string, station: string): StationRecord {
  const text = readOrdinaryFile(file, 'file of a station', MOST_MEGABYTES).toString('utf8');
  const parsed = parseStation(text, station);
  if (parsed.kind === 'refused') throw new InputError(`${file}, ${parsed.reason}`);
  parsed.record.columns.forEach((values, column) => {
    if (values.every((value) => Number.isNaN(value))) {
      throw new InputError(
        `${file}, column ${COLUMNS[column]!}: every line has NA; one value at least is needed`,
      );
    }
  });
  return parsed.record;
}

/** Boundaries of the training months, which the data must hold. */
function trainingBoundaries(
  { trainingMonths, seasonality }: AirQualitySpecification,
  record: StationRecord,
): readonly number[] {
  const boundaries = monthBoundaries(record.first, record.rows);
  const months = boundaries.length - 1;
  if (trainingMonths > months) {
    throw new InputError(
      `air quality: trainingMonths is ${trainingMonths}, but the files hold ${months} whole months`,
    );
  }
  if (seasonality === 'additive-yearly' && record.rows < 2 * YEAR_HOURS) {
    throw new InputError(
      `air quality: seasonality additive-yearly needs two years (${2 * YEAR_HOURS} lines), ` +
        `but the files hold ${record.rows}; "none" would be right here`,
    );
  }
  return boundaries.slice(0, trainingMonths + 1);
}

function sameHours(a: StationRecord, b: StationRecord): boolean {
  return a.rows === b.rows && a.first.year === b.first.year && a.first.month === b.first.month;
}

function hoursOf({ rows, first }: StationRecord): string {
  return `${rows} lines from ${first.year}-${String(first.month).padStart(2, '0')} on`;
}
