/**
 * Runs with kernels and runs with the operators alone tell the same, bit for bit: every family of
 * operators, every algorithm, whole runs through host and server.
 */
import { describe, expect, test } from 'vitest';
import { loadKernels } from '../../../actors/agent/kernelProgram.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { hasKernel, type KernelFamily } from '../../../src/problems/kernels/kernelOperator.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import type { RunConfiguration } from '../../../src/protocol/configuration.ts';
import { ALL_SEVEN, canonical, configurationOf, RICHARDSON_ROMBERG, told } from '../../oracles/events.ts';
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
  ['twoStateRegression', specimen('two-state-regression', { agents: 7, features: [-1, 1], seed: 3 })],
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
