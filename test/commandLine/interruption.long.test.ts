/** Runs that are broken off in the placements that interruption.test.ts leaves out: seconds of processor time each. */
import { test } from 'vitest';
import { BrokenRuns } from './brokenRuns.ts';

const runs = new BrokenRuns();

test.each(['in threads of their own', 'side by side', 'packed'] as const)(
  'with its agents %s, interrupted: 130, whole rows, and completed to the same bytes',
  (place) => runs.interrupted(place),
);

test('with its agents in threads of their own, killed: completed to the same bytes', () =>
  runs.killed('in threads of their own'));
