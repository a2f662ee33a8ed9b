import { describe, expect, test } from 'vitest';
import type { Generator } from '../../../src/maths/generator.ts';
import type { Vector } from '../../../src/maths/vector.ts';
import type { ModuleSpecification } from '../../../src/problems/specification.ts';
import {
  type UserAgentFactory,
  type UserChain,
  userModule,
} from '../../../src/problems/userModule/family.ts';
import { newton } from '../../../src/problems/newton.ts';
import { userAgentFaults } from '../../../src/problems/userModule/agentFaults.ts';
import { meanAt, valuesOf } from '../../oracles/operatorCalls.ts';
import { averageOf, relativeDistance, scale, stationaryLaw } from '../../oracles/plainMatrices.ts';

const SPECIFICATION: ModuleSpecification = {
  kind: 'module',
  module: 'file:///home/me/walk.ts',
  export: 'walker',
  agents: 3,
  dimension: 2,
  options: { shift: 10 },
};

const P = [
  [0.2, 0.8, 0],
  [0, 0.5, 0.5],
  [0.9, 0.1, 0],
];

/** G(θ, s) = (s − θ_0², sin(θ_1) s) */
const onChain =
  (stream: UserChain): UserAgentFactory =>
  () => ({
    stream,
    operator: (theta: Vector, s: number, out: Float64Array): void => {
      out[0] = s - theta[0]! ** 2;
      out[1] = Math.sin(theta[1]!) * s;
    },
  });

describe('an agent on a finite chain', () => {
  test('has the mean Σ π(s) G(θ, s) of its operator, to 1e-14', () => {
    const { mean, chain } = userModule.build(SPECIFICATION, onChain({ transition: P })).agent(1);
    const law = stationaryLaw(P);
    expect(relativeDistance(chain!.stationary, law)).toBeLessThan(1e-14);
    const theta = [1.5, 0.3];
    const values = law.map((p, s) => scale(3 * p, [s - 1.5 ** 2, Math.sin(0.3) * s]));
    expect(relativeDistance(meanAt(mean!, theta), averageOf(values))).toBeLessThan(1e-14);
  });

  test('starts in the state it names and goes only where P allows', () => {
    const agent = userModule.build(SPECIFICATION, onChain({ transition: P, initial: { state: 2 } })).agent(0);
    const states = valuesOf(agent.operator('markov', 4), [0, 0], 300).map(([s]) => s!);
    expect(states[0]).toBe(2);
    for (let k = 1; k < states.length; k++) expect(P[states[k - 1]!]![states[k]!]!).toBeGreaterThan(0);
  });

  test.each([
    [
      'too short a row',
      [[1], [0.5, 0.5]],
      'row 0 of transition must be 2 probabilities that sum to 1 (length 1, sum 1)',
    ],
    [
      'a sum of 1.1',
      [
        [0.5, 0.5],
        [0.6, 0.5],
      ],
      'row 1 of transition must be 2 probabilities that sum to 1 (length 2, sum 1.1)',
    ],
    [
      'a negative entry',
      [
        [1.5, -0.5],
        [0, 1],
      ],
      'row 0 of transition must be 2 probabilities',
    ],
    [
      'NaN',
      [
        [NaN, 1],
        [0, 1],
      ],
      'row 0 of transition must be 2 probabilities',
    ],
  ])('is refused with %s, named with its function, module and number', (_, transition, message) => {
    const problem = userModule.build(SPECIFICATION, onChain({ transition }));
    expect(() => problem.agent(2)).toThrow(`walker() of file:///home/me/walk.ts, agent 2: ${message}`);
  });
});

describe('an agent with a stream of its own', () => {
  /** o_0 = 0, then up by one a step; independent draws are negative. */
  const counting =
    (extra: object = {}): UserAgentFactory =>
    () => ({
      stream: { initial: () => 0, next: (o: number) => o + 1, ...extra },
      operator: (theta: Vector, o: number, out: Float64Array): void => {
        out[0] = o;
        out[1] = theta[1]!;
      },
    });

  test('sees initial, next of it, next of that: 0, 1, 2, 3, 4', () => {
    const operator = userModule.build(SPECIFICATION, counting()).agent(0).operator('markov', 1);
    expect(valuesOf(operator, [0, 7], 5)).toEqual([0, 1, 2, 3, 4].map((o) => [o, 7]));
  });

  test('has no mean and no chain unless it gives a mean', () => {
    const agent = userModule.build(SPECIFICATION, counting()).agent(0);
    expect([agent.mean, agent.chain]).toEqual([undefined, undefined]);
  });

  test('is refused i.i.d. sampling without `independent`, and noiseless sampling without `mean`', () => {
    const agent = userModule.build(SPECIFICATION, counting()).agent(1);
    const where = 'walker() of file:///home/me/walk.ts, agent 1: ';
    expect(() => agent.operator('iid', 1)).toThrow(
      `${where}sampling "iid" needs the stream to have "independent"`,
    );
    expect(() => agent.operator('exact', 1)).toThrow(`${where}sampling "exact" needs the mean operator`);
  });

  test('takes i.i.d. observations from `independent`, the first one, too, with the agent’s own generator', () => {
    const create = counting({ independent: (g: Generator) => -1 - g.below(1000) });
    const problem = userModule.build(SPECIFICATION, create);
    const seen = (agent: number, seed: number): number[] =>
      valuesOf(problem.agent(agent).operator('iid', seed), [0, 0], 20).map(([o]) => o!);
    expect(Math.max(...seen(0, 1))).toBeLessThan(0);
    expect(seen(0, 1)).toEqual(seen(0, 1));
    expect(seen(1, 1)).not.toEqual(seen(0, 1));
    expect(seen(0, 2)).not.toEqual(seen(0, 1));
  });
});

