/** What every family of operators must do alike: peek stays, advance and accumulate move by one a step. */
import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { LocalOperator, Sampling } from '../../../src/problems/operator.ts';
import type { ProblemSpecification, QLearningSpecification } from '../../../src/problems/specification.ts';
import type { UserAgentFactory } from '../../../src/problems/userModule/family.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';
import { meanAt, peeked, skip, valuesOf } from '../../oracles/operatorCalls.ts';
import { relativeDistance, type Row } from '../../oracles/plainMatrices.ts';
import { specimen } from '../../oracles/specimens.ts';

/** A walk on Z/7 by a user: neither finite chain nor mean given. */
const walk = (() => ({
  stream: {
    initial: (g: { below(n: number): number }) => g.below(7),
    next: (o: number, g: { below(n: number): number }) => (o + g.below(3)) % 7,
    independent: (g: { below(n: number): number }) => g.below(7),
  },
  operator: (theta: Readonly<Float64Array>, o: number, out: Float64Array): void => {
    for (let j = 0; j < out.length; j++) out[j] = Math.cos(theta[j]! + o + j);
  },
})) as unknown as UserAgentFactory;

const FAMILIES: readonly { readonly name: string; readonly specification: ProblemSpecification }[] = [
  { name: 'finite-linear', specification: specificationOf(randomProblem(3, 3, 1)) },
  {
    name: 'garnet',
    specification: specimen('garnet', { states: 10 }),
  },
  {
    name: 'linear-features-td',
    specification: specimen('linear-features-td', { discount: [0.5, 0.99] }),
  },
  {
    name: 'gauss-markov-quadratic',
    specification: specimen('gauss-markov-quadratic', {
      noiseVariance: 0.5,
      noiseSpectralRadius: 0.9,
      initialNoise: 'stationary',
    }),
  },
  {
    name: 'recorded-regression',
    specification: {
      kind: 'recorded-regression',
      dimension: 3,
      series: [
        {
          x: Float64Array.from({ length: 60 }, (_, k) => Math.sin(k * k + 1)),
          y: Float64Array.from({ length: 20 }, (_, k) => Math.cos(3 * k)),
        },
      ],
      windows: [0, 5, 15].map((start) => ({ series: 0, start, length: 12 })),
      regularisation: 0.1,
      initial: 'stationary',
    },
  },
  {
    name: 'module',
    specification: { kind: 'module', module: 'file:///walk', export: 'agent', agents: 3, dimension: 3 },
  },
  {
    name: 'finite-sum-quadratic',
    specification: specimen('finite-sum-quadratic', {
      components: 4,
      eigenvalues: [1, 5],
      agentScale: 'exponential',
      componentOffset: 2,
    }),
  },
  {
    name: 'two-state-regression',
    specification: specimen('two-state-regression', { labelNoise: [0, 0.1] }),
  },
  {
    name: 'logistic-regression',
    specification: specimen('logistic-regression', { records: 30, persistence: 0.5 }),
  },
  {
    name: 'q-learning',
    specification: specimen('q-learning', {
      agents: 3,
      environment: { kind: 'garnet', states: 5, actions: 2, branching: 2, heterogeneity: 'high' },
      features: { kind: 'random', dimension: 3 },
    }),
  },
];

const THETA = [0.3, -1.2, 2];
const C = [0.5, 0, -0.25];
const ETA = 0.05;

const operatorOf = (
  specification: ProblemSpecification,
  sampling: Sampling,
  agent = 1,
  seed = 5,
): LocalOperator => buildProblem(specification, walk).agent(agent).operator(sampling, seed);

/** θ ← θ + η (G(θ, o) + c), with G from `peek` and the stream moved by a step of size 0. */
function steppedByPeeks(operator: LocalOperator, correction: Row, count: number): Row {
  let theta = THETA;
  for (let k = 0; k < count; k++) {
    const value = peeked(operator, theta);
    theta = theta.map((x, j) => x + ETA * (value[j]! + correction[j]!));
    skip(operator, 1);
  }
  return theta;
}

