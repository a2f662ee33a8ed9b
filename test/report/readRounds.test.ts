import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/protocol/failure.ts';
import { parseRounds } from '../../src/report/readRounds.ts';

const HEADER =
  'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes';
const row = (algorithm: string, seed: number, round: number, error: string): string =>
  `${algorithm},${seed},${round},0,0,${error},0,0,0,0,0,0,0`;

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
      new InputError('rounds.csv: line 1 has no column error; the header of a fedsa run is expected'),
    );
    expect(() => parseRounds('', 'rounds.csv')).toThrow(InputError);
  });
});
