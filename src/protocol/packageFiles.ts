/** Where the package lies, and where its build has put what threads and processes are started with, and the kernels. */

/**
 * The package's folder, from the places where this may lie: `dist/program`, which users run; `dist/src/protocol`, which
 * tests and benches run; and `src/protocol`.
 */
export const ROOT = new URL(
  import.meta.url.endsWith('/dist/src/protocol/packageFiles.js') ? '../../../' : '../../',
  import.meta.url,
);

/** URL of a file below `dist`. */
export const builtFile = (name: string): URL => new URL(`dist/${name}`, ROOT);
