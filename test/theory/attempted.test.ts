/** Which errors the guard of theory keeps. */
import { expect, test } from 'vitest';
import { solve } from '../../src/maths/linearSolve.ts';
import { attempted, ifComputable } from '../../src/theory/attempted.ts';

const singular = (): Float64Array => solve(Float64Array.of(0), Float64Array.of(1), 1);

test('a singular system is a reason; a value is itself', () => {
  expect(attempted('the limit', singular)).toEqual({
    reason: 'the limit: the matrix is singular to working precision',
  });
  expect(ifComputable(singular)).toBeUndefined();
  expect(attempted('the limit', () => 3)).toBe(3);
  expect(ifComputable(() => 3)).toBe(3);
});

test.each([new TypeError('no function'), new RangeError('Invalid typed array length: -1')])(
  'a fault of the program passes: %s',
  (fault) => {
    const compute = (): never => {
      throw fault;
    };
    expect(() => attempted('the limit', compute)).toThrow(fault);
    expect(() => ifComputable(compute)).toThrow(fault);
  },
);
