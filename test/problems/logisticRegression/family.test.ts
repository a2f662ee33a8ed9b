import { describe, expect, test } from 'vitest';
import { logisticRegression } from '../../../src/problems/logisticRegression/family.ts';
import type { NonlinearMean, Problem } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { LogisticRegressionSpecification } from '../../../src/problems/specification.ts';
import { gradientOf, jacobianOf } from '../../oracles/finiteDifferences.ts';
import { meanAt, peeked, valuesOf } from '../../oracles/operatorCalls.ts';
import { averageOf, relativeDistance, type Row, scale, squared } from '../../oracles/plainMatrices.ts';
import { chiSquareBound, ONE_IN_1E8, pearson } from '../../oracles/tailBounds.ts';
import { specimen } from '../../oracles/specimens.ts';

const BASE: LogisticRegressionSpecification = specimen('logistic-regression', {
  agents: 4,
  records: 20,
  deviation: 1.5,
  labels: 'true',
});

const sigma = (t: number): number => 1 / (1 + Math.exp(-t));
const inner = (a: Row, b: Row): number => a.reduce((sum, x, j) => sum + x * b[j]!, 0);

/** All y x of an agent: G(0, (x, y)) = σ(m) y x, seen by 30 n independent draws; n e⁻³⁰ to miss one. */
function recordsOf(specification: LogisticRegressionSpecification, agent: number): Row[] {
  const zero = new Array<number>(specification.dimension).fill(0);
  const owner = logisticRegression.build(specification).agent(agent);
  const distinct = new Map<string, Row>();
  for (const value of valuesOf(owner.operator('iid', 1), zero, 30 * specification.records))
    distinct.set(value.join(), value);
  return [...distinct.values()].map((value) => scale(1 / sigma(specification.margin), value));
}

const points = [
  [0, 0, 0],
  [0.5, -1, 2],
  [-1, 0.3, -0.2],
];

describe.each([0, 1])('with margin %d', (margin) => {
  const specification = { ...BASE, margin };
  const agent = logisticRegression.build(specification).agent(2);
  const records = recordsOf(specification, 2);
  const loss = (theta: Row, z: Row): number =>
    Math.log(1 + Math.exp(margin - inner(z, theta))) + 0.05 * squared(theta);

  test('the values at a point are minus the gradients of the loss at the 20 records, each seen', () => {
    expect(records).toHaveLength(20);
    for (const theta of points) {
      const gradients = records.map((z) =>
        scale(
          -1,
          gradientOf((t) => loss(t, z), theta),
        ),
      );
      for (const value of valuesOf(agent.operator('markov', 1), theta, 40)) {
        const nearest = Math.min(...gradients.map((gradient) => relativeDistance(value, gradient)));
        expect(nearest).toBeLessThan(1e-8);
      }
    }
  });

  test('the mean operator is the average of minus the gradients over all 20 records', () => {
    for (const theta of points) {
      const average = averageOf(
        records.map((z) =>
          scale(
            -1,
            gradientOf((t) => loss(t, z), theta),
          ),
        ),
      );
      expect(relativeDistance(meanAt(agent.mean!, theta), average)).toBeLessThan(1e-8);
    }
  });

  test('the Jacobian of the mean is that of finite differences to 1e-8', () => {
    for (const theta of points) {
      const jacobian = new Float64Array(9).fill(NaN);
      (agent.mean as NonlinearMean).jacobian!(Float64Array.from(theta), jacobian);
      const expected = jacobianOf((t) => meanAt(agent.mean!, t), theta);
      expect(relativeDistance(jacobian, expected)).toBeLessThan(1e-8);
    }
  });

  test('the root makes the average gradient 0 to rounding, for noisy and for heterogeneous data', () => {
    for (const change of [
      { deviation: 10 },
      { deviation: 0.1, separation: 8, regularisation: 1e-4 },
      { deviation: 0.1, labels: 'half-shuffled' },
    ] as const) {
      const { root, mean } = solveProblem(logisticRegression.build({ ...specification, ...change }));
      expect(Math.max(...meanAt(mean!, [...root!]).map(Math.abs))).toBeLessThan(1e-15);
    }
  });
});

