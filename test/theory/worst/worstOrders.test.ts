/** The worst orders of arrivals, against all of them: plain nested loops and another library's eigenvalues. */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { type PolicyConfiguration, policyOf } from '../../../src/policies/index.ts';
import type { ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { Unknown } from '../../../src/theory/unknown.ts';
import { type ArrivalRules, arrivalRules } from '../../../src/theory/worst/arrivalRules.ts';
import { OrderGraph } from '../../../src/theory/worst/orderGraph.ts';
import { type ReachedSteps, reachedSteps } from '../../../src/theory/worst/stepMaps.ts';
import { type OrderBounds, worstOrder } from '../../../src/theory/worst/worstOrder.ts';
import { worstOrders, type WorstSummary } from '../../../src/theory/worst/worstOrders.ts';
import { LOCAL_SA, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';
import { ownUniforms, specificationOf } from '../../oracles/explicitProblem.ts';
import {
  add,
  apply,
  averageOf,
  averageOfRows,
  product,
  type Row,
  type Rows,
  scale,
  subtract,
  transposed,
  unit,
} from '../../oracles/plainMatrices.ts';

const constant = { kind: 'constant' } as const;
const mixing = (alpha: number): PolicyConfiguration => ({
  kind: 'asynchronous',
  mixing: alpha,
  weight: constant,
});

interface Case {
  readonly matrices: readonly Rows[];
  readonly stepSize: number;
  readonly localSteps: number;
  readonly policy: PolicyConfiguration;
}

const meansOf = ({ matrices }: Case) =>
  matrices.map((A) => ({
    kind: 'linear' as const,
    A: Float64Array.from(A.flat()),
    b: new Float64Array(A.length),
  }));

/** What a search ends with. */
function end<T>(search: Generator<unknown, T | Unknown>): T {
  for (;;) {
    const next = search.next();
    if (!next.done) continue;
    if (typeof next.value === 'object' && next.value !== null && 'reason' in next.value)
      throw new Error(next.value.reason);
    return next.value;
  }
}

const found = (one: Case, staleness: number | undefined, period: number): WorstSummary =>
  end(
    worstOrders({
      algorithm: LOCAL_SA(one.stepSize),
      configuration: {
        policy: one.policy,
        trigger: { kind: 'deterministic', localSteps: one.localSteps },
      },
      means: meansOf(one),
      staleness,
      period,
    }),
  );

/** Within one bound alone, and without much effort for the upper bound. */
function within(
  one: Case,
  bound: number,
  period: number,
  algorithm: ConfiguredAlgorithm = LOCAL_SA(one.stepSize),
): OrderBounds {
  const { policy, localSteps } = one;
  const means = meansOf(one);
  const rules = arrivalRules(policy, means.length, bound) as ArrivalRules;
  const run = { algorithm, means, localSteps, free: policyOf(policy).free! };
  const { maps } = reachedSteps(run, rules) as ReachedSteps;
  return end(worstOrder({ graph: new OrderGraph(rules), maps, period, effort: 1e7 }));
}

const diagonal = (...entries: number[]): Rows =>
  entries.map((x, i) => entries.map((_, j) => (i === j ? x : 0)));

/** Two agents, each of which drives one coordinate away. */
const TWO: Case = {
  matrices: [diagonal(-0.5, 2), diagonal(2, -0.5)],
  stepSize: 0.02,
  localSteps: 10,
  policy: mixing(0.3),
};

test('two agents with A = diag(−0.5, 2) and diag(2, −0.5): all orders are stable at staleness ≤ 2, and 0,0,0,1 is not at 3', () => {
  const { rows, stable, certified, limit } = found(TWO, 3, 10);
  expect(rows.map(({ order }) => order.flat().join())).toEqual(['0,1', '0,0,1', '0,0,0,1']);
  expect([stable, certified]).toEqual([2, 2]);
  // The numbers of docs/asynchrony.md.
  expect(rows[2]!.rate.toFixed(5)).toBe('1.00078');
  expect(limit!.value!.toFixed(4)).toBe('0.2148');
  expect(rows.map(({ examined }) => examined)).toEqual([10, 10, 10]);
  // At the largest stable α the worst order neither grows nor shrinks, to what bisection leaves.
  const { rows: atLimit } = found({ ...TWO, policy: mixing(limit!.value!) }, 3, 10);
  expect(atLimit[2]!.rate).toBeLessThan(1);
  expect(atLimit[2]!.rate).toBeGreaterThan(1 - 1e-5);
});

/** All words of so many letters. */
function* words(letters: number, length: number): Generator<number[]> {
  if (length === 0) yield [];
  else for (const word of words(letters, length - 1)) for (let k = 0; k < letters; k++) yield [...word, k];
}

/** What H local steps do to a model. */
const localMaps = ({ matrices, stepSize, localSteps }: Case): Rows[] =>
  matrices.map((A) => {
    const step = unit(A.length).map((row, i) => subtract(row, scale(stepSize, A[i]!)));
    return Array.from({ length: localSteps }).reduce<Rows>((map) => product(step, map), unit(A.length));
  });

/** Staleness of the answers of a word in a run of FedAsync, or of FedBuff with `count` answers a step. */
function stalenessOf(word: readonly number[], agents: number, count: number): number[] {
  const versions = new Array<number>(agents).fill(0);
  return word.map((agent, k) => {
    const stale = Math.floor(k / count) - versions[agent]!;
    versions[agent] = Math.floor((k + 1) / count);
    return stale;
  });
}

/** θ̄ and the agents' models, one after the other in x, after the answers of a word. */
function afterWord(word: readonly number[], x: Row, maps: readonly Rows[], policy: PolicyConfiguration): Row {
  const d = maps[0]!.length;
  let theta = x.slice(0, d);
  const models = maps.map((_, agent) => x.slice((agent + 1) * d, (agent + 2) * d));
  let buffer: Row[] = [];
  for (const agent of word) {
    const end = apply(maps[agent]!, models[agent]!);
    if (policy.kind === 'asynchronous') {
      theta = theta.map((value, j) => (1 - policy.mixing) * value + policy.mixing * end[j]!);
    } else {
      buffer.push(subtract(end, models[agent]!));
      if (policy.kind === 'buffered' && buffer.length === policy.count) {
        theta = add(theta, averageOf(buffer));
        buffer = [];
      }
    }
    models[agent] = theta;
  }
  return [theta, ...models].flat();
}

/** The largest rate per server step of all periodic orders within a staleness. */
function byBruteForce(one: Case, bound: number, period: number): number {
  const { matrices, policy } = one;
  const M = matrices.length;
  const count = policy.kind === 'buffered' ? policy.count : 1;
  const maps = localMaps(one);
  let largest = 0;
  for (let steps = 1; steps <= period; steps++) {
    for (const word of words(M, steps * count)) {
      // In the third period staleness is what it is ever after.
      const stale = stalenessOf([...word, ...word, ...word], M, count).slice(2 * word.length);
      if (new Set(word).size < M || Math.max(...stale) > bound) continue;
      const columns = unit((M + 1) * matrices[0]!.length).map((x) => afterWord(word, x, maps, policy));
      const { realEigenvalues: re, imaginaryEigenvalues: im } = new EigenvalueDecomposition(
        new Matrix(transposed(columns)),
      );
      largest = Math.max(largest, Math.max(...re.map((x, k) => Math.hypot(x, im[k]!))) ** (1 / steps));
    }
  }
  return largest;
}

/** Random matrices, some of which drive away. */
function randomCase(seed: number, M: number, d: number, policy: PolicyConfiguration): Case {
  const uniform = ownUniforms(seed);
  const matrix = (): Rows =>
    Array.from({ length: d }, () => Array.from({ length: d }, () => 3 * uniform() - 1));
  return { matrices: Array.from({ length: M }, matrix), stepSize: 0.1, localSteps: 3, policy };
}

const pairs = { kind: 'buffered', count: 2, weight: constant } as const;

describe('the worst order is the worst of all', () => {
  test.each([
    { seed: 1, M: 2, d: 1, bound: 4, period: 6, policy: mixing(0.5) },
    { seed: 2, M: 2, d: 2, bound: 3, period: 6, policy: mixing(0.9) },
    { seed: 3, M: 2, d: 2, bound: 5, period: 7, policy: mixing(0.2) },
    { seed: 4, M: 3, d: 1, bound: 3, period: 5, policy: mixing(0.6) },
    { seed: 5, M: 3, d: 2, bound: 3, period: 5, policy: mixing(0.4) },
    { seed: 6, M: 2, d: 2, bound: 2, period: 3, policy: pairs },
    { seed: 7, M: 3, d: 1, bound: 1, period: 2, policy: pairs },
    { seed: 8, M: 2, d: 1, bound: 1, period: 2, policy: { ...pairs, count: 3 } },
  ])(
    'of $M agents, d = $d, staleness ≤ $bound, under $policy.kind',
    ({ seed, M, d, bound, period, policy }) => {
      const one = randomCase(seed, M, d, policy);
      const expected = byBruteForce(one, bound, period);
      const { worst, examined, upper } = within(one, bound, period);
      expect(Math.abs(worst!.rate - expected)).toBeLessThan(1e-8);
      expect(examined).toBe(period);
      expect(upper).toBeGreaterThanOrEqual(expected * (1 - 1e-9));
      expect(Math.max(...worst!.steps.flatMap(({ step }) => step.staleness))).toBeLessThanOrEqual(bound);
    },
  );
});

/** A ⊗ A of the mean over equally likely matrices. */
const meanKronecker = (outcomes: readonly Rows[]): Rows =>
  averageOfRows(
    outcomes.map((B) => B.flatMap((left) => B.map((right) => left.flatMap((x) => right.map((y) => x * y))))),
  );

test('in the mean square, the worst order of FedAsync is that of E[B ⊗ B] over every outcome of the observations', () => {
  // Two agents, d = 1, H = 2; a of each observation is one of two, each as likely.
  const values = [
    [-1, 2.5],
    [1, 4],
  ];
  const [stepSize, alpha, period, bound] = [0.3, 0.7, 5, 3];
  const policy = mixing(alpha);
  const ofAgent = values.map((pair, agent) => {
    const outcomes = pair.flatMap((one) =>
      pair.map((other) => (1 - stepSize * one) * (1 - stepSize * other)),
    );
    return meanKronecker(
      outcomes.map((P) => {
        const maps = values.map((_, j) => [[j === agent ? P : 0]]);
        return transposed(unit(3).map((x) => afterWord([agent], x, maps, policy)));
      }),
    );
  });
  let expected = 0;
  for (let length = 1; length <= period; length++)
    for (const word of words(2, length)) {
      const stale = stalenessOf([...word, ...word, ...word], 2, 1).slice(2 * length);
      if (new Set(word).size < 2 || Math.max(...stale) > bound) continue;
      const map = word.reduce<Rows>((all, agent) => product(ofAgent[agent]!, all), unit(9));
      const { realEigenvalues: re, imaginaryEigenvalues: im } = new EigenvalueDecomposition(new Matrix(map));
      const radius = Math.max(...re.map((x, k) => Math.hypot(x, im[k]!)));
      expected = Math.max(expected, radius ** (1 / (2 * length)));
    }

  // With b of both signs: noise that does not depend on θ changes nothing.
  const half = [0.5, 0.5];
  const problem = buildProblem(
    specificationOf(
      values.map((pair) => ({
        transition: [half, half],
        A: pair.map((value) => [[value]]),
        b: [[1], [-1]],
        initial: 'stationary',
      })),
    ),
    undefined,
  );
  const agents = values.map((pair, agent) => ({
    mean: { kind: 'linear' as const, A: Float64Array.of((pair[0]! + pair[1]!) / 2), b: new Float64Array(1) },
    law: problem.agent(agent).observations!(),
  }));
  const { rows, meanSquare } = end(
    worstOrders({
      algorithm: LOCAL_SA(stepSize),
      configuration: { policy, trigger: { kind: 'deterministic', localSteps: 2 } },
      means: agents.map(({ mean }) => mean),
      staleness: bound,
      period,
      observed: { agents, root: new Float64Array(1) },
    }),
  );
  const { staleness, rate } = rows.at(-1)!;
  expect([meanSquare, staleness]).toEqual([true, bound]);
  expect(Math.abs(rate - expected)).toBeLessThan(1e-9);
});

test('SCAFFLSA is SCAFFOLD where the server mixes in one model at a time: the same orders at the same rates', () => {
  const [scaffold, scafflsa] = [SCAFFOLD(0.02), SCAFFLSA(0.02)].map(
    (algorithm) => within({ ...TWO, policy: mixing(0.6) }, 2, 3, algorithm).worst!,
  );
  expect(scafflsa!.steps.map(({ step }) => step)).toEqual(scaffold!.steps.map(({ step }) => step));
  expect(scafflsa!.steps).toHaveLength(3);
  expect(Math.abs(scafflsa!.rate - scaffold!.rate)).toBeLessThan(1e-9);
});

describe('what has no orders says why', () => {
  test.each([
    {
      policy: { kind: 'synchronous' } as const,
      staleness: 2,
      reason: /under the policy "synchronous" orders/,
    },
    {
      policy: mixing(0.3),
      staleness: 0,
      reason: /within a staleness of 0 there is no order of 2 agents; it takes at least 1/,
    },
    {
      policy: { ...mixing(0.3), concurrency: 1 } as PolicyConfiguration,
      staleness: 2,
      reason: /where all agents are always at work/,
    },
    {
      policy: { kind: 'bounded-staleness', staleness: 2, mixing: 0.3, weight: constant } as const,
      staleness: 3,
      reason: /the policy itself bounds staleness by 2/,
    },
  ])('$policy.kind', ({ policy, staleness, reason }) => {
    expect(() => found({ ...TWO, policy }, staleness, 4)).toThrow(reason);
  });
});
