/**
 * Two instances of the kernels' program in one memory, as two threads of a team have them: what a call for some agents writes,
 * a call for others does not, so that it does not matter whether they run at the same time.
 */
import { expect, test } from 'vitest';
import { instantiate, loadKernels } from '../../actors/agent/kernelProgram.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { KernelMemory } from '../../src/kernels/kernelMemory.ts';
import { hasKernel, type KernelFamily } from '../../src/problems/operators/kernelOperator.ts';
import { CORRECTION, THETA, VALUE } from '../../src/kernels/recordLayout.ts';
import type { Problem, Sampling } from '../../src/problems/operator.ts';
import { specimen } from '../oracles/specimens.ts';
import { placed } from './kernelAgents.ts';

const D = 3;
const SERIES = {
  x: Float64Array.from({ length: 40 * D }, (_, j) => Math.sin(j)),
  y: new Float64Array(40).fill(1),
};

/** A problem of each family: a whole group of chains, and some more. */
const FAMILIES: readonly (readonly [KernelFamily, Problem, Sampling])[] = [
  ['temporalDifference', buildProblem(specimen('garnet', { agents: 20 })), 'markov'],
  ['temporalDifference', buildProblem(specimen('garnet', { agents: 20 })), 'iid'],
  ['linearStates', buildProblem(specimen('finite-sum-quadratic', { agents: 20 })), 'markov'],
  ['linearMean', buildProblem(specimen('garnet', { agents: 20 })), 'exact'],
  ['qLearning', buildProblem(specimen('q-learning')), 'markov'],
  [
    'qLearning',
    buildProblem(specimen('q-learning', { features: { kind: 'random', dimension: D } })),
    'markov',
  ],
  ['gaussMarkov', buildProblem(specimen('gauss-markov-quadratic')), 'markov'],
  ['twoStateRegression', buildProblem(specimen('two-state-regression')), 'markov'],
  ['logisticRegression', buildProblem(specimen('logistic-regression')), 'markov'],
  [
    'recordedRegression',
    buildProblem({
      kind: 'recorded-regression',
      dimension: D,
      series: [SERIES],
      windows: [3, 10, 15].map((start) => ({ series: 0, start, length: 20 })),
      regularisation: 0.2,
      initial: 'stationary',
    }),
    'markov',
  ],
];

test.each(FAMILIES)('%s', (family, problem, sampling) => {
  const memory = new KernelMemory();
  const program = loadKernels()!;
  const threads = [instantiate(program, memory), instantiate(program, memory)] as const;
  const { dimension, agents } = problem;
  const normal = generatorFor(7, 'vectors', 0);
  const list = memory.allocate(4 * agents);
  for (let agent = 0; agent < agents; agent++) {
    const operator = problem.agent(agent).operator(sampling, 5, 0);
    if (!hasKernel(operator)) throw new Error('an operator without a kernel');
    expect(operator.family).toBe(family);
    const record = placed(memory, `agent/${agent}/0`, operator);
    for (const field of [THETA, CORRECTION, VALUE]) {
      const address = memory.allocate(8 * dimension);
      memory.float64(address, dimension).set(Float64Array.from({ length: dimension }, () => normal.normal()));
      memory.uint32(record + field, 1)[0] = address;
    }
    memory.uint32(list + 4 * agent, 1)[0] = record;
  }
  const words = new Uint32Array(memory.memory.buffer);
  /** Where a call changes the memory. */
  const changed = (call: () => void): number[] => {
    const before = words.slice();
    call();
    return [...words.keys()].filter((at) => words[at] !== before[at]);
  };
  const split = agents - (agents > 16 ? 4 : 1);
  const shares = [
    [list, split],
    [list + 4 * split, agents - split],
  ] as const;
  for (const stride of [1, 2]) {
    const calls = [0, 1].map((thread) => {
      const exports = threads[thread]!;
      const [records, count] = shares[thread]!;
      return [
        () => exports[`${family}_advance`](records, count, 0.01, 1, 9, stride),
        () => exports[`${family}_peek`](records, count),
        () => exports[`${family}_accumulate`](records, count, 9, stride),
      ].map(changed);
    });
    for (const first of calls[0]!) {
      expect(first.length).toBeGreaterThan(0);
      for (const second of calls[1]!) {
        const both = new Set(second);
        expect(first.filter((at) => both.has(at))).toEqual([]);
      }
    }
  }
});
