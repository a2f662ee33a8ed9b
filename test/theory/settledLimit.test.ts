/** A limit that is not exact gives way to that of the curve, once the start is forgotten. */
import { describe, expect, test } from 'vitest';
import { solveProblem } from '../../src/problems/root.ts';
import { jointLimit } from '../../src/theory/mean/limits.ts';
import { exactErrors } from '../../src/theory/moments/exactErrors.ts';
import { knownProblem } from '../../src/theory/moments/knownProblem.ts';
import { PATIENT_BUDGET } from '../../src/theory/budgets.ts';
import type { Prediction } from '../../src/theory/predictions.ts';
import { withSettledLimit } from '../../src/theory/settledLimit.ts';
import { scalarProblem } from './observedAgents.ts';

const APPROXIMATE: Prediction = {
  algorithm: 'scafflsa',
  limitError: 5,
  limitKind: 'closure',
  roundFactor: 0.5,
  source: 'stationary law',
};
const curve = { rounds: [0, 10, 20], meanSquare: [4, 2, 2], biasSquare: [4, 1, 1] };

describe('withSettledLimit', () => {
  test('is the limit on the joint chain of two agents, from their exact curve', () => {
    const problem = scalarProblem(0.9);
    const solution = solveProblem(problem);
    const algorithm = { name: 'scafflsa', stepSize: 0.3, serverStepSize: 1 } as const;
    const trigger = { kind: 'deterministic', localSteps: 4 } as const;
    const configuration = { trigger, sampling: 'markov', initial: [1] } as const;
    const known = knownProblem(problem, solution, configuration);
    if ('reason' in known) throw new Error(known.reason);
    const limit = jointLimit(known, algorithm, PATIENT_BUDGET);
    if ('reason' in limit) throw new Error(limit.reason);
    const rounds = [0, 200, 400];
    const exact = exactErrors(problem, solution, configuration, algorithm, rounds);
    if (exact.kind !== 'exact') throw new Error(exact.reason);
    const settled = withSettledLimit({ ...APPROXIMATE, exact: { ...exact, rounds } });
    expect(settled.limitKind).toBe('exact');
    // Under Markov sampling the mean of SCAFFLSA is not θ*.
    expect(limit.limitError).toBeGreaterThan(1e-4);
    expect(settled.limitError! / limit.limitError!).toBeCloseTo(1, 9);
  });

  test('says where its curve is a closure', () => {
    const settled = withSettledLimit({
      ...APPROXIMATE,
      exact: { ...curve, neglects: 'pairs', relativeError: curve.rounds.map(() => 0.01) },
    });
    expect(settled).toMatchObject({ limitError: 1, limitKind: 'closure' });
    expect(settled.source).toContain('pairs');
  });

  test('is none of a curve given event times: the limit is over schedules', () => {
    const given = { ...APPROXIMATE, exact: { ...curve, seeds: 1, arrivals: [{ seed: 1, ...curve }] } };
    expect(withSettledLimit(given)).toBe(given);
  });

  test('leaves an exact limit, and one whose curve is not there, not settled, or grows', () => {
    const unchanged: readonly Prediction[] = [
      { ...APPROXIMATE, limitKind: 'exact', exact: curve },
      APPROXIMATE,
      { ...APPROXIMATE, exact: { reason: 'too large' } },
      { ...APPROXIMATE, roundFactor: null, exact: curve },
      // 0.75^20 · 2 = 0.0063 of the start is left, which changes the square of a bias of 1 by 1.3 %
      { ...APPROXIMATE, roundFactor: 0.75, exact: curve },
      // the chains have not forgotten theirs
      { ...APPROXIMATE, exact: { ...curve, biasSquare: [4, 1.02, 1] } },
      { ...APPROXIMATE, exact: { ...curve, rounds: [0, 7, 20] } },
      { ...APPROXIMATE, meanSquareFactor: 1.2, exact: curve },
    ];
    for (const prediction of unchanged) expect(withSettledLimit(prediction)).toBe(prediction);
  });
});
