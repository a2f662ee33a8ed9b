/** States that a run can reach, in closed form. */
import { expect, test } from 'vitest';
import { ReachableStates } from '../../../src/theory/round/reduction.ts';

const reached = (next: readonly number[][], begin: readonly number[]): Float64Array =>
  new ReachableStates({
    next: next.map((row) => Float64Array.from(row)),
    begins: [Float64Array.from(begin)],
  }).reading(Float64Array.from(begin, () => 1));

test('as many as there are powers of the map, of a shift all, of the identity one', () => {
  expect(
    reached(
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      [1, 0, 0],
    ),
  ).toHaveLength(3);
  expect(
    reached(
      [
        [1, 0],
        [0, 1],
      ],
      [1, 2],
    ),
  ).toHaveLength(1);
});

test('of a map beyond all doubles those before it: the search for others ends', () => {
  expect(
    reached(
      [
        [1e308, 1e308],
        [1e308, -1e308],
      ],
      [1, 10],
    ),
  ).toHaveLength(1);
});
