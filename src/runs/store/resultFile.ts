/**
 * The file beside the rows of one algorithm that says which replications are there, where their rows lie, by hash, and what they
 * come to. It is written last: a folder without one is not finished.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../values/failure.ts';
import { amongSeeds } from '../../configuration/replications.ts';
import { countsOf, type TimedCounts } from '../../events/timedCounts.ts';
import { numberCell } from '../../recording/csvCell.ts';
import { FolderInUse } from '../../recording/directoryLock.ts';
import { readJsonFile } from '../../recording/jsonFile.ts';
import { openToRead } from '../../recording/ordinaryFile.ts';
import type { RunRecord } from '../../recording/manifest.ts';
import { writeJson } from '../../recording/manifestFile.ts';
import {
  type Bytes,
  type RowSlice,
  type ScannedRows,
  scanRows,
  sha256OfSlice,
  textOfSlice,
} from '../../recording/rowSlices.ts';
import type { ShortRun } from '../../recording/shortRun.ts';
import { SIDE_NAMES } from '../../recording/sideFiles.ts';
import { meanOver, tailOf } from '../../report/tail.ts';

export const RESULT_NAME = 'result.json';
export const ROW_FILES = ['rounds.csv', 'iterates.csv', ...SIDE_NAMES] as const;

/** Columns of results.csv that are of a replication. */
export const RESULT_COLUMNS = 'seed,state,rounds,step,time,error,floor,operatorNorm,uplinkBytes';

/** One replication; its counts where its record has them alone. */
export interface HeldReplication extends TimedCounts {
  /** the cells of {@link RESULT_COLUMNS} */
  readonly cells: string;
  /** rounds and local steps done, as its record has them */
  readonly rounds: number;
  readonly steps: number;
  /** its rows in each file, with their SHA-256 */
  readonly rows: Readonly<Record<string, RowSlice & { readonly sha256: string }>>;
}

/** Replications of one key. */
export interface PointResult {
  readonly format: 'fedsa-result/1';
  readonly key: string;
  /** the line that said what went wrong */
  readonly failure: string | null;
  /** of each file of rows */
  readonly headers: Readonly<Record<string, string>>;
  /** by seed */
  readonly replications: Readonly<Record<string, HeldReplication>>;
}

/** `completed` or `diverged`, where a replication has ended by itself: then it need not be run again. */
export function endOf(held: HeldReplication | undefined): 'completed' | 'diverged' | undefined {
  const state = held?.cells.split(',', 2)[1];
  return state === 'completed' || state === 'diverged' ? state : undefined;
}

/**
 * What a folder holds; `undefined` where it is not finished.
 *
 * @throws InputError in one line where the file is another's
 */
export function readResult(directory: string, key: string): PointResult | undefined {
  const file = join(directory, RESULT_NAME);
  if (!existsSync(file)) return undefined;
  const result = readJsonFile(file, 'result');
  if (isResult(result) && result.key === key) return result;
  throw new InputError(
    `${file}: does not belong to this point, whose key is ${key}; remove the folder ${directory} to compute it again`,
  );
}

function isResult(value: unknown): value is PointResult {
  const { format, headers, replications } = (value ?? {}) as Partial<PointResult>;
  if (format !== 'fedsa-result/1' || !isObject(headers) || !isObject(replications)) return false;
  // Its names are those of files, and its seeds make the name of a folder.
  if (
    ![
      headers,
      ...Object.values<Partial<HeldReplication> | null>(replications).map((held) => held?.rows ?? {}),
    ].every(areOfRows)
  )
    return false;
  if (!Object.keys(replications).every((seed) => Number.isSafeInteger(Number(seed)))) return false;
  return Object.values(replications).every(
    (replication: Partial<HeldReplication> | null) =>
      typeof replication?.cells === 'string' &&
      typeof replication.rounds === 'number' &&
      typeof replication.steps === 'number' &&
      isObject(replication.rows) &&
      Object.values(replication.rows).every(
        ({ offset, bytes }) => offset >= 0 && bytes >= 0 && bytes < Infinity,
      ),
  );
}

