/** The error of moments with one chain factor by their error in a few directions, on problems of three and four dimensions whose truth is known. */
import { expect } from 'vitest';
import type { ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { levelMoments, PAIRS_NEGLECTED } from '../../../src/theory/levels/levelMoments.ts';
import { withProjectedErrors } from '../../../src/theory/levels/projectedErrors.ts';
import { exactErrorsOf } from '../../../src/theory/moments/exactErrors.ts';
import type { ErrorCurve, MomentsOf } from '../../../src/theory/moments/errorMoments.ts';
import { FEDHSA, LOCAL_SA, LOCAL_SGD_M, MINIBATCH_SGD, SCAFFLSA } from '../../oracles/events.ts';
import { ownUniforms } from '../../oracles/explicitProblem.ts';
import { drawn, type Judged, tally } from './badCases.ts';
import { known } from './knownCase.ts';
import { inLong, inSuite } from '../../tooling/parts.ts';

const ROUNDS = [1, 5, 20, 100];
const BUDGET = { multiplications: 1e11, doubles: 1e8 };

/** Moments with one chain factor, as where pairs of agents take too much. */
const single =
  (most: number): MomentsOf =>
  (setting, rounds, budget) => {
    const { moments, previous } = levelMoments(setting, rounds, budget) as ErrorCurve;
    const curve = { moments: previous ?? moments, multiplications: 0, neglects: PAIRS_NEGLECTED, level: 1 };
    return withProjectedErrors(curve, setting, rounds, levelMoments, budget, most)!;
  };

/** Estimated and true errors on a problem drawn from a seed; the truth is that of levels with their own error. */
function judgedWithin(seed: number, most: number): Judged | undefined {
  const uniform = ownUniforms(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(uniform() * from.length)]!;
  const stepSize = pick([0.02, 0.1, 0.3, 0.6]);
  const algorithm = pick<ScheduledAlgorithm>([
    LOCAL_SA(stepSize),
    FEDHSA(stepSize, 0.5),
    MINIBATCH_SGD(stepSize),
    LOCAL_SGD_M(stepSize, 0.3, 0.4),
    SCAFFLSA(stepSize),
  ]);
  const localSteps = pick([1, 2, 5]);
  const problem = drawn(
    {
      agents: pick([2, 3]),
      dimension: pick([3, 4]),
      states: pick([2, 3]),
      laziness: pick([0, 0.5, 0.9, 0.97]),
      strength: pick([0.3, 0.6, 0.9]),
    },
    uniform,
  );
  const setting = known(problem, { kind: 'deterministic', localSteps });
  const truth = exactErrorsOf(setting, algorithm, ROUNDS, BUDGET, levelMoments);
  if (truth.kind === 'refused' || !truth.meanSquare.every(Number.isFinite)) return undefined;
  const found = exactErrorsOf(setting, algorithm, ROUNDS, BUDGET, single(most));
  if (found.kind === 'refused' || found.relativeError === undefined) throw new Error('no estimate');
  return {
    name: `${algorithm.name} ${seed}`,
    estimated: found.relativeError,
    actual: found.meanSquare.map((value, at) =>
      Math.max(0, Math.abs(value / truth.meanSquare[at]! - 1) - (truth.relativeError?.[at] ?? 0)),
    ),
  };
}

const cases = (from: number, count: number, most: number): Judged[] =>
  Array.from({ length: count }, (_, k) => judgedWithin(from + k, most)).flatMap((judged) => judged ?? []);

inLong.test(
  'two directions: the true error is at most twice the estimate in 95 % of the rounds, and a tenth of it would be noticed',
  () => {
    const found = cases(302, 8, 2);
    const { rounds, held } = tally(found);
    expect(rounds).toBeGreaterThan(24);
    expect(held / rounds).toBeGreaterThanOrEqual(0.95);
    const optimistic = found.map((judged) => ({
      ...judged,
      estimated: judged.estimated.map((error) => error / 30),
    }));
    expect(tally(optimistic).held / rounds).toBeLessThan(0.95);
    // and it says something: errors that are small are mostly not called large
    expect(found.filter(({ estimated }) => estimated.at(-1)! < 0.1).length).toBeGreaterThan(
      0.8 * found.length,
    );
  },
);

// Above the difference times its caution where mean squares are closer than what they are sums of.
inSuite.test('all directions: the estimate is at least the difference from levels, times its caution', () => {
  const judged = judgedWithin(302, 5)!;
  judged.estimated.forEach((estimate, at) => {
    if (judged.actual[at]! > 1e-4) expect(estimate / judged.actual[at]!).toBeGreaterThan(2.5);
    if (judged.actual[at]! > 1e-4) expect(estimate / judged.actual[at]!).toBeLessThan(30);
  });
  expect(Math.max(...judged.actual)).toBeGreaterThan(1e-4);
});
