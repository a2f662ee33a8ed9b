/** {@link ./replicationsWorker.ts} of a thread without a user's files: one file, compiled as the program is built. */
import { runScript } from '../hosting/compiledScript.ts';
import type * as ReplicationsWorker from './replicationsWorker.ts';

export const { runReplications, stand } = runScript(new URL('replicationsWorkerScript.cjs', import.meta.url))
  .exports as typeof ReplicationsWorker;
