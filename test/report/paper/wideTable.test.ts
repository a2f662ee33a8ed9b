/** The data of a figure for a paper: a limit has the name of its own curve, though colours repeat. */
import { expect, test } from 'vitest';
import { wideTable } from '../../../src/report/paper/wideTable.ts';

test('a limit is that of its curve', () => {
  const keys = ['a', 'b'];
  const series = keys.map((key) => ({ key, line: 'solid', hue: 'one', points: [{ x: 0, y: 1 }] }));
  const references = keys.map((key, y) => ({ key, hue: 'one', y }));
  const figure = { axes: [{ name: 'n', across: 'round', chart: { series, references } }] };
  expect(wideTable(figure as never)).toBe('round,a_mean,b_mean,a_limit,b_limit\n0,1,1,0,1\n');
});
