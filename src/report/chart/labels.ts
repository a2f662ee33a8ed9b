/** Labels at the right of a figure, moved apart just enough not to overlap. */

export interface Label {
  /** pixels from the top: where the label belongs */
  readonly wanted: number;
  /** pixels that it takes up */
  readonly height: number;
}

/**
 * Where the labels' middles go: in the order wanted, at least their heights apart, as near to where
 * they belong as that allows, and between 0 and `height` if they fit there at all.
 *
 * @returns pixels from the top, in the order of `labels`
 */
export function spread(labels: readonly Label[], height: number): number[] {
  const order = labels
    .map((_, index) => index)
    .sort((a, b) => labels[a]!.wanted - labels[b]!.wanted || a - b);
  // Labels that would overlap join a block, which stands at the mean of what its members want
  // (the pool-adjacent-violators algorithm on what is left after taking off the space above each).
  const blocks: { members: number[]; sum: number; above: number }[] = [];
  let above = 0;
  for (const index of order) {
    const { wanted, height } = labels[index]!;
    blocks.push({ members: [index], sum: wanted - (above + height / 2), above });
    above += height;
    while (blocks.length > 1) {
      const last = blocks.at(-1)!;
      const before = blocks.at(-2)!;
      if (before.sum / before.members.length <= last.sum / last.members.length) break;
      blocks.pop();
      before.members.push(...last.members);
      before.sum += last.sum;
    }
  }
  const middles = new Array<number>(labels.length).fill(0);
  for (const block of blocks) {
    const shift = Math.max(0, Math.min(block.sum / block.members.length, height - above));
    let offset = block.above;
    for (const index of block.members) {
      const height = labels[index]!.height;
      middles[index] = shift + offset + height / 2;
      offset += height;
    }
  }
  return middles;
}
