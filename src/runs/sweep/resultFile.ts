/**
 * The file beside a point's run that says which rows are there, by hash, and what they come to. It is written last: a folder
 * without one is not finished.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { numberCell } from '../../recording/csvCell.ts';
import { InputError } from '../../protocol/failure.ts';
import { amongSeeds } from '../../protocol/replications.ts';
import { readJsonFile } from '../../recording/jsonFile.ts';
import type { RunRecord } from '../../recording/manifest.ts';
import { writeJson } from '../../recording/manifestFile.ts';
import { meanOver, tailOf } from '../../report/tail.ts';

export const RESULT_NAME = 'result.json';
const FILES = ['rounds.csv', 'iterates.csv', 'updates.csv'];

/** Columns of results.csv that are of a replication. */
export const RESULT_COLUMNS = 'seed,state,rounds,step,time,error,floor,operatorNorm,uplinkBytes';

export interface PointResult {
  readonly format: 'fedsa-result/1';
  readonly key: string;
  /** the line that said what went wrong */
  readonly failure: string | null;
  /** SHA-256 of each file of rows */
  readonly files: Readonly<Record<string, string>>;
  /** the cells of {@link RESULT_COLUMNS}, by seed */
  readonly replications: Readonly<Record<string, string>>;
}

/**
 * What a folder's run came to; `undefined` where it is not finished.
 *
 * @throws InputError in one line where the file is another's
 */
export function readResult(directory: string, key: string): PointResult | undefined {
  const file = join(directory, RESULT_NAME);
  if (!existsSync(file)) return undefined;
  const result = readJsonFile(file, 'result') as Partial<PointResult> | null;
  if (result?.format !== 'fedsa-result/1' || result.key !== key || typeof result.replications !== 'object')
    throw new InputError(
      `${file}: is not of this point, whose key is ${key}; remove the folder ${directory} to compute it again`,
    );
  return result as PointResult;
}

/**
 * Compares the rows with what was written down of them.
 *
 * @throws InputError in one line where they differ
 */
export function verifyResult(directory: string, { files }: PointResult): void {
  const now = hashesOf(contentsOf(directory));
  for (const name of FILES) {
    if (now[name] === files[name]) continue;
    throw new InputError(
      `${join(directory, name)}: its rows are not those that were computed (another SHA-256); remove the folder to compute them again`,
    );
  }
}

/** Forgets what a folder's run came to, before it goes on. */
export function forgetResult(directory: string): void {
  rmSync(join(directory, RESULT_NAME), { force: true });
}

/** Writes down what a folder holds. */
export function writeResult(
  directory: string,
  key: string,
  records: readonly RunRecord[],
  failure: string | null,
): PointResult {
  const result = resultOf(key, contentsOf(directory), records, failure);
  writeJson(join(directory, RESULT_NAME), result, () => undefined);
  return result;
}

/** What rows come to. */
export function resultOf(
  key: string,
  contents: Readonly<Record<string, string | Uint8Array>>,
  records: readonly RunRecord[],
  failure: string | null,
): PointResult {
  return {
    format: 'fedsa-result/1',
    key,
    failure,
    files: hashesOf(contents),
    replications: replicationsOf(String(contents['rounds.csv']), records),
  };
}

/**
 * Compares what two programs have computed under one key.
 *
 * @throws InputError in one line where the rows of a seed differ
 */
export function refuseDifferent(one: PointResult, other: PointResult, directory: string): void {
  for (const [seed, cells] of Object.entries(one.replications)) {
    const theirs = other.replications[seed];
    if (theirs === undefined || theirs === cells) continue;
    throw new InputError(
      `${directory}: two programs have computed different rows of seed ${seed} (${cells} and ${theirs}); another version of Node, or a fault, has other numbers under the same key`,
    );
  }
}

function contentsOf(directory: string): Record<string, Uint8Array> {
  const contents: Record<string, Uint8Array> = {};
  for (const name of FILES) {
    const file = join(directory, name);
    if (existsSync(file)) contents[name] = readFileSync(file);
  }
  return contents;
}

const hashesOf = (contents: Readonly<Record<string, string | Uint8Array>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(contents).map(([name, content]) => [
      name,
      createHash('sha256').update(content).digest('hex'),
    ]),
  );

/** The cells of each seed, of rows that are whole. */
function replicationsOf(rounds: string, records: readonly RunRecord[]): Record<string, string> {
  const lines = rounds.split('\n');
  const header = lines[0]!.split(',');
  const place = (name: string): number => header.indexOf(name);
  const [at, error, norm] = [place('round'), place('error'), place('operatorNorm')];
  const columns = ['step', 'time', 'error', 'operatorNorm', 'uplinkBytes'].map(place);
  const states = records.map((record) => ({ has: amongSeeds([record]), state: record.state }));
  const cells: Record<string, string> = {};
  // From the last row of a seed back to the round before its tail.
  for (let row = lines.length - 2; row > 0;) {
    const last = lines[row]!.split(',');
    const [algorithm, seed] = last;
    const prefix = `${algorithm!},${seed!},`;
    const measured = last[error] === '' ? norm : error;
    const tail = tailOf(Number(last[at]));
    const inTail: { readonly round: number; readonly value: number }[] = [];
    let isBefore = false;
    for (; row > 0 && lines[row]!.startsWith(prefix); row--) {
      if (isBefore) continue;
      const some = lines[row]!.split(',');
      const [round, value] = [Number(some[at]), some[measured] === '' ? NaN : Number(some[measured])];
      inTail.unshift({ round, value });
      isBefore = round < tail.first;
    }
    const state = states.find(({ has }) => has(Number(seed)))?.state ?? 'interrupted';
    const floor =
      state === 'completed'
        ? meanOver(
            inTail.map(({ round }) => round),
            inTail.map(({ value }) => value),
            tail,
          )
        : NaN;
    const [step, time, lastError, lastNorm, bytes] = columns.map((column) => last[column]!);
    cells[seed!] = [seed, state, last[at], step, time, lastError, numberCell(floor), lastNorm, bytes].join(
      ',',
    );
  }
  return cells;
}
