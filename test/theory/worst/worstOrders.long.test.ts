/** The worst orders of problems drawn at random, against all orders: some twenty seconds. */
import { test } from 'vitest';
import { drawnProblem, expectWorst } from './drawnProblems.ts';

test.each(
  Array.from({ length: 60 }, (_, k) => drawnProblem(k, 5)).map((drawn) => [drawn.text, drawn] as const),
)('no order is worse of %s', (_, drawn) => {
  expectWorst(drawn);
});
