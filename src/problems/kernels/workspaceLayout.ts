/** What lies where in the workspace of an instance of the kernels' program, in bytes from its beginning. */

/** where the paths of chains lie that are drawn ahead: 16 of 33 observations of 8 bytes */
export const PATHS = 0;
/** the streams of a group: 16 of 32 bytes */
export const LANES = 4224;
/** word 0 of four streams' generators, word 1, …; then those of the next four */
export const GENERATORS = 4736;
/** a drawn word for each stream, and a second one */
export const WORDS = 4992;
export const FURTHER_WORDS = 5056;
/** what was read for the sake of the cache */
export const TOUCHED = 5120;
/** whole pairs of cache lines: threads that write side by side in one would slow each other down */
export const WORKSPACE_BYTES = 5248;
