/** The functions that a page puts in the engine's place have the bits of Node's own, on the versions whose runs it repeats. */
import { expect, test } from 'vitest';
import { exp, hypot, log, log1p } from '../../../src/runs/play/recordedMath.ts';

const EDGES = [
  0,
  -0,
  1,
  -1,
  0.5,
  NaN,
  Infinity,
  -Infinity,
  5e-324,
  -5e-324,
  709.782712893384,
  709.79,
  -708.4,
  -745.1,
  -745.14,
];

/** Doubles of all sizes, of the unit interval, and near 1. */
function* doubles(): Generator<number> {
  const view = new DataView(new ArrayBuffer(8));
  let state = 1;
  const word = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  yield* EDGES;
  for (let k = 0; k < 20_000; k++) {
    view.setUint32(0, word());
    view.setUint32(4, word());
    yield view.getFloat64(0);
    const u = (word() + 0.5) / 2 ** 32;
    yield* [
      u,
      -u,
      1 + (u - 0.5) * 1e-3,
      1 + (u - 0.5) * 1e-8,
      (u - 0.5) * 4,
      (u - 0.5) * 1500,
      (u - 0.5) * 1e-8,
    ];
  }
}

test.each([
  ['exp', exp, Math.exp],
  ['log', log, Math.log],
  ['log1p', log1p, Math.log1p],
  ['hypot', (x: number) => hypot(x, 1, -x / 3), (x: number) => Math.hypot(x, 1, -x / 3)],
])('%s has the same bits for 160,000 numbers', (_, here, nodes) => {
  const other = [...doubles()].find((x) => !Object.is(here(x), nodes(x)));
  expect(other).toBeUndefined();
});
