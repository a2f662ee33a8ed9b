/** The kernels of linear operators, on a chain's states and without noise, against their references. */
import { expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { LinearMeanOperator } from '../../../src/problems/linearMean/operator.ts';
import { LinearStatesOperator } from '../../../src/problems/finiteLinear/operator.ts';
import { STREAM } from '../../../src/kernels/linearStates/layout.ts';
import { GENERATOR } from '../../../src/kernels/chainStreamLayout.ts';
import { ChainSampler, StateStream } from '../../../src/problems/streams/finiteChain.ts';
import { KernelAgents } from '../../kernels/kernelAgents.ts';
import { randomChain } from '../../kernels/randomChain.ts';

const DIMENSIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 18];
const AGENTS = [1, 2, 3, 5, 8, 9, 11];

interface Case {
  readonly d: number;
  readonly agents: number;
  readonly independent: boolean;
  readonly stride: number;
}

const CASES: Case[] = DIMENSIONS.flatMap((d, k) =>
  [false, true].flatMap((independent) =>
    [1, 2].map((stride, j) => ({ d, agents: AGENTS[(3 * k + j) % AGENTS.length]!, independent, stride })),
  ),
);

/** Agents of different numbers of states, with the streams of their references. */
function agentsOf({ d, agents, independent, stride }: Case, scale?: number) {
  const streams: StateStream[] = [];
  const made = Array.from({ length: agents }, (_, agent) => {
    const S = 1 + ((5 * agent) % 23);
    const generator = generatorFor(17, 'matrices', agent, d);
    return {
      sampler: new ChainSampler(randomChain(S, 1 + (agent % 4), agent), 'stationary'),
      A: Float64Array.from({ length: S * d * d }, () => generator.normal()),
      b: Float64Array.from({ length: S * d }, () => generator.normal()),
    };
  });
  const operator = (agent: number): LinearStatesOperator => {
    const { sampler, A, b } = made[agent]!;
    // the reference is made last
    streams[agent] = new StateStream(sampler, generatorFor(5, 'chain', agent), independent);
    return new LinearStatesOperator(d, A, b, streams[agent]);
  };
  return { streams, placed: new KernelAgents(operator, agents, stride, scale) };
}

function expectSameStreams({ streams, placed }: ReturnType<typeof agentsOf>): void {
  for (const [agent, stream] of streams.entries()) {
    const words = placed.memory.int32(placed.record(agent) + STREAM + GENERATOR, 5);
    expect(Array.from(words)).toEqual([...stream.generator.words, stream.state]);
  }
}

test.each(CASES)('states: d = $d, $agents agents, i.i.d. $independent, stride $stride', (sizes) => {
  const agents = agentsOf(sizes);
  for (const steps of [1, 0, 10, 31, 70]) {
    for (const corrected of [false, true]) {
      agents.placed.advance(0.02, corrected, steps);
      agents.placed.peek();
      agents.placed.expectSameBits();
      expectSameStreams(agents);
      agents.placed.accumulate(steps);
      agents.placed.expectSameBits();
      expectSameStreams(agents);
    }
  }
});

test.each(DIMENSIONS)('states: what diverges does so in the same places, d = %i', (d) => {
  const agents = agentsOf({ d, agents: 3, independent: d % 2 === 0, stride: 1 }, 1e150);
  for (let call = 0; call < 40; call++) {
    agents.placed.advance(1e4, call % 2 === 0, 5);
    agents.placed.peek();
    agents.placed.expectSameBits();
  }
  expect(agents.placed.theta(2).every(Number.isFinite)).toBe(false);
  expectSameStreams(agents);
});

test.each(DIMENSIONS.flatMap((d) => [1, 3].map((stride) => ({ d, stride }))))(
  'mean: d = $d, stride $stride',
  ({ d, stride }) => {
    const means = Array.from({ length: 5 }, (_, agent) => {
      const generator = generatorFor(19, 'mean', agent, d);
      return {
        kind: 'linear',
        A: Float64Array.from({ length: d * d }, () => generator.normal()),
        b: Float64Array.from({ length: d }, () => generator.normal()),
      } as const;
    });
    for (const scale of [1, 1e300]) {
      const agents = new KernelAgents((agent) => new LinearMeanOperator(means[agent]!, d), 5, stride, scale);
      for (const steps of [1, 0, 7, 30]) {
        agents.advance(0.05 * scale, steps === 7, steps);
        agents.peek();
        agents.expectSameBits();
        agents.accumulate(steps);
        agents.expectSameBits();
      }
    }
  },
);