describe.each(FAMILIES)('the operator of a $name problem', ({ specification }) => {
  const samplings: Sampling[] =
    specification.kind === 'module' ? ['markov', 'iid'] : ['markov', 'iid', 'exact'];

  test.each(samplings)('gives the same value when it is peeked at ten times (%s)', (sampling) => {
    const operator = operatorOf(specification, sampling);
    skip(operator, 3);
    const first = peeked(operator, THETA);
    for (let k = 0; k < 10; k++) expect(peeked(operator, THETA)).toEqual(first);
  });

  test.each(samplings)(
    'takes 40 local steps at once as 40 peeks and single steps, with a correction and without (%s)',
    (sampling) => {
      for (const correction of [undefined, C]) {
        const theta = Float64Array.from(THETA);
        operatorOf(specification, sampling).advance(
          theta,
          ETA,
          correction && Float64Array.from(correction),
          40,
        );
        const expected = steppedByPeeks(operatorOf(specification, sampling), correction ?? [0, 0, 0], 40);
        expect(relativeDistance(theta, expected)).toBeLessThan(1e-14);
      }
    },
  );

  test.each(samplings)(
    'leaves the stream where 13 local steps and 7 accumulated values have used up 20 observations (%s)',
    (sampling) => {
      const operator = operatorOf(specification, sampling);
      operator.advance(Float64Array.from(THETA), ETA, undefined, 13);
      operator.accumulate(Float64Array.from(THETA), 7, new Float64Array(3));
      const other = operatorOf(specification, sampling);
      skip(other, 20);
      expect(peeked(operator, THETA)).toEqual(peeked(other, THETA));
    },
  );

  test.each(samplings)(
    'accumulates the sum of 15 values at a fixed θ, whatever was in the output before (%s)',
    (sampling) => {
      const out = new Float64Array(3).fill(NaN);
      operatorOf(specification, sampling).accumulate(Float64Array.from(THETA), 15, out);
      const values = valuesOf(operatorOf(specification, sampling), THETA, 15);
      const sum = THETA.map((_, j) => values.reduce((total, value) => total + value[j]!, 0));
      expect(relativeDistance(out, sum)).toBeLessThan(1e-13);
    },
  );

  test.each(samplings.slice(0, 2))(
    'repeats its 50 observations for the same seed and not for another (%s)',
    (sampling) => {
      const values = (seed: number): Row[] =>
        valuesOf(operatorOf(specification, sampling, 1, seed), THETA, 50);
      expect(values(5)).toEqual(values(5));
      expect(values(6)).not.toEqual(values(5));
    },
  );

  test.each(samplings)('skips as many observations as it is told to (%s)', (sampling) => {
    const all = valuesOf(operatorOf(specification, sampling), THETA, 30);
    const skipping = operatorOf(specification, sampling);
    const seen = Array.from({ length: 6 }, (_, k) => {
      skipping.skip(k);
      return valuesOf(skipping, THETA, 1)[0]!;
    });
    // k skipped and one used, k = 0, 1, …: observations 0, 2, 5, 9, 14, 20
    expect(seen).toEqual([0, 2, 5, 9, 14, 20].map((k) => all[k]));
  });

  test.each(samplings.slice(0, 2))('has further copies of its stream, all different (%s)', (sampling) => {
    const agent = buildProblem(specification, walk).agent(1);
    const compute = (copy?: number): Row[] => valuesOf(agent.operator(sampling, 5, copy), THETA, 50);
    expect(compute(0)).toEqual(compute());
    expect(compute(1)).toEqual(compute(1));
    expect(compute(1)).not.toEqual(compute(0));
    expect(compute(2)).not.toEqual(compute(1));
  });

  test.each(samplings.slice(0, 2))(
    'of agent 1 sees what it saw when it is built after agents 0 and 2 and used in turn with them (%s)',
    (sampling) => {
      const alone = valuesOf(operatorOf(specification, sampling), THETA, 30);
      const problem = buildProblem(specification, walk);
      const [zero, two, first] = [0, 2, 1].map((agent) => problem.agent(agent).operator(sampling, 5));
      const together = Array.from({ length: 30 }, () => {
        for (const other of [zero!, two!]) skip(other, 3);
        return valuesOf(first!, THETA, 1)[0]!;
      });
      expect(together).toEqual(alone);
      expect(valuesOf(problem.agent(0).operator(sampling, 5), THETA, 30)).not.toEqual(alone);
    },
  );

  test('without noise is the mean operator at every step', () => {
    if (!samplings.includes('exact')) {
      expect(() => operatorOf(specification, 'exact')).toThrow(/sampling "exact" needs the mean operator/);
      return;
    }
    const mean = buildProblem(specification).agent(1).mean!;
    for (const value of valuesOf(operatorOf(specification, 'exact'), THETA, 3))
      expect(value).toEqual(meanAt(mean, THETA));
  });
});

describe('another agent changes no other agent: the first 3 of 3 and of 4 see the same 40 values', () => {
  const withAgents = (agents: number): ProblemSpecification[] => [
    specificationOf(randomProblem(4, 3, 1).slice(0, agents)),
    ...FAMILIES.slice(1, 4).map(
      ({ specification }) => ({ ...specification, agents }) as ProblemSpecification,
    ),
    {
      ...(FAMILIES[1]!.specification as object),
      agents,
      heterogeneity: 'low',
      perturbation: 0.01,
    } as ProblemSpecification,
    ...FAMILIES.slice(5).map(({ specification }) => ({ ...specification, agents }) as ProblemSpecification),
    {
      ...(FAMILIES.at(-1)!.specification as QLearningSpecification),
      agents,
      environment: {
        kind: 'machine-replacement',
        levels: 4,
        wear: [0.2, 0.6],
        runningCost: [1, 2],
        price: 1,
      },
    },
  ];
  test.each(withAgents(3).map((three, k) => ({ kind: three.kind, three, four: withAgents(4)[k]! })))(
    '$kind',
    ({ three, four }) => {
      for (const sampling of ['markov', 'iid'] as const) {
        for (let agent = 0; agent < 3; agent++) {
          const compute = (specification: ProblemSpecification): Row[] =>
            valuesOf(buildProblem(specification, walk).agent(agent).operator(sampling, 9), THETA, 40);
          expect(compute(four)).toEqual(compute(three));
        }
      }
    },
  );
});
