/** Chains in blocks against a plain generator that keeps each agent's in arrays of its own, bit by bit. */
import { expect, test } from 'vitest';
import { aliasTable } from '../../../src/maths/aliasTable.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { ergodicClass } from '../../../src/maths/markovChain.ts';
import { SUCCESSOR_OFFSETS, SUCCESSOR_SLOTS } from '../../../src/problems/kernels/chainStreamLayout.ts';
import { KernelMemory } from '../../../src/problems/kernels/kernelMemory.ts';
import { hasKernel } from '../../../src/problems/kernels/kernelOperator.ts';
import { garnet } from '../../../src/problems/temporalDifference/garnet.ts';
import { REWARDS, STREAM } from '../../../src/problems/temporalDifference/layout.ts';
import { specimen } from '../../oracles/specimens.ts';
import { placed } from '../kernels/kernelAgents.ts';

const STATES = 30;
/** Each block has room for 655 of them. */
const SPECIFICATION = specimen('garnet', { agents: 1400, states: STATES, dimension: 4, discount: 0.9 });
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
  // the ends of all three blocks, not in order, and one of them twice
  for (const agent of [1399, 654, 0, 655, 1310, 1309, 654]) {
    const own = problem.agent(agent);
    const P = plainKernel(agent);
    const { transition, stationary } = own.chain!;
    expect(transition).toEqual(P);
    const draw = generatorFor(SPECIFICATION.seed, 'problem', 'rewards', agent);
    const rewards = Array.from({ length: STATES }, () => draw.uniform());
    expect([...own.values!.rewards]).toEqual(rewards);
    for (let s = 0; s < STATES; s++) {
      let into = 0;
      for (let from = 0; from < STATES; from++) into += stationary[from]! * P[from * STATES + s]!;
      expect(Math.abs(into - stationary[s]!)).toBeLessThan(1e-15);
    }
    const operator = own.operator('markov', 1);
    if (!hasKernel(operator)) throw new Error('an operator without a kernel');
    const record = placed(memory, `agent/${agent}/0`, operator);
    const address = (field: number): number => memory.uint32(record + field, 1)[0]!;
    const { offsets, slots } = aliasTable(P, STATES, STATES);
    expect([...memory.float64(address(REWARDS), STATES)]).toEqual(rewards);
    expect([...memory.uint32(address(STREAM + SUCCESSOR_OFFSETS), STATES + 1)]).toEqual([...offsets]);
    expect([...memory.uint32(address(STREAM + SUCCESSOR_SLOTS), slots.length)]).toEqual([...slots]);
  }
});
