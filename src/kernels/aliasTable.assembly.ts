/** Draws from the rows of a stochastic matrix: AliasTable.draw of `maths/aliasTable.ts`. */

/**
 * The successor that a uniform word picks from a row.
 *
 * `word · slots` has the slot in its upper 32 bits and the fraction in its lower ones.
 *
 * @param offsets - address of the rows' first slots
 * @param slots - address of the slots, two words each
 * @param rowSlots - of every row; 0 where rows differ, and offsets have to be read
 */
export function draw(offsets: usize, slots: usize, rowSlots: u32, row: u32, word: u32): u32 {
  let first = row * rowSlots;
  let count = rowSlots;
  if (rowSlots == 0) {
    // first slot of this row below, first slot of the next one above
    const bounds = load<u64>(offsets + ((<usize>row) << 2));
    first = <u32>bounds;
    count = <u32>(bounds >>> 32) - first;
  }
  const product = <u64>word * <u64>count;
  const slot = load<u64>(slots + ((<usize>(first + <u32>(product >>> 32))) << 3));
  // the threshold below; above it the slot's own successor, and the alias 16 bits higher
  const successors = <u32>(slot >>> 32);
  return select<u32>(successors & 0xffff, successors >>> 16, <u32>product < <u32>slot);
}
