/** All faults of the table, each planted in a copy of the project. */
import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { FAULTS } from './faults.ts';
import { outcomeText, runTrials } from './trials.ts';

/** So many may survive: what no test can see yet. */
const MOST_SURVIVORS = 3;
const PATIENCE_MS = 4 * 3600_000;

// A build and the nearest tests for each fault, a quarter of an hour on two cores, and the whole suite for each survivor.
it(
  'is noticed by the suite, but for a few',
  async () => {
    const outcomes = await runTrials({
      faults: FAULTS,
      ...{ copies: availableParallelism(), workers: 1, nearOnly: false, checkTypes: true },
      observe: () => undefined,
    });
    const survivors = outcomes.filter(({ killer }) => killer === undefined);
    expect(outcomes).toHaveLength(63);
    expect(survivors.length, survivors.map(outcomeText).join('\n')).toBeLessThanOrEqual(MOST_SURVIVORS);
  },
  PATIENCE_MS,
);
