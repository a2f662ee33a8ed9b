/** What all algorithms have in common: their parts as a configuration gives them. */
import { describe, expect, test } from 'vitest';
import { algorithm } from '../../src/algorithms/algorithm.ts';
import { ALGORITHMS } from '../../src/algorithms/catalogue.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import {
  algorithmOf,
  configured,
  describedAlgorithm,
  keyOf,
  serverLogic,
  streamsOf,
} from '../../src/algorithms/parts.ts';
import { register } from '../../src/values/made.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { AlgorithmConfiguration } from '../../src/configuration/configuration.ts';
import { agentKit, runRounds, scriptedOperator, serverKit } from '../../src/testing/index.ts';
import {
  ALL_SEVEN,
  ALL_THREE,
  FEDHSA,
  LOCAL_SA,
  LOCAL_SGD_M,
  MINIBATCH_SGD,
  RICHARDSON_ROMBERG,
  SCAFFOLD,
} from '../oracles/events.ts';
import { randomProblem, specificationOf } from '../oracles/explicitProblem.ts';
import { relativeDistance } from '../oracles/plainMatrices.ts';

/** One round of two agents with G = b_i − θ, b = 1 and 3, and H = 2, from θ̄ = 0. */
function roundOf(configuration: AlgorithmConfiguration, round = 1): number {
  const trigger = { kind: 'deterministic', localSteps: 2 } as const;
  const agents = [1, 3].map((b, agent) =>
    agentKit(
      algorithmOf(configuration),
      { ...configuration },
      { agent, trigger, operator: () => scriptedOperator([{ a: 1, b: [b] }]) },
    ),
  );
  const server = serverKit(
    algorithmOf(configuration),
    { ...configuration },
    { initial: [0], agents: 2, trigger },
  );
  for (let message = server.open(round, 2); ;) {
    const output = server.receive(agents.map((agent) => agent.receive(message)));
    if ('localModels' in output) return output.theta[0]!;
    message = output;
  }
}

describe('one round', () => {
  test.each([
    // η = ½: each goes to (1 − ¼) · 2; the agents differ in b alone, so corrections leave the average as it is
    ...ALL_THREE(0.5).map((run) => [run, 1.5] as const),
    [FEDHSA(0.5, 2), 3],
    // γ · 2
    [MINIBATCH_SGD(0.5), 1],
    // v = 0 and ηβ = 0.15: the agents' average goes (1 − 0.85²) · 2 = 0.555 far, which is −v since ηK = 1
    [LOCAL_SGD_M(0.5, 0.6, 0.3), 0.6 * 0.555],
    [SCAFFOLD(0.5, 0.9), 0.9 * 1.5],
    // 2η = 1 goes all the way to 2 in one step: 2 · 1.5 − 2
    [RICHARDSON_ROMBERG(0.5), 1],
    // 4 steps of ½ leave 2/16: (3 · 1.5 − 1 · 1.875)/2
    [RICHARDSON_ROMBERG(0.5, 'local-steps'), 1.3125],
  ] satisfies (readonly [AlgorithmConfiguration, number])[])('of %o goes from 0 to %d', (entry, expected) => {
    expect(relativeDistance([roundOf(entry)], [expected])).toBeLessThan(1e-15);
  });

  test.each(ALL_SEVEN(0.25).filter((configuration) => 'stepSize' in configuration))(
    'of $name has the step size of that round where it follows a rule: 1/(1 + t) is ¼ in round 3',
    (entry) => {
      const stepSize = { kind: 'decreasing', scale: 1, offset: 1, exponent: 1 } as never;
      expect(roundOf({ ...entry, stepSize }, 3)).toBe(roundOf(entry));
      expect(roundOf({ ...entry, stepSize }, 2)).not.toBe(roundOf(entry));
    },
  );
});

const problem = buildProblem(specificationOf(randomProblem(2, 2, 5)));

test.each(ALL_SEVEN(0.1))(
  'the parts of $name leave what they are sent and what they have sent, and reach θ* = (1, ½) with G = b_i − θ',
  (configuration) => {
    const models = runRounds({
      algorithm: algorithmOf(configuration),
      parameters: { ...configuration },
      agents: 2,
      operator: (agent) => scriptedOperator([{ a: 1, b: [1, agent] }]),
      initial: [0, 0],
      localSteps: 2,
      rounds: 200,
    });
    expect(models).toHaveLength(201);
    expect(models[0]).toEqual([0, 0]);
    expect(models[200]![0]).toBeCloseTo(1, 8);
    expect(models[200]![1]).toBeCloseTo(0.5, 8);
  },
);

