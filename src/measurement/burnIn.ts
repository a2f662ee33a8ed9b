/** How many rounds a fraction of them is. */

/** More than the product of two rounded factors can be off, relatively: 2⁻⁵³ for each rounding. */
const ROUNDING = 2 ** -50;

/**
 * `⌊fraction · rounds⌋` for the fraction as it was written: 0.29 of 100 rounds is 29, although the
 * product of the doubles is 28.999…
 *
 * @param fraction - in [0, 1)
 */
export function burnIn(fraction: number, rounds: number): number {
  // Of rounds whose number is open only none can be left out.
  return fraction === 0 ? 0 : Math.floor(fraction * rounds * (1 + ROUNDING));
}
