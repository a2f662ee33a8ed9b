import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative, resolve, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

/** Tests that take longer than the suite can afford, up to a minute a file: `npm run test:long`. */
const LONG = 'test/**/*.long.test.ts';
/** Tables of which the suite runs some cases and the long tests the others (test/tooling/parts.ts). */
const PARTS = 'test/**/*.part.test.ts';
/** Tests that take many minutes, before a release: `npm run test:endurance`. */
const ENDURANCE = 'test/**/*.endurance.test.ts';

const ROOT = import.meta.dirname;

/**
 * Has tests run the modules that the compiler made of `src`, `actors` and `scenarios`, as Node imports them: vitest would
 * transform a thousand files in each of its workers.
 */
const builtModules: Plugin = {
  name: 'built-modules',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !/^\.{1,2}\/.*\.ts$/.test(source)) return undefined;
    const path = relative(ROOT, resolve(importer, '..', source)).replaceAll(sep, '/');
    const built = resolve(ROOT, 'dist', path.replace(/ts$/, 'js'));
    return /^(src|actors|scenarios)\//.test(path) && existsSync(built)
      ? { id: built, external: true }
      : undefined;
  },
};

// What they run is of the sources as they are now.
execFileSync(process.execPath, [resolve(ROOT, 'setup.mjs')], { stdio: 'inherit' });

export default defineConfig({
  plugins: [builtModules],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'suite',
          include: ['test/**/*.test.ts', 'scenarios/**/*.test.ts'],
          exclude: [LONG, ENDURANCE],
          provide: { part: 'suite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [LONG, PARTS],
          provide: { part: 'long' },
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // many of them wait, for servers and programs that are stopped or killed
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        extends: true,
        test: { name: 'endurance', include: [ENDURANCE], testTimeout: 1_800_000, hookTimeout: 300_000 },
      },
    ],
    // a process for all test files of a worker: the program is read once, not two hundred times
    isolate: false,
    // two hundred files share a heap: V8 collects its young objects less often; failures name lines of the sources
    execArgv: ['--max-semi-space-size=64', '--enable-source-maps'],
    // vitest would leave a core to itself
    maxWorkers: '100%',
    // the built program is imported as Node does it
    server: { deps: { external: [/\/dist\//] } },
    // a dot a test, every failure in full, and the sums at the end
    reporters: ['dot'],
    silent: 'passed-only',
    // a forgotten `.only` must not make the rest of the suite look green
    allowOnly: false,
    // tests that start threads or programs share the cores with all the others
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
