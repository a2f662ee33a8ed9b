/** The kernel of regression on two-state chains against its reference, bit for bit. */
import { describe, expect, test } from 'vitest';
import { GENERATOR, STATE } from '../../../src/kernels/chainStreamLayout.ts';
import { twoStateRegression } from '../../../src/problems/twoStateRegression/family.ts';
import { NOISE, NOISE_GENERATOR, STREAM } from '../../../src/kernels/twoStateRegression/layout.ts';
import type { TwoStateRegressionSpecification } from '../../../src/problems/specification.ts';
import { CIRCUMSTANCES, PlacedProblem } from '../../kernels/callSequence.ts';
import { specimen } from '../../oracles/specimens.ts';

const BASE: TwoStateRegressionSpecification = specimen('two-state-regression', {
  agents: 6,
  dimension: 4,
  flipProbability: 0.3,
  features: [-1, 1],
  optima: [
    [0, 1],
    [-2, 1],
  ],
  regularisation: 0.2,
});
/** ε and its generator's words; the chain's generator's words, and the state */
const RECORD_STREAM = [
  [NOISE, NOISE + 8],
  [NOISE_GENERATOR, NOISE_GENERATOR + 16],
  [STREAM + GENERATOR, STREAM + GENERATOR + 16],
  [STREAM + STATE, STREAM + STATE + 4],
] as const;

const DIMENSIONS = [1, 2, 3, 4, 5, 9, 10, 50, 51];

describe.each(CIRCUMSTANCES)('$sampling, stride $stride', (circumstances) => {
  test.each(DIMENSIONS)('six agents, d = %i', (dimension) => {
    for (const regularisation of [0.2, 0]) {
      const problem = twoStateRegression.build({ ...BASE, dimension, regularisation });
      new PlacedProblem(problem, circumstances, RECORD_STREAM).goThrough(0.02);
    }
  });
});

test('from one agent to nine, each takes its own steps', () => {
  for (let count = 1; count <= 9; count++) {
    const problem = twoStateRegression.build({ ...BASE, agents: count });
    new PlacedProblem(problem, CIRCUMSTANCES[0]!, RECORD_STREAM).goThrough(0.05);
  }
});

test.each(DIMENSIONS)('zeros of either sign, d = %i', (dimension) => {
  const problem = twoStateRegression.build({ ...BASE, dimension, features: [0, 0], labelNoise: [0, 0] });
  new PlacedProblem(problem, CIRCUMSTANCES[0]!, RECORD_STREAM, 6, 0).goThrough(-0.1);
});

test.each(DIMENSIONS)('what diverges does so in the same places, d = %i', (dimension) => {
  const problem = twoStateRegression.build({ ...BASE, dimension });
  const placed = new PlacedProblem(problem, CIRCUMSTANCES[0]!, RECORD_STREAM, 6, 1e150);
  expect(placed.diverge(1e4)).toBe(true);
});
