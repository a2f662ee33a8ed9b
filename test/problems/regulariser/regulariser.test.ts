import { expect, test } from 'vitest';
import { regulariserCurvature, regulariserSlope } from '../../../src/problems/regulariser/regulariser.ts';
import { gradientOf } from '../../oracles/finiteDifferences.ts';

/** r of one coordinate: ½ w²/(1 + w²) */
const r = (w: number): number => (0.5 * w * w) / (1 + w * w);
const POINTS = [-20, -3, -1, -0.5, 0, 0.1, 1 / Math.sqrt(3), 2, 7];

test('the slope and the curvature are the derivatives of ½ w²/(1 + w²) at nine points, to 1e-9', () => {
  for (const w of POINTS) {
    expect(Math.abs(regulariserSlope(w) - gradientOf(([x]) => r(x!), [w])[0]!)).toBeLessThan(1e-9);
    const slope = gradientOf(([x]) => regulariserSlope(x!), [w])[0]!;
    expect(Math.abs(regulariserCurvature(w) - slope)).toBeLessThan(1e-9);
  }
});

test('the curvature is 1 at 0, falls to −¼ at ±1, and changes its sign at 1/√3', () => {
  expect([0, 1, -1].map(regulariserCurvature)).toEqual([1, -0.25, -0.25]);
  expect(Math.abs(regulariserCurvature(1 / Math.sqrt(3)))).toBeLessThan(1e-15);
});
