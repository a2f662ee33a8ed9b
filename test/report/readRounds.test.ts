import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import { parseRounds, readRounds } from '../../src/report/readRounds.ts';
import { temporaryFolder } from '../recording/temporaryFolder.ts';

const HEADER =
  'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes';
const row = (algorithm: string, seed: number, round: number, error: string): string =>
  `${algorithm},${seed},${round},0,0,${error},0,0,0,0,0,0,0`;

/** Nothing is known of its rows. */
const INTERRUPTED = { state: 'interrupted', runs: [], configuration: {} } as const;

describe('rounds.csv', () => {
  test('rows of a seed come together even where replications were written in turns', () => {
    const lines = [
      HEADER,
      row('a', 1, 0, '1'),
      row('a', 2, 0, '2'),
      row('a', 1, 1, '3'),
      row('b', 1, 0, '4'),
      '',
    ];
    const series = parseRounds(lines.join('\n'), 'rounds.csv');
    expect(
      series.map(({ algorithm, seed, columns }) => [algorithm, seed, columns.round, columns.error]),
    ).toEqual([
      ['a', 1, [0, 1], [1, 3]],
      ['a', 2, [0], [2]],
      ['b', 1, [0], [4]],
    ]);
  });

  test('a column that repeats the one of the seed before takes no room of its own, and stays what it is', () => {
    const lines = [1, 2, 3].flatMap((seed) =>
      [0, 1].map((round) => row('a', seed, round, `${seed * round}`)),
    );
    const parse = (more: readonly string[]) =>
      parseRounds([HEADER, ...lines, ...more, ''].join('\n'), 'rounds.csv').map(({ columns }) => columns);
    const [first, second, third] = parse([]);
    expect(second!.round).toBe(first!.round);
    expect(third!.averageError).toBe(first!.averageError);
    expect([first, second, third].map((columns) => columns!.error)).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
    ]);
    const again = parse([row('a', 1, 2, '5'), row('a', 3, 2, '7')]);
    expect(again.map(({ round }) => round)).toEqual([
      [0, 1, 2],
      [0, 1],
      [0, 1, 2],
    ]);
    expect(again.map(({ error }) => error.at(-1))).toEqual([5, 2, 7]);
  });

  test('of an algorithm with very many rows the first seeds are read, each in full', () => {
    const seeds = Array.from({ length: 9 }, (_, index) => index + 1);
    const lines = ['a', 'b'].flatMap((algorithm) =>
      seeds.flatMap((seed) => [0, 1, 2].map((round) => row(algorithm, seed, round, '1'))),
    );
    const read = (mostRows: number) =>
      parseRounds([HEADER, ...lines, ''].join('\n'), 'rounds.csv', mostRows).map(
        ({ algorithm, seed, columns }) => `${algorithm}${seed}:${columns.round.length}`,
      );
    expect(read(4)).toEqual(['a1:3', 'a2:3', 'b1:3', 'b2:3']);
    expect(read(6)).toEqual(['a1:3', 'a2:3', 'b1:3', 'b2:3']);
    expect(read(27)).toHaveLength(18);
  });

  test('rows that a complete run lacks are missed; of one that is not complete, or whose rows nobody counted, they are not', async () => {
    const folder = temporaryFolder();
    const content = [HEADER, row('a', 1, 0, '1'), row('a', 1, 1, '2')].join('\n');
    const record = { algorithm: 'a', seed: 1, state: 'completed', rounds: 1, steps: 1 } as const;
    const runs = [{ ...record, rows: 2 }];
    const completed = { ...INTERRUPTED, state: 'completed', runs } as const;
    writeFileSync(join(folder, 'rounds.csv'), content);
    await expect(readRounds(folder, completed)).rejects.toThrow(
      `${join(folder, 'rounds.csv')}: has 1 of the run's 2 rows; the command of the run`,
    );
    expect(await readRounds(folder, { ...completed, state: 'interrupted' })).toHaveLength(1);
    expect(await readRounds(folder, { ...completed, runs: [record] })).toHaveLength(1);
    writeFileSync(join(folder, 'rounds.csv'), `${content}\n`);
    expect(await readRounds(folder, completed)).toHaveLength(1);
  });

  test('a file is read as its content is, with and without a whole last line', async () => {
    const folder = temporaryFolder();
    const contents = [HEADER, row('a', 1, 0, '1'), row('a', 1, 1, '2')].join('\n');
    for (const end of [0, HEADER.length, HEADER.length + 1, contents.length - 3, contents.length]) {
      const content = contents.slice(0, end);
      writeFileSync(join(folder, 'rounds.csv'), content);
      if (end === 0)
        await expect(readRounds(folder, INTERRUPTED)).rejects.toThrow('line 1 has no column algorithm');
      else expect(await readRounds(folder, INTERRUPTED)).toEqual(parseRounds(content, 'rounds.csv'));
    }
    writeFileSync(join(folder, 'rounds.csv'), `${contents}\n`);
    expect(await readRounds(folder, INTERRUPTED)).toEqual(parseRounds(contents, 'rounds.csv'));
  });

  test('a wrong cell is shown in its beginning only', () => {
    const content = [HEADER, row('a', 1, 0, 'x'.repeat(5_000_000)), ''].join('\n');
    let message = '';
    try {
      parseRounds(content, 'rounds.csv');
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(`line 2, column error: "${'x'.repeat(40)}" is not a number`);
    expect(message.length).toBeLessThan(200);
  });

  test('an empty cell and a missing optional column are unknown', () => {
    const [series] = parseRounds(`${HEADER}\r\n${row('a', 1, 0, '')}\r\n`, 'rounds.csv');
    expect(series!.columns.error).toEqual([NaN]);
    expect(series!.columns.averageError).toEqual([NaN]);
  });

  test('a last line that was cut off is passed over; one in the middle is refused', () => {
    const whole = `${HEADER}\n${row('a', 1, 0, '1')}\n`;
    expect(parseRounds(`${whole}a,1,1,0`, 'rounds.csv')[0]!.columns.round).toEqual([0]);
    expect(() => parseRounds(`${whole}a,1,1,0\n`, 'rounds.csv')).toThrow(
      new InputError('rounds.csv: line 3 has 4 cells where the header has 13; the same number is expected'),
    );
  });

  test('a cell that is no number and a header without a column are refused with their place', () => {
    expect(() => parseRounds(`${HEADER}\n${row('a', 1, 0, 'one')}\n`, 'rounds.csv')).toThrow(
      new InputError(
        'rounds.csv: line 2, column error: "one" is not a number; a number or an empty cell is expected',
      ),
    );
    expect(() => parseRounds('algorithm,seed,round\n', 'rounds.csv')).toThrow(
      new InputError('rounds.csv: line 1 has no column step; the header of a fedsa run is expected'),
    );
    expect(() => parseRounds('', 'rounds.csv')).toThrow(InputError);
    const rows = [row('a', 1, 0, '1'), row('a', 1, 7, '1'), row('a', 1, 2, '1')];
    expect(() => parseRounds([HEADER, ...rows, ''].join('\n'), 'rounds.csv')).toThrow(
      'rounds.csv: line 4: round 2 follows round 7 of a with seed 1',
    );
  });
});

test('the norm of the gradient is the root of its square, and unknown where that is', () => {
  const header = 'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes'; // prettier-ignore
  const rows = ['local-sa,1,0,0,0,1,1,9,0,0,0,0,0', 'local-sa,1,1,1,1,1,1,,0,0,0,0,0', 'local-sa,2,0,0,0,1,1,2.25,0,0,0,0,0']; // prettier-ignore
  const [first, second] = parseRounds([header, ...rows, ''].join('\n'), 'rounds.csv');
  expect(first!.columns.gradientNorm).toEqual([3, NaN]);
  expect(second!.columns.gradientNorm).toEqual([1.5]);
});
