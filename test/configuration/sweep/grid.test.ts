/** The values of swept names, and the points that they make. */
import { expect, test } from 'vitest';
import { countOf, gridOf, namesIn, pointAt, sweptName } from '../../../src/configuration/sweep/grid.ts';
import { gridValues } from '../../../src/configuration/sweep/gridValues.ts';

test.each([
  ['1,2,5', ['1', '2', '5']],
  [' 0.1 , 0.2 ', ['0.1', '0.2']],
  ['7', ['7']],
  ['3..6', ['3', '4', '5', '6']],
  ['-2..1', ['-2', '-1', '0', '1']],
  // 10^(−3 + k/2), to 15 digits
  [
    '0.001..1:log7',
    ['0.001', '0.00316227766016838', '0.01', '0.0316227766016838', '0.1', '0.316227766016838', '1'],
  ],
  ['1..0.01:log3', ['1', '0.1', '0.01']],
  ['0..1:lin5', ['0', '0.25', '0.5', '0.75', '1']],
  ['0..1:lin11', ['0', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9', '1']],
  ['10..35:step10', ['10', '20', '30']],
  ['0.1..0.5:step0.1', ['0.1', '0.2', '0.3', '0.4', '0.5']],
  ['uniform:0,2;exponential:1', ['uniform:0,2', 'exponential:1']],
  ['synchronous,first:3', ['synchronous', 'first:3']],
])('%s stands for %j', (text, values) => {
  expect(gridValues(text, '--grid a')).toEqual(values);
});

test.each([
  ['', /a value of "" is empty/],
  ['1,,2', /is empty/],
  ['2..1', /a ≤ b/],
  ['0.5..2', /whole numbers/],
  ['a..b', /no range of numbers/],
  ['0..1:log3', /greater than 0/],
  ['1..2:log', /how many values/],
  ['1..2:lin1', /how many values/],
  ['1..2:lin2.5', /how many values/],
  ['1..1:lin2', /two different ends/],
  ['1..2:step0', /a step greater than 0/],
  ['1..99999999', /at most 100000/],
])('%s is refused in one line', (text, pattern) => {
  expect(() => gridValues(text, '--grid a')).toThrow(pattern);
  expect(() => gridValues(text, '--grid a')).toThrow(/^--grid a: [^\n]*$/);
});

test('grids multiply, the first name changing slowest, and zips go in lockstep, fastest', () => {
  const grid = gridOf({
    grid: [sweptName('a=1,2', '--grid'), sweptName('--b=x,y', '--grid')],
    zip: [sweptName('c=3,4', '--zip'), sweptName('d=5,6', '--zip')],
  });
  expect(namesIn(grid)).toEqual(['a', 'b', 'c', 'd']);
  const points = Array.from({ length: countOf(grid) }, (_, k) => Object.values(pointAt(grid, k)).join(''));
  expect(points).toEqual(['1x35', '1x46', '1y35', '1y46', '2x35', '2x46', '2y35', '2y46']);
});

test('lists in lockstep may repeat a value', () => {
  const grid = gridOf({ grid: [], zip: [sweptName('a=1,1,2', '--zip'), sweptName('b=3,4,4', '--zip')] });
  expect([0, 1, 2].map((k) => Object.values(pointAt(grid, k)).join(''))).toEqual(['13', '14', '24']);
});

test('a name of the command line takes the place of the scenario’s, and further ones come behind it', () => {
  const field = { grid: { a: [1, 2], b: '1..3' }, zip: { c: ['x', 'y'], d: [true, false] } };
  const given = { grid: [sweptName('b=7', '--grid'), sweptName('c=z', '--grid')], zip: [] };
  const grid = gridOf(given, field);
  expect(grid.grid.map(({ name, values }) => `${name}=${values.join()}`)).toEqual(['a=1,2', 'b=7', 'c=z']);
  expect(grid.zip.map(({ name, values }) => `${name}=${values.join()}`)).toEqual(['d=true,false']);
});

test.each([
  [['a=1', 'a=2'], [], /a is swept twice/],
  [['a=1'], ['a=2'], /a is swept twice/],
  [['a=1,1'], [], /^`grid` a: 1 is given twice/],
  [['a=0.05,5e-2'], [], /^`grid` a: 5e-2 is given twice/],
  [[], ['a=1,1,1', 'b=2,3,2'], /^`zip` a, b: 1, 2 is given twice/],
  [[], ['a=1,2', 'b=1,2,3'], /a has 2 values and b has 3/],
  [['a=1..1000', 'b=1..1000', 'c=1..100'], [], /100000000 points are too many/],
  [[], [], /name what is swept/],
])('%j with %j in lockstep is refused', (grids, zips, pattern) => {
  const given = {
    grid: grids.map((text) => sweptName(text, '--grid')),
    zip: zips.map((text) => sweptName(text, '--zip')),
  };
  expect(() => gridOf(given)).toThrow(pattern);
});

test.each(['a', '=1', '', 'a b=1'])('%j is no NAME=VALUES', (text) => {
  expect(() => sweptName(text, '--grid')).toThrow(/is not NAME=VALUES/);
});
