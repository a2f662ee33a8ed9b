/** Threads start some at a time, so that an interrupt leaves the others out. Ten threads: a second. */
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WorkerPool } from '../../../actors/hosting/workerPool.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';

/** The threads of this process, by Linux. */
const TASKS = '/proc/self/task';

const GARNET: ProblemSpecification = {
  ...{ kind: 'garnet', agents: 40, states: 4, actions: 1, branching: 2, dimension: 2 },
  ...{ discount: 0.9, heterogeneity: 'high', seed: 1 },
};

const CONFIGURATION = { algorithms: [], trigger: { kind: 'deterministic', localSteps: 1 } } as const;

test.runIf(existsSync(TASKS))('an interrupt while threads start leaves the others out', async () => {
  const before = readdirSync(TASKS).length;
  const pool = await WorkerPool.start('hostWorker', 40, {
    specification: GARNET,
    kernels: undefined,
    configuration: CONFIGURATION,
    signal: AbortSignal.abort(),
  });
  expect(readdirSync(TASKS).length - before).toBeLessThan(20);
  await pool.destroy();
});

test('the pool says how many have started', async () => {
  const counts: number[] = [];
  const pool = await WorkerPool.start('hostWorker', 6, {
    specification: GARNET,
    kernels: undefined,
    configuration: CONFIGURATION,
    started: (threads) => counts.push(threads),
  });
  await pool.destroy();
  expect(counts).toEqual([4, 6]);
});
