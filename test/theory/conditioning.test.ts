/** Numbers of theory that hang on a small eigenvalue of Ā. */
import { expect, test } from 'vitest';
import { finiteLinear } from '../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../src/problems/root.ts';
import { predict } from '../../src/theory/predictions.ts';
import { stabilityOf } from '../../src/theory/stability/stability.ts';
import { theoryReport } from '../../src/theory/theoryReport.ts';
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
  const reason =
    'the condition number of Ā in the best units of θ is about 1e+13, above 1e+10: rounding decides';
  expect(prediction).toMatchObject({ limitError: null, limitKind: null, source: `none: ${reason}` });
  expect(stability.mean).toEqual({ step: null, relativeError: null, kind: 'none', reason });
  expect(stability.meanSquare).toEqual(stability.mean);
});

/** Agents that observe one state: A_i, b_i, in two dimensions. */
function withoutNoise(
  agents: readonly (readonly [number[], number[]])[],
  stepSize: number,
  localSteps: number,
) {
  const problem = finiteLinear.build(
    specificationOf(
      agents.map(([A, b]) => ({
        transition: [[1]],
        A: [[A.slice(0, 2), A.slice(2)]],
        b: [b],
        initial: 'stationary' as const,
      })),
    ),
  );
  const solution = solveProblem(problem);
  const asked = {
    algorithms: [LOCAL_SA(stepSize)],
    trigger: { kind: 'deterministic', localSteps },
    sampling: 'exact',
    initial: [0, 0],
  } as const;
  return {
    solution,
    prediction: predict(problem, solution, asked)[0]!,
    step: stabilityOf(problem, solution, asked, { multiplications: 1e8, doubles: 1e6 })[0]!.mean.step,
  };
}

/** T diag(a, e) T⁻¹ with T = [[1, 1], [1, 2]]: without rounding where a and e are dyadic. */
const turned = (a: number, e: number): number[] => [2 * a - e, e - a, 2 * (a - e), 2 * e - a];

/** Θ* and the fixed point of Local SA's round with two steps in one coordinate, without cancellation. */
function alone(rates: readonly [number, number], forces: readonly [number, number], eta: number) {
  const root = (forces[0] + forces[1]) / (rates[0] + rates[1]);
  const pull = rates.map((rate, i) => (2 - eta * rate) * (forces[i]! - rate * root));
  const gap = rates.map((rate) => rate * (2 - eta * rate));
  return { root, offset: (pull[0]! + pull[1]!) / (gap[0]! + gap[1]!) };
}

test.each([
  [2 ** -41, 0.5, false],
  [2 ** -30, 0.5, false],
  [2 ** -20, 0.5, true],
  [2 ** -20, 2 ** -18, false],
  [2 ** -10, 0.5, true],
  [2 ** -10, 2 ** -24, false],
])(
  'with the smallest eigenvalue %d and η = %d limits and steps are right to six digits, or withheld',
  (e, eta, limitIsKnown) => {
    const fast = alone([0.5, 1], [1, 0.25], eta);
    const slow = alone([e, 2 * e], [e, 3 * e], eta);
    const agent = (a: number, rate: number, f: number, g: number): readonly [number[], number[]] => [
      turned(a, rate),
      [f + g, f + 2 * g],
    ];
    const { solution, prediction, step } = withoutNoise(
      [agent(0.5, e, 1, e), agent(1, 2 * e, 0.25, 3 * e)],
      eta,
      2,
    );
    const limit = (fast.offset + slow.offset) ** 2 + (fast.offset + 2 * slow.offset) ** 2;
    if (limitIsKnown) expect(Math.abs(prediction.limitError! / limit - 1)).toBeLessThan(1e-6);
    else
      expect(prediction).toMatchObject({
        limitError: null,
        source: expect.stringContaining('rounding decides') as string,
      });
    // mean of (1 − η/2)² and (1 − η)² is 1: η = 12/5
    if (e > 1e-11) {
      expect(Math.abs(step! / 2.4 - 1)).toBeLessThan(1e-6);
      expect(Math.abs(solution.root![0]! / (fast.root + slow.root) - 1)).toBeLessThan(1e-9);
    } else expect(step).toBeNull();
  },
);

/** Two agents whose first coordinate is in units of its own. */
function inUnits(unit: number) {
  const agent = (A: readonly number[], b: readonly number[]): readonly [number[], number[]] => [
    [A[0]!, A[1]! * unit, A[2]! / unit, A[3]!],
    [b[0]! * unit, b[1]!],
  ];
  return withoutNoise(
    [agent([1, 0.25, 0.5, 0.75], [1, 2]), agent([0.5, -0.25, 0.25, 1], [-0.5, 1])],
    0.25,
    2,
  );
}

test.each([1e8, 1e-8, 1e30])('with a coordinate in units of %d factors and steps are the same', (unit) => {
  const [known, scaled] = [inUnits(1), inUnits(unit)];
  expect(Math.abs(scaled.step! / known.step! - 1)).toBeLessThan(1e-6);
  expect(Math.abs(scaled.prediction.roundFactor! / known.prediction.roundFactor! - 1)).toBeLessThan(1e-12);
  const [first, second] = known.solution.root!;
  expect(Math.abs(scaled.solution.root![0]! / (unit * first!) - 1)).toBeLessThan(1e-12);
  expect(Math.abs(scaled.solution.root![1]! / second! - 1)).toBeLessThan(1e-12);
});

test('with a coordinate in large or small units the limit is that of the other, or its own', () => {
  const limit = (unit: number): number => inUnits(unit).prediction.limitError!;
  expect(Math.abs((limit(1e8) / 1e16 + limit(1e-8)) / limit(1) - 1)).toBeLessThan(1e-12);
});

test('whether a round of steps too small for its slow direction is stable is not said', () => {
  const { prediction } = withoutNoise(
    [
      [
        [1e16, 1e8, 1e7, 0.5],
        [1e8, 1],
      ],
    ],
    1e-16,
    1,
  );
  expect(prediction.source).not.toContain('not stable');
});

test('digits of θ* that rounding decides are doubted, in any units', () => {
  const doubt = (A: number[][]): string | undefined => {
    const problem = finiteLinear.build(
      specificationOf([{ transition: [[1]], A: [A], b: [[1, 2]], initial: 'stationary' }]),
    );
    return theoryReport(problem, solveProblem(problem)).rootDoubt;
  };
  expect(
    doubt([
      [1, 1],
      [1, 1 + 1e-12],
    ]),
  ).toMatch(/^the condition number of Ā is about 4e\+12, above 1e\+10: rounding decides$/);
  expect(
    doubt([
      [1, 1e8],
      [1, 2e8],
    ]),
  ).toBeUndefined();
});
