/** What the table of hashes sees, and how it says it. */
import { expect, test } from 'vitest';
import { filePrint, type Print } from './print.ts';
import { difference } from './table.ts';

const ROWS = 'algorithm,seed,error,theta_0,theta_1\nlocal-sa,1,0.5,1,2\nlocal-sa,1,0.25,3,4\n';

const print = (rows: string, status = 'completed'): Print => ({
  status,
  files: { rounds: filePrint(rows) },
});

const against = (rows: string, status?: string): string | undefined =>
  difference(print(ROWS), print(rows, status));

test('the same bytes do not differ; one other digit does, and its column is named', () => {
  expect(against(ROWS)).toBeUndefined();
  expect(against(ROWS.replace('0.25', '0.26'))).toBe('rounds.csv other values in error');
  expect(against(ROWS.replace('3,4', '3,5'))).toBe('rounds.csv other values in theta');
  expect(against(ROWS.replaceAll('local-sa,', 'fedavg,'))).toBe('rounds.csv other values in algorithm');
});

test('rows in another order, and a row that is missing, differ in every column that varies', () => {
  const [header, first, second] = ROWS.split('\n');
  expect(against(`${header!}\n${second!}\n${first!}\n`)).toBe('rounds.csv other values in error, theta');
  expect(against(`${header!}\n${first!}\n`)).toBe('rounds.csv other values in algorithm, error, seed, theta');
});

test('columns that come, go or move leave the others as they are', () => {
  const added = ROWS.replace('\n', ',idle\n').replaceAll(/(\d)\n(?=l|$)/g, '$1,0\n');
  expect(against(added)).toBe('rounds.csv new: idle');
  expect(difference(print(added), print(ROWS))).toBe('rounds.csv without idle');
  const moved = ROWS.split('\n')
    .map((row) => row.split(',').reverse().join(','))
    .join('\n');
  expect(
    against(moved.replace('theta_1,theta_0', 'theta_0,theta_1').replaceAll(/^(\d),(\d)/gm, '$2,$1')),
  ).toBe('rounds.csv has its columns, all with the same values, in another order');
});

test('a run that ends otherwise, or writes other files, differs', () => {
  expect(against(ROWS, 'diverged')).toBe('was completed, is diverged');
  const refused: Print = { status: 'refused', files: {} };
  expect(difference(print(ROWS), refused)).toBe('was completed, is refused; rounds.csv is gone');
  expect(difference(refused, print(ROWS))).toBe('was refused, is completed; rounds.csv is new');
});
