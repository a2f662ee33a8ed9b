/** A run that is broken off loses nothing; in the other placements, and killed: interruption.long.test.ts. */
import { test } from 'vitest';
import { BrokenRuns } from './brokenRuns.ts';

const runs = new BrokenRuns();

test('with its agents inline, interrupted: 130, whole rows, and completed to the same bytes', () =>
  runs.interrupted('inline'));
