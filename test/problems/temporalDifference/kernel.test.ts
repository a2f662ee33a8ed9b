/** The kernel of TD(0) against its reference, bit for bit: every kind of size, stream and call. */
import { expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import {
  type RewardProcess,
  TemporalDifferenceOperator,
} from '../../../src/problems/temporalDifference/operator.ts';
import { STREAM } from '../../../src/kernels/temporalDifference/layout.ts';
import { GENERATOR } from '../../../src/kernels/chainStreamLayout.ts';
import { ChainSampler, TransitionStream } from '../../../src/problems/streams/finiteChain.ts';
import { KernelAgents } from '../../kernels/kernelAgents.ts';
import { randomChain } from '../../kernels/randomChain.ts';

/** A process of S states with `branches` successors each, and features in [−1, 1]; every other one has rewards of moves. */
function process(S: number, d: number, branches: number, index: number): RewardProcess {
  const generator = generatorFor(11, 'process', S, d, index);
  return {
    chain: randomChain(S, branches, index),
    rewards: Float64Array.from({ length: index % 2 === 0 ? S : S * S }, () => generator.normal()),
    features: Float64Array.from({ length: S * d }, () => 2 * generator.uniform() - 1),
    dimension: d,
    discount: generator.uniform(),
  };
}

interface Case {
  readonly d: number;
  readonly agents: number;
  readonly independent: boolean;
  readonly stride: number;
}

/** Agents of different numbers of states, with the streams of their references. */
function agentsOf({ d, agents, independent, stride }: Case, scale?: number) {
  const streams: TransitionStream[] = [];
  const made = Array.from({ length: agents }, (_, agent) => {
    const rewardProcess = process(1 + ((7 * agent) % 31), d, 1 + (agent % 5), agent);
    return { rewardProcess, sampler: new ChainSampler(rewardProcess.chain, 'stationary') };
  });
  const operator = (agent: number): TemporalDifferenceOperator => {
    const { rewardProcess, sampler } = made[agent]!;
    // the reference is made last
    streams[agent] = new TransitionStream(sampler, generatorFor(3, 'chain', agent), independent);
    return new TemporalDifferenceOperator(rewardProcess, streams[agent]);
  };
  return { streams, placed: new KernelAgents(operator, agents, stride, scale) };
}

function expectSameStreams({ streams, placed }: ReturnType<typeof agentsOf>): void {
  for (const [agent, stream] of streams.entries()) {
    const words = placed.memory.int32(placed.record(agent) + STREAM + GENERATOR, 6);
    expect(Array.from(words)).toEqual([...stream.generator.words, stream.state, stream.next]);
  }
}

const DIMENSIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 50, 51];
const AGENTS = [1, 2, 3, 4, 5, 7, 8, 9, 17];

const CASES: Case[] = DIMENSIONS.flatMap((d, k) =>
  [false, true].flatMap((independent) =>
    [1, 3].map((stride, j) => ({ d, agents: AGENTS[(2 * k + j) % AGENTS.length]!, independent, stride })),
  ),
);

test.each(CASES)('d = $d, $agents agents, i.i.d. $independent, stride $stride', (sizes) => {
  const agents = agentsOf(sizes);
  for (const steps of [1, 0, 10, 63, 130]) {
    for (const corrected of [false, true]) {
      agents.placed.advance(0.07, corrected, steps);
      agents.placed.peek();
      agents.placed.expectSameBits();
      expectSameStreams(agents);
      agents.placed.accumulate(steps);
      agents.placed.expectSameBits();
      expectSameStreams(agents);
    }
  }
});

test.each([...DIMENSIONS.keys()])('what diverges does so in the same places, dimension %#', (k) => {
  const agents = agentsOf({ d: DIMENSIONS[k]!, agents: 5, independent: k % 2 === 1, stride: 1 }, 1e150);
  let finite = true;
  for (let call = 0; call < 40; call++) {
    agents.placed.advance(1e4, call % 2 === 0, 7);
    agents.placed.peek();
    agents.placed.expectSameBits();
    finite = agents.placed.theta(4).every(Number.isFinite);
  }
  expect(finite).toBe(false);
  expectSameStreams(agents);
});

test('every number of agents gives each of them the same steps', () => {
  for (let count = 1; count <= 20; count++) {
    const agents = agentsOf({ d: 8, agents: count, independent: false, stride: 1 });
    agents.placed.advance(0.1, true, 41);
    agents.placed.expectSameBits();
    expectSameStreams(agents);
  }
});

test('streams of both kinds in one call', () => {
  const made = process(12, 4, 3, 0);
  const sampler = new ChainSampler(made.chain, 'stationary');
  const streams: TransitionStream[] = [];
  const placed = new KernelAgents((agent) => {
    streams[agent] = new TransitionStream(sampler, generatorFor(3, 'chain', agent), agent % 3 === 0);
    return new TemporalDifferenceOperator(made, streams[agent]);
  }, 10);
  placed.advance(0.1, true, 50);
  placed.expectSameBits();
  expectSameStreams({ streams, placed });
});
