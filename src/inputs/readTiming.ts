/** Reads a timing model from a JSON file: what a scenario may say as its `timing`, and tables of numbers by their files' names. */
import { dirname, isAbsolute, join } from 'node:path';
import { parseJson } from './json.ts';
import { InputError } from '../values/failure.ts';
import { readOrdinaryFile } from '../recording/ordinaryFile.ts';
import { checkedBy } from '../configuration/checkDefinition.ts';
import { schemaOf } from '../configuration/valueSchema.ts';
import type { MeasuredModel } from '../timing/measured.ts';
import { type TimingModel, timingModel } from '../timing/timingModel.ts';
import { readAvailabilityTrace } from './readAvailabilityTrace.ts';
import { readDevices } from './readDevices.ts';
import { readDurations } from './readDurations.ts';
import { readMeasured } from './readMeasured.ts';

/** Largest file that is read. */
const MOST_MEGABYTES = 64;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The timing model of a file. An `availabilityTrace` may be `{ file, period? }`, `measured` `{ file, order? }`, `devices`
 * `{ file, batch? }`, and an empirical law `{ kind: 'empirical', file }`, with the names of CSV files from the folder of this one;
 * their numbers take the names' place.
 *
 * @throws InputError in one line, naming the file and the field, or the line of a table
 */
export function readTiming(file: string): TimingModel {
  const value = parseJson(readOrdinaryFile(file, 'timing model', MOST_MEGABYTES).toString('utf8'), file);
  return checkedBy(schemaOf(timingModel), withTables(value, file), file, 'the timing model');
}

/** The value with the numbers of files instead of their names; what has no such form is left to the check. */
function withTables(value: unknown, file: string, path = '', field = ''): unknown {
  if (Array.isArray(value)) return value.map((entry, k) => withTables(entry, file, `${path}[${k}]`));
  if (typeof value !== 'object' || value === null) return value;
  const { file: named, ...rest } = value as Fields;
  const table = TABLES.find((table) => table.isMeant(field, rest));
  if (typeof named === 'string' && table !== undefined) {
    try {
      return table.read(isAbsolute(named) ? named : join(dirname(file), named), rest);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(`${file}: ${path}: ${error.message}`, { cause: error });
    }
  }
  const within = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    withTables(field, file, within(name), name),
  ]);
  return Object.fromEntries(fields) as unknown;
}

/** Where a file may be named. What else is given there stays, so that the check sees it. */
const TABLES: readonly {
  isMeant(field: string, rest: Fields): boolean;
  read(file: string, rest: Fields): object;
}[] = [
  {
    isMeant: (field) => field === 'availabilityTrace',
    read: (file, rest) => ({
      ...rest,
      ...readAvailabilityTrace(file, typeof rest.period === 'number' ? rest.period : undefined),
    }),
  },
  {
    isMeant: (field) => field === 'measured',
    read: (file, rest) => ({ ...readMeasured(file, rest.order as MeasuredModel['order']), ...rest }),
  },
  {
    isMeant: (field) => field === 'devices',
    read: (file, rest) => ({ ...readDevices(file), ...rest }),
  },
  {
    isMeant: (_, { kind }) => kind === 'empirical',
    read: (file, rest) => ({ ...rest, values: readDurations(file) }),
  },
];
