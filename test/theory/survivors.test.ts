/** Who is left when, and where the root of the mean over those who are left lies. */
import { describe, expect, test } from 'vitest';
import type { AgentProblem, MeanOperator, Problem } from '../../src/problems/operator.ts';
import { solveProblem } from '../../src/problems/root.ts';
import { rootOf, survivors } from '../../src/theory/survivors.ts';
import { crashTimes } from '../../src/timing/crashTimes.ts';

const problemOf = (dimension: number, means: readonly MeanOperator[]): Problem => ({
  dimension,
  agents: means.length,
  agent: (index): AgentProblem => ({
    mean: means[index],
    chain: undefined,
    operator: () => {
      throw new Error('a root needs no stream');
    },
  }),
});

/** Agent i has Ā_i = diag(i + 1, 2), b̄_i = (i², 1 − i): the roots of subsets are sums over sums, coordinate by coordinate. */
const LINEAR = problemOf(
  2,
  Array.from({ length: 5 }, (_, i) => ({
    kind: 'linear',
    A: Float64Array.of(i + 1, 0, 0, 2),
    b: Float64Array.of(i * i, 1 - i),
  })),
);
const closedForm = (some: readonly number[]): number[] => {
  const sum = (compute: (i: number) => number): number => some.reduce((total, i) => total + compute(i), 0);
  return [sum((i) => i * i) / sum((i) => i + 1), sum((i) => 1 - i) / (2 * some.length)];
};
const distance = (some: readonly number[]): number => {
  const [all, left] = [closedForm([0, 1, 2, 3, 4]), closedForm(some)];
  return (all[0]! - left[0]!) ** 2 + (all[1]! - left[1]!) ** 2;
};

describe('the root of some agents', () => {
  test.each([[[0, 1]], [[1, 3, 4]], [[4]]])('of %j of five with diagonal means is that by hand', (some) => {
    expect([...rootOf(LINEAR, some)!]).toEqual(
      closedForm(some).map((value) => expect.closeTo(value, 14) as number),
    );
  });

  test('of operators b_i − θ³ is the cube root of the mean of their b_i', () => {
    const cubes = problemOf(
      1,
      [1, 8, 27].map((b) => ({
        kind: 'nonlinear',
        evaluate: (theta, out) => void (out[0] = b - theta[0]! ** 3),
      })),
    );
    expect(rootOf(cubes, [1, 2])![0]).toBeCloseTo(Math.cbrt(17.5), 7);
  });

  test('is none where the mean over them is singular', () => {
    const means = [1, -1, 1].map((a) => ({ kind: 'linear', A: Float64Array.of(a), b: Float64Array.of(1) }));
    expect(rootOf(problemOf(1, means as MeanOperator[]), [0, 1])).toBeUndefined();
  });
});

describe('who is left', () => {
  const { root } = solveProblem(LINEAR);

  test('agents 1 and 2 crash at 10 s, agent 4 at 20 s, and the first two return at 30 s: three sets, each until the next', () => {
    const model = {
      agents: [
        { agents: [1, 2] as const, crash: { at: 10, returnsAfter: 20 } },
        { agents: [4, 4] as const, crash: { at: 20 } },
      ],
    };
    expect(survivors(LINEAR, root, model)).toEqual([
      {
        agents: [
          [0, 0],
          [3, 4],
        ],
        from: 10,
        until: 20,
        squaredDistance: expect.closeTo(distance([0, 3, 4]), 13) as number,
      },
      {
        agents: [
          [0, 0],
          [3, 3],
        ],
        from: 20,
        until: 30,
        squaredDistance: expect.closeTo(distance([0, 3]), 13) as number,
      },
      {
        agents: [[0, 3]],
        from: 30,
        until: null,
        squaredDistance: expect.closeTo(distance([0, 1, 2, 3]), 13) as number,
      },
    ]);
  });

  test('nobody crashes, all do, or when is drawn: there is none', () => {
    const drawn = { kind: 'exponential', mean: 3 } as const;
    for (const model of [
      undefined,
      { crash: { at: 5 } },
      { agents: [{ agents: [0, 1] as const, crash: { at: drawn } }] },
    ])
      expect(survivors(LINEAR, root, model)).toEqual([]);
    expect(crashTimes({ crash: { at: 5 } }, 3)).toEqual([{ at: 5, crashed: [0, 1, 2], returned: [] }]);
  });
});
