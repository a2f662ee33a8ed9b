/** What lies where in the workspace of an instance of the kernels' program, in bytes from its beginning. */

/** where the paths of chains lie that are drawn ahead: 8 of 33 observations of 8 bytes */
export const PATHS = 0;
/** the streams of a group: 8 of 24 bytes */
export const LANES = 2112;
/** word 0 of four streams' generators, word 1, …; then those of the other four */
export const GENERATORS = 2304;
/** a drawn word for each stream, and a second one */
export const WORDS = 2432;
export const FURTHER_WORDS = 2464;
/** what was read for the sake of the cache */
export const TOUCHED = 2496;
/** whole pairs of cache lines: threads that write side by side in one would slow each other down */
export const WORKSPACE_BYTES = 2560;
