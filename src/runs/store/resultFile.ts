/**
 * The file beside the rows of one algorithm that says which replications are there, where their rows lie, by hash, and what they
 * come to. It is written last: a folder without one is not finished.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '../../protocol/failure.ts';
import { amongSeeds } from '../../protocol/replications.ts';
import { numberCell } from '../../recording/csvCell.ts';
import { FolderInUse } from '../../recording/directoryLock.ts';
import { readJsonFile } from '../../recording/jsonFile.ts';
import type { RunRecord } from '../../recording/manifest.ts';
import { writeJson } from '../../recording/manifestFile.ts';
import { LineReader } from '../../recording/lineReader.ts';
import {
  type Lines,
  type RowSlice,
  scanRows,
  type SeeRow,
  sha256OfSlice,
  TextLines,
} from '../../recording/rowSlices.ts';
import type { ShortRun } from '../../recording/shortRun.ts';
import { UPDATES_NAME } from '../../recording/updates.ts';
import { meanOver, tailOf } from '../../report/tail.ts';

export const RESULT_NAME = 'result.json';
export const ROW_FILES = ['rounds.csv', 'iterates.csv', UPDATES_NAME] as const;

/** Columns of results.csv that are of a replication. */
export const RESULT_COLUMNS = 'seed,state,rounds,step,time,error,floor,operatorNorm,uplinkBytes';

/** One replication. */
export interface HeldReplication {
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
    `${file}: is not of this point, whose key is ${key}; remove the folder ${directory} to compute it again`,
  );
}

function isResult(value: unknown): value is PointResult {
  const { format, headers, replications } = (value ?? {}) as Partial<PointResult>;
  if (format !== 'fedsa-result/1' || !isObject(headers) || !isObject(replications)) return false;
  return Object.values(replications).every(
    (one: Partial<HeldReplication> | null) =>
      typeof one?.cells === 'string' &&
      typeof one.rounds === 'number' &&
      typeof one.steps === 'number' &&
      isObject(one.rows) &&
      Object.values(one.rows).every(({ offset, bytes }) => offset >= 0 && bytes >= 0 && bytes < Infinity),
  );
}

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
    `${join(directory, file)}: its rows are not those that were computed (another SHA-256); remove the folder to compute them again`,
  );
}

