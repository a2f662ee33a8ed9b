/** The worst orders of problems drawn at random, against all orders: some twenty seconds. */
import { test } from 'vitest';
import { drawnProblem, expectWorst } from './drawnProblems.ts';

const DRAWN = [
  ...Array.from({ length: 60 }, (_, k) => drawnProblem(k, 5)),
  ...[5, 9, 11, 16, 24, 39].map((k) => drawnProblem(k, 4)),
];

test.each(DRAWN.map((drawn) => [drawn.text, drawn] as const))('no order is worse of %s', (_, drawn) => {
  expectWorst(drawn);
});
