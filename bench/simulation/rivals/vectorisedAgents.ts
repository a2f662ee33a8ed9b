/** The numpy rival: all agents in one array operation, step after step. */
import { fileURLToPath } from 'node:url';
import { output, type Rival, rivalRun } from './process.ts';

const SOURCE = fileURLToPath(new URL('localTd.py', import.meta.url));

/** What targets call it. */
export const NUMPY = 'numpy';

export function vectorisedAgents(): Rival {
  const name = 'numpy, vectorised over agents';
  const version = output('python3', ['-c', 'import numpy; print(numpy.__version__)']);
  if (version === undefined) return { skipped: `${name}: there is no python3 with numpy on this machine` };
  return {
    key: NUMPY,
    name: `${name} (${version.trim()})`,
    run: (tables) => rivalRun('python3', [SOURCE, tables]),
  };
}