const areOfRows = (files: object): boolean =>
  Object.keys(files).every((name) => (ROW_FILES as readonly string[]).includes(name));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Compares the rows in a folder with what was written down of them.
 *
 * @param seeds - those to be compared; all of them, and the whole files, where they are not given
 * @throws InputError in one line where they differ; FolderInUse where the folder has become another meanwhile
 */
export function verifyResult(directory: string, result: PointResult, seeds?: readonly number[]): void {
  const names = Object.keys(result.headers);
  const wrong = names.find((name) => !isAsWritten(join(directory, name), name, result, seeds));
  const further = ROW_FILES.find((name) => !names.includes(name) && existsSync(join(directory, name)));
  const file = wrong ?? further;
  if (file === undefined) return;
  const now = existsSync(directory) ? readResult(directory, result.key) : undefined;
  if (JSON.stringify(now) !== JSON.stringify(result))
    throw new FolderInUse(`${directory}: another program is writing there; wait for it to end`);
  throw new InputError(
    `${join(directory, file)}: its rows have changed since they were computed (another SHA-256); remove the folder to compute them again`,
  );
}

function isAsWritten(
  path: string,
  name: string,
  { headers, replications }: PointResult,
  seeds: readonly number[] | undefined,
): boolean {
  if (!existsSync(path)) return false;
  const descriptor = openToRead(path);
  try {
    const headed = Buffer.byteLength(headers[name]!) + 1;
    const held = seeds === undefined ? Object.values(replications) : seeds.map((seed) => replications[seed]!);
    const slices = held.flatMap(({ rows }) => rows[name] ?? []);
    if (seeds === undefined) {
      const size = slices.reduce((sum, { bytes }) => sum + bytes, headed);
      if (fstatSync(descriptor).size !== size) return false;
    }
    const header = sha256OfSlice(descriptor, { offset: 0, bytes: headed });
    return (
      header === sha256(`${headers[name]!}\n`) &&
      slices.every((slice) => sha256OfSlice(descriptor, slice) === slice.sha256)
    );
  } finally {
    closeSync(descriptor);
  }
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Writes down what a folder holds of one algorithm. */
export function writeResult(
  directory: string,
  key: string,
  records: readonly RunRecord[],
  failure: string | null,
): PointResult {
  const open: number[] = [];
  try {
    const files = ROW_FILES.flatMap((name): RowsOfFile[] => {
      const path = join(directory, name);
      if (!existsSync(path)) return [];
      const descriptor = openToRead(path);
      open.push(descriptor);
      return [
        {
          name,
          ...scanRows(path),
          read: (slice) => textOfSlice(descriptor, slice),
          sha256Of: (slice) => sha256OfSlice(descriptor, slice),
        },
      ];
    });
    const result = resultOf(key, files, records, failure);
    writeJson(join(directory, RESULT_NAME), result, () => undefined);
    return result;
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}

/** What a run in memory comes to. */
export const resultInMemory = (key: string, run: ShortRun): PointResult =>
  resultOf(
    key,
    Object.entries(run.files).map(([name, bytes]): RowsOfFile => {
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const part = ({ offset, bytes: length }: Bytes): Buffer => content.subarray(offset, offset + length);
      return {
        name,
        header: content.toString('utf8', 0, content.indexOf('\n')),
        slices: run.slicesOf(name),
        read: (slice) => part(slice).toString('latin1'),
        sha256Of: (slice) => sha256(part(slice)),
      };
    }),
    run.manifest.runs,
    run.manifest.failure,
  );

interface RowsOfFile extends ScannedRows {
  readonly name: string;
  readonly read: (part: Bytes) => string;
  readonly sha256Of: (slice: RowSlice) => string;
}

function resultOf(
  key: string,
  files: readonly RowsOfFile[],
  records: readonly RunRecord[],
  failure: string | null,
): PointResult {
  const recorded = records.map((record) => ({ has: amongSeeds([record]), record }));
  const headers: Record<string, string> = {};
  const replications: Record<string, Summary & { rows: Record<string, RowSlice & { sha256: string }> }> = {};
  for (const file of files) {
    headers[file.name] = file.header;
    for (const [replication, slice] of file.slices) {
      const seed = replication.slice(replication.lastIndexOf(',') + 1);
      // The rounds come first.
      const held = (replications[seed] ??= {
        ...summaryOf(seed, recorded.find(({ has }) => has(Number(seed)))?.record, file, slice),
        rows: {},
      });
      held.rows[file.name] = { ...slice, sha256: file.sha256Of(slice) };
    }
  }
  return { format: 'fedsa-result/1', key, failure, headers, replications };
}

type Summary = Omit<HeldReplication, 'rows'>;

/** What the rows of a replication come to. */
function summaryOf(
  seed: string,
  record: RunRecord | undefined,
  { header, read }: RowsOfFile,
  slice: RowSlice,
): Summary {
  const columns = header.split(',');
  const [at, error, norm] = ['round', 'error', 'operatorNorm'].map((name) => columns.indexOf(name));
  const [rounds, values]: [number[], number[]] = [[], []];
  let last: readonly string[] | undefined;
  let tail = tailOf(0);
  let measured = error!;
  for (const row of rowsBack(read, slice)) {
    const cells = row.split(',', last === undefined ? undefined : measured + 1);
    if (last === undefined) {
      last = cells;
      tail = tailOf(Number(cells[at!]));
      if (cells[error!] === '') measured = norm!;
    }
    rounds.push(Number(cells[at!]));
    values.push(cells[measured] === '' ? NaN : Number(cells[measured]));
    if (rounds.at(-1)! < tail.first) break;
  }
  const state = record?.state ?? 'interrupted';
  const floor = state === 'completed' ? meanOver(rounds.reverse(), values.reverse(), tail) : NaN;
  const cell = (name: string): string => last![columns.indexOf(name)]!;
  const ends = ['round', 'step', 'time', 'error'].map(cell);
  const single = record?.lastSeed === undefined ? record : undefined;
  return {
    cells: [seed, state, ...ends, numberCell(floor), cell('operatorNorm'), cell('uplinkBytes')].join(','),
    // A record of several replications has the least of their numbers.
    rounds: single?.rounds ?? Number(cell('round')),
    steps: single?.steps ?? Number(cell('step')),
    ...(single && countsOf(single)),
  };
}

/** Bytes that are read at once. */
const BLOCK = 1 << 13;

/** The rows of a replication from the last to the first. */
function* rowsBack(read: (part: Bytes) => string, { offset, bytes }: Bytes): Generator<string> {
  let torn = '';
  for (let end = offset + bytes; end > offset; end -= BLOCK) {
    const from = Math.max(offset, end - BLOCK);
    const rows = (read({ offset: from, bytes: end - from }) + torn).split('\n');
    torn = from > offset ? rows.shift()! : '';
    for (let at = rows.length - 1; at >= 0; at--) if (rows[at] !== '') yield rows[at]!;
  }
}

/**
 * Compares what two programs, or one twice, have computed under one key.
 *
 * @param first - a result with the folder that it lies in
 * @throws InputError in one line where the rows of a seed differ
 */
export function refuseDifferent(first: ResultAt, other: ResultAt): void {
  for (const [seed, mine] of Object.entries(first.result.replications)) {
    const theirs = other.result.replications[seed];
    if (!endOf(mine) || !endOf(theirs)) continue;
    const name = ROW_FILES.find((file) => mine.rows[file]?.sha256 !== theirs!.rows[file]?.sha256);
    if (name === undefined) continue;
    throw new InputError(
      `${join(first.directory, name)} and ${join(other.directory, name)}: hold different rows of seed ${seed} under the same key, by another version of Node or a fault; remove the wrong folder`,
    );
  }
}

/** A result with the folder that it is of. */
export interface ResultAt {
  readonly directory: string;
  readonly result: PointResult;
}
