import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { doublyStochasticChain } from '../../../src/problems/finiteSumQuadratic/doublyStochasticChain.ts';
import { relativeDistance, rowsOf, stationaryLaw, transposed } from '../../oracles/plainMatrices.ts';

type Kernel = Parameters<typeof doublyStochasticChain>[1];
const rows = (states: number, kernel: Kernel, seed = 1): number[][] =>
  rowsOf(doublyStochasticChain(states, kernel, generatorFor(seed, 'kernel')).transition, states, states);

describe.each<Kernel>([
  { shape: 'uniform', persistence: 0 },
  { shape: 'uniform', persistence: 0.9 },
  { shape: 'cycle', persistence: 0.25 },
  { shape: 'random', persistence: 0 },
  { shape: 'random', persistence: 0.5 },
])('the kernel of shape $shape with persistence $persistence', (kernel) => {
  test('has rows and columns of sum 1 and the uniform law, for 1, 2, 3, 10 and 40 states', () => {
    for (const states of [1, 2, 3, 10, 40]) {
      // balanced to 4 n ε, and as much again for rounding in products and sums
      const P = rows(states, kernel);
      for (const line of [...P, ...transposed(P)]) {
        expect(Math.abs(line.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(8 * states * 2 ** -52);
        expect(Math.min(...line)).toBeGreaterThanOrEqual(0);
      }
      const { stationary } = doublyStochasticChain(states, kernel, generatorFor(1, 'kernel'));
      expect([...stationary]).toEqual(new Array(states).fill(1 / states));
      expect(relativeDistance(stationary, stationaryLaw(P))).toBeLessThan(1e-11);
    }
  });
});

test('uniform entries with persistence ½ on two states are ¾ and ¼, and the cycle of three steps on with ¾', () => {
  expect(rows(2, { shape: 'uniform', persistence: 0.5 })).toEqual([
    [0.75, 0.25],
    [0.25, 0.75],
  ]);
  expect(rows(3, { shape: 'cycle', persistence: 0.25 })).toEqual([
    [0.25, 0.75, 0],
    [0, 0.25, 0.75],
    [0.75, 0, 0.25],
  ]);
});

test('random kernels are symmetric and positive, and of two states [[a, b], [b, c]] balances to √(ac)/(√(ac) + b)', () => {
  const P = rows(7, { shape: 'random', persistence: 0 });
  P.forEach((row, i) => row.forEach((p, j) => expect(Math.abs(p - P[j]![i]!)).toBeLessThan(1e-15)));
  expect(Math.min(...P.flat())).toBeGreaterThan(0);
  for (let seed = 1; seed <= 20; seed++) {
    const generator = generatorFor(seed, 'kernel');
    const [a, b1, b2, c] = Array.from({ length: 4 }, () => generator.uniform());
    const b = (b1! + b2!) / 2;
    const stays = Math.sqrt(a! * c!) / (Math.sqrt(a! * c!) + b);
    const found = rows(2, { shape: 'random', persistence: 0 }, seed);
    expect(relativeDistance(found.flat(), [stays, 1 - stays, 1 - stays, stays])).toBeLessThan(1e-14);
  }
});
