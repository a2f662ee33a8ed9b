/** Means of many local steps by their slow modes, against the same step by step. */
import { describe, expect, test } from 'vitest';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { add, block, largestElement, matrix, multiply, plus } from '../../../src/maths/matrix.ts';
import { meanOverSteps } from '../../../src/maths/jumpLinear/firstMoments.ts';
import { meansOfSteps } from '../../../src/maths/jumpLinear/meansOfSteps.ts';
import { squaresOfSteps } from '../../../src/maths/jumpLinear/squaresOfSteps.ts';
import { NumericalFailure } from '../../../src/maths/numericalFailure.ts';
import { localChain, localShape } from '../../../src/theory/chain/localSteps.ts';
import { type ExplicitProblem, randomProblem } from '../../oracles/explicitProblem.ts';
import { known } from '../../theory/levels/knownCase.ts';

const D = 2;
const STEPS = 300;
const chainOf = (problem: ExplicitProblem) => {
  const { agents, root } = known(problem, { kind: 'deterministic', localSteps: STEPS });
  return localChain(agents[0]!.law as FiniteObservations, root);
};
const chain = chainOf(randomProblem(1, D, 7));
const shape = (stepSize: number) => localShape({ kind: 'step', stepSize }, D, true);

describe.each([0.02, 0.5, 1.2])('at the step size %f', (stepSize) => {
  test('E[v | z, s] is that of the steps one by one', () => {
    const truth = meanOverSteps(chain, shape(stepSize), STEPS);
    const { reached, ended, modes: p } = meansOfSteps(chain, shape(stepSize), STEPS)!;
    const total = matrix(D, p);
    for (let t = 0; t < chain.states; t++) add(total, block(ended, [t * D, D]));
    const found = matrix(truth.rows, truth.columns);
    for (let s = 0; s < chain.states; s++)
      add(block(found, [s * D, D]), multiply(total, block(reached, [s * p, p])));
    expect(largestElement(plus(found, truth, -1))).toBeLessThan(1e-8 * largestElement(truth));
  });
});

test('steps that diverge have no means', () => {
  expect(() => meansOfSteps(chain, shape(50), STEPS)).toThrow(NumericalFailure);
});

describe('of one coordinate', () => {
  const scalar = (transition: number[][], A: readonly number[]) =>
    chainOf([{ transition, A: A.map((a) => [[a]]), b: A.map((_, s) => [s - 3]), initial: 'stationary' }]);
  const local = localShape({ kind: 'step', stepSize: 1 }, 1, false);

  test('slow growth beyond all bounds is seen long before they get there', () => {
    const growing = scalar([[1]], [-1e-6]);
    expect(() => meansOfSteps(growing, local, 1e9)).toThrow(NumericalFailure);
    expect(() => squaresOfSteps(growing, local, 1e9)).toThrow(NumericalFailure);
  });

  test('two modes that turn and grow are not one that fades', () => {
    const turning = scalar(
      [
        [0.5, 0.5],
        [0.7, 0.3],
      ],
      [-1.1, 3.41],
    );
    expect(() => meansOfSteps(turning, local, 200_000)).toThrow(NumericalFailure);
  });
});
