/**
 * One agent's TD(0) steps as one function over flat arrays, generator and draw written out: what is
 * left when everything that keeps the program in parts is taken away. The same bits come out.
 */
import type { FlatTables } from '../../problems/flatTables.ts';

/** Steps of an agent's own, in place: `θ ← θ + η G(θ, o)`, `count` times. */
export type Steps = (theta: Float64Array, stepSize: number, count: number) => void;

/** The first agent of the tables. */
export function monolithicTd(tables: FlatTables): Steps {
  const { states: S, dimension: d, rewards, features, offsets, thresholds, columns, alias } = tables;
  const discount = tables.discounts[0]!;
  let s0 = tables.words[0]! | 0;
  let s1 = tables.words[1]! | 0;
  let s2 = tables.words[2]! | 0;
  let s3 = tables.words[3]! | 0;
  const even = d & ~1;

  const draw = (row: number): number => {
    const sum = (s0 + s3) | 0;
    const word = (((sum << 7) | (sum >>> 25)) + s0) >>> 0;
    const t2 = s2 ^ s0;
    const t3 = s3 ^ s1;
    s2 = t2 ^ (s1 << 9);
    s1 ^= t2;
    s0 ^= t3;
    s3 = (t3 << 11) | (t3 >>> 21);
    const from = offsets[row]!;
    const product = word * (offsets[row + 1]! - from);
    const slot = from + Math.floor(product / 4_294_967_296);
    return product >>> 0 < thresholds[slot]! ? columns[slot]! : alias[slot]!;
  };

  let state = draw(S);
  let next = draw(state);
  return (theta, stepSize, count) => {
    for (let k = 0; k < count; k++) {
      const row = state * d;
      const nextRow = next * d;
      let value0 = 0;
      let value1 = 0;
      let next0 = 0;
      let next1 = 0;
      for (let j = 0; j < even; j += 2) {
        value0 += features[row + j]! * theta[j]!;
        value1 += features[row + j + 1]! * theta[j + 1]!;
        next0 += features[nextRow + j]! * theta[j]!;
        next1 += features[nextRow + j + 1]! * theta[j + 1]!;
      }
      if (even < d) {
        value0 += features[row + even]! * theta[even]!;
        next0 += features[nextRow + even]! * theta[even]!;
      }
      const delta = rewards[state]! + discount * (next0 + next1) - (value0 + value1);
      for (let j = 0; j < d; j++) theta[j]! += stepSize * (delta * features[row + j]!);
      state = next;
      next = draw(state);
    }
  };
}
