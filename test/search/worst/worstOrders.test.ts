/** The worst orders of arrivals, against all of them: plain nested loops and another library's eigenvalues. */
import { describe, expect, test } from 'vitest';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { Unknown } from '../../../src/theory/unknown.ts';
import { worstOrders, type WorstSummary } from '../../../src/search/worst/worstOrders.ts';
import { LOCAL_SA, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';
import { ownUniforms, specificationOf } from '../../oracles/explicitProblem.ts';
import { averageOfRows, product, type Rows, transposed, unit } from '../../oracles/plainMatrices.ts';
import { drawnProblem, expectWorst, meansOf, searched } from './drawnProblems.ts';
import { radius, stalenessOf, words, worstOfAll } from './everyOrder.ts';
import { afterStep, type OrderedProblem, stateSize } from './plainSteps.ts';

const constant = { kind: 'constant' } as const;
const mixing = (alpha: number): PolicyConfiguration => ({
  kind: 'asynchronous',
  mixing: alpha,
  weight: constant,
});

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

const found = (
  { algorithm, policy, localSteps, matrices }: OrderedProblem,
  staleness: number | undefined,
  period: number,
): WorstSummary =>
  end(
    worstOrders({
      algorithm,
      configuration: { policy, trigger: { kind: 'deterministic', localSteps } },
      means: meansOf(matrices),
      staleness,
      period,
    }),
  );

const diagonal = (...entries: number[]): Rows =>
  entries.map((x, i) => entries.map((_, j) => (i === j ? x : 0)));

/** Two agents, each of which drives one coordinate away. */
const TWO: OrderedProblem = {
  matrices: [diagonal(-0.5, 2), diagonal(2, -0.5)],
  algorithm: LOCAL_SA(0.02),
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

/** Random matrices, some of which drive away. */
function randomCase(seed: number, M: number, d: number, policy: PolicyConfiguration): OrderedProblem {
  const uniform = ownUniforms(seed);
  const matrix = (): Rows =>
    Array.from({ length: d }, () => Array.from({ length: d }, () => 3 * uniform() - 1));
  return { matrices: Array.from({ length: M }, matrix), algorithm: LOCAL_SA(0.1), localSteps: 3, policy };
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
      const problem = randomCase(seed, M, d, policy);
      const expected = worstOfAll(problem, bound, period);
      const { worst, examined, upper } = searched(problem, bound, period);
      expect(Math.abs(worst!.rate - expected)).toBeLessThan(1e-8);
      expect(examined).toBe(period);
      expect(upper).toBeGreaterThanOrEqual(expected * (1 - 1e-9));
      expect(Math.max(...worst!.steps.flatMap(({ step }) => step.staleness))).toBeLessThanOrEqual(bound);
    },
  );
});

/** Cheap ones, and two of large states, staleness with a weight in them; others in worstOrders.long.test.ts. */
const DRAWN = [0, 3, 8, 15, 17, 4, 34];

test.each(DRAWN.map((index) => drawnProblem(index, 4)).map((drawn) => [drawn.text, drawn] as const))(
  'no order is worse of %s',
  (_, drawn) => {
    expectWorst(drawn);
  },
);

test('of three agents with SCAFFLSA, orders of six steps are looked at one by one: 0,0,2,2,1,1 is the worst', () => {
  const problem: OrderedProblem = {
    matrices: [[[0.7]], [[0.8]], [[1.1]]],
    ...{ algorithm: SCAFFLSA(0.0955), localSteps: 10, policy: mixing(0.134) },
  };
  const { worst, examined } = searched(problem, 4, 6);
  expect(examined).toBe(6);
  expect(worst!.steps.map(({ step }) => step.agents).join()).toBe('0,0,2,2,1,1');
  expect(Math.abs(worst!.rate - worstOfAll(problem, 4, 6))).toBeLessThan(1e-8);
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
  // θ̄ and what the agents were sent
  const held = [0, 2, 5];
  const ofAgent = values.map((pair, agent) => {
    const outcomes = pair.flatMap((value) =>
      pair.map((other) => (1 - stepSize * value) * (1 - stepSize * other)),
    );
    return meanKronecker(
      outcomes.map((P) => {
        const single = {
          matrices: values.map(() => [[1 - P]]),
          ...{ algorithm: LOCAL_SA(1), localSteps: 1, policy },
        };
        const map = unit(stateSize(single)).map((x) => afterStep(single, x, [agent], [0]));
        return transposed(held.map((row) => held.map((column) => map[row]![column]!)));
      }),
    );
  });
  let expected = 0;
  for (let length = 1; length <= period; length++)
    for (const word of words(2, length)) {
      const order = word.map((agent) => [agent]);
      if (!stalenessOf({ ...TWO, policy }, order, bound)) continue;
      const [first, ...others] = word.map((agent) => ofAgent[agent]!);
      const map = others.reduce((all, rows) => product(rows, all), first!);
      expected = Math.max(expected, radius(map) ** (1 / (2 * length)));
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
    (algorithm) => searched({ ...TWO, policy: mixing(0.6), algorithm }, 2, 3).worst!,
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
