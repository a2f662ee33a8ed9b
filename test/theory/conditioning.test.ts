/** Numbers of theory that hang on a small eigenvalue of Ā. */
import { expect, test } from 'vitest';
import { finiteLinear } from '../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../src/problems/root.ts';
import { predict } from '../../src/theory/predictions.ts';
import { stabilityOf } from '../../src/theory/stability/stability.ts';
import { LOCAL_SA } from '../oracles/events.ts';
import { specificationOf } from '../oracles/explicitProblem.ts';

/** One agent of two states, Ā with the eigenvalues 1 and ε, and noise in its matrix. */
function theoryOf(epsilon: number) {
  const problem = finiteLinear.build(
    specificationOf([
      {
        transition: [
          [0.9, 0.1],
          [0.1, 0.9],
        ],
        A: [
          [
            [0.5, 0],
            [0, epsilon],
          ],
          [
            [1.5, 0],
            [0, epsilon],
          ],
        ],
        b: [
          [1, epsilon],
          [1, epsilon],
        ],
        initial: 'stationary',
      },
    ]),
  );
  const solution = solveProblem(problem);
  const asked = {
    algorithms: [LOCAL_SA(0.1)],
    trigger: { kind: 'deterministic', localSteps: 1 },
    sampling: 'markov',
    initial: [0, 0],
  } as const;
  return {
    prediction: predict(problem, solution, asked)[0]!,
    stability: stabilityOf(problem, solution, asked, { multiplications: 1e8, doubles: 1e6 })[0]!,
  };
}

test('largest steps and limits of a nearly singular mean matrix are withheld with its condition number', () => {
  const known = theoryOf(1e-3);
  expect(known.prediction.limitError).toBeGreaterThan(0);
  expect(known.stability.mean.step).toBeGreaterThan(1);
  const { prediction, stability } = theoryOf(1e-13);
  const reason = 'the condition number of Ā is about 1e+13, above 1e+10: rounding decides';
  expect(prediction).toMatchObject({ limitError: null, limitKind: null, source: `none: ${reason}` });
  expect(stability.mean).toEqual({ step: null, relativeError: null, kind: 'none', reason });
  expect(stability.meanSquare).toEqual(stability.mean);
});
