/** Fields over several states, one running faster than another: the one kernel that lets a chain move. */
import type { Vector } from './vector.ts';

/**
 * `Σ_s N(s', s) field(s, o)` at (o, s'): the slowest index moves, and becomes the fastest. Written out, since fields are large and
 * blocks small.
 *
 * @param field - by s, then by o, then the numbers of a block
 * @param N - `[states, states]`
 * @param blocks - how many (s, o) there are
 */
export function movedToLast(field: Vector, N: Vector, states: number, blocks: number): Float64Array {
  const others = blocks / states;
  const length = field.length / blocks;
  const out = new Float64Array(field.length);
  for (let s = 0; s < states; s++)
    for (let to = 0; to < states; to++) {
      const p = N[to * states + s]!;
      if (p === 0) continue;
      for (let o = 0; o < others; o++) {
        const from = (s * others + o) * length;
        const at = (o * states + to) * length;
        for (let k = 0; k < length; k++) out[at + k]! += p * field[from + k]!;
      }
    }
  return out;
}