test('a field that is a slip for one left out is named; an instance of a class may have any', () => {
  const [operator, next] = [() => undefined, () => 0];
  const slips = { stream: { initial: next, next, independant: next }, operator, means: {} };
  expect(userAgentFaults(slips, 1)).toEqual([
    'means is no field of an agent; did you mean mean?',
    'independant is no field of a stream; did you mean independent?',
  ]);
  const weighted = { stream: { initial: next, next, memory: 0.9 }, operator, weights: [1] };
  expect(userAgentFaults(weighted, 1)).toEqual([]);
  expect(userAgentFaults(Object.assign(Object.create({ kept: 1 }) as object, slips), 1)).toEqual([
    'independant is no field of a stream; did you mean independent?',
  ]);
});

test('a chain with several closed classes is a fault of its agent; one with a period or transient states is none', () => {
  const faultsOf = (...transition: number[][]): string[] =>
    userAgentFaults({ stream: { transition }, operator: () => undefined }, 1);
  expect(faultsOf([1, 0], [0, 1])).toEqual([
    'stream.transition has 2 closed classes, and so no unique stationary law; it must have one',
  ]);
  expect(faultsOf([0, 1], [1, 0])).toEqual([]);
  expect(faultsOf([0.5, 0.5], [0, 1])).toEqual([]);
});

test('a stream whose next returns nothing is at fault, not the step size; an operator without numbers has no root to be sought', () => {
  const silent: UserAgentFactory = () => ({
    stream: { initial: () => 0, next: () => undefined },
    operator: () => undefined,
  });
  const operator = userModule.build(SPECIFICATION, silent).agent(0).operator('markov', 1);
  expect(() => valuesOf(operator, [0, 0], 2)).toThrow(
    'its stream gives no observation (undefined); its function must return one',
  );
  const unknown = {
    kind: 'nonlinear',
    evaluate: (_: Vector, out: Float64Array) => void out.fill(NaN),
  } as const;
  expect(() => newton(unknown, new Float64Array(2))).toThrow(
    /^the average mean operator is no finite number where Newton/,
  );
});

test('a stream that follows the model is given the θ in hand, at the first use of an observation', () => {
  const create: UserAgentFactory = () => ({
    stream: {
      followsModel: true,
      initial: (_g: Generator, theta: Vector) => theta[0]!,
      next: (o: number, _g: Generator, theta: Vector) => o + theta[0]!,
    },
    operator: (theta: Vector, o: number, out: Float64Array): void => {
      out[0] = o;
      out[1] = theta[0]!;
    },
  });
  const agent = userModule.build(SPECIFICATION, create).agent(0);
  expect(agent.followsModel).toBe(true);
  const operator = agent.operator('markov', 1);
  const out = new Float64Array(2);
  operator.accumulate(Float64Array.of(1, 0), 2, out); // o = 1, then 2
  expect([...out]).toEqual([1 + 2, 1 + 1]);
  operator.peek(Float64Array.of(10, 0), out); // o = 12
  operator.peek(Float64Array.of(20, 0), out);
  expect([...out]).toEqual([12, 20]);
  expect(() => agent.operator('iid', 1)).toThrow(/agent 0: each θ has a stationary law of its own/);
});

test('the function is told its agent, M, d and options, and a generator that is the same in every run', () => {
  const contexts: { agent: number; agents: number; dimension: number; options: unknown; drawn: number }[] =
    [];
  const create: UserAgentFactory = ({ generator, ...context }) => {
    contexts.push({ ...context, drawn: generator.uniform() });
    return { stream: { transition: [[1]] }, operator: () => undefined };
  };
  for (let time = 0; time < 2; time++) {
    const problem = userModule.build(SPECIFICATION, create);
    for (let agent = 0; agent < 3; agent++) problem.agent(agent);
  }
  expect(contexts.slice(0, 3).map(({ drawn: _, ...context }) => context)).toEqual(
    [0, 1, 2].map((agent) => ({ agent, agents: 3, dimension: 2, options: { shift: 10 } })),
  );
  expect(contexts.slice(3)).toEqual(contexts.slice(0, 3));
  expect(new Set(contexts.map(({ drawn }) => drawn)).size).toBe(3);
});

test('an operator written as a method finds its object by `this`', () => {
  class Agent {
    readonly stream = { transition: [[1]] };
    readonly level = 4;
    operator(_theta: Vector, _state: number, out: Float64Array): void {
      out.fill(this.level);
    }
  }
  const agent = userModule.build(SPECIFICATION, () => new Agent()).agent(0);
  expect(valuesOf(agent.operator('markov', 1), [0, 0], 1)).toEqual([[4, 4]]);
  expect(meanAt(agent.mean!, [0, 0])).toEqual([4, 4]);
});
