/** The programs of docs/readers.md, in each language that is installed, and pyarrow on the Parquet files: some seconds. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows } from '../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../commandLine/twoAgents.ts';
import { readDocument } from './documents.ts';

const folder = emptyFolder();
const run = join(folder, 'out');
const { blocks } = readDocument('docs/readers.md');

const canRun = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args).status === 0;
const python = (module: string): boolean => canRun('python3', '-c', `import ${module}`);
const DUCKDB =
  'import csv, duckdb, sys; csv.writer(sys.stdout).writerows(duckdb.sql(open(sys.argv[1]).read()).fetchall())';

/** Each program, what runs its file, and whether that is there. */
const PROGRAMS = [
  { name: 'Python', language: 'python', at: 0, command: ['python3'], isPresent: python('csv') },
  { name: 'pandas', language: 'python', at: 1, command: ['python3'], isPresent: python('pandas') },
  { name: 'R', language: 'r', at: 0, command: ['Rscript'], isPresent: canRun('Rscript', '--version') },
  { name: 'DuckDB', language: 'sql', at: 0, command: ['python3', '-c', DUCKDB], isPresent: python('duckdb') },
] as const;
const hasArrow = python('pyarrow');

const missing = [
  ...PROGRAMS.filter(({ isPresent: state }) => !state).map(({ name }) => name),
  ...(hasArrow ? [] : ['pyarrow']),
];
// Not by the console, of which tests that fail alone are shown.
if (missing.length > 0)
  writeSync(2, `readers.long.test.ts: without ${missing.join(', ')}, which are not installed here\n`);

/** By algorithm and round: the mean error and the predicted one. */
type Means = Map<string, readonly [measured: number, predicted: number]>;

let expected: Means;

beforeAll(async () => {
  writeTwoAgents(folder);
  const settings =
    '--algorithm local-sa,scafflsa,fedhsa --step-size 0.1 --local-steps 10 --rounds 12 --seeds 3';
  const words = `run problem.json ${settings} --parquet --no-report --out out`.split(' ');
  expect(await fedsa(folder, ...words)).toMatchObject({ status: 0 });
  const predicted = new Map(
    rows(folder, 'out', 'predictions.csv').map((row) => [`${row.algorithm},${row.round}`, Number(row.error)]),
  );
  const errors = new Map<string, number[]>();
  for (const row of rows(folder, 'out', 'rounds.csv')) {
    const place = `${row.algorithm},${row.round}`;
    errors.set(place, [...(errors.get(place) ?? []), Number(row.error)]);
  }
  expected = new Map(
    [...errors].map(([place, all]) => [
      place,
      [all.reduce((sum, error) => sum + error, 0) / all.length, predicted.get(place)!],
    ]),
  );
  expect(expected.size).toBe(3 * 13);
});

for (const { name, language, at, command, isPresent: state } of PROGRAMS) {
  test.runIf(state)(`${name} prints the mean error of each round beside the predicted one`, () => {
    const file = join(folder, `program-${name}`);
    writeFileSync(file, blocks.filter((block) => block.language === language)[at]!.text);
    const { status, stdout, stderr } = spawnSync(command[0], [...command.slice(1), file], {
      cwd: run,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    expect(found).toHaveLength(expected.size);
    for (const [algorithm, round, measured, predicted] of found) {
      const [mean, theory] = expected.get(`${algorithm!},${Number(round)}`)!;
      // R prints fifteen digits.
      expect(Math.abs(Number(measured) / mean - 1)).toBeLessThan(1e-14);
      expect(Math.abs(Number(predicted) / theory - 1)).toBeLessThan(name === 'R' ? 1e-14 : 1e-300);
    }
  });
}

test.runIf(hasArrow)('pyarrow reads from Parquet the doubles of the CSV, bit for bit', () => {
  const program = `
import csv, struct, sys, pyarrow.parquet as pq
for name in ('rounds', 'iterates', 'predictions', 'root'):
    table = pq.read_table(name + '.parquet')
    cells = list(csv.DictReader(open(name + '.csv')))
    assert table.num_rows == len(cells) > 0
    for column in table.schema:
        for value, row in zip(table[column.name].to_pylist(), cells):
            cell = row[column.name]
            if str(column.type) == 'double' and cell: assert struct.pack('d', value) == struct.pack('d', float(cell))
            elif str(column.type) == 'int64' and cell: assert value == int(cell)
            else: assert (value or '') == cell
    print(name, ','.join(str(column.type) for column in table.schema))
`;
  const { stdout, stderr } = spawnSync('python3', ['-c', program], { cwd: run, encoding: 'utf8' });
  expect(stderr).toBe('');
  const header = readFileSync(join(run, 'rounds.csv'), 'utf8').split('\n', 1)[0]!.split(',');
  const types = header.map((name) =>
    name === 'algorithm' ? 'string' : /seed|round|link/.test(name) ? 'int64' : 'double',
  );
  expect(stdout.split('\n')[0]).toBe(`rounds ${types.join()}`);
});
