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

const NAME = 'result.json';
const FILES = ['rounds.csv', 'iterates.csv', 'updates.csv'];

/** Columns of results.csv that are of a replication. */
export const RESULT_COLUMNS = 'seed,state,rounds,step,time,error,floor,operatorNorm,uplinkBytes';

export interface PointResult {
  readonly format: 'fedsa-result/1';
  readonly key: string;
  /** the line that told what went wrong */
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
  const file = join(directory, NAME);
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
  const now = hashesOf(directory);
  for (const name of FILES) {
    if (now[name] === files[name]) continue;
    throw new InputError(
      `${join(directory, name)}: its rows are not those that were computed (another SHA-256); remove the folder to compute them again`,
    );
  }
}

/** Forgets what a folder's run came to, before it goes on. */
export function forgetResult(directory: string): void {
  rmSync(join(directory, NAME), { force: true });
}

/** Writes down what is there. */
export function writeResult(
  directory: string,
  key: string,
  records: readonly RunRecord[],
  failure: string | null,
): PointResult {
  const result: PointResult = {
    format: 'fedsa-result/1',
    key,
    failure,
    files: hashesOf(directory),
    replications: replicationsOf(readFileSync(join(directory, 'rounds.csv'), 'utf8'), records),
  };
  writeJson(join(directory, NAME), result, () => undefined);
  return result;
}

function hashesOf(directory: string): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const name of FILES) {
    const file = join(directory, name);
    if (existsSync(file)) hashes[name] = createHash('sha256').update(readFileSync(file)).digest('hex');
  }
  return hashes;
}

/** The cells of each seed, of rows that are whole. */
function replicationsOf(rounds: string, records: readonly RunRecord[]): Record<string, string> {
  const lines = rounds.split('\n');
  const header = lines[0]!.split(',');
  const place = (name: string): number => header.indexOf(name);
  const [at, error, norm] = [place('round'), place('error'), place('operatorNorm')];
  const told = ['step', 'time', 'error', 'operatorNorm', 'uplinkBytes'].map(place);
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
    const [step, time, lastError, lastNorm, bytes] = told.map((column) => last[column]!);
    cells[seed!] = [seed, state, last[at], step, time, lastError, numberCell(floor), lastNorm, bytes].join(
      ',',
    );
  }
  return cells;
}
