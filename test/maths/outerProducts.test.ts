import { describe, expect, it } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { outerProducts } from '../../src/maths/outerProducts.ts';

describe('sums of outer products', () => {
  // around the number of vectors that are gathered, with odd and even dimensions
  it.each([
    { count: 1, d: 1 },
    { count: 31, d: 2 },
    { count: 32, d: 5 },
    { count: 33, d: 4 },
    { count: 97, d: 3 },
  ])('are the plain sum in its order, bit for bit: $count vectors, d = $d', ({ count, d }) => {
    const generator = generatorFor(count, 'test');
    const draw = (): Float64Array => Float64Array.from({ length: count * d }, () => generator.normal());
    const [x, y] = [draw(), draw()];
    const isLeftOut = (s: number): boolean => s % 7 === 3;
    const expected = new Float64Array(d * d);
    for (let s = 0; s < count; s++) {
      if (isLeftOut(s)) continue;
      for (let i = 0; i < d; i++)
        for (let j = 0; j < d; j++) expected[i * d + j]! += x[s * d + i]! * y[s * d + j]!;
    }
    const sum = outerProducts(count, d, (s, xs, ys) => {
      xs.set(x.subarray(s * d, (s + 1) * d));
      ys.set(y.subarray(s * d, (s + 1) * d));
      return !isLeftOut(s);
    });
    expect(sum).toEqual(expected);
  });
});
