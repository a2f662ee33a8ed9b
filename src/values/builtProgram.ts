/** The built program: where the package lies and its build has put threads, processes and kernels, and the memory of its threads. */

/**
 * The package's folder, from the places where this may lie: `dist/program`, which users run; `dist/src/values`, which
 * tests and benches run; and `src/values`.
 */
export const ROOT = new URL(
  import.meta.url.endsWith('/dist/src/values/builtProgram.js') ? '../../../' : '../../',
  import.meta.url,
);

/** URL of a file below `dist`. */
export const builtFile = (name: string): URL => new URL(`dist/${name}`, ROOT);

/**
 * Room for what threads make and drop at once. With V8's own 48 MB a timed run fills it some hundred times a second, and when it is
 * full while the program is still being optimised, V8 takes messages for things that stay and keeps them with all that they lead
 * to: half of such a run was spent on collecting them, and it held a third more memory.
 */
export const THREAD_MEMORY = { maxYoungGenerationSizeMb: 192 } as const;
