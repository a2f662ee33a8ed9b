/** Which Parquet files there are when; what is in them, test/recording/parquetFile.test.ts says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { beforeAll, expect, test } from 'vitest';
import { contents, emptyFolder, fedsa } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();

beforeAll(() => {
  writeTwoAgents(folder);
});

const called = (words: string) => fedsa(folder, ...words.split(' '));
const SHORT = 'problem.json --algorithm local-sa --step-size 0.1 --rounds 3 --quiet --no-report';
const parquetIn = (name: string): string[] =>
  contents(join(folder, name)).filter((file) => file.endsWith('.parquet'));

function rowsOf(file: string): number {
  const { buffer, byteOffset, byteLength } = readFileSync(join(folder, file));
  return Number(parquetMetadata(buffer.slice(byteOffset, byteOffset + byteLength)).num_rows);
}

test('they come with a run that completes, go when it goes on, and come again by export', async () => {
  expect(await called(`run ${SHORT} --seeds 1 --out run --parquet`)).toMatchObject({ status: 0 });
  const all = ['iterates.parquet', 'predictions.parquet', 'root.parquet', 'rounds.parquet'];
  expect(parquetIn('run')).toEqual(all);
  expect(rowsOf('run/rounds.parquet')).toBe(4);
  expect(await called(`run ${SHORT} --seeds 2 --out run`)).toMatchObject({ status: 0 });
  expect(parquetIn('run')).toEqual([]);
  const { status, stdout } = await called('export run');
  expect(status).toBe(0);
  expect(stdout.trim().split('\n').sort()).toEqual(all.map((name) => `run/${name}`));
  expect(rowsOf('run/rounds.parquet')).toBe(8);
});

test.each(['export', 'report', 'figure', 'compare run'])(
  '%s refuses a complete run whose rows are not all there, and the run’s command completes it',
  async (command) => {
    await called(`run ${SHORT} --seeds 2 --out run`);
    const file = join(folder, 'run/rounds.csv');
    const whole = readFileSync(file, 'utf8');
    // within the last number: the cells are as many as they should be
    writeFileSync(file, whole.slice(0, -3));
    expect(await called(`${command} run`)).toEqual({
      status: 2,
      stdout: '',
      stderr:
        "fedsa: run/rounds.csv: has 7 of the run's 8 rows; the command of the run, given again with --out and this folder, completes it\n",
    });
    expect(contents(join(folder, 'run')).filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(await called(`run ${SHORT} --seeds 2 --out run`)).toMatchObject({ status: 0 });
    expect(readFileSync(file, 'utf8')).toBe(whole);
  },
);

test('of several folders none is written where one has no tables', async () => {
  await called(`run ${SHORT} --seeds 1 --out first`);
  expect(await called('export first nowhere')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'fedsa: nowhere: is neither the folder of a run, of panels nor of a sweep\n',
  });
  expect(parquetIn('first')).toEqual([]);
});

test('a run that fails leaves none', async () => {
  const { status } = await called(`run ${SHORT} --step-size 1e9 --rounds 50 --seeds 1 --out bad --parquet`);
  expect(status).toBe(1);
  expect(parquetIn('bad')).toEqual([]);
});

test('of a sweep it is the table of results', async () => {
  const grid = `sweep ${SHORT} --seeds 1 --out grid --parquet --grid step-size=0.1,0.2`;
  expect(await called(grid)).toMatchObject({ status: 0 });
  expect(parquetIn('grid')).toEqual(['results.parquet']);
  expect(rowsOf('grid/results.parquet')).toBe(2);
});

test('a folder that holds no run is refused in a line', async () => {
  expect(await called('export .')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'fedsa: .: is neither the folder of a run, of panels nor of a sweep\n',
  });
});