function isAsWritten(
  path: string,
  name: string,
  { headers, replications }: PointResult,
  seeds: readonly number[] | undefined,
): boolean {
  if (!existsSync(path)) return false;
  const descriptor = openSync(path, 'r');
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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Writes down what a folder holds of one algorithm. */
export function writeResult(
  directory: string,
  key: string,
  records: readonly RunRecord[],
  failure: string | null,
): PointResult {
  const paths = ROW_FILES.map((name) => join(directory, name)).filter((path) => existsSync(path));
  const files = paths.map((path) => {
    const lines = new LineReader(path);
    return { name: basename(path), lines, sha256Of: (slice: RowSlice) => sha256OfFile(path, slice) };
  });
  try {
    const result = resultOf(key, files, records, failure);
    writeJson(join(directory, RESULT_NAME), result, () => undefined);
    return result;
  } finally {
    for (const { lines } of files) lines.close();
  }
}

function sha256OfFile(path: string, slice: RowSlice): string {
  const descriptor = openSync(path, 'r');
  try {
    return sha256OfSlice(descriptor, slice);
  } finally {
    closeSync(descriptor);
  }
}

/** What a run in memory comes to. */
export const resultInMemory = (key: string, { files, manifest }: ShortRun): PointResult =>
  resultOf(
    key,
    Object.entries(files).map(([name, text]) => ({
      name,
      lines: new TextLines(text),
      sha256Of: ({ offset, bytes }) => sha256(text.slice(offset, offset + bytes)),
    })),
    manifest.runs,
    manifest.failure,
  );

interface RowsOfFile {
  readonly name: string;
  readonly lines: Lines;
  readonly sha256Of: (slice: RowSlice) => string;
}

function resultOf(
  key: string,
  files: readonly RowsOfFile[],
  records: readonly RunRecord[],
  failure: string | null,
): PointResult {
  const headers: Record<string, string> = {};
  const replications: Record<string, Summary & { rows: Record<string, RowSlice & { sha256: string }> }> = {};
  for (const { name, lines, sha256Of } of files) {
    const cells = new CellsOfRows(records);
    const { header, slices } = scanRows(lines, name === 'rounds.csv' ? cells.begin : undefined);
    headers[name] = header;
    for (const [replication, slice] of slices) {
      const one = (replications[seedOf(replication)] ??= { ...cells.of(replication), rows: {} });
      one.rows[name] = { ...slice, sha256: sha256Of(slice) };
    }
  }
  return { format: 'fedsa-result/1', key, failure, headers, replications };
}

/** `1` of `local-sa,1` */
const seedOf = (replication: string): string => replication.slice(replication.lastIndexOf(',') + 1);

type Summary = Omit<HeldReplication, 'rows'>;

/** What the rows of replications come to, as they are seen one after another. */
class CellsOfRows {
  readonly #records: readonly { readonly has: (seed: number) => boolean; readonly record: RunRecord }[];
  readonly #done = new Map<string, Summary>();
  #header: readonly string[] = [];
  #current: string | undefined;
  #last = '';
  #rounds: number[] = [];
  #errors: number[] = [];
  #norms: number[] = [];

  constructor(records: readonly RunRecord[]) {
    this.#records = records.map((record) => ({ has: amongSeeds([record]), record }));
  }

  readonly begin = (header: string): SeeRow => {
    this.#header = header.split(',');
    const [round, error, norm] = ['round', 'error', 'operatorNorm'].map((name) => this.#header.indexOf(name));
    const most = Math.max(round!, error!, norm!) + 1;
    return (row, replication) => {
      if (replication !== this.#current) {
        this.#settle();
        this.#current = replication;
        [this.#rounds, this.#errors, this.#norms] = [[], [], []];
      }
      const cells = row.split(',', most);
      this.#rounds.push(Number(cells[round!]));
      this.#errors.push(numberOf(cells[error!]!));
      this.#norms.push(numberOf(cells[norm!]!));
      this.#last = row;
    };
  };

  of(replication: string): Summary {
    if (replication === this.#current) this.#settle();
    return this.#done.get(replication)!;
  }

  #settle(): void {
    if (this.#current === undefined) return;
    const seed = seedOf(this.#current);
    const record = this.#records.find(({ has }) => has(Number(seed)))?.record;
    const state = record?.state ?? 'interrupted';
    const last = this.#last.split(',');
    const of = (name: string): string => last[this.#header.indexOf(name)]!;
    const measured = of('error') === '' ? this.#norms : this.#errors;
    const tail = tailOf(this.#rounds.at(-1)!);
    const floor = state === 'completed' ? meanOver(this.#rounds, measured, tail) : NaN;
    const [rounds, step, time, error, norm, bytes] = [
      ...['round', 'step', 'time', 'error', 'operatorNorm', 'uplinkBytes'],
    ].map(of);
    const own = record?.lastSeed === undefined ? record : undefined;
    this.#done.set(this.#current, {
      cells: [seed, state, rounds, step, time, error, numberCell(floor), norm, bytes].join(','),
      // A record of several replications has the least of their numbers.
      rounds: own?.rounds ?? Number(rounds),
      steps: own?.steps ?? Number(step),
    });
  }
}

const numberOf = (cell: string): number => (cell === '' ? NaN : Number(cell));

/**
 * Compares what two programs, or one twice, have computed under one key.
 *
 * @param one - with the folder that it lies in
 * @throws InputError in one line where the rows of a seed differ
 */
export function refuseDifferent(one: ResultAt, other: ResultAt): void {
  for (const [seed, mine] of Object.entries(one.result.replications)) {
    const theirs = other.result.replications[seed];
    if (!endOf(mine) || !endOf(theirs)) continue;
    const name = ROW_FILES.find((file) => mine.rows[file]?.sha256 !== theirs!.rows[file]?.sha256);
    if (name === undefined) continue;
    throw new InputError(
      `${join(one.directory, name)} and ${join(other.directory, name)}: hold different rows of seed ${seed} under the same key; another version of Node, or a fault, has other numbers: remove the folder that is wrong`,
    );
  }
}

/** A result with the folder that it is of. */
export interface ResultAt {
  readonly directory: string;
  readonly result: PointResult;
}
