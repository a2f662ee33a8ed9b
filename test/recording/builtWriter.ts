/** The program of writingProcess.ts as one file of JavaScript: a loader would take five seconds of each process. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Builds it into a folder and returns its path. */
export function builtWriter(folder: string): string {
  const outfile = join(folder, 'writingProcess.mjs');
  buildSync({
    entryPoints: [fileURLToPath(new URL('./writingProcess.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return outfile;
}
