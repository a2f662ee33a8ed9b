import { describe, expect, test } from 'vitest';
import type { AgentProblem, MeanOperator, Problem } from '../../src/problems/operator.ts';
import { solveProblem } from '../../src/problems/root.ts';
import { InputError } from '../../src/values/failure.ts';

function problemOf(dimension: number, means: readonly (MeanOperator | undefined)[]): Problem {
  return {
    dimension,
    agents: means.length,
    agent: (index): AgentProblem => ({
      mean: means[index],
      chain: undefined,
      operator: () => {
        throw new Error('the root needs no stream');
      },
    }),
  };
}

const linear = (A: number[], b: number[]): MeanOperator => ({
  kind: 'linear',
  A: Float64Array.from(A),
  b: Float64Array.from(b),
});

/** A scalar operator, with its derivative where one is given. */
const scalar = (value: (theta: number) => number, derivative?: (theta: number) => number): MeanOperator => ({
  kind: 'nonlinear',
  evaluate: (theta, out) => void (out[0] = value(theta[0]!)),
  ...(derivative && { jacobian: (theta, out) => void (out[0] = derivative(theta[0]!)) }),
});

describe('linear problems', () => {
  test('agents with Ā = 1 and 2, b̄ = 1 and 4 have the root (1 + 4)/(1 + 2) = 5/3', () => {
    const { root, mean } = solveProblem(problemOf(1, [linear([1], [1]), linear([2], [4])]));
    expect(Math.abs(root![0]! - 5 / 3)).toBeLessThanOrEqual(2 * Number.EPSILON);
    expect(mean).toEqual(linear([1.5], [2.5]));
  });

  test('the agents’ means are kept where all are linear and M(d² + d) ≤ 2·10⁷, and only there', () => {
    const means = [linear([1], [1]), linear([2], [4])];
    expect(solveProblem(problemOf(1, means)).agentMeans).toEqual(means);
    expect(solveProblem(problemOf(1, means), Float64Array.of(1)).agentMeans).toEqual(means);
    const mixed = [...means, scalar((theta) => 1 - theta)];
    expect(solveProblem(problemOf(1, mixed)).agentMeans).toBeUndefined();
    const wide = linear(
      Array.from({ length: 100 }, (_, j) => (j % 11 === 0 ? 1 : 0)),
      new Array<number>(10).fill(1),
    );
    const many = (agents: number): Problem => ({
      ...problemOf(10, [wide]),
      agents,
      agent: () => problemOf(10, [wide]).agent(0),
    });
    expect(solveProblem(many(181_818)).agentMeans).toHaveLength(181_818);
    expect(solveProblem(many(181_819)).agentMeans).toBeUndefined();
  });

  test('singular agents are no trouble as long as their average is invertible', () => {
    // diag(2, 0) and diag(0, 4) average to diag(1, 2); b̄ = (3, 2): θ* = (3, 1).
    const { root } = solveProblem(problemOf(2, [linear([2, 0, 0, 0], [6, 0]), linear([0, 0, 0, 4], [0, 4])]));
    expect([...root!]).toEqual([3, 1]);
  });

  test('a singular average is refused in one line', () => {
    const singular = problemOf(1, [linear([1], [1]), linear([-1], [1])]);
    expect(() => solveProblem(singular)).toThrow(InputError);
    expect(() => solveProblem(singular)).toThrow(/^the mean matrix .* is singular.*$/);
  });

  test('a root that is given is taken as it is, even where the average is singular', () => {
    const singular = problemOf(1, [linear([1], [1]), linear([-1], [-1])]);
    expect([...solveProblem(singular, Float64Array.of(7)).root!]).toEqual([7]);
    expect(() => solveProblem(singular, Float64Array.of(7, 8))).toThrow(InputError);
  });
});

