/** Laws of counts by the ratios of neighbours: to all digits, where quotients of factorials lose some. */

/**
 * P(N = first), …, P(N = last), where nothing to speak of lies beyond.
 *
 * @param mode - where it is largest, or near
 * @param ratio - P(N = n + 1)/P(N = n)
 */
export function countLaw(first: number, last: number, mode: number, ratio: (n: number) => number): number[] {
  const law = new Array<number>(last - first + 1).fill(0);
  const start = Math.min(last, Math.max(first, Math.floor(mode)));
  law[start - first] = 1;
  for (let n = start; n < last; n++) law[n + 1 - first] = law[n - first]! * ratio(n);
  for (let n = start; n > first; n--) law[n - 1 - first] = law[n - first]! / ratio(n - 1);
  const sum = law.reduce((total, chance) => total + chance, 0);
  return law.map((chance) => chance / sum);
}