test('an argument of ±1000 overflows nowhere: G is y x − λθ on one side and −λθ on the other', () => {
  // d = 1 without deviation: y x = ±μ with μ = 1; θ = ∓1000.
  const agent = logisticRegression
    .build({ ...BASE, dimension: 1, deviation: 0, regularisation: 0.5 })
    .agent(0);
  const [toLabel] = peeked(agent.operator('iid', 1), [0]);
  const side = Math.sign(toLabel!);
  for (const [theta, expected] of [
    [1000 * side, -500 * side],
    [-1000 * side, side + 500 * side],
  ] as const) {
    expect(peeked(agent.operator('iid', 1), [theta])).toEqual([expected]);
    expect(meanAt(agent.mean!, [theta])).toEqual([expected]);
    const jacobian = new Float64Array(1);
    (agent.mean as NonlinearMean).jacobian!(Float64Array.of(theta), jacobian);
    expect(jacobian[0]).toBe(-0.5);
  }
});

describe('the records', () => {
  test('without deviation have y x = μ, half the separation long and the same for all agents', () => {
    const specification = { ...BASE, deviation: 0, records: 6, separation: 5 };
    const [first] = recordsOf(specification, 0);
    expect(Math.abs(squared(first!) - 6.25)).toBeLessThan(1e-14);
    for (let agent = 0; agent < 4; agent++) expect(recordsOf(specification, agent)).toEqual([first]);
  });

  test('lead, without deviation, to the root t μ with σ(m − t ‖μ‖²) = λ t', () => {
    const specification = { ...BASE, deviation: 0, separation: 3 };
    let [low, high] = [0, 1 / BASE.regularisation];
    for (let k = 0; k < 100; k++) {
      const t = (low + high) / 2;
      if (sigma(1 - 2.25 * t) > 0.1 * t) low = t;
      else high = t;
    }
    const [mu] = recordsOf(specification, 0);
    const { root } = solveProblem(logisticRegression.build(specification));
    expect(relativeDistance(root!, scale(low, mu!))).toBeLessThan(1e-14);
  });

  test('have the given deviation about their centre: the χ² of 3,000 coordinates', () => {
    const specification = { ...BASE, records: 1000, separation: 0, deviation: 3 };
    const energy = recordsOf(specification, 1).reduce((sum, z) => sum + squared(z) / 9, 0);
    expect(energy).toBeLessThan(chiSquareBound(3000, ONE_IN_1E8));
    // and from below: P(χ²_k ≤ k − 2√(kx)) ≤ e⁻ˣ (Laurent and Massart, Lemma 1)
    expect(energy).toBeGreaterThan(3000 - 2 * Math.sqrt(3000 * ONE_IN_1E8));
  });

  test('with half of the agents shuffled keep their labels for agents 0 and 2 and lose them for 1 and 3', () => {
    const specification = {
      ...BASE,
      deviation: 0,
      separation: 2,
      records: 400,
      labels: 'half-shuffled',
    } as const;
    const problem = logisticRegression.build(specification);
    const plain = logisticRegression.build({ ...specification, labels: 'true' });
    for (const agent of [0, 2]) {
      expect(meanAt(problem.agent(agent).mean!, [0, 0, 0])).toEqual(
        meanAt(plain.agent(agent).mean!, [0, 0, 0]),
      );
    }
    // A shuffled agent's mean of y x is c μ, where 400 (1 + c)/2 labels are right: 200 ± 10 of them.
    for (const agent of [1, 3]) {
      const [x] = meanAt(problem.agent(agent).mean!, [0, 0, 0]);
      const [full] = meanAt(plain.agent(agent).mean!, [0, 0, 0]);
      const right = 200 * (1 + x! / full!);
      expect(Math.abs(right - Math.round(right))).toBeLessThan(1e-9);
      // labels stay balanced, so that the right ones come in pairs
      expect(Math.round(right) % 2).toBe(0);
      expect(Math.abs(right - 200)).toBeLessThan(60);
    }
  });
});

