import { describe, expect, test } from 'vitest';
import { finiteSumQuadratic } from '../../../src/problems/finiteSumQuadratic/family.ts';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import type { LinearMean, LocalOperator, Problem } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { FiniteSumQuadraticSpecification } from '../../../src/problems/specification.ts';
import { peeked, skip, valuesOf } from '../../oracles/operatorCalls.ts';
import {
  averageOf,
  averageOfRows,
  relativeDistance,
  type Row,
  type Rows,
  rowsOf,
  scaleRows,
  solution,
  subtract,
  transposed,
  unit,
} from '../../oracles/plainMatrices.ts';
import { chiSquareBound, ONE_IN_1E8, pearson } from '../../oracles/tailBounds.ts';
import { specimen } from '../../oracles/specimens.ts';

const BASE: FiniteSumQuadraticSpecification = specimen('finite-sum-quadratic', {
  agents: 4,
  components: 3,
  dimension: 2,
  eigenvalues: [1, 10],
  agentOffset: 2,
  kernel: { shape: 'random', persistence: 0.2 },
});

interface Component {
  readonly A: Rows;
  readonly b: Row;
}

/** The component that the current observation is: G(0) = b, G(e_k) − G(0) = −A e_k. */
function componentAt(operator: LocalOperator, d: number): Component {
  const b = peeked(operator, new Array<number>(d).fill(0));
  return { A: transposed(unit(d).map((e) => subtract(b, peeked(operator, e)))), b };
}

/** All of an agent's components, in the order in which 200 independent draws show them. */
function componentsOf(problem: Problem, agent: number): Component[] {
  const operator = problem.agent(agent).operator('iid', 1);
  const found = new Map<string, Component>();
  for (let k = 0; k < 200; k++) {
    const component = componentAt(operator, problem.dimension);
    found.set(component.b.join(), component);
    skip(operator, 1);
  }
  return [...found.values()];
}

describe('the components of an agent', () => {
  const problem = finiteSumQuadratic.build(BASE);
  const all = [0, 1, 2, 3].map((agent) => componentsOf(problem, agent));

  test('are three, symmetric, with eigenvalues in [1, 10]', () => {
    for (const components of all) {
      expect(components).toHaveLength(3);
      for (const { A } of components) {
        const [[a, b], [c, d]] = A as [[number, number], [number, number]];
        // G(e_k) − G(0) is off by a rounding of b, here below 10
        expect(Math.abs(b - c)).toBeLessThan(1e-14);
        const half = Math.hypot((a - d) / 2, b);
        expect((a + d) / 2 - half).toBeGreaterThanOrEqual(1 - 1e-13);
        expect((a + d) / 2 + half).toBeLessThanOrEqual(10 + 1e-13);
      }
    }
  });

  test('average to the mean operator, and the averages of the agents to the root', () => {
    const means = all.map((components) => ({
      A: averageOfRows(components.map(({ A }) => A)),
      b: averageOf(components.map(({ b }) => b)),
    }));
    means.forEach(({ A, b }, agent) => {
      const mean = problem.agent(agent).mean as LinearMean;
      expect(relativeDistance(mean.A, A.flat())).toBeLessThan(1e-14);
      expect(relativeDistance(mean.b, b)).toBeLessThan(1e-14);
    });
    const root = solution(averageOfRows(means.map(({ A }) => A)), averageOf(means.map(({ b }) => b)));
    expect(relativeDistance(solveProblem(problem).root!, root)).toBeLessThan(1e-13);
  });
});

test('with agentScale exponential all A of agent i are s_i I where λ = 1, and s ∼ Exp(1) over 3,000 agents', () => {
  const problem = finiteSumQuadratic.build({
    ...BASE,
    eigenvalues: [1, 1],
    agentScale: 'exponential',
    agents: 3000,
  });
  for (const { A } of componentsOf(problem, 0)) {
    expect(relativeDistance(A.flat(), scaleRows(A[0]![0]!, unit(2)).flat())).toBeLessThan(1e-14);
  }
  const scales = Array.from({ length: 3000 }, (_, i) => (problem.agent(i).mean as LinearMean).A[0]!);
  // Exp(1) has quartiles log(4/3), log 2 and log 4.
  const counts = [0, 0, 0, 0];
  const cuts = [Math.log(4 / 3), Math.log(2), Math.log(4)];
  for (const s of scales) counts[cuts.filter((cut) => s > cut).length]!++;
  expect(pearson(counts, [0.25, 0.25, 0.25, 0.25])).toBeLessThan(chiSquareBound(3, ONE_IN_1E8));
});

test('offsets vary by 2² between agents and by 1² among an agent’s components, within 6 standard errors', () => {
  // With N = 2, d = 1: (b_i1 + b_i2)/2 ∼ N(0, 4 + ½) and (b_i1 − b_i2)/2 ∼ N(0, ½).
  const problem = finiteSumQuadratic.build({ ...BASE, dimension: 1, components: 2, agents: 1500 });
  const [means, halves] = [[] as number[], [] as number[]];
  for (let i = 0; i < 1500; i++) {
    const agent = problem.agent(i);
    const mean = (agent.mean as LinearMean).b[0]!;
    means.push(mean);
    halves.push(peeked(agent.operator('iid', 1), [0])[0]! - mean);
  }
  for (const [values, variance] of [
    [means, 4.5],
    [halves, 0.5],
  ] as const) {
    const found = values.reduce((sum, x) => sum + x * x, 0) / 1500;
    expect(Math.abs(found - variance)).toBeLessThan(6 * variance * Math.sqrt(2 / 1500));
  }
});

