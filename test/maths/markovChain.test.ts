import { describe, expect, test } from 'vitest';
import { closedClasses, ergodicClass, period, stationaryDistribution } from '../../src/maths/markovChain.ts';
import { denseRows, sparseRows } from '../../src/maths/sparseRows.ts';
import { CYCLE, STYLE, TWO_CLASSES, kernel, oneStep, randomKernel } from './chainExamples.ts';

describe('classes and periods', () => {
  test('transient states belong to no closed class', () => {
    expect(closedClasses(TWO_CLASSES, 5)).toEqual([[1, 2], [3]]);
    expect(closedClasses(CYCLE, 3)).toEqual([[0, 1, 2]]);
  });

  test('a path of 2,000 states down into a loop is followed without recursion', () => {
    const states = 2_000;
    const P = new Float64Array(states * states);
    for (let x = 0; x < states; x++) P[x * states + Math.min(x + 1, states - 1)] = 1;
    expect(closedClasses(P, states)).toEqual([[states - 1]]);
    P[(states - 1) * states + states - 1] = 0;
    P[(states - 1) * states] = 1;
    expect(closedClasses(P, states)).toEqual([Array.from({ length: states }, (_, x) => x)]);
  });

  test('the period is the greatest common divisor of the cycle lengths', () => {
    expect(period(CYCLE, 3, [0, 1, 2])).toBe(3);
    expect(period(TWO_CLASSES, 5, [1, 2])).toBe(2);
    expect(period(TWO_CLASSES, 5, [3])).toBe(1);
    // Cycles of lengths 4 (0→1→2→3→0) and 2 (0→1→0): period 2; with a chord 2→0, of length 3: 1.
    const even = kernel([0, 1, 0, 0], [0.5, 0, 0.5, 0], [0, 0, 0, 1], [1, 0, 0, 0]);
    expect(period(even, 4, [0, 1, 2, 3])).toBe(2);
    const mixed = kernel([0, 1, 0, 0], [0.5, 0, 0.5, 0], [0.5, 0, 0, 0.5], [1, 0, 0, 0]);
    expect(period(mixed, 4, [0, 1, 2, 3])).toBe(1);
  });
});

test('a chain converges if it has one closed class without a period, whose states are given', () => {
  expect(ergodicClass(TWO_CLASSES, 5)).toBeUndefined();
  expect(ergodicClass(CYCLE, 3)).toBeUndefined();
  // 0 is transient; 1 and 2 go round, and 2 may stay.
  expect(ergodicClass(kernel([0.5, 0.5, 0], [0, 0, 1], [0, 0.5, 0.5]), 3)).toEqual([1, 2]);
  const P = randomKernel(9, 3);
  expect(ergodicClass(P, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

describe('stationaryDistribution', () => {
  test('[[¾, ¼], [½, ½]] has the law (⅔, ⅓)', () => {
    const stationary = stationaryDistribution(STYLE, 2);
    expect(Math.abs(stationary[0]! - 2 / 3)).toBeLessThanOrEqual(2 ** -52);
    expect(Math.abs(stationary[1]! - 1 / 3)).toBeLessThanOrEqual(2 ** -52);
  });

  test('random chains have the law that a thousand steps of the chain reach', () => {
    for (const states of [3, 8, 25]) {
      const P = randomKernel(states, states);
      let law = new Float64Array(states).fill(1 / states);
      for (let t = 0; t < 1_000; t++) law = Float64Array.from(oneStep(law, P));
      const stationary = stationaryDistribution(P, states);
      // The iteration itself rounds by about states·ε a step, and contracts what it has gathered.
      stationary.forEach((value, x) => expect(Math.abs(value - law[x]!)).toBeLessThan(1e-14));
      expect(Math.abs(stationary.reduce((sum, value) => sum + value, 0) - 1)).toBeLessThan(1e-15 * states);
    }
  });

  test('a chain that moves once in 10¹² steps loses no digits', () => {
    // π ∝ (q, p) for leaving probabilities p = 1e-12 of state 0 and q = 3e-12 of state 1.
    const P = kernel([1 - 1e-12, 1e-12], [3e-12, 1 - 3e-12]);
    const stationary = stationaryDistribution(P, 2);
    expect(Math.abs(stationary[0]! - 0.75)).toBeLessThan(4 * Number.EPSILON);
  });

  test('transient states get exactly 0, and a periodic chain has its law all the same', () => {
    const P = kernel([0.5, 0.5, 0], [0, 0, 1], [0, 1, 0]);
    expect([...stationaryDistribution(P, 3)]).toEqual([0, 0.5, 0.5]);
  });

  test('it is the same where the closed class is known', () => {
    const P = kernel([0.5, 0.5, 0], [0, 0.25, 0.75], [0, 0.5, 0.5]);
    expect([...stationaryDistribution(P, 3, [1, 2])]).toEqual([...stationaryDistribution(P, 3)]);
  });

  test('several closed classes are refused, with a state of each', () => {
    expect(() => stationaryDistribution(TWO_CLASSES, 5)).toThrow(/2 closed classes \(with states 1 and 3\)/);
    expect(() => stationaryDistribution(TWO_CLASSES, 5)).toThrow(RangeError);
  });

  /** The walk on a graph: π(x) is the degree of x over the sum of all. */
  function walk(states: number, neighbours: (x: number) => readonly number[]) {
    const edges = Array.from({ length: states }, () => new Set<number>());
    for (let x = 0; x < states; x++)
      for (const y of neighbours(x)) {
        edges[x]!.add(y);
        edges[y]!.add(x);
      }
    const degrees = edges.map(({ size }) => size);
    const sum = degrees.reduce((total, degree) => total + degree, 0);
    const offset = Int32Array.from([0, ...degrees]);
    for (let x = 0; x < states; x++) offset[x + 1]! += offset[x]!;
    const rows = {
      offset,
      column: Int32Array.from(edges.flatMap((edge) => [...edge].sort((y, z) => y - z))),
      value: Float64Array.from(degrees.flatMap((degree) => Array<number>(degree).fill(1 / degree))),
    };
    return { rows, law: degrees.map((degree) => degree / sum) };
  }

  test.each([
    [
      'that mixes fast, by sweeps',
      20_000,
      (x: number) => [(x + 1) % 20_000, (x * x + 7 * x) % 20_000, (x * 7919 + 3) % 20_000],
    ],
    [
      'on a path, slowly, by elimination',
      1_101,
      (x: number) => (x === 0 ? [0, 1] : [Math.min(x + 1, 1_100)]),
    ],
  ])('a walk on a graph %s', (_, states, neighbours) => {
    const { rows, law } = walk(states, neighbours);
    const stationary = stationaryDistribution(rows, states);
    const errors = law.map((value, x) => Math.abs(stationary[x]! / value - 1));
    expect(Math.max(...errors)).toBeLessThan(1e-12);
  });

  test('it has the same bits from the positive entries alone', () => {
    const P = randomKernel(25, 4);
    const rows = sparseRows(P, 25, 25);
    expect(denseRows(rows, 25)).toEqual(P);
    expect(stationaryDistribution(rows, 25)).toEqual(stationaryDistribution(P, 25));
    expect(ergodicClass(rows, 25)).toEqual(ergodicClass(P, 25));
  });
});
