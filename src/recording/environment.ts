/** What program, on what machine: the part of a manifest that does not depend on the run. */
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../values/builtProgram.ts';
import { TICK } from '../values/ticks.ts';
import { gitCommit } from './gitCommit.ts';
import type { Manifest } from './manifest.ts';

/** The version of fedsa, as in its package.json. */
export const programVersion = (): string => packageVersion();

let known: Pick<Manifest, 'version' | 'commit' | 'tick' | 'node' | 'machine'> | undefined;

/** The version of fedsa, its commit where it runs from a checkout, Node's version and the machine; looked up once. */
export const environment = (): NonNullable<typeof known> => (known ??= lookedUp());

function lookedUp(): NonNullable<typeof known> {
  return {
    version: packageVersion(),
    commit: gitCommit(fileURLToPath(ROOT)),
    tick: TICK,
    node: process.version,
    machine: {
      platform: process.platform,
      architecture: process.arch,
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      memoryBytes: totalmem(),
    },
  };
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { version: string };
  return version;
}
