/**
 * Runs with kernels and runs with the operators alone tell the same, bit for bit: every family of
 * operators, every algorithm, whole runs through host and server.
 */
import { describe, expect, test } from 'vitest';
import { loadKernels } from '../../../actors/agent/kernelProgram.ts';
import { algorithm } from '../../../src/algorithms/algorithm.ts';
import { averaging } from '../../../src/algorithms/averaging.ts';
import { message } from '../../../src/algorithms/message.ts';
import { configured } from '../../../src/algorithms/parts.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { hasKernel, type KernelFamily } from '../../../src/problems/operators/kernelOperator.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { stepSize } from '../../../src/values/parameter.ts';
import {
  ALL_SEVEN,
  canonical,
  configurationOf,
  replicationsIn,
  RICHARDSON_ROMBERG,
  told,
} from '../../oracles/events.ts';
import { ownUniforms, randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';
import { specimen } from '../../oracles/specimens.ts';

const uniform = ownUniforms(8);
const recorded = (rows: number) => ({
  x: Float64Array.from({ length: rows * 3 }, uniform),
  y: Float64Array.from({ length: rows }, uniform),
});

/** Seven agents and d = 3: neither fits whole lanes or whole groups of agents. */
const PROBLEMS: readonly (readonly [KernelFamily, ProblemSpecification])[] = [
  ['linearStates', specificationOf(randomProblem(7, 3, 1))],
  ['linearStates', specimen('finite-sum-quadratic', { agents: 7, componentOffset: 0.5 })],
  ['temporalDifference', specimen('garnet', { agents: 7, seed: 4 })],
  ['temporalDifference', specimen('linear-features-td', { agents: 7, states: 9, seed: 2 })],
  [
    'gaussMarkov',
    specimen('gauss-markov-quadratic', {
      agents: 7,
      curvature: 'non-convex',
      offsetScale: 2,
      initialNoise: 'stationary',
      seed: 5,
    }),
  ],
  [
    'qLearning',
    specimen('q-learning', { agents: 7, features: { kind: 'random', dimension: 3 }, discount: 0.5, seed: 3 }),
  ],
  [
    'twoStateRegression',
    specimen('two-state-regression', { agents: 7, features: [-1, 1], labelNoise: [0.5, 2], seed: 3 }),
  ],
  [
    'recordedRegression',
    {
      kind: 'recorded-regression',
      dimension: 3,
      series: [recorded(40), recorded(25)],
      windows: [
        { series: 0, start: 30, length: 20 },
        { series: 1, start: 0, length: 25 },
        { series: 1, start: 24, length: 1 },
      ],
      regularisation: 0.1,
      initial: 'stationary',
    },
  ],
  ['logisticRegression', specimen('logistic-regression', { agents: 7, persistence: 0.4 })],
];

async function eventsOf(specification: ProblemSpecification, configuration: RunConfiguration) {
  const { events, error } = await told(specification, configuration);
  expect(error).toBeUndefined();
  return canonical(events);
}

test('this machine has the kernels', () => {
  expect(loadKernels()).toBeDefined();
});

describe.each(PROBLEMS)('the kernel %s', (family, specification) => {
  test.each([
    { sampling: 'markov', stride: 1 },
    { sampling: 'markov', stride: 3 },
    { sampling: 'iid', stride: 1 },
    { sampling: 'exact', stride: 1 },
  ] as const)('changes no bit of a run, $sampling, stride $stride', async ({ sampling, stride }) => {
    const operator = buildProblem(specification).agent(0).operator(sampling, 1);
    if (sampling !== 'exact') expect(hasKernel(operator) && operator.family).toBe(family);
    const configuration = configurationOf({
      algorithms: [...ALL_SEVEN(0.1), RICHARDSON_ROMBERG(0.05, 'local-steps', 'common')].slice(
        ...(stride === 1 ? [0] : [6]),
      ),
      sampling,
      stride,
      seeds: [1, 2],
      initial: [1, 0, -1],
      trigger: { kind: 'bernoulli', probability: 0.2 },
      budget: { kind: 'steps', steps: 60 },
    });
    const expected = await eventsOf(specification, { ...configuration, kernels: 'reference' });
    expect(expected.length).toBeGreaterThan(20);
    expect(await eventsOf(specification, configuration)).toEqual(expected);
  });
});

test('agents with step sizes of their own take those, with kernels and without', async () => {
  const started = message('started', { theta: 'θ̄' });
  const ended = message('ended', { theta: 'θ_i' });
  /** η of agent 0 and 3η of the others, among them two neighbours with one step size. */
  const uneven = algorithm({
    name: 'uneven',
    title: 'Uneven',
    source: 'Local SA with step sizes of the agents’ own',
    parameters: { stepSize: stepSize('η', 'the local step size') },
    messages: { down: [started], up: [ended] },
    agent: ({ stepSize }, { agent }) => ({
      ask: ({ theta, round, localSteps }, work) => {
        work.advance(theta, (agent === 0 ? 1 : 3) * stepSize(round), undefined, localSteps);
      },
      answer: (_, { theta }) => ended({ theta }),
    }),
    server: (_, { initial }) => averaging(initial, started),
  });
  const [M, H, T] = [3, 4, 10];
  const specification = specimen('garnet', { agents: M, seed: 4 });
  const problem = buildProblem(specification);
  const eta = 0.125;
  const configuration = configurationOf({
    algorithms: [configured(uneven, { stepSize: eta }) as ScheduledAlgorithm],
    trigger: { kind: 'deterministic', localSteps: H },
    initial: Array.from({ length: problem.dimension }, () => 0),
    budget: { kind: 'rounds', rounds: T },
  });
  const reference = await eventsOf(specification, { ...configuration, kernels: 'reference' });
  expect(await eventsOf(specification, configuration)).toEqual(reference);
  const agents = Array.from({ length: M }, (_, agent) => problem.agent(agent).operator('markov', 1));
  let theta = new Float64Array(problem.dimension);
  for (const told of replicationsIn(reference)[0]!.thetas.slice(1)) {
    const models = agents.map((operator, agent) => {
      const model = theta.slice();
      operator.advance(model, agent === 0 ? eta : 3 * eta, undefined, H);
      return model;
    });
    theta = theta.map((_, j) => models.reduce((sum, model) => sum + model[j]!, 0) / M);
    for (const [j, x] of theta.entries()) expect(told[j]).toBeCloseTo(x, 12);
  }
});

test('a diverging run is told the same', async () => {
  for (const [, specification] of PROBLEMS.slice(0, 3)) {
    const configuration = configurationOf({
      algorithms: ALL_SEVEN(900),
      initial: [1, 0, -1],
      budget: { kind: 'rounds', rounds: 300 },
    });
    const expected = await eventsOf(specification, { ...configuration, kernels: 'reference' });
    expect(
      expected.some((event) => event.kind === 'replicationEnded' && event.outcome.kind === 'diverged'),
    ).toBe(true);
    expect(await eventsOf(specification, configuration)).toEqual(expected);
  }
});
