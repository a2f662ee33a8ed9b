/**
 * The thread that writes the compiled form of a file, as the program is built. A host of agents is started and stopped first,
 * so that the functions of a start are among those that are compiled.
 */
import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { ScheduledAlgorithm } from '../../src/protocol/configuration.ts';
import { Barrier, BARRIER_LENGTH } from './barrier.ts';
import { compiledForm, runScript } from './compiledScript.ts';
import type * as HostWorker from './hostWorker.ts';
import { allocateSlots } from './slots.ts';
import type { WorkerStart } from './workerProblem.ts';

/** What the thread is started with: that of a host, the file, and of which algorithm the host's agent is. */
interface CompileStart extends WorkerStart {
  readonly file: string;
  readonly algorithm: ScheduledAlgorithm;
}

/** A host of one agent that is to stop. */
function stoppedTask(algorithm: ScheduledAlgorithm): HostWorker.HostTask {
  const dimension = 2;
  const shape = { first: 0, agents: 1, dimension, vectors: 1, hosts: 1, atBarrier: true };
  const memory = allocateSlots(shape, BARRIER_LENGTH);
  new Barrier(memory).stop();
  return {
    memory,
    hosted: { host: 0, first: 0, count: 1 },
    configuration: {
      ...{ agents: 1, dimension, stride: 1, seed: 1, sampling: 'markov' },
      algorithm,
      trigger: { kind: 'deterministic', localSteps: 1 },
    },
  };
}

const start = workerData as CompileStart;
const file = new URL(start.file);
const { script, exports } = runScript(file);
const { hostAgents } = exports as Partial<typeof HostWorker>;
await hostAgents?.(stoppedTask(start.algorithm));
writeFileSync(compiledForm(file), script.createCachedData());
