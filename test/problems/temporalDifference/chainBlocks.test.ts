/** Chains in blocks against a plain generator that keeps each agent's in arrays of its own, bit by bit. */
import { expect, test } from 'vitest';
import { aliasTable } from '../../../src/maths/aliasTable.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { ergodicClass } from '../../../src/maths/markovChain.ts';
import { SUCCESSOR_OFFSETS, SUCCESSOR_SLOTS } from '../../../src/kernels/chainStreamLayout.ts';
import { KernelMemory } from '../../../src/kernels/kernelMemory.ts';
import { hasKernel } from '../../../src/problems/operators/kernelOperator.ts';
import { ChainBlocks } from '../../../src/problems/temporalDifference/chainBlocks.ts';
import { garnet } from '../../../src/problems/temporalDifference/garnet.ts';
import { REWARDS, STREAM } from '../../../src/kernels/temporalDifference/layout.ts';
import { specimen } from '../../oracles/specimens.ts';
import { placed } from '../../kernels/kernelAgents.ts';

const STATES = 30;
const SPECIFICATION = specimen('garnet', { agents: 40, states: STATES, dimension: 4, discount: 0.9 });
const BRANCHING = 2;

/** P of an agent `[S, S]`: each action leads to two states, with the probabilities u and 1 − u, and is as likely as the other. */
function plainKernel(agent: number): Float64Array {
  const draw = generatorFor(SPECIFICATION.seed, 'problem', 'kernel', agent);
  for (;;) {
    const P = new Float64Array(STATES * STATES);
    const order = Array.from({ length: STATES }, (_, s) => s);
    for (let s = 0; s < STATES; s++) {
      for (let action = 0; action < SPECIFICATION.actions; action++) {
        for (let k = 0; k < BRANCHING; k++) {
          const other = k + draw.below(STATES - k);
          [order[k], order[other]] = [order[other]!, order[k]!];
        }
        const cut = draw.uniform();
        P[s * STATES + order[0]!]! += cut / SPECIFICATION.actions;
        P[s * STATES + order[1]!]! += (1 - cut) / SPECIFICATION.actions;
      }
    }
    if (ergodicClass(P, STATES)) return P;
  }
}

test('P, r and what kernels draw by are the plain generator’s, in whatever order agents are asked for; π = πP', () => {
  const problem = garnet.build(SPECIFICATION);
  const memory = new KernelMemory();
  for (const agent of [39, 3, 0, 17, 3]) {
    const agentProblem = problem.agent(agent);
    const P = plainKernel(agent);
    const { transition, stationary } = agentProblem.chain!;
    expect(transition).toEqual(P);
    const draw = generatorFor(SPECIFICATION.seed, 'problem', 'rewards', agent);
    const rewards = Array.from({ length: STATES }, () => draw.uniform());
    expect([...agentProblem.values!.rewards]).toEqual(rewards);
    for (let s = 0; s < STATES; s++) {
      let into = 0;
      for (let from = 0; from < STATES; from++) into += stationary[from]! * P[from * STATES + s]!;
      expect(Math.abs(into - stationary[s]!)).toBeLessThan(1e-15);
    }
    const operator = agentProblem.operator('markov', 1);
    if (!hasKernel(operator)) throw new Error('an operator without a kernel');
    const record = placed(memory, `agent/${agent}/0`, operator);
    const address = (field: number): number => memory.uint32(record + field, 1)[0]!;
    const { offsets, slots } = aliasTable(P, STATES, STATES);
    expect([...memory.float64(address(REWARDS), STATES)]).toEqual(rewards);
    expect([...memory.uint32(address(STREAM + SUCCESSOR_OFFSETS), STATES + 1)]).toEqual([...offsets]);
    expect([...memory.uint32(address(STREAM + SUCCESSOR_SLOTS), slots.length)]).toEqual([...slots]);
  }
});

test('agents of several blocks do not write over one another, and each is written once', () => {
  // two entries and two states: 256 bytes an agent, so four of them in a block
  const blocks = new ChainBlocks(11, 2, 2, false, 1100);
  let written = 0;
  const chain = (agent: number) =>
    blocks.chainAt(agent, ({ offset, column, value }, rewards) => {
      written++;
      offset.set([0, 1, 2]);
      column.set([1, 0]);
      value.fill(1);
      rewards.fill(agent);
      return Float64Array.of(agent, 1);
    });
  const order = [10, 3, 4, 0, 7, 8, 3, 1, 2, 5, 6, 9];
  const draws = order.map((agent) => chain(agent).tables().successors);
  for (const [k, agent] of order.entries()) {
    const { rows, rewards, stationary } = chain(agent);
    expect([...rows.column, ...rows.value, ...rewards, ...stationary]).toEqual([
      1,
      0,
      1,
      1,
      agent,
      agent,
      agent,
      1,
    ]);
    expect([draws[k]!.draw(0, 0), draws[k]!.draw(1, 0)]).toEqual([1, 0]);
  }
  expect(written).toBe(11);
});

test('agents for whom there is no room are written anew at each call', () => {
  let written = 0;
  const blocks = new ChainBlocks(9, 1000, 2e7);
  for (let pass = 0; pass < 2; pass++)
    for (const agent of [0, 8])
      blocks.chainAt(agent, ({ offset }) => {
        written++;
        offset.fill(0);
        return new Float64Array(1000);
      });
  expect(written).toBe(3);
});

test('what another thread has generated is found there, and is what one thread generates', () => {
  // enough that they are generated in memory that threads share, of which nothing is used until it is written
  const many = { ...SPECIFICATION, agents: 20_000 };
  const last = many.agents - 1;
  const problem = garnet.build(many);
  const generation = problem.generation!;
  const alongside = garnet.build(many, generation.memory).generation!;
  expect([alongside.generate(last), alongside.generate(5), alongside.generate(last)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([generation.generate(5), generation.generate(4)]).toEqual([false, true]);
  expect(alongside.generate(4)).toBe(false);
  const alone = garnet.build(SPECIFICATION);
  for (const agent of [4, 5, 6]) {
    const [shared, agentProblem] = [problem.agent(agent), alone.agent(agent)];
    expect(shared.chain!.transition).toEqual(agentProblem.chain!.transition);
    expect([...shared.chain!.stationary]).toEqual([...agentProblem.chain!.stationary]);
    expect([...shared.values!.rewards]).toEqual([...agentProblem.values!.rewards]);
    expect(shared.mean).toEqual(agentProblem.mean);
  }
  expect(alone.generation).toBeUndefined();
});
