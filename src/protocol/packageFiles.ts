/** Where the package lies, and where its build has put what threads and processes are started with, and the kernels. */

/**
 * The package's folder, from the places where this may lie: `dist/program`, which users run; `src/protocol`, of
 * which tests run the sources; and what the compiler made of those, for benches.
 */
export const ROOT = new URL(
  import.meta.url.endsWith('/dist/src/protocol/packageFiles.js') ? '../../../' : '../../',
  import.meta.url,
);

/** Whether sources run uncompiled. Threads cannot load those on every Node, and take what was built. */
export const IS_SOURCE = import.meta.url.endsWith('.ts');

/** URL of a file below `dist`. */
export const builtFile = (name: string): URL => new URL(`dist/${name}`, ROOT);
