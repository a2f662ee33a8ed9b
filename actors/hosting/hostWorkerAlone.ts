/** {@link ./hostWorker.ts} of a thread without a user's files: one file, compiled as the program is built. */
import { runScript } from './compiledScript.ts';

export const { hostAgents } = runScript(new URL('hostWorkerAlone.cjs', import.meta.url))
  .exports as typeof import('./hostWorker.ts');
