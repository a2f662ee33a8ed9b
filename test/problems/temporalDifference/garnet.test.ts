import { describe, expect, test } from 'vitest';
import { garnet } from '../../../src/problems/temporalDifference/garnet.ts';
import type { LinearMean, Problem } from '../../../src/problems/operator.ts';
import type { GarnetSpecification } from '../../../src/problems/specification.ts';
import { largestZ, meanAt, peeked, valuesOf } from '../../oracles/operatorCalls.ts';
import {
  product,
  relativeDistance,
  rowsOf,
  squared,
  stationaryLaw,
  subtract,
} from '../../oracles/plainMatrices.ts';
import { specimen } from '../../oracles/specimens.ts';

const BASE: GarnetSpecification = specimen('garnet', { agents: 6, states: 30, dimension: 8, discount: 0.95 });

const kernels = (problem: Problem): number[][][] =>
  Array.from({ length: problem.agents }, (_, i) => {
    const { states, transition } = problem.agent(i).chain!;
    return rowsOf(transition, states, states);
  });

describe('a Garnet with 30 states, 2 actions and branching 2', () => {
  const all = kernels(garnet.build(BASE));

  test('has rows that sum to 1 over 2 to 4 successors', () => {
    for (const row of all.flat()) {
      expect(Math.abs(row.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(1e-14);
      const successors = row.filter((p) => p > 0).length;
      expect(successors).toBeGreaterThanOrEqual(2);
      expect(successors).toBeLessThanOrEqual(4);
      expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
    }
  });

  test('has the stationary law that its balance equations have, and forgets its start: P^4096 has equal rows', () => {
    for (const [i, P] of all.entries()) {
      const law = garnet.build(BASE).agent(i).chain!.stationary;
      expect(relativeDistance(law, stationaryLaw(P))).toBeLessThan(1e-12);
      let power = P;
      for (let k = 0; k < 12; k++) power = product(power, power);
      for (const row of power) expect(relativeDistance(row, law)).toBeLessThan(1e-8);
    }
  });

  test('differs between agents when heterogeneity is high', () => {
    for (let i = 1; i < all.length; i++) expect(all[i]).not.toEqual(all[0]);
  });

  test('is the same for the same seed and another for another', () => {
    expect(kernels(garnet.build(BASE))).toEqual(all);
    expect(kernels(garnet.build({ ...BASE, seed: 2 }))).not.toEqual(all);
  });
});

test('the average of the mean operators is that of the agents’ own', () => {
  const problem = garnet.build(BASE);
  const linearMeans = Array.from({ length: problem.agents }, (_, i) => problem.agent(i).mean as LinearMean);
  const average = problem.average!();
  for (const part of ['A', 'b'] as const) {
    const mean = average[part].map(
      (__, j) => linearMeans.reduce((sum, linearMean) => sum + linearMean[part][j]!, 0) / linearMeans.length,
    );
    expect(relativeDistance(average[part], mean)).toBeLessThan(1e-14);
  }
});

test('low heterogeneity moves no entry by more than b·a·ε = 0.0008 and no zero, for ε = 0.0002', () => {
  // An entry p becomes (p + u)/(1 + Σu), u ≤ ε on at most 4 entries: it moves by at most ε and 4ε.
  const [first, ...others] = kernels(garnet.build({ ...BASE, heterogeneity: 'low', perturbation: 0.0002 }));
  for (const P of others) {
    expect(P).not.toEqual(first);
    P.forEach((row, s) => {
      expect(Math.max(...subtract(row, first![s]!).map(Math.abs))).toBeLessThan(0.0008);
      expect(row.map((p) => p > 0)).toEqual(first![s]!.map((p) => p > 0));
    });
  }
});

test('without perturbation low heterogeneity is none: all agents have one kernel and one mean', () => {
  const problem = garnet.build({ ...BASE, heterogeneity: 'low' });
  expect(new Set(kernels(problem).map((P) => JSON.stringify(P))).size).toBe(1);
  expect(problem.agent(5).mean).toEqual(problem.agent(0).mean);
});

test('features have length 1 and rewards lie in [0, 1]: G(0, o) = r φ has a length in [0, 1], the same r for a state', () => {
  const problem = garnet.build(BASE);
  const zero = new Array<number>(8).fill(0);
  const lengths = valuesOf(problem.agent(0).operator('iid', 1), zero, 2000).map((value) =>
    Math.sqrt(squared(value)),
  );
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1);
  // at most one length a state, up to rounding
  const different = new Set(lengths.map((length) => length.toFixed(12)));
  expect(different.size).toBeGreaterThan(10);
  expect(different.size).toBeLessThanOrEqual(30);
});

test('features are common to all agents even when heterogeneity is high', () => {
  // G(0, o) = r(s) φ(s) has the direction of φ(s).
  const directions = (problem: Problem, agent: number): Set<string> => {
    const zero = new Array<number>(8).fill(0);
    return new Set(
      valuesOf(problem.agent(agent).operator('iid', 1), zero, 3000).map((value) =>
        value.map((x) => (x / Math.sqrt(squared(value))).toFixed(9)).join(),
      ),
    );
  };
  const high = garnet.build(BASE);
  const [first, other] = [directions(high, 0), directions(high, 1)];
  // recurrent states may differ, the directions of common ones do not
  const common = [...first].filter((direction) => other.has(direction));
  expect(common.length).toBeGreaterThan(Math.min(first.size, other.size) - 20);
  expect(common.length).toBeGreaterThan(5);
});

test('the average of 40,000 i.i.d. operator values is within 6 standard errors of the mean operator', () => {
  const agent = garnet.build(BASE).agent(2);
  const theta = [1, -1, 0.5, 2, 0, -3, 1, 1];
  expect(
    largestZ(valuesOf(agent.operator('iid', 7), theta, 40_000), meanAt(agent.mean!, theta)),
  ).toBeLessThan(6);
});

test('a Markov stream starts from the stationary law: 20,000 seeds average to the mean operator', () => {
  const agent = garnet.build(BASE).agent(3);
  const theta = [1, -1, 0.5, 2, 0, -3, 1, 1];
  const firsts = Array.from({ length: 20_000 }, (_, seed) => peeked(agent.operator('markov', seed), theta));
  expect(largestZ(firsts, meanAt(agent.mean!, theta))).toBeLessThan(6);
});

test('of the four maps on two points only the two constant ones are ergodic: 20 Garnets with branching 1 are these', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 20; seed++) {
    const [P] = kernels(garnet.build({ ...BASE, seed, states: 2, actions: 1, branching: 1, agents: 1 }));
    seen.add(JSON.stringify(P));
  }
  // a swap, and two fixed points, are drawn again; each of the other two has probability ½: 2⁻¹⁹ to miss one
  expect([...seen].sort()).toEqual(['[[0,1],[0,1]]', '[[1,0],[1,0]]']);
});