test.each(ALL_SEVEN(0.1))('$name keeps nothing from one run to the next', (configuration) => {
  const run = () =>
    runRounds({
      algorithm: algorithmOf(configuration),
      parameters: { ...configuration },
      agents: 2,
      operator: (agent, copy) => problem.agent(agent).operator('markov', 1, copy),
      initial: [2, -1],
      localSteps: 3,
      rounds: 5,
    });
  expect(run()).toEqual(run());
});

test('a server’s part keeps the initial model as its own', () => {
  const initial = Float64Array.of(1, 2);
  const part = serverLogic(LOCAL_SA(0.1), {
    agents: 1,
    initial,
    trigger: { kind: 'deterministic', localSteps: 1 },
  });
  initial.fill(7);
  expect([...part.model()]).toEqual([1, 2]);
});

test('Richardson–Romberg works on two streams, or twice on one; all others on one', () => {
  expect(streamsOf(RICHARDSON_ROMBERG(0.1))).toEqual([0, 1]);
  expect(streamsOf(RICHARDSON_ROMBERG(0.1, 'step-size', 'common'))).toEqual([0, 0]);
  for (const configuration of ALL_SEVEN(0.1).filter(({ name }) => name !== 'richardson-romberg'))
    expect(streamsOf(configuration)).toEqual([0]);
});

describe('a configuration', () => {
  const ownOf = (title: string) => algorithm({ ...localSa, name: 'own', title } as never);
  const custom = ownOf('Own');

  test('of a shipped algorithm is its name and its parameters, and finds it again', () => {
    for (const algorithm of ALGORITHMS) {
      expect(configured(algorithm, { stepSize: 0.1 })).toEqual({ name: algorithm.name, stepSize: 0.1 });
      expect(algorithmOf(configured(algorithm, {}))).toBe(algorithm);
    }
  });

  test('of another says what it is, as plain data, and finds it again; two of one name are told apart', () => {
    const first = configured(custom, { stepSize: 0.1 });
    expect(first).toMatchObject({ name: 'own', own: { file: null, title: 'Own' }, stepSize: 0.1 });
    expect(structuredClone(first)).toEqual(first);
    expect(algorithmOf(structuredClone(first))).toBe(custom);
    expect(configured(custom, { stepSize: 0.1 })).toEqual(first);
    const other = ownOf('Other');
    expect(algorithmOf(configured(other, {}))).toBe(other);
    expect(algorithmOf(first)).toBe(custom);
    expect(describedAlgorithm(first)).toMatchObject({ title: 'Own', parameters: localSa.parameters });
  });

  test('of one with a shipped name is its own, not the shipped one', () => {
    const shadow = algorithm({ ...localSa } as never);
    expect(algorithmOf(configured(shadow, {}))).toBe(shadow);
    expect(algorithmOf(configured(localSa, {}))).toBe(localSa);
  });

  test('of one from a file is known by the file’s bundle, and not known before', () => {
    const made = ownOf('From a file');
    const data = {
      name: 'own',
      own: { file: 'own.ts', bundle: 'abc', title: 'From a file', parameters: {} },
    };
    expect(() => algorithmOf(data)).toThrow(new RangeError('there is no algorithm "own"'));
    register([{ kind: 'algorithm', value: made }], { file: 'own.ts', bundle: 'abc' });
    expect(algorithmOf(data)).toBe(made);
    expect(configured(made, {}).own).toMatchObject({ file: 'own.ts', bundle: 'abc' });
    expect(() => algorithmOf({ name: 'fedprox' })).toThrow('there is no algorithm "fedprox"');
    // Readers need no code.
    expect(describedAlgorithm({ ...data, own: { ...data.own, bundle: 'gone' } }).title).toBe('From a file');
    expect(describedAlgorithm({ name: 'gone' })).toEqual({ title: 'gone', parameters: {} });
  });

  test('has a key of its own where its algorithm is in the run more than once', () => {
    expect(keyOf({ name: 'fedhsa' })).toBe('fedhsa');
    expect(keyOf({ name: 'fedhsa', key: 'fedhsa@2' })).toBe('fedhsa@2');
  });
});
