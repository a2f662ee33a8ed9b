import { describe, expect, test } from 'vitest';
import { flowLimit, isStable } from '../../src/problems/meanFlow.ts';
import type { NonlinearMean, Problem } from '../../src/problems/operator.ts';
import { solveProblem } from '../../src/problems/root.ts';

const scalar = (value: (t: number) => number, derivative: (t: number) => number): NonlinearMean => ({
  kind: 'nonlinear',
  evaluate: (theta, out) => void (out[0] = value(theta[0]!)),
  jacobian: (theta, out) => void (out[0] = derivative(theta[0]!)),
});
const problemOf = (mean: NonlinearMean, dimension = 1): Problem => ({
  dimension,
  agents: 1,
  agent: () => ({
    mean,
    chain: undefined,
    operator: () => {
      throw new Error('the root needs no stream');
    },
  }),
});

/** A double well: (θ + 1)(θ − 1)(0.1 − θ) flows from 0 to −1, past no root. */
const well = scalar(
  (t) => (t * t - 1) * (0.1 - t),
  (t) => 2 * t * (0.1 - t) - (t * t - 1),
);

describe('where Newton’s method from 0 ends at a root that the flow leaves', () => {
  test('the double well has the root −1, to which the flow goes down, instead of the hilltop 0.1 nearby', () => {
    expect(isStable(well, Float64Array.of(0.1))).toBe(false);
    expect(isStable(well, Float64Array.of(-1))).toBe(true);
    // Newton's first step from 0 is −(−0.1)/1: it leads to 0.1 at once.
    expect(solveProblem(problemOf(well)).root![0]).toBe(-1);
  });

  test('a root that is all there is, is kept: θ + 1 has −1, though its flow runs away', () => {
    const away = scalar(
      (t) => t + 1,
      () => 1,
    );
    expect(flowLimit(away, Float64Array.of(0))).toBeUndefined();
    expect(solveProblem(problemOf(away)).root![0]).toBe(-1);
  });
});

describe('the flow’s limit', () => {
  test('of the double well is −1 from just below the hilltop 0.1 and 1 from just above', () => {
    expect(flowLimit(well, Float64Array.of(0.0999))![0]).toBe(-1);
    expect(flowLimit(well, Float64Array.of(0.1001))![0]).toBe(1);
  });

  test('of −atan(θ − 3) is 3 from −1000, where Newton steps would overshoot by the square of the distance', () => {
    const arc = scalar(
      (t) => -Math.atan(t - 3),
      (t) => -1 / (1 + (t - 3) ** 2),
    );
    expect(Math.abs(flowLimit(arc, Float64Array.of(-1000))![0]! - 3)).toBeLessThan(4 * Number.EPSILON);
  });

  test("of a rotation that contracts slowly, θ' = [[−1e-3, 1], [−1, −1e-3]] (θ − (3, 4)), is (3, 4)", () => {
    const rotation: NonlinearMean = {
      kind: 'nonlinear',
      evaluate: ([x, y], out) => {
        out[0] = -1e-3 * (x! - 3) + (y! - 4);
        out[1] = -(x! - 3) - 1e-3 * (y! - 4);
      },
    };
    const limit = flowLimit(rotation, Float64Array.of(0, 0))!;
    expect(Math.abs(limit[0]! - 3) + Math.abs(limit[1]! - 4)).toBeLessThan(1e-14);
  });

  test('is found where rates differ by a factor of 10¹²', () => {
    const stiff: NonlinearMean = {
      kind: 'nonlinear',
      evaluate: ([x, y], out) => {
        out[0] = 1e6 * (1 - x! ** 3);
        out[1] = 1e-6 * (x! - Math.tanh(y!) - 0.5);
      },
    };
    // x = 1 and tanh y = ½, so y = ½ log 3.
    const limit = flowLimit(stiff, Float64Array.of(0.5, 0))!;
    expect(Math.abs(limit[0]! - 1)).toBeLessThan(1e-14);
    expect(Math.abs(limit[1]! - Math.log(3) / 2)).toBeLessThan(1e-13);
  });

  test('of a kink, max(θ/2, 2θ − 3) + 1 − θ, is the kink 2 itself from below and nothing from above', () => {
    // Branches: 1 − θ/2 below 2, and θ − 2 above; 2 is reached from below, and left above.
    const kink = scalar(
      (t) => Math.max(t / 2, 2 * t - 3) + 1 - t,
      (t) => (t / 2 >= 2 * t - 3 ? -0.5 : 1),
    );
    expect(flowLimit(kink, Float64Array.of(-5))![0]).toBe(2);
    expect(flowLimit(kink, Float64Array.of(2.5))).toBeUndefined();
  });

  test('does not exist for an operator without a root', () => {
    const without = scalar(
      (t) => t * t + 1,
      (t) => 2 * t,
    );
    expect(flowLimit(without, Float64Array.of(0))).toBeUndefined();
  });
});
