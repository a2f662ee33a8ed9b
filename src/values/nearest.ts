/** “Did you mean …?”: the name that a misspelt word is most likely a slip for. */

/** What follows in a word is left out of the comparison: names are shorter, and the time grows with both. */
const MAX_COMPARED = 40;

/**
 * The one of `names` that `word` is most likely a slip for: the one fewest edits away, upper and lower
 * case being one and a beginning counting as one edit; the earlier of two as near.
 *
 * @returns `undefined` where more than a third of the letters would change for each of them
 */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  const lower = word.slice(0, MAX_COMPARED).toLowerCase();
  let best: string | undefined;
  let least = Infinity;
  for (const name of names) {
    const other = name.toLowerCase();
    const prefix =
      lower.length > 2 && other.length > 2 && (lower.startsWith(other) || other.startsWith(lower));
    const edits = prefix ? 1 : editDistance(lower, other);
    if (edits < least && 3 * edits <= Math.max(lower.length, other.length)) {
      best = name;
      least = edits;
    }
  }
  return best;
}

/** Levenshtein distance: the fewest insertions, deletions and replacements between two words. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}
