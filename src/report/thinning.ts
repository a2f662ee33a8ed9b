/** Which of the recorded rounds a figure shows. */

/** More points than this cannot be distinguished at the width of a figure. */
export const MOST_SHOWN = 600;
/** The share spent on log-spaced rounds, for the transient at the start; the others are equally spaced. */
export const LOGARITHMIC_SHARE = 0.25;

/**
 * At most 600 of the recorded rounds, the first and the last among them.
 *
 * @param rounds - ascending
 */
export function shownRounds(rounds: readonly number[]): readonly number[] {
  if (rounds.length <= MOST_SHOWN) return rounds;
  const first = rounds[0]!;
  const span = rounds.at(-1)! - first;
  const logarithmic = Math.round(MOST_SHOWN * LOGARITHMIC_SHARE);
  const linear = MOST_SHOWN - logarithmic;
  const targets: number[] = [];
  for (let k = 0; k < linear; k++) targets.push(first + (span * k) / (linear - 1));
  // Strictly between the first and the last, which the linear ones include.
  for (let k = 1; k <= logarithmic; k++) targets.push(first + span ** (k / (logarithmic + 1)));
  targets.sort((a, b) => a - b);

  const shown: number[] = [];
  let at = 0;
  for (const target of targets) {
    while (at + 1 < rounds.length && Math.abs(rounds[at + 1]! - target) <= Math.abs(rounds[at]! - target))
      at++;
    if (shown.at(-1) !== rounds[at]) shown.push(rounds[at]!);
  }
  return shown;
}
