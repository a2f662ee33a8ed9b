/** Parquet files hold the very numbers of the CSV: read back by hyparquet, and by pyarrow in readers.long.test.ts. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parquetMetadata, parquetReadObjects, toJson } from 'hyparquet';
import { expect, test } from 'vitest';
import { writeParquet } from '../../src/recording/parquetFile.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** Cells of the CSV, an unknown one `null`. */
const SOME = ['', '0', '-0', '0.1', '0.30000000000000004', '5e-324', '1.7976931348623157e+308', 'Infinity'];
/** So often that a dictionary would pay. */
const VALUES = Array.from({ length: 50 }, () => SOME).flat();

const write = (name: string, lines: readonly string[]): string => {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
};

const bytes = (file: string): ArrayBuffer => {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  return buffer.slice(byteOffset, byteOffset + byteLength);
};

test('every double is there with all its bits, the sign of zero included, and what is unknown is null', async () => {
  const file = write('rounds.csv', [
    'algorithm,seed,round,error',
    ...VALUES.map((value, at) => `local-sa,9007199254740991,${at},${value}`),
  ]);
  const [made] = await writeParquet([file]);
  const rows = await parquetReadObjects({ file: bytes(made!) });
  expect(rows.map(({ error }) => error as unknown)).toEqual(
    VALUES.map((value) => (value === '' ? null : Number(value))),
  );
  expect(rows[2]!.error).toBe(-0);
  expect(rows[7]).toEqual({ algorithm: 'local-sa', seed: 9007199254740991n, round: 7n, error: Infinity });
});

test('rows go out in several row groups, in order', async () => {
  const names = Array.from({ length: 20 }, (_, j) => `theta_${j}`);
  const file = write('iterates.csv', [
    `algorithm,seed,round,${names.join()}`,
    ...Array.from({ length: 120 }, (_, t) => `a,1,${t},${names.map((_, j) => t + j / 7).join()}`),
  ]);
  const [made] = await writeParquet([file], { groupCells: 1150 });
  const metadata = parquetMetadata(bytes(made!));
  expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([50, 50, 20]);
  const rows = await parquetReadObjects({ file: bytes(made!), columns: ['round', 'theta_19'] });
  expect(rows).toEqual(Array.from({ length: 120 }, (_, t) => ({ round: BigInt(t), theta_19: t + 19 / 7 })));
});

test('what a sweep has swept is whole numbers, numbers or text, and a name that is there twice is said to be swept', async () => {
  const file = write('results.csv', [
    'key,local-steps,step-size,initial,rounds,algorithm,seed,state,rounds',
    'k1,10,1,"0,0",5,a,1,completed,5',
    'k2,20,0.5,"1,""é""",7,a,1,diverged,6',
  ]);
  const [made] = await writeParquet([file]);
  expect(toJson(await parquetReadObjects({ file: bytes(made!) }))).toEqual([
    {
      key: 'k1',
      ...{ 'local-steps': 10, 'step-size': 1, initial: '0,0', rounds_swept: 5 },
      ...{ algorithm: 'a', seed: 1, state: 'completed', rounds: 5 },
    },
    {
      key: 'k2',
      ...{ 'local-steps': 20, 'step-size': 0.5, initial: '1,"é"', rounds_swept: 7 },
      ...{ algorithm: 'a', seed: 1, state: 'diverged', rounds: 6 },
    },
  ]);
});

test('where one of the files cannot be read nothing is written, and what was there stays', async () => {
  const good = write('root.csv', ['theta_0', '1']);
  const bad = write('rounds.csv', ['algorithm,seed,round,error', 'a,1,0,1', 'a,1,half,1']);
  await expect(writeParquet([good, bad])).rejects.toThrow(
    'rounds.csv: line 3, column round: half is not a number',
  );
  expect(existsSync(good.replace('csv', 'parquet'))).toBe(false);
  await writeParquet([good]);
  const before = bytes(good.replace('csv', 'parquet'));
  await expect(writeParquet([good, bad])).rejects.toThrow('line 3');
  expect(bytes(good.replace('csv', 'parquet'))).toEqual(before);
});

test('a signal ends it between two row groups, and nothing of it is left', async () => {
  const file = write('rounds.csv', ['algorithm,seed,round', 'a,1,0', 'a,1,1', 'a,1,2']);
  const stop = new AbortController();
  const written = writeParquet([file], { groupCells: 3, signal: stop.signal });
  stop.abort();
  await expect(written).rejects.toBe(stop.signal.reason);
  expect(readdirSync(dirname(file))).toEqual(['rounds.csv']);
});
