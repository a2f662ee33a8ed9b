import { expect, test } from 'vitest';
import { powerOnly, powersAmong } from '../../../src/runs/live/page/powers.ts';

test('of a logarithmic axis the powers of ten have labels and lines of the grid, nothing between them', () => {
  // as uPlot computes its places, and null for one that it leaves out
  const places = [1, 2, 9, 10, 0.1 * 3, 1e-5 * 10, 1000.0000000001, null as unknown as number];
  expect(places.map(powerOnly)).toEqual(['1', '', '', '10', '', '10⁻⁴', '1000', '']);
  expect(powersAmong(undefined, places)).toEqual([1, null, null, 10, null, 1e-4, 1000.0000000001, null]);
});
