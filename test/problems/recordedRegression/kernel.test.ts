/** The kernel of regression on recorded series against its reference, bit for bit. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { hasKernel } from '../../../src/problems/operators/kernelOperator.ts';
import { KernelMemory } from '../../../src/kernels/kernelMemory.ts';
import { recordedRegression } from '../../../src/problems/recordedRegression/family.ts';
import { FEATURES, GENERATOR, LABELS, POSITION } from '../../../src/kernels/recordedRegression/layout.ts';
import type { RecordedRegressionSpecification } from '../../../src/problems/specification.ts';
import { CIRCUMSTANCES, PlacedProblem } from '../../kernels/callSequence.ts';
import { placed } from '../../kernels/kernelAgents.ts';

const ROWS = [40, 17];

/** Two series; windows within them, over their end, of all rows and of one. */
function specification(d: number, regularisation = 0.2): RecordedRegressionSpecification {
  const generator = generatorFor(4, 'series', d);
  const normals = (n: number): Float64Array => Float64Array.from({ length: n }, () => generator.normal());
  return {
    kind: 'recorded-regression',
    dimension: d,
    series: ROWS.map((rows) => ({ x: normals(rows * d), y: normals(rows) })),
    windows: [
      { series: 0, start: 3, length: 20 },
      { series: 0, start: 33, length: 12 },
      { series: 1, start: 16, length: 17 },
      { series: 0, start: 0, length: 40 },
      { series: 1, start: 5, length: 1 },
    ],
    regularisation,
    initial: 'stationary',
  };
}
/** the position, and the words of the generator that draws it */
const STREAM = [
  [POSITION, POSITION + 4],
  [GENERATOR, GENERATOR + 16],
] as const;

const DIMENSIONS = [1, 2, 3, 4, 5, 9, 10, 50, 51];

describe.each(CIRCUMSTANCES)('$sampling, stride $stride', (circumstances) => {
  test.each(DIMENSIONS)('five windows, d = %i', (d) => {
    for (const initial of ['first', 'stationary'] as const) {
      const problem = recordedRegression.build({ ...specification(d), initial });
      new PlacedProblem(problem, circumstances, STREAM).goThrough(0.01);
    }
  });
});

test('without the regulariser, and with one agent alone', () => {
  const problem = recordedRegression.build(specification(3, 0));
  for (const count of [1, 2, 5]) {
    new PlacedProblem(problem, CIRCUMSTANCES[0]!, STREAM, count).goThrough(0.01);
  }
});

test.each(DIMENSIONS)('zeros of either sign, d = %i', (d) => {
  const whole = specification(d);
  const series = whole.series.map(({ x, y }) => ({ x: x.map(() => 0), y }));
  const problem = recordedRegression.build({ ...whole, series });
  new PlacedProblem(problem, CIRCUMSTANCES[0]!, STREAM, 5, 0).goThrough(-0.1);
});

test.each(DIMENSIONS)('what diverges does so in the same places, d = %i', (d) => {
  const problem = recordedRegression.build(specification(d));
  const placed = new PlacedProblem(problem, CIRCUMSTANCES[0]!, STREAM, 5, 1e150);
  expect(placed.diverge(1e4)).toBe(true);
});

test('windows of one series share its copy, and a second placing adds none', () => {
  const memory = new KernelMemory();
  const problem = recordedRegression.build(specification(3));
  const tables = (): number[][] =>
    [0, 1, 2].map((agent) => {
      const operator = problem.agent(agent).operator('markov', 1);
      if (!hasKernel(operator)) throw new Error('an operator without a kernel');
      const record = placed(memory, `agent/${agent}/0`, operator);
      return [FEATURES, LABELS].map((field) => memory.uint32(record + field, 1)[0]!);
    });
  const first = tables();
  expect(first[1]).toEqual(first[0]);
  expect(first[2]).not.toEqual(first[0]);
  expect(tables()).toEqual(first);
});