/** ∂Ḡ/∂θ of one agent at a point. */
function jacobianAt(problem: Problem, agent: number, theta: Row): Row {
  const out = new Float64Array(theta.length ** 2);
  (problem.agent(agent).mean as NonlinearMean).jacobian!(Float64Array.from(theta), out);
  return [...out];
}

test('shuffled labels change the Hessian of the loss at margin 1, and not at margin 0', () => {
  for (const margin of [0, 1]) {
    const [shuffled, plain] = (['half-shuffled', 'true'] as const).map((labels) =>
      jacobianAt(logisticRegression.build({ ...BASE, labels, margin }), 1, [0.5, -1, 2]),
    );
    // σ'(m − y xᵀθ) is even in xᵀθ for m = 0, and (y x)(y x)ᵀ = x xᵀ.
    const distance = relativeDistance(shuffled!, plain!);
    if (margin === 0) expect(distance).toBeLessThan(1e-14);
    else expect(distance).toBeGreaterThan(0.01);
  }
});

describe('the stream', () => {
  const specification = { ...BASE, records: 4, persistence: 0.6 };
  const indices = (sampling: 'markov' | 'iid', n: number): number[] => {
    const labels: string[] = [];
    const owner = logisticRegression.build(specification).agent(0);
    return valuesOf(owner.operator(sampling, 2), [0, 0, 0], n).map((value) => {
      const label = value.join();
      if (!labels.includes(label)) labels.push(label);
      return labels.indexOf(label);
    });
  };

  test('along the chain stays with probability 0.6 + 0.4/4, as its kernel says: 40,000 transitions', () => {
    const seen = indices('markov', 40_001);
    const { transition, stationary } = logisticRegression.build(specification).agent(0).chain!;
    expect([...stationary]).toEqual([0.25, 0.25, 0.25, 0.25]);
    // All records are alike to the kernel, so that labels in the order of appearance will do.
    for (let from = 0; from < 4; from++) {
      const counts = [0, 0, 0, 0];
      for (let k = 0; k < 40_000; k++) if (seen[k] === from) counts[seen[k + 1]!]!++;
      const row = [...transition.subarray(4 * from, 4 * from + 4)];
      expect(
        relativeDistance(
          row,
          [0, 1, 2, 3].map((to) => (to === from ? 0.7 : 0.1)),
        ),
      ).toBeLessThan(1e-15);
      expect(pearson(counts, row)).toBeLessThan(chiSquareBound(3, ONE_IN_1E8));
    }
  });

  test('drawn independently has all 16 pairs of records equally often, whatever the persistence', () => {
    const seen = indices('iid', 40_000);
    const counts = new Array<number>(16).fill(0);
    for (let k = 0; k < seen.length; k += 2) counts[4 * seen[k]! + seen[k + 1]!]!++;
    expect(pearson(counts, new Array<number>(16).fill(1 / 16))).toBeLessThan(chiSquareBound(15, ONE_IN_1E8));
  });

  test('without persistence is the same along the chain as independently: the paper’s setting', () => {
    const plain = logisticRegression.build(BASE).agent(3);
    const [chain, independent] = (['markov', 'iid'] as const).map((sampling) =>
      valuesOf(plain.operator(sampling, 9), [1, 2, 3], 50),
    );
    expect(chain).toEqual(independent);
  });

  test('of more than a thousand records has no kernel to be analysed', () => {
    const chainOf = (records: number): unknown =>
      logisticRegression.build({ ...BASE, records }).agent(0).chain?.states;
    expect([chainOf(1000), chainOf(1001)]).toEqual([1000, undefined]);
  });
});
