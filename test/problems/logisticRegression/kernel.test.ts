/** The kernel of logistic regression against its reference, bit for bit. */
import { describe, expect, test } from 'vitest';
import { logisticRegression } from '../../../src/problems/logisticRegression/family.ts';
import { CURRENT, GENERATOR } from '../../../src/kernels/logisticRegression/layout.ts';
import type { LogisticRegressionSpecification } from '../../../src/problems/specification.ts';
import { CIRCUMSTANCES, PlacedProblem } from '../../kernels/callSequence.ts';
import { specimen } from '../../oracles/specimens.ts';

const BASE: LogisticRegressionSpecification = specimen('logistic-regression', {
  agents: 6,
  dimension: 4,
  records: 30,
  deviation: 1.5,
});
/** the current record, and the generator's words */
const STREAM = [
  [CURRENT, CURRENT + 4],
  [GENERATOR, GENERATOR + 16],
] as const;

const DIMENSIONS = [1, 2, 3, 4, 5, 9, 10, 50, 51];

describe.each(CIRCUMSTANCES)('$sampling, stride $stride', (circumstances) => {
  test.each(DIMENSIONS)('six agents, d = %i', (dimension) => {
    for (const persistence of [0, 0.7]) {
      const problem = logisticRegression.build({ ...BASE, dimension, persistence });
      new PlacedProblem(problem, circumstances, STREAM).goThrough(0.1);
    }
  });
});

test('from one agent to nine, each takes its own steps', () => {
  for (let count = 1; count <= 9; count++) {
    const problem = logisticRegression.build({ ...BASE, agents: count, persistence: 0.5 });
    new PlacedProblem(problem, CIRCUMSTANCES[0]!, STREAM).goThrough(0.3);
  }
});

test.each([1e-3, 1, 1e3, 1e6])('weights from 0 to 1, with θ of size %d', (scale) => {
  const problem = logisticRegression.build({ ...BASE, dimension: 7, margin: 0 });
  new PlacedProblem(problem, CIRCUMSTANCES[2]!, STREAM, 6, scale).goThrough(0.1);
});

test.each(DIMENSIONS)('zeros of either sign, d = %i', (dimension) => {
  const problem = logisticRegression.build({ ...BASE, dimension, separation: 0, deviation: 0 });
  new PlacedProblem(problem, CIRCUMSTANCES[0]!, STREAM, 6, 0).goThrough(-0.1);
});

test.each(DIMENSIONS)('what diverges does so in the same places, d = %i', (dimension) => {
  const problem = logisticRegression.build({ ...BASE, dimension });
  const placed = new PlacedProblem(problem, CIRCUMSTANCES[0]!, STREAM, 6, 1e150);
  expect(placed.diverge(1e9)).toBe(true);
});
