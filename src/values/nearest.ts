/** “Did you mean …?”: the name that a misspelt word is most likely a slip for. */

/** Characters of a word that are compared: names are shorter, and the time grows with both. */
const MAX_COMPARED = 40;

/**
 * The one of `names` that `word` is most likely a slip for; the earlier of two as near.
 *
 * @returns `undefined` where none is near
 */
export const nearest = (word: string, names: Iterable<string>): string | undefined =>
  nearestNames(word, names)[0];

/**
 * Names that `word` may be a slip for, the one fewest edits away first: upper and lower case
 * are one, and a beginning counts as one edit. At most a third of the letters change.
 */
export function nearestNames(word: string, names: Iterable<string>): readonly string[] {
  const lower = word.slice(0, MAX_COMPARED).toLowerCase();
  const edits = (other: string): number =>
    lower.length > 2 && other.length > 2 && (lower.startsWith(other) || other.startsWith(lower))
      ? 1
      : editDistance(lower, other);
  return Array.from(names, (name) => ({ name, edits: edits(name.toLowerCase()) }))
    .filter(({ name, edits }) => 3 * edits <= Math.max(lower.length, name.length))
    .sort((a, b) => a.edits - b.edits)
    .map(({ name }) => name);
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
