/**
 * When an error reaches ε: the first recorded round t from which it is at most ε on average over every stretch that begins there,
 *
 *     Σ_{u=t}^{s} w_u (e_u − ε) ≤ 0 for every recorded s ≥ t.
 *
 * So a dip below ε is no passage, nor is a floor above ε, and one late excursion of a floor below ε does not undo it.
 *
 * The weight w_u is the number of rounds that a recorded one stands for: itself and those since the recorded one before it, which are not
 * recorded. It is 1 where every round is recorded; under `every=N` it is N, and less in a last, incomplete stretch; the start, round
 * 0, stands for itself. An error that is not finite counts as infinite. A seed that diverges reaches nothing, whatever it touched.
 */
import { epsilonOf, isFirstTouch, type Level } from '../values/level.ts';

/**
 * The row in which a level is reached or, if it asks for that, first touched; −1 where it is not. One pass from the last row to the first.
 *
 * @param rounds - recorded ones, ascending from 0
 * @param errors - there
 * @param hasDiverged - whether the replication did
 */
export function passageRow(
  rounds: readonly number[],
  errors: readonly number[],
  level: Level,
  hasDiverged = false,
): number {
  const epsilon = epsilonOf(level);
  if (isFirstTouch(level)) return errors.findIndex((error) => error <= epsilon);
  if (hasDiverged) return -1;
  let reached = -1;
  // The largest Σ_{u=row}^{s} w_u (e_u − ε) over s.
  let most = 0;
  for (let row = errors.length - 1; row >= 0; row--) {
    const weight = row === 0 ? 1 : rounds[row]! - rounds[row - 1]!;
    const excess = Number.isFinite(errors[row]) ? weight * (errors[row]! - epsilon) : Infinity;
    most = excess + Math.max(0, most);
    if (most <= 0) reached = row;
  }
  return reached;
}

/** The rows between which a passage lies: it is later than the first, unless that is the second, and no later than the second. */
export interface PassageRows {
  readonly after: number;
  /** −1 where the level is not reached; `after` is the last row then */
  readonly by: number;
}

/** The rows of {@link passageRow}: between two recorded rounds with others between them the passage may lie anywhere. */
export function passageRows(rounds: readonly number[], by: number): PassageRows {
  if (by < 0) return { after: rounds.length - 1, by };
  const isNext = by === 0 || rounds[by - 1]! + 1 === rounds[by];
  return { after: isNext ? by : by - 1, by };
}
