/** The rounds at which theory computes curves. */
import type { Problem } from '../problems/operator.ts';
import { decades } from './decades.ts';
import { expectedRounds } from './expectedRounds.ts';
import type { TheoryConfiguration } from './summary.ts';

/** Rounds of a curve times M (d² + 200), at most: a fraction of a second. */
const CURVE_BUDGET = 2e8;
/** Rounds of the curves of a run whose number of rounds is open. */
const OPEN_ROUNDS = 1000;

/** 0, 1, 2, 5, 10, 20, 50, … up to the run's last round, which is the last; fewer where rounds are expensive. */
export function curveRounds(problem: Problem, configuration: TheoryConfiguration): number[] {
  const { agents, dimension } = problem;
  const { budget } = configuration;
  const expected = expectedRounds(problem, configuration);
  // One round may be all that there is, or that nothing is known of times.
  const planned = budget.kind === 'limits' && expected === 1 ? OPEN_ROUNDS : expected;
  const affordable = Math.max(10, Math.floor(CURVE_BUDGET / (agents * (dimension ** 2 + 200))));
  const last = Math.min(planned, affordable);
  const rounds = [0];
  for (const round of decades(1)) {
    if (round >= last) return last > 0 ? [...rounds, last] : rounds;
    rounds.push(round);
  }
  return rounds;
}
