/** `fedsa worker`: computes for sweeps and runs of other machines, until it is interrupted. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { connectNats, jetStreamOf } from '../nats/connect.ts';
import { identityOf } from '../nats/identity.ts';
import { answerDiscovery } from '../nats/workerDiscovery.ts';
import { processName } from '../nats/subjects.ts';
import { programVersion } from '../recording/environment.ts';
import { isFolder } from '../recording/ordinaryFile.ts';
import { serveAgents } from '../runs/cluster/hostAgents.ts';
import { OwnFolders } from '../runs/sweep/remote/ownFolders.ts';
import { serveSweeps } from '../runs/sweep/remote/serveSweeps.ts';
import { complain } from './complain.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { natsUrl } from './natsOption.ts';
import { counted } from '../values/counted.ts';
import { InputError } from '../values/failure.ts';

export interface WorkerOptions {
  /** a URL; true where it is in the environment */
  nats?: string | true;
  threads?: number;
  data?: readonly string[];
  quiet?: boolean;
}

/**
 * Serves.
 *
 * @returns the exit status
 */
export async function workerCommand(options: WorkerOptions): Promise<number> {
  const { threads = availableParallelism(), data = [], quiet = false } = options;
  const folders = data.map((folder) => resolve(folder));
  const lacking = folders.findIndex((folder) => !isFolder(folder));
  if (lacking >= 0)
    throw new InputError(
      `--data: ${data[lacking]!} is no folder; name one with your modules or recorded data`,
    );
  const say = (line: string): void => {
    if (!quiet) complain(line);
  };
  return interruptibly(async (signal) => {
    const name = processName();
    const identity = identityOf(programVersion());
    const server = await connectNats({
      url: natsUrl(options.nats),
      name: `fedsa worker ${name}`,
      environment: process.env,
      signal,
      observe: say,
    });
    let tasks: readonly string[] = [];
    let isHosting = false;
    try {
      await jetStreamOf(server);
      const busy = (now: readonly string[]): void => {
        tasks = now;
      };
      answerDiscovery(server, () => ({ id: name, identity, threads, tasks }));
      say(`worker ${name}: ${counted(threads, 'thread')} at ${server.where}; Ctrl-C ends it`);
      const served = new OwnFolders(folders);
      await Promise.all([
        serveSweeps(
          server,
          { name, identity, threads, folders, say, busy, isPaused: () => isHosting },
          signal,
        ),
        serveAgents(
          server,
          {
            id: name,
            identity,
            threads,
            folders: served,
            refusal: () => (tasks.length === 0 ? undefined : `worker ${name} computes for a sweep`),
            say,
            hosting: (state) => {
              isHosting = state;
            },
          },
          signal,
        ),
      ]);
    } catch (error) {
      if (!server.lost.aborted) throw error;
      if (!signal.aborted) {
        complain((server.lost.reason as Error).message);
        return EXIT.failed;
      }
    } finally {
      await server.close();
    }
    say('interrupted; unfinished tasks are given back');
    return EXIT.interrupted;
  });
}
