/** What a curve is made of. */
import type { Summary } from './statistics.ts';

/**
 * Over the seeds that have a finite value there. A point of a round has the means of seconds, bytes and
 * samples over these seeds; on a grid of one of them it has no other, and no round.
 */
export interface CurvePoint extends Summary {
  /** NaN on a grid */
  readonly round: number;
  /** bytes that all agents have sent to the server so far; NaN where unknown */
  readonly uplinkBytes: number;
  /** seconds so far; NaN where unknown */
  readonly time: number;
  /** local steps done, mean over agents; NaN where unknown */
  readonly step: number;
  /** on a grid the last recorded round of each of the seeds */
  readonly rounds?: readonly number[];
}

export interface Curve {
  readonly algorithm: string;
  readonly points: readonly CurvePoint[];
}
