import { describe, expect, test } from 'vitest';
import { parseStation } from '../../../src/inputs/airQuality/stationCsv.ts';
import { COLUMNS } from '../../../src/inputs/airQuality/stationRecord.ts';
import { HEADER, uciText } from './uciFile.ts';

/** February and March 2016, 60 days: the cell of row r in column c is r + c/100; O3 is missing in row 5. */
const TEXT = uciText({
  station: 'Dongsi',
  year: 2016,
  month: 2,
  months: 2,
  cell: (row, column) => (row === 5 && column === 'O3' ? 'NA' : row + COLUMNS.indexOf(column) / 100),
});

/** Line `line` (1 = header) with one text replaced by another. */
function edited(line: number, from: string, to: string): string {
  const lines = TEXT.split('\r\n');
  expect(lines[line - 1]).toContain(from);
  lines[line - 1] = lines[line - 1]!.replace(from, to);
  return lines.join('\r\n');
}

function refusal(text: string, station = 'Dongsi'): string {
  const parsed = parseStation(text, station);
  return parsed.kind === 'refused' ? parsed.reason : 'parsed';
}

describe('parseStation', () => {
  test('every cell comes out as its double, target first, NA as NaN, over 29 February', () => {
    const parsed = parseStation(TEXT, 'Dongsi');
    if (parsed.kind === 'refused') throw new Error(parsed.reason);
    const { first, rows, columns } = parsed.record;
    expect(first).toEqual({ year: 2016, month: 2 });
    expect(rows).toBe(60 * 24);
    expect(columns.map((column) => column[1439])).toEqual(COLUMNS.map((_, index) => 1439 + index / 100));
    expect(columns[COLUMNS.indexOf('O3')]![5]).toBeNaN();
    expect(columns.flatMap((column) => [...column]).filter((value) => Number.isNaN(value))).toHaveLength(1);
  });

  test('columns may stand in another order, and lines may end in LF without one at the very end', () => {
    const moved = TEXT.split('\r\n')
      .filter((line) => line !== '')
      .map((line) => [...line.split(',').slice(1), line.split(',')[0]].join(','))
      .join('\n');
    expect(parseStation(moved, 'Dongsi')).toEqual(parseStation(TEXT, 'Dongsi'));
  });

  test('a missing column is named', () => {
    expect(refusal(edited(1, '"PRES"', '"pressure"'))).toBe(
      "line 1: there is no column PRES; UCI's header has it",
    );
    expect(refusal('')).toBe("line 1: there is no column year; UCI's header has it");
  });

  test('a header without a line after it is refused', () => {
    expect(refusal(HEADER + '\r\n')).toContain('line 2: the file ends here');
  });

  test.each([
    [
      'a missing hour',
      TEXT.replace(/^3,.*\r\n/m, ''),
      'line 4, column hour: the hour is 2016 2 1 3, where 2016 2 1 2',
    ],
    [
      'a repeated hour',
      edited(12, '2016,2,1,10,', '2016,2,1,9,'),
      'line 12, column hour: the hour is 2016 2 1 9',
    ],
    ['a wrong day', edited(26, '2016,2,2,0,', '2016,2,3,0,'), 'line 26, column day: the hour is 2016 2 3 0'],
    ['an empty hour', edited(2, '2016,2,1,0,', '2016,2,1,,'), 'line 2, column hour'],
    ['a first line within a month', edited(2, '2016,2,1,0,', '2016,2,7,0,'), 'line 2, column day'],
    [
      'no month at all',
      edited(2, '2016,2,1,0,', '2016,13,1,0,'),
      'line 2: year and month should be whole numbers',
    ],
  ])('%s is refused with its line', (_, text, reason) => {
    expect(refusal(text)).toContain(reason);
  });

  test.each(['n/a', '', ' ', '1.2.3', 'Infinity', 'NaN'])(
    'a cell "%s" is refused with its line and column',
    (cell) => {
      const reason = refusal(edited(9, ',7.04,', `,${cell},`));
      expect(reason).toBe(`line 9, column O3: "${cell}" is neither a number nor NA`);
    },
  );

  test('a line with a cell too many is refused', () => {
    expect(refusal(edited(7, '"NNW"', '"N,NW"'))).toBe('line 7: 19 cells, where the header has 18');
  });

  test("another station's line is refused", () => {
    expect(refusal(TEXT, 'Tiantan')).toBe(
      'line 2, column station: "Dongsi", where the file\'s name says Tiantan',
    );
  });
});
