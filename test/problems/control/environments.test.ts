/** The decision processes of Q-learning, their behaviour policies and their features. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { actionFeatures, actionValue, addFeature } from '../../../src/problems/control/actionFeatures.ts';
import { behaviourProbabilities, pairChain } from '../../../src/problems/control/decisionProcess.ts';
import { machineReplacement } from '../../../src/problems/control/machineReplacement.ts';
import { randomDecisionProcess } from '../../../src/problems/control/randomDecisionProcess.ts';
import type { GarnetControl, MachineReplacement } from '../../../src/problems/specification.ts';
import { InputError } from '../../../src/values/failure.ts';
import { product, relativeDistance, rowsOf, squared, stationaryLaw } from '../../oracles/plainMatrices.ts';

const GARNET: GarnetControl = {
  kind: 'garnet',
  states: 12,
  actions: 3,
  branching: 2,
  heterogeneity: 'high',
};
const MACHINE: MachineReplacement = {
  kind: 'machine-replacement',
  levels: 4,
  wear: [0.25, 0.25],
  runningCost: [3, 3],
  price: 2,
};

describe('a Garnet for control', () => {
  test('has two successors of each state and action, and rewards in [0, 1]', () => {
    const { kernel, rewards } = randomDecisionProcess(GARNET, 1, 0);
    for (const row of rowsOf(kernel, 36, 12)) {
      expect(Math.abs(row.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(1e-15);
      expect(row.filter((p) => p > 0)).toHaveLength(2);
    }
    expect(rewards).toHaveLength(36);
    expect(Math.min(...rewards)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...rewards)).toBeLessThan(1);
  });

  test('reaches every state from every other, and forgets its start, for 20 seeds', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { kernel } = randomDecisionProcess(GARNET, seed, 0);
      const rows = rowsOf(kernel, 36, 12);
      const P = Array.from({ length: 12 }, (_, s) =>
        rows[3 * s]!.map((p, j) => (p + rows[3 * s + 1]![j]! + rows[3 * s + 2]![j]!) / 3),
      );
      let power = P;
      for (let k = 0; k < 12; k++) power = product(power, power);
      for (const row of power) {
        expect(Math.min(...row)).toBeGreaterThan(0);
        expect(relativeDistance(row, power[0]!)).toBeLessThan(1e-8);
      }
    }
  });

  test('is each agent’s own for high heterogeneity; for low it is one, perturbed, with common rewards', () => {
    const [a, b] = [0, 1].map((agent) => randomDecisionProcess(GARNET, 1, agent));
    expect(a!.kernel).not.toEqual(b!.kernel);
    expect(a!.rewards).not.toEqual(b!.rewards);
    const low = { ...GARNET, heterogeneity: 'low', perturbation: 0.01 } as const;
    const [c, d] = [0, 1].map((agent) => randomDecisionProcess(low, 1, agent));
    const plain = randomDecisionProcess({ ...low, perturbation: 0 }, 1, 0);
    expect(c!.rewards).toEqual(d!.rewards);
    expect(c!.kernel).not.toEqual(d!.kernel);
    for (const { kernel } of [c!, d!]) {
      kernel.forEach((p, e) => {
        expect(p > 0).toBe(plain.kernel[e]! > 0);
        expect(Math.abs(p - plain.kernel[e]!)).toBeLessThan(0.02);
      });
    }
  });

  test('too sparse to be ergodic is refused: one action with one successor and 30 states', () => {
    const sparse = { ...GARNET, states: 30, actions: 1, branching: 1 };
    expect(() => randomDecisionProcess(sparse, 1, 0)).toThrow(InputError);
    expect(() => randomDecisionProcess(sparse, 1, 0)).toThrow(/^no Garnet in .*raise the branching$/);
  });
});

describe('a machine', () => {
  test('of four levels with q = ¼, c = 3, price 2 has the kernel and rewards that its description says', () => {
    const { kernel, rewards } = machineReplacement(MACHINE, 1, 0);
    const replaced = [0.75, 0.25, 0, 0];
    expect(rowsOf(kernel, 8, 4)).toEqual([
      [0.75, 0.25, 0, 0],
      replaced,
      [0, 0.75, 0.25, 0],
      replaced,
      [0, 0, 0.75, 0.25],
      replaced,
      [0, 0, 0, 1],
      replaced,
    ]);
    expect([...rewards]).toEqual([1, -1, 0, -1, -1, -1, -2, -1]);
  });

  test('differs between agents in wear and cost, within the given ranges', () => {
    const machine: MachineReplacement = { ...MACHINE, wear: [0.2, 0.6], runningCost: [1, 2] };
    const seen = Array.from({ length: 50 }, (_, agent) => {
      const { kernel, rewards } = machineReplacement(machine, 1, agent);
      return [kernel[1]!, 1 - rewards[6]!] as const;
    });
    expect(new Set(seen.map(([q]) => q)).size).toBe(50);
    for (const [q, c] of seen) {
      expect(q >= 0.2 && q <= 0.6).toBe(true);
      expect(c >= 1 && c <= 2).toBe(true);
    }
  });
});

describe('the behaviour policy', () => {
  test('is uniform, or the given probabilities in every state, or drawn with at least half of the uniform ones', () => {
    const generator = generatorFor(1, 'behaviour');
    expect([...behaviourProbabilities('uniform', 2, 4, generator, 0)]).toEqual(new Array(8).fill(0.25));
    expect([...behaviourProbabilities([0.75, 0.25], 2, 2, generator, 1)]).toEqual([0.75, 0.25, 0.75, 0.25]);
    const preferred = behaviourProbabilities({ preferred: 0.7 }, 2, 4, generator, 6);
    [0.1, 0.1, 0.7, 0.1, 0.1, 0.1, 0.7, 0.1].forEach((p, k) => expect(preferred[k]).toBeCloseTo(p, 12));
    expect([...behaviourProbabilities({ preferred: 0.7 }, 2, 1, generator, 3)]).toEqual([1, 1]);
    const rows = rowsOf(behaviourProbabilities('random', 50, 3, generator, 0), 50, 3);
    for (const row of rows) {
      expect(Math.abs(row.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(1e-15);
      expect(Math.min(...row)).toBeGreaterThanOrEqual(1 / 6);
    }
    expect(new Set(rows.map((row) => row.join())).size).toBe(50);
  });

  test("makes a chain of pairs P(s' | s, a) β(a' | s') with the law π(s) β(a | s)", () => {
    const process = machineReplacement(MACHINE, 1, 0);
    const { states, transition, stationary } = pairChain(
      process,
      behaviourProbabilities([0.75, 0.25], 4, 2, generatorFor(1, 'behaviour'), 0),
    );
    expect(states).toBe(8);
    const beta = [0.75, 0.25];
    const kernel = rowsOf(process.kernel, 8, 4);
    const P = rowsOf(transition, 8, 8);
    P.forEach((row, x) =>
      row.forEach((p, y) => expect(p).toBe(kernel[x]![Math.floor(y / 2)]! * beta[y % 2]!)),
    );
    const average = [0, 1, 2, 3].map((s) =>
      kernel[2 * s]!.map((p, j) => 0.75 * p + 0.25 * kernel[2 * s + 1]![j]!),
    );
    const law = stationaryLaw(average).flatMap((p) => [0.75 * p, 0.25 * p]);
    expect(relativeDistance(stationary, law)).toBeLessThan(1e-14);
  });
});

describe('features of 5 states and 2 actions', () => {
  const theta = Float64Array.from({ length: 10 }, (_, k) => k + 1);

  test('as a table are ten unit vectors', () => {
    const table = actionFeatures({ kind: 'tabular' }, 5, 2, 1);
    expect(Array.from({ length: 10 }, (_, x) => actionValue(table, theta, x))).toEqual([...theta]);
  });

  test('aggregated into 2 groups give states 0, 1, 2 the first two coordinates and states 3, 4 the others', () => {
    const groups = actionFeatures({ kind: 'aggregated', groups: 2 }, 5, 2, 1);
    expect(groups.dimension).toBe(4);
    expect(Array.from({ length: 10 }, (_, x) => actionValue(groups, theta, x))).toEqual([
      1, 2, 1, 2, 1, 2, 3, 4, 3, 4,
    ]);
  });

  test('drawn at random are ten directions of length 1, and adding one to a row adds it there', () => {
    const random = actionFeatures({ kind: 'random', dimension: 3 }, 5, 2, 1);
    const vectors = Array.from({ length: 10 }, (_, x) => {
      const out = new Float64Array(9);
      addFeature(random, x, 2, out, 3);
      expect([...out.subarray(0, 3), ...out.subarray(6)]).toEqual([0, 0, 0, 0, 0, 0]);
      return [...out.subarray(3, 6)].map((value) => value / 2);
    });
    for (const phi of vectors) expect(Math.abs(squared(phi) - 1)).toBeLessThan(1e-15);
    expect(new Set(vectors.map((phi) => phi.join())).size).toBe(10);
  });
});
