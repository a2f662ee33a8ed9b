/**
 * Corrections that agents keep between rounds sum to 0 in every run. A linear map of states keeps any other sum as it is, with the
 * eigenvalue 1, so that vectors and matrices of states are moved to where the sum is 0 before it is applied.
 */

/** Where a vector of states holds the agents' corrections. */
export interface CorrectionPlaces {
  /** d */
  readonly dimension: number;
  /** where each agent's correction begins */
  readonly corrections: readonly number[];
}

/** Subtracts the corrections' average from each, in a state whose elements lie a stride apart. */
export function centreCorrections(
  x: Float64Array,
  { dimension: d, corrections }: CorrectionPlaces,
  start: number,
  stride: number,
): void {
  for (let j = 0; j < d; j++) {
    let average = 0;
    for (const from of corrections) average += x[start + (from + j) * stride]! / corrections.length;
    for (const from of corrections) x[start + (from + j) * stride]! -= average;
  }
}

/** The same of a matrix of products of states `[n, n]`, in rows and columns. */
export function centreProducts(S: Float64Array, n: number, places: CorrectionPlaces, offset = 0): void {
  for (let line = 0; line < n; line++) {
    centreCorrections(S, places, offset + line * n, 1);
    centreCorrections(S, places, offset + line, n);
  }
}
