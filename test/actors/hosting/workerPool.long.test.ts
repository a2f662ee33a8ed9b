/**
 * A pool that is destroyed while its threads still load ends them, and not the process: Node dies of a
 * fatal error where a thread is ended in the middle of requiring an ES module. Long: the moment has to be
 * hit, so pools are destroyed forty times, at times eight milliseconds apart; without the flags of
 * workerPool.ts about every other run dies. Some 20 s of processor time.
 */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const PROGRAM = `
import { WorkerPool } from ${JSON.stringify(new URL('../../../dist/actors/hosting/workerPool.js', import.meta.url).href)};
const problem = { kind: 'garnet', agents: 2, states: 5, actions: 2, branching: 2, dimension: 2, discount: 0.9, heterogeneity: 'high', seed: 1 };
for (let k = 0; k < 40; k++) {
  const pool = await WorkerPool.start('replicationsWorker', 2, { specification: problem, kernels: undefined, configuration: { algorithms: [], trigger: { kind: 'deterministic', localSteps: 1 } } });
  await new Promise((resolve) => setTimeout(resolve, 8 * k));
  await pool.destroy();
}
console.log('survived');
`;

test('a pool that is destroyed while its threads load leaves the process alive', () => {
  const { stdout, stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    encoding: 'utf8',
  });
  expect({ stdout, stderr, signal }).toEqual({ stdout: 'survived\n', stderr: '', signal: null });
});
