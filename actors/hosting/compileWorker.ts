/**
 * The thread that writes the compiled form of a file, as the program is built. A host of agents takes part in a round first, and
 * a thread of theory computes that of a small run, so that the functions of a start and of these are among those that are compiled.
 */
import { writeFileSync } from 'node:fs';
import { Worker, workerData } from 'node:worker_threads';
import type { AgentsConfiguration } from '../agent/agentsConfiguration.ts';
import type { Message } from '../../src/algorithms/message.ts';
import { layoutOf } from '../../src/algorithms/messageLayout.ts';
import { Barrier, BARRIER_LENGTH } from './barrier.ts';
import { compiledForm, runScript } from './compiledScript.ts';
import type * as HostWorker from './hostWorker.ts';
import { allocateSlots, Slots } from './slots.ts';
import type { WorkerStart } from './workerProblem.ts';

/** Start of the thread: that of a host, the file, and the round. */
interface CompileStart extends WorkerStart {
  readonly file: string;
  readonly configuration: AgentsConfiguration;
  readonly message: Message;
}

/** The same of the thread that is the round's server: the host sleeps while it waits. */
interface ServerStart {
  readonly task: HostWorker.HostTask;
  readonly message: Message;
}

async function serveRound({ task: { memory, configuration }, message }: ServerStart): Promise<void> {
  new Slots(memory, layoutOf(configuration.algorithm, configuration.dimension)).common.write(message);
  const barrier = new Barrier(memory);
  barrier.raise();
  // a wait alone does not keep a thread
  const timer = setInterval(() => undefined, 1000);
  await barrier.answered();
  clearInterval(timer);
  barrier.stop();
}

async function compile({ file, configuration, message }: CompileStart): Promise<void> {
  const { script, exports } = runScript(new URL(file));
  const { hostAgents, work } = exports as Partial<typeof HostWorker & { readonly work: Promise<void> }>;
  await work;
  if (hostAgents) {
    const { agents, dimension, algorithm } = configuration;
    const { vectors } = layoutOf(algorithm, dimension);
    const shape = { first: 0, agents, dimension, vectors, hosts: 1, atBarrier: true };
    const task: HostWorker.HostTask = {
      memory: allocateSlots(shape, BARRIER_LENGTH),
      hosted: { host: 0, first: 0, count: agents },
      configuration,
    };
    new Worker(new URL(import.meta.url), { workerData: { task, message } satisfies ServerStart });
    await hostAgents(task);
  }
  writeFileSync(compiledForm(new URL(file)), script.createCachedData());
}

const start = workerData as CompileStart | ServerStart;
await ('file' in start ? compile(start) : serveRound(start));
