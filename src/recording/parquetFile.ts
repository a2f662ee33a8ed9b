/** A CSV file of a run or sweep directory as Parquet, number by number the same; the CSV stays the record. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { BasicType, ColumnSource } from 'hyparquet-writer';
import { InputError } from '../values/failure.ts';
import { readNumberCell } from './csvCell.ts';
import { fileCause } from './fileCause.ts';
import { LineReader } from './lineReader.ts';
import { temporaryBeside } from './temporaryName.ts';
import { parquetFile, WHOLE_NUMBERS } from './tables.ts';

const GROUP_CELLS = 1_000_000;

const TEXT: ReadonlySet<string> = new Set(['algorithm', 'kind', 'key', 'state']);

export interface ParquetOptions {
  /** is given each file with its number of rows, before any Parquet file has its name */
  readonly observe?: (file: string, rows: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** cells of a row group, which is held in memory: some tens of megabytes where it is not given */
  readonly groupCells?: number;
}

interface Column {
  readonly name: string;
  readonly type: BasicType;
}

/**
 * Writes a Parquet file beside each of some CSV files: under other names first, so that every one is there whole or not at all.
 * An empty cell is null.
 *
 * @param files - paths, each with a name of {@link TABLES}
 * @returns the paths of what was written
 * @throws InputError naming file, line and column where a cell is not a number; Error in one line if a file cannot be written;
 * the signal's reason once it is given
 */
export async function writeParquet(
  files: readonly string[],
  options: ParquetOptions = {},
): Promise<string[]> {
  const made: { readonly partial: string; readonly path: string }[] = [];
  try {
    for (const file of files) {
      const path = parquetFile(file);
      const partial = temporaryBeside(path);
      made.push({ partial, path });
      const rows = await convert(file, partial, options);
      options.observe?.(file, rows);
    }
    for (const { partial, path } of made) renameSync(partial, path);
  } catch (error) {
    for (const { partial } of made) rmSync(partial, { force: true });
    options.signal?.throwIfAborted();
    if (error instanceof InputError) throw error;
    throw new Error(`${made.at(-1)!.path}: could not be written (${fileCause(error)})`, { cause: error });
  }
  return made.map(({ path }) => path);
}

/** @returns the number of rows */
async function convert(
  file: string,
  partial: string,
  { groupCells = GROUP_CELLS, signal }: ParquetOptions,
): Promise<number> {
  const { fileWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  const columns = await columnsOf(file);
  const groupRows = Math.max(1, Math.floor(groupCells / columns.length));
  let data = emptyColumns(columns);
  const schema = schemaFromColumnData({ columnData: data });
  const writer = new ParquetWriter({ writer: fileWriter(partial), schema, createdBy: 'fedsa' });
  const flush = async (): Promise<void> => {
    // The schema has the types already.
    await writer.write({ columnData: data.map(({ type: _, ...column }) => column), rowGroupSize: groupRows });
    data = emptyColumns(columns);
    // Signals get their turn.
    await setImmediate();
    signal?.throwIfAborted();
  };
  let line = 1;
  let rows = 0;
  for (const cells of rowsOf(file)) {
    line++;
    if (cells.length !== columns.length)
      throw new InputError(`${file}: line ${line} has ${cells.length} cells, the header ${columns.length}`);
    cells.forEach((cell, at) => {
      const value = valueOf(cell, columns[at]!.type);
      if (value === undefined)
        throw new InputError(`${file}: line ${line}, column ${columns[at]!.name}: ${cell} is not a number`);
      data[at]!.data.push(value);
    });
    if (++rows % groupRows === 0) await flush();
  }
  if (rows % groupRows > 0) await flush();
  await writer.finish();
  const descriptor = openSync(partial, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
  return rows;
}

type Values = ColumnSource & { data: (string | number | bigint | null)[] };

/** A dictionary has one entry for 0 and −0, and doubles have hardly two alike: these are written as they are. */
const emptyColumns = (columns: readonly Column[]): Values[] =>
  columns.map(({ name, type }) => ({
    name,
    type,
    data: [],
    ...(type === 'DOUBLE' && { encoding: 'PLAIN' }),
  }));

/** `undefined` where it is no value of the type. */
function valueOf(cell: string, type: BasicType): string | number | bigint | null | undefined {
  if (type === 'STRING') return cell;
  if (cell === '') return null;
  const value = readNumberCell(cell);
  if (type === 'DOUBLE') return Number.isNaN(value) ? undefined : value;
  return Number.isInteger(value) ? BigInt(value) : undefined;
}

/** What a sweep has swept may be anything: whole numbers, numbers or text, as all of its cells are. */
async function columnsOf(file: string): Promise<Column[]> {
  const csv = basename(file);
  const rows = rowsOf(file, true);
  const names = rows.next().value ?? [];
  const last = names.lastIndexOf('algorithm');
  const isSwept = (at: number): boolean => csv === 'results.csv' && at < last && !TEXT.has(names[at]!);
  const types = names.map((name, at): BasicType => {
    if (TEXT.has(name)) return 'STRING';
    return isSwept(at) || WHOLE_NUMBERS[csv]!.includes(name) ? 'INT64' : 'DOUBLE';
  });
  if (types.some((type, at) => isSwept(at) && type !== 'STRING')) {
    let count = 0;
    for (const cells of rows) {
      types.forEach((type, at) => {
        if (!isSwept(at) || valueOf(cells[at]!, type) !== undefined) return;
        types[at] = valueOf(cells[at]!, 'DOUBLE') === undefined ? 'STRING' : 'DOUBLE';
      });
      if (++count % GROUP_CELLS === 0) await setImmediate();
    }
  }
  // Where a name that is swept is also that of a result, such as rounds, the result keeps it.
  return names.map((name, at) => ({
    name: names.lastIndexOf(name) > at ? `${name}_swept` : name,
    type: types[at]!,
  }));
}

/** The cells of each line but the header's; a last line without an end is none. */
function* rowsOf(file: string, withHeader = false): Generator<string[], undefined> {
  const reader = new LineReader(file);
  try {
    if (!withHeader) reader.next();
    for (let line = reader.next(); line !== undefined; line = reader.next()) yield cellsOf(line, file);
  } finally {
    reader.close();
  }
}

function cellsOf(line: string, file: string): string[] {
  if (!line.includes('"')) return utf8(line).split(',');
  try {
    return parse(utf8(line))[0]!;
  } catch {
    throw new InputError(`${file}: a line is not CSV; a table as fedsa writes it is expected`);
  }
}

/** Lines are read one byte a character. */
const utf8 = (line: string): string =>
  /^[\x00-\x7f]*$/.test(line) ? line : Buffer.from(line, 'latin1').toString('utf8');
