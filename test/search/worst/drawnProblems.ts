/** Problems drawn at random that an algorithm and a policy without rounds make orders of, and the search on them. */
import { expect } from 'vitest';
import { type PolicyConfiguration, policyOf } from '../../../src/policies/index.ts';
import type { StalenessWeight } from '../../../src/policies/stalenessWeight.ts';
import type { AlgorithmConfiguration } from '../../../src/configuration/configuration.ts';
import { type ArrivalRules, arrivalRules } from '../../../src/search/worst/arrivalRules.ts';
import { OrderGraph } from '../../../src/search/worst/orderGraph.ts';
import { type ReachedSteps, reachedSteps } from '../../../src/search/worst/stepMaps.ts';
import { type OrderBounds, worstOrder } from '../../../src/search/worst/worstOrder.ts';
import {
  LOCAL_SA,
  LOCAL_SGD_M,
  MINIBATCH_SGD,
  RICHARDSON_ROMBERG,
  SCAFFLSA,
  SCAFFOLD,
} from '../../oracles/events.ts';
import { ownUniforms } from '../../oracles/explicitProblem.ts';
import type { Rows } from '../../oracles/plainMatrices.ts';
import { growthWithin, worstOfAll } from './everyOrder.ts';
import type { OrderedProblem } from './plainSteps.ts';

const WEIGHTS: readonly StalenessWeight[] = [
  { kind: 'constant' },
  { kind: 'hinge', slope: 2, from: 1 },
  { kind: 'polynomial', exponent: 0.5 },
  { kind: 'delay-adaptive', from: 1 },
];

/** A problem, and which of its orders are looked at. */
interface DrawnProblem {
  readonly problem: OrderedProblem;
  readonly bound: number;
  readonly period: number;
  readonly text: string;
}

/** Problem `index`: two or three agents, each with one eigenvalue and either one coordinate or two copies of it. */
export function drawnProblem(index: number, longest: number): DrawnProblem {
  const uniform = ownUniforms(index + 1);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(uniform() * all.length)]!;
  const M = pick([2, 2, 3]);
  const d = pick([1, 2]);
  const localSteps = pick([1, 2, 3, 5, 10]);
  const eta = 0.02 + (0.3 * uniform()) / localSteps;
  const strength = 0.1 + 0.8 * uniform();
  const weight = pick(WEIGHTS);
  const staleness = pick([1, 2, 3]);
  const policy = pick<PolicyConfiguration>([
    { kind: 'asynchronous', mixing: strength, weight },
    { kind: 'buffered', count: 1, weight },
    { kind: 'buffered', count: 1, weight, serverStepSize: strength, momentum: 0.5 },
    { kind: 'buffered', count: 2, weight },
    { kind: 'bounded-staleness', staleness, mixing: strength, weight },
  ]);
  const isPlainBuffer = policy.kind === 'buffered' && policy.momentum === undefined;
  const algorithm = pick<AlgorithmConfiguration>([
    LOCAL_SA(eta),
    RICHARDSON_ROMBERG(eta / 2),
    SCAFFOLD(eta, 0.9),
    SCAFFOLD(eta),
    SCAFFLSA(eta),
    MINIBATCH_SGD(eta * localSteps),
    ...(isPlainBuffer ? [LOCAL_SGD_M(eta, eta * localSteps, 0.6)] : []),
  ]);
  const matrices = Array.from({ length: M }, (): Rows => {
    const a = 3 * uniform() - 0.5;
    return Array.from({ length: d }, (_, i) => Array.from({ length: d }, (_, j) => (i === j ? a : 0)));
  });
  const problem: OrderedProblem = { matrices, algorithm, localSteps, policy };
  const isPairs = policy.kind === 'buffered' && policy.count === 2;
  return {
    problem,
    bound: policy.kind === 'bounded-staleness' ? staleness : isPairs && M === 3 ? 2 : 3,
    period: isPairs && M === 3 ? 2 : longest,
    text: `${M} agents, d = ${d}, ${algorithm.name} under ${policy.kind}, weight ${weight.kind}`,
  };
}

/** Noiseless mean operators with their root at 0. */
export const meansOf = (matrices: readonly Rows[]) =>
  matrices.map((A) => ({
    kind: 'linear' as const,
    A: Float64Array.from(A.flat()),
    b: new Float64Array(A.length),
  }));

/** What the search finds within one bound, without much effort for the upper bound. */
export function searched(
  { algorithm, policy, localSteps, matrices }: OrderedProblem,
  bound: number,
  period: number,
  effort = 1e7,
): OrderBounds {
  const rules = arrivalRules(policy, matrices.length, bound) as ArrivalRules;
  const run = { algorithm, means: meansOf(matrices), localSteps, free: policyOf(policy).free! };
  const { maps } = reachedSteps(run, rules) as ReachedSteps;
  const search = worstOrder({ graph: new OrderGraph(rules), maps, period, effort });
  for (;;) {
    const next = search.next();
    if (next.done) return next.value;
  }
}

/** Expects that the search finds the worst of all orders, that its rate is this order's own, and a bound above it. */
export function expectWorst({ problem, bound, period }: DrawnProblem): void {
  const { worst, upper } = searched(problem, bound, period, 1e6);
  const expected = worstOfAll(problem, bound, period);
  expect(Math.abs(worst!.rate - expected)).toBeLessThan(1e-8);
  const order = worst!.steps.map(({ step }) => step.agents);
  expect(Math.abs(growthWithin(problem, bound)(order) - expected)).toBeLessThan(1e-8);
  expect(upper).toBeGreaterThanOrEqual(expected * (1 - 1e-9));
}
