/** {@link ./hostWorker.ts} of a thread without a user's files: one file, compiled as the program is built. */
import { runScript } from './compiledScript.ts';
import type * as HostWorker from './hostWorker.ts';

export const { hostAgents, stand } = runScript(new URL('hostWorkerScript.cjs', import.meta.url))
  .exports as typeof HostWorker;