describe('nonlinear problems', () => {
  // (2 − θ³) + (8 − θ³) + (3 − 3θ) = 0 has θ³·2 + 3θ = 13.
  const cubic = (constant: number): MeanOperator =>
    scalar(
      (t) => constant - t ** 3,
      (t) => -3 * t * t,
    );
  const mixed = problemOf(1, [cubic(2), cubic(8), linear([3], [3])]);

  test('linear and nonlinear agents are averaged together, and the root solves 2θ³ + 3θ = 13', () => {
    const { root, mean } = solveProblem(mixed);
    const theta = root![0]!;
    // The slope there is about 20, so that rounding of 13 moves the root by less than 1e-15.
    expect(Math.abs(2 * theta ** 3 + 3 * theta - 13)).toBeLessThan(2e-14);
    const out = new Float64Array(1);
    if (mean?.kind !== 'nonlinear') throw new Error('a cubic agent makes the average nonlinear');
    mean.evaluate(Float64Array.of(2), out);
    // ((2 − 8) + (8 − 8) + (3 − 6))/3 = −3
    expect(out[0]).toBe(-3);
    mean.jacobian!(Float64Array.of(2), out);
    // −(12 + 12 + 3)/3 = −9
    expect(out[0]).toBe(-9);
  });

  test('without Jacobians, finite differences find the same root to rounding', () => {
    const bare = problemOf(1, [scalar((t) => 2 - t ** 3), scalar((t) => 8 - t ** 3), linear([3], [3])]);
    const { root, mean } = solveProblem(bare);
    expect(Math.abs(root![0]! - solveProblem(mixed).root![0]!)).toBeLessThan(4 * Number.EPSILON);
    expect(mean).not.toHaveProperty('jacobian');
  });

  test('a start from which undamped Newton steps fly off is damped', () => {
    // −atan(θ − 3): from 0, at distance 3 > 1.39, undamped steps diverge.
    const arc = problemOf(1, [
      scalar(
        (t) => -Math.atan(t - 3),
        (t) => -1 / (1 + (t - 3) ** 2),
      ),
    ]);
    expect(Math.abs(solveProblem(arc).root![0]! - 3)).toBeLessThan(4 * Number.EPSILON);
  });

  test('two coupled coordinates are solved without a Jacobian', () => {
    // x + y² = 3 and y + x³ = 9 hold at (2, 1): 2 + 1 and 1 + 8.
    const pair: MeanOperator = {
      kind: 'nonlinear',
      evaluate: (theta, out) => {
        out[0] = 3 - theta[0]! - theta[1]! ** 2;
        out[1] = 9 - theta[1]! - theta[0]! ** 3;
      },
    };
    const { root } = solveProblem(problemOf(2, [pair]));
    const [x, y] = [root![0]!, root![1]!];
    expect(Math.abs(x + y * y - 3)).toBeLessThan(1e-14);
    expect(Math.abs(y + x ** 3 - 9)).toBeLessThan(1e-13);
  });

  test.each([
    [1, 1, 1, 1],
    [1e9, 1, 1, 1],
    [1, 1, 1e12, 1],
    [1e-9, 1, 1e8, 1],
    [1, 1e-9, 1, 1e10],
  ])('unknowns in units of %d and %d, equations times %d and %d have the same root', (u, v, r, s) => {
    // x³ + x + y = 5 and x + 2 y + y³/4 = 1
    const pair = (jacobian: boolean): MeanOperator => ({
      kind: 'nonlinear',
      evaluate: (theta, out) => {
        const [x, y] = [theta[0]! / u, theta[1]! / v];
        out[0] = r * (5 - x ** 3 - x - y);
        out[1] = s * (1 - x - 2 * y - y ** 3 / 4);
      },
      ...(jacobian && {
        jacobian: (theta, out) => {
          const [x, y] = [theta[0]! / u, theta[1]! / v];
          out.set([(-r * (3 * x * x + 1)) / u, -r / v, -s / u, (-s * (2 + 0.75 * y * y)) / v]);
        },
      }),
    });
    for (const jacobian of [true, false]) {
      // Differences over 10⁻⁵ see nothing of a unit of 10⁻⁹: a root that they do not find is refused.
      if (!jacobian && Math.min(u, v) < 1) {
        expect(() => solveProblem(problemOf(2, [pair(false)]))).toThrow(InputError);
        continue;
      }
      const { root } = solveProblem(problemOf(2, [pair(jacobian)]));
      const [x, y] = [root![0]! / u, root![1]! / v];
      expect(Math.abs(x ** 3 + x + y - 5)).toBeLessThan(1e-12);
      expect(Math.abs(x + 2 * y + y ** 3 / 4 - 1)).toBeLessThan(1e-12);
    }
  });

  test('an operator without a root is refused with one line', () => {
    expect(() =>
      solveProblem(
        problemOf(1, [
          scalar(
            (t) => t * t + 2 * t + 2,
            (t) => 2 * t + 2,
          ),
        ]),
      ),
    ).toThrow(InputError);
    // A derivative of 0 at the start.
    expect(() =>
      solveProblem(
        problemOf(1, [
          scalar(
            (t) => t * t + 1,
            (t) => 2 * t,
          ),
        ]),
      ),
    ).toThrow(/^Newton’s method.*singular Jacobian.*$/);
  });
});

describe('unknown means', () => {
  test('one agent without a mean operator leaves mean and root undefined', () => {
    const partial = problemOf(1, [linear([1], [1]), undefined]);
    expect(solveProblem(partial)).toEqual({ root: undefined, mean: undefined });
    expect([...solveProblem(partial, Float64Array.of(2)).root!]).toEqual([2]);
  });
});
