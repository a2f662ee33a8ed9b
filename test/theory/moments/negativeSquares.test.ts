/** Expected squares are not negative: where they are 0, what rounding leaves of their sums may be. */
import { describe, expect, test } from 'vitest';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { Problem } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { errorMoments, squaredError } from '../../../src/theory/moments/errorMoments.ts';
import { exactErrorsOf } from '../../../src/theory/moments/exactErrors.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import { scheduleTheory } from '../../../src/theory/schedules/scheduleTheory.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { FEDHSA, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';
import { meansOf, randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';

/** Two agents that differ, each with one operator in all its states: corrected algorithms end at θ*. */
const quietProblem = (d: number): Problem =>
  buildProblem(
    specificationOf(
      randomProblem(2, d, 1).map((agent) => {
        const { A, b } = meansOf(agent);
        return { ...agent, A: agent.A.map(() => A), b: agent.b.map(() => b) };
      }),
    ),
  );
const RUN = {
  ...{ trigger: { kind: 'deterministic', localSteps: 3 } as const, initial: [100, -50] },
  sampling: 'iid' as const,
};
const ROUNDS = Array.from({ length: 200 }, (_, t) => t);

describe('of runs that end at θ* without noise', () => {
  test.each([SCAFFLSA, SCAFFOLD, FEDHSA])('no curve of %o goes below 0', (algorithmOf) => {
    const problem = quietProblem(2);
    const known = knownProblem(problem, solveProblem(problem), RUN);
    if ('reason' in known) throw new Error(known.reason);
    const summed: number[] = [];
    const squares: number[] = [];
    for (const stepSize of [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4]) {
      const curve = exactErrorsOf(known, algorithmOf(stepSize), ROUNDS, PATIENT_BUDGET, (...question) => {
        const found = errorMoments(...question);
        if (!('reason' in found)) summed.push(...found.moments.map(squaredError));
        return found;
      });
      if (curve.kind === 'refused') throw new Error(curve.reason);
      squares.push(...curve.meanSquare, ...curve.biasSquare);
    }
    // Rounding does leave less than nothing.
    expect(Math.min(...summed)).toBeLessThan(0);
    expect(Math.min(...squares)).toBe(0);
  });

  const timing: TimingModel = { compute: { kind: 'exponential', mean: 1 }, computeDraw: 'dispatch' };
  const fedAsync: PolicyConfiguration = { kind: 'asynchronous', mixing: 0.6, weight: { kind: 'constant' } };
  test.each<[string, ReturnType<typeof SCAFFOLD>, PolicyConfiguration, number]>([
    ['SCAFFLSA in rounds', SCAFFLSA(0.3), { kind: 'synchronous' }, 2],
    ['FedHSA in rounds', FEDHSA(0.3), { kind: 'synchronous' }, 2],
    ['SCAFFOLD, answer by answer', SCAFFOLD(0.3), fedAsync, 1],
  ])('the floor is 0 but for rounding, and not below it: %s', (_, algorithm, policy, d) => {
    const problem = quietProblem(d);
    const run = { ...RUN, initial: RUN.initial.slice(0, d), policy, timing, algorithms: [algorithm] };
    const [theory] = scheduleTheory(problem, solveProblem(problem), run, { rounds: [0, 1] }).algorithms;
    expect(theory!.floor).toBeGreaterThanOrEqual(0);
    expect(theory!.floor).toBeLessThan(1e-13);
  });
});
