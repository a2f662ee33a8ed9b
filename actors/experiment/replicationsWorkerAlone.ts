/** {@link ./replicationsWorker.ts} of a thread without a user's files: one file, compiled as the program is built. */
import { runScript } from '../hosting/compiledScript.ts';

export const { runReplications } = runScript(new URL('replicationsWorkerAlone.cjs', import.meta.url))
  .exports as typeof import('./replicationsWorker.ts');
