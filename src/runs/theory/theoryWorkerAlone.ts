/** {@link ./theoryWorker.ts} of a thread without a user's files: one file, compiled as the program is built. */
import { runScript } from '../../../actors/hosting/compiledScript.ts';

runScript(new URL('theoryWorkerScript.cjs', import.meta.url));
