/** Memory and time that agents' threads take, and how many of them this machine bears. */
import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

/**
 * Of a thread with a small agent, measured with 100 and 300 threads: bytes (11 to 16 MB by Node's version), mappings of the process's
 * memory (51 to 61), and seconds of processor time until it has started.
 */
const BYTES = 14e6;
const MAPPINGS = 62;
const SECONDS = 0.12;
/** The same of a process without such threads. */
const BYTES_ALONE = 130e6;
const MAPPINGS_ALONE = 500;

/** Limits of a machine, or of the container in which the process runs. */
export interface MachineLimits {
  readonly bytes: number;
  /** mappings that the system grants a process; Infinity where it counts none */
  readonly mappings: number;
  readonly cores: number;
}

/** Needs of so many threads. */
export interface ThreadNeeds {
  readonly bytes: number;
  /** on the clock, until all have started */
  readonly seconds: number;
}

/** Linux counts mappings. */
function mappingsHere(): number {
  try {
    return Number(readFileSync('/proc/sys/vm/max_map_count', 'utf8')) || Infinity;
  } catch {
    return Infinity;
  }
}

/** Limits of this machine. */
export function limitsHere(): MachineLimits {
  const contained = process.constrainedMemory();
  const bytes = contained > 0 ? Math.min(totalmem(), contained) : totalmem();
  return { bytes, mappings: mappingsHere(), cores: availableParallelism() };
}

/** Needs of so many threads that start on so many cores. */
export const threadNeeds = (threads: number, { cores }: Pick<MachineLimits, 'cores'>): ThreadNeeds => ({
  bytes: BYTES_ALONE + BYTES * threads,
  seconds: (SECONDS * threads) / cores,
});

/** The most threads that a machine bears, by its memory and by its mappings. */
export const mostThreads = ({ bytes, mappings }: MachineLimits): number =>
  Math.max(1, Math.floor(Math.min((bytes - BYTES_ALONE) / BYTES, (mappings - MAPPINGS_ALONE) / MAPPINGS)));
