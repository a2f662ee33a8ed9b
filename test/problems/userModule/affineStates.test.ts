/** A(s) and b(s) of a user's operator, found by trying it; and what they are not found for. */
import { describe, expect, test } from 'vitest';
import type { LinearMean } from '../../../src/problems/operator.ts';
import { affineStates } from '../../../src/problems/userModule/affineStates.ts';
import { chainLaw } from '../../../src/problems/userModule/family.ts';

const chain = chainLaw({
  transition: [
    [0.9, 0.1],
    [0.3, 0.7],
  ],
});
const A = [
  [2, 1, 0, 1],
  [1, 0, -1, 3],
];
const b = [
  [1, -1],
  [0.5, 4],
];
const weighted = (values: readonly (readonly number[])[]): Float64Array =>
  Float64Array.from(values[0]!, (x, k) => 0.75 * x + 0.25 * values[1]![k]!);
const mean: LinearMean = { kind: 'linear', A: weighted(A), b: weighted(b) };

type Operator = Parameters<typeof affineStates>[0];

const operator: Operator = (theta, s, out) => {
  for (let i = 0; i < 2; i++) out[i] = b[s]![i]! - A[s]![2 * i]! * theta[0]! - A[s]![2 * i + 1]! * theta[1]!;
};

test('an affine operator has its matrices', () => {
  const found = affineStates(operator, chain, mean)!;
  expect([...found.b]).toEqual(b.flat());
  found.A.forEach((x, k) => {
    expect(x).toBeCloseTo(A.flat()[k]!, 14);
  });
});

describe('no matrices of', () => {
  let calls = 0;
  const changed = (change: (out: Float64Array, theta: Readonly<Float64Array>, s: number) => void): Operator =>
    function changedOperator(theta, s, out) {
      operator(theta, s, out);
      change(out, theta, s);
    };
  test.each<readonly [string, Operator]>([
    [
      'an operator clipped at 1,000',
      changed((out) => {
        for (let i = 0; i < 2; i++) out[i] = Math.max(-1000, Math.min(1000, out[i]!));
      }),
    ],
    ['one that is curved in one state', changed((out, theta, s) => (out[0]! += s * 1e-6 * theta[0]! ** 2))],
    ['one that is random', changed((out) => (out[1]! += 1e-12 * calls++))],
    ['one that leaves a number out', changed((out) => (out[1] = NaN))],
    [
      'one that fails far from 0',
      changed((_, theta) => {
        if (Math.abs(theta[0]!) > 100) throw new Error('too far');
      }),
    ],
    ['one with another mean', changed((out) => (out[0]! += 1e-6))],
  ])('%s', (_, wrong) => {
    expect(affineStates(wrong, chain, mean)).toBeUndefined();
  });
});
