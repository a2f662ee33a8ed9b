/** The kernel of Q-learning against its reference, bit for bit. */
import { describe, expect, test } from 'vitest';
import { instantiate, loadKernels } from '../../../actors/agent/kernelProgram.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import type { ActionFeatures } from '../../../src/problems/control/actionFeatures.ts';
import { KernelMemory } from '../../../src/kernels/kernelMemory.ts';
import { QLearningOperator } from '../../../src/problems/qLearning/operator.ts';
import { qLearning } from '../../../src/problems/qLearning/family.ts';
import type { ActionValueFeatures, QLearningSpecification } from '../../../src/problems/specification.ts';
import { CHAIN_STREAM_BYTES, GENERATOR } from '../../../src/kernels/chainStreamLayout.ts';
import { STREAM } from '../../../src/kernels/qLearning/layout.ts';
import { ChainSampler, TransitionStream } from '../../../src/problems/streams/finiteChain.ts';
import { CIRCUMSTANCES, PlacedProblem } from '../../kernels/callSequence.ts';
import { placed } from '../../kernels/kernelAgents.ts';
import { specimen } from '../../oracles/specimens.ts';

const BASE: QLearningSpecification = specimen('q-learning', {
  agents: 5,
  environment: { kind: 'garnet', states: 7, actions: 3, branching: 2, heterogeneity: 'high' },
});
const MACHINES: QLearningSpecification = {
  ...BASE,
  environment: {
    kind: 'machine-replacement',
    levels: 8,
    wear: [0.2, 0.7],
    runningCost: [0.5, 2],
    price: 1.5,
  },
};
/** the generator's words, s and s' */
const RECORD_STREAM = [[STREAM + GENERATOR, STREAM + CHAIN_STREAM_BYTES]] as const;

const FEATURES: readonly ActionValueFeatures[] = [
  { kind: 'tabular' },
  { kind: 'aggregated', groups: 1 },
  { kind: 'aggregated', groups: 3 },
  ...[1, 2, 3, 4, 5, 10, 50, 51].map((dimension) => ({ kind: 'random', dimension }) as const),
];

describe.each(CIRCUMSTANCES)('$sampling, stride $stride', (circumstances) => {
  test.each(FEATURES)('five agents with $kind features, $dimension', (features) => {
    for (const base of [BASE, MACHINES]) {
      new PlacedProblem(qLearning.build({ ...base, features }), circumstances, RECORD_STREAM).goThrough(0.1);
    }
  });
});

test('from one agent to nine, each takes its own steps', () => {
  for (let count = 1; count <= 9; count++) {
    const problem = qLearning.build({ ...BASE, agents: count });
    new PlacedProblem(problem, CIRCUMSTANCES[0]!, RECORD_STREAM).goThrough(0.3);
  }
});

test.each(FEATURES)('zeros of either sign, with $kind features, $dimension', (features) => {
  // without rewards and corrections, θ = ±0 stays what the reference makes of −0 + η (0 + …)
  const problem = qLearning.build({ ...MACHINES, features });
  for (const stepSize of [0.1, -0.1, 0]) {
    const placed = new PlacedProblem(problem, CIRCUMSTANCES[0]!, RECORD_STREAM, 5, 0);
    for (let call = 0; call < 6; call++) {
      placed.agents.advance(stepSize, false, 1 + (call % 3));
      placed.agents.peek();
      placed.expectSame();
    }
  }
});

test.each(FEATURES)('what diverges does so in the same places, $kind $dimension', (features) => {
  const problem = qLearning.build({ ...BASE, features });
  const placed = new PlacedProblem(problem, CIRCUMSTANCES[0]!, RECORD_STREAM, 5, 1e150);
  expect(placed.diverge(1e4)).toBe(true);
});

/** One state and action, and a reward that makes the first step's δ −1, 0, 1 or −0 with θ = ±0. */
function oneState(features: ActionFeatures, reward: number): QLearningOperator {
  const single = Float64Array.of(1);
  const process = { states: 1, actions: 1, kernel: single, rewards: Float64Array.of(reward) };
  const sampler = new ChainSampler({ states: 1, transition: single, stationary: single }, 'stationary');
  const stream = new TransitionStream(sampler, generatorFor(1, 'chain'), false);
  return new QLearningOperator({ process, features, discount: 0 }, stream);
}

test('products and corrections that are −0 make the zeros that the reference makes of them', () => {
  const signs = [0, -0];
  // the odd last coordinate, too, and every pair of signs in both lanes
  const vectors = Float64Array.of(0, -0, 0, -0, 0);
  const corrections = [Float64Array.of(0, 0, -0, -0, -0), Float64Array.of(-0, -0, 0, 0, 0), undefined];
  const cases = [0, 4].map((c): ActionFeatures => ({
    kind: 'indicator',
    dimension: 5,
    coordinate: Int32Array.of(c),
  }));
  const memory = new KernelMemory();
  const { qLearning_advance } = instantiate(loadKernels()!, memory);
  const [theta, c] = [memory.allocate(40), memory.allocate(40)];
  const records = memory.allocate(4);
  let agent = 0;
  for (const features of [...cases, { kind: 'dense', dimension: 5, vectors } as const]) {
    for (const reward of [-1, -0, 0, 1]) {
      for (const correction of corrections) {
        for (const stepSize of [0.5, 0, -0.5]) {
          for (const sign of signs) {
            const expected = new Float64Array(5).fill(sign);
            oneState(features, reward).advance(expected, stepSize, correction, 2);

            const record = placed(memory, `agent/${agent++}/0`, oneState(features, reward));
            memory.uint32(record, 2).set([theta, c]);
            memory.uint32(records, 1)[0] = record;
            memory.float64(theta, 5).fill(sign);
            if (correction) memory.float64(c, 5).set(correction);
            qLearning_advance(records, 1, stepSize, correction ? 1 : 0, 2, 1);
            expect([...memory.float64(theta, 5)]).toEqual([...expected]);
          }
        }
      }
    }
  }
});