describe('the index', () => {
  const states = (specification: FiniteSumQuadraticSpecification, sampling: 'markov' | 'iid', n: number) => {
    const agent = finiteSumQuadratic.build(specification).agent(2);
    const labels: string[] = [];
    const seen = valuesOf(agent.operator(sampling, 3), [0, 0], n).map((b) => {
      const label = b.join();
      if (!labels.includes(label)) labels.push(label);
      return labels.indexOf(label);
    });
    return { agent, seen };
  };
  const counted = (seen: number[]): number[] => {
    const counts = new Array<number>(9).fill(0);
    for (let k = 0; k + 1 < seen.length; k++) counts[3 * seen[k]! + seen[k + 1]!]!++;
    return counts;
  };

  test('drawn independently has pairs of indices equally often: χ² over 15,000 pairs', () => {
    const { seen } = states(BASE, 'iid', 30_000);
    const pairs = new Array<number>(9).fill(0);
    for (let k = 0; k < seen.length; k += 2) pairs[3 * seen[k]! + seen[k + 1]!]!++;
    expect(pearson(pairs, new Array<number>(9).fill(1 / 9))).toBeLessThan(chiSquareBound(8, ONE_IN_1E8));
  });

  test('goes round the cycle in order 0, 1, 2, 0 and stays with probability ¼, from state 1 if so asked', () => {
    const cycle = { ...BASE, kernel: { shape: 'cycle', persistence: 0.25 }, initial: { state: 1 } } as const;
    const { seen } = states(cycle, 'markov', 20_000);
    // labelled in order of appearance, so a cycle reads 0, 1, 2 again
    const counts = counted(seen);
    for (const [from, to] of [
      [0, 2],
      [1, 0],
      [2, 1],
    ]) {
      expect(counts[3 * from! + to!]).toBe(0);
    }
    const stays = (counts[0]! + counts[4]! + counts[8]!) / 19_999;
    expect(Math.abs(stays - 0.25)).toBeLessThan(6 * Math.sqrt((0.25 * 0.75) / 19_999));
    const first = (seed: number): Row =>
      peeked(finiteSumQuadratic.build(cycle).agent(2).operator('markov', seed), [0, 0]);
    for (let seed = 2; seed < 30; seed++) expect(first(seed)).toEqual(first(1));
  });

  test('follows its agent’s kernel along the chain: transition counts of 30,000 steps, row by row', () => {
    const { agent, seen } = states(BASE, 'markov', 30_001);
    const P = rowsOf(agent.chain!.transition, 3, 3);
    const counts = counted(seen);
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    // Which index was seen first is not known from outside: one of the six orders must fit.
    const fits = orders.map((order) =>
      Math.max(
        ...[0, 1, 2].map((from) =>
          pearson(
            counts.slice(3 * from, 3 * from + 3),
            order.map((to) => P[order[from]!]![to]!),
          ),
        ),
      ),
    );
    expect(Math.min(...fits)).toBeLessThan(chiSquareBound(2, ONE_IN_1E8));
  });
});

test('each agent has a kernel of its own where kernels are random', () => {
  const problem = finiteSumQuadratic.build(BASE);
  expect(problem.agent(1).chain!.transition).not.toEqual(problem.agent(0).chain!.transition);
});

describe('the law of the observations', () => {
  const agent = finiteSumQuadratic.build(BASE).agent(1);
  const law = agent.observations!() as FiniteObservations;
  const at = (j: number): { A: Float64Array; b: Float64Array } => {
    const [A, b] = [new Float64Array(4), new Float64Array(2)];
    law.affine(j, j, A, b);
    return { A, b };
  };

  test('is uniform on the agent’s own components, each of which the stream shows', () => {
    const seen = componentsOf(finiteSumQuadratic.build(BASE), 1);
    expect(law.observes).toBe('states');
    expect([...law.start]).toEqual([1 / 3, 1 / 3, 1 / 3]);
    for (const j of [0, 1, 2]) {
      const { A, b } = at(j);
      const found = seen.find((component) => relativeDistance(component.b, b) < 1e-14);
      expect(relativeDistance(found!.A.flat(), A)).toBeLessThan(1e-13);
    }
  });

  test('has the mean operator as its mean, and the chain’s own order of components', () => {
    const mean = agent.mean as LinearMean;
    expect(relativeDistance(averageOf([0, 1, 2].map((j) => [...at(j).A])), mean.A)).toBeLessThan(1e-14);
    expect(relativeDistance(averageOf([0, 1, 2].map((j) => [...at(j).b])), mean.b)).toBeLessThan(1e-14);
    const fixed = finiteSumQuadratic.build({ ...BASE, initial: { state: 2 } }).agent(1);
    const first = componentAt(fixed.operator('markov', 1), 2);
    expect(relativeDistance(first.b, at(2).b)).toBeLessThan(1e-15);
  });
});
