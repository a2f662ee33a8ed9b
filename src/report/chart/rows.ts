/** Entries of a legend in rows. */

/** An entry with where it begins and ends in its row. */
export interface Placed<Entry> {
  readonly entry: Entry;
  readonly from: number;
  readonly to: number;
}

/**
 * Rows of entries as wide as one another, as few as fit a width; one a row where `most` is 0.
 *
 * @param between - room between two entries
 */
export function packed<Entry>(
  entries: readonly Entry[],
  most: number,
  between: number,
  widthOf: (entry: Entry) => number,
): Placed<Entry>[][] {
  const filled = (limit: number): Placed<Entry>[][] => {
    const rows: Placed<Entry>[][] = [];
    for (const entry of entries) {
      const width = widthOf(entry);
      const row = rows.at(-1);
      const from = row === undefined ? 0 : row.at(-1)!.to + between;
      if (row !== undefined && from + width <= limit) row.push({ entry, from, to: from + width });
      else rows.push([{ entry, from: 0, to: width }]);
    }
    return rows;
  };
  let rows = filled(most);
  for (let narrower = most * 0.98; narrower > 0; narrower -= most * 0.02) {
    const others = filled(narrower);
    if (others.length > rows.length) break;
    rows = others;
  }
  return rows;
}
