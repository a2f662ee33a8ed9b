/** What a curve is made of. */
import type { Summary } from './statistics.ts';

/**
 * Over the seeds that have a finite value there. A point of a round has the means of seconds, bytes and
 * local steps over these seeds; on a grid of one of them it has no other, and no round.
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
  /** what is drawn around the mean, where it was chosen */
  readonly band?: readonly [low: number, high: number];
  /** on a grid the last recorded round of each of the seeds */
  readonly reached?: readonly { readonly seed: number; readonly round: number }[];
}

export interface Curve {
  readonly algorithm: string;
  readonly points: readonly CurvePoint[];
}
