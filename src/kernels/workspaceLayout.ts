/** Layout of the workspace of an instance of the kernels' program, in bytes from its beginning. */

/** The most streams in a group, and the most observations in a block: see `chainPaths.assembly.ts`. */
export const GROUP = 16;
export const BLOCK = 32;
/** Bytes of an observation, and of a stream in a group: its current observation, the addresses of its tables, the slots of a row. */
export const OBSERVATION = 8;
export const LANE = 32;
/** Bytes of the path of a stream: where observations are dropped, they go to one more place behind it. */
export const PATH = (BLOCK + 1) * OBSERVATION;

/** where the paths of chains lie that are drawn ahead */
export const PATHS = 0;
/** the streams of a group */
export const LANES = PATHS + GROUP * PATH;
/** word 0 of four streams' generators, word 1, …; then those of the next four */
export const GENERATORS = LANES + GROUP * LANE;
/** a drawn word for each stream, and a second one */
export const WORDS = GENERATORS + GROUP * 16;
export const FURTHER_WORDS = WORDS + GROUP * 4;
/** what was read for the sake of the cache */
export const TOUCHED = FURTHER_WORDS + GROUP * 4;
/** whole pairs of cache lines: threads that write side by side in one would slow each other down */
export const WORKSPACE_BYTES = TOUCHED + 128;
