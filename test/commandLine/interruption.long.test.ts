/** Runs that are broken off in the placements that interruption.test.ts leaves out: seconds of processor time each. */
import { expect, test } from 'vitest';
import { BrokenRuns, MANY } from './brokenRuns.ts';
import { rows, text } from './builtProgram.ts';

const runs = new BrokenRuns();

test.each(['in threads of their own', 'side by side', 'packed'] as const)(
  'with its agents %s, interrupted: 130, whole rows, and completed to the same bytes',
  (place) => runs.interrupted(place),
);

test('with its agents in threads of their own, killed: completed to the same bytes', () =>
  runs.killed('in threads of their own'));

test('with its agents inline, killed: completed to the same bytes', () => runs.killed('inline'));

test('a second interrupt is not needed, and tells which replications are still to be run', async () => {
  const ended = await runs.brokenOff('SIGINT', runs.command(MANY * 100, 'long', '--placement', 'inline'));
  expect(ended.status).toBe(130);
  expect(rows(runs.folder, 'long', 'rounds.csv').every((row) => row.seed === '1')).toBe(true);
  const manifest = JSON.parse(text(runs.folder, 'long', 'manifest.json')) as { runs: { state: string }[] };
  expect(manifest.runs.map(({ state }) => state)).toEqual(['interrupted', 'pending', 'pending', 'pending']);
});
