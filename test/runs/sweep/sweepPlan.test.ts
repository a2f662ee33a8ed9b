/** A sweep goes through all of its points before it runs the first. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SweepPlan } from '../../../src/runs/sweep/sweepPlan.ts';
import { findTarget } from '../../../src/inputs/target.ts';
import { sweptName } from '../../../src/configuration/sweep/grid.ts';
import { emptyFolder } from '../../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';

test('the share of the points that are done is told meanwhile, and a signal that comes then ends the work', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  const stop = new AbortController();
  const shares: number[] = [];
  const plan = await SweepPlan.create(
    {
      target: await findTarget(join(folder, 'problem.json')),
      settings: {},
      given: { grid: [sweptName('step-size=0.01..1:log4000', '--grid')], zip: [] },
      commandArguments: [],
    },
    stop.signal,
    (share) => {
      shares.push(share);
      setImmediate(() => {
        stop.abort();
      });
    },
  );
  expect(shares).toEqual([999 / 4000]);
  expect(plan.pointCount).toBe(1000);
});
