/**
 * Each agent's stretch of the data (Streaming FL E.1: "for each client we randomly sample
 * n ∈ {6, 12} consecutive months from the first 36 months from all the sites").
 */
import { generatorFor } from '../../maths/generator.ts';
import type { RecordedWindow } from '../../problems/recordedRegression/operator.ts';

export interface WindowChoice {
  readonly agents: number;
  readonly stations: number;
  /** months in a window: each agent draws one of these */
  readonly windowMonths: readonly number[];
  /** whether a window may run over the end of the training months to their beginning */
  readonly wrapWindows: boolean;
  readonly seed: number;
}

/**
 * The agents' windows. Each agent draws from its own generator, in this order and each time
 * uniformly: a station, a length among `windowMonths`, a first month. With `wrapWindows` any
 * training month can be the first; without it, those from which the window fits.
 *
 * A window's months are calendar months, so that its length in hours depends on its first month.
 * Where `start + length` exceeds the training rows, the window continues at row 0.
 *
 * @param boundaries - of the training months: the row where each begins and, last, the row where
 *   the last one ends
 * @throws RangeError if a window is longer than the training months, which it would meet twice
 */
export function drawWindows(choice: WindowChoice, boundaries: readonly number[]): readonly RecordedWindow[] {
  const months = boundaries.length - 1;
  for (const length of choice.windowMonths) {
    if (!(Number.isInteger(length) && length >= 1 && length <= months)) {
      throw new RangeError(`a window has 1 to ${months} whole months, got ${length}`);
    }
  }
  return Array.from({ length: choice.agents }, (_, agent) => {
    const generator = generatorFor(choice.seed, 'problem', 'window', agent);
    const series = generator.below(choice.stations);
    const length = choice.windowMonths[generator.below(choice.windowMonths.length)]!;
    const first = generator.below(choice.wrapWindows ? months : months - length + 1);
    return { series, ...rowsOfMonths(boundaries, first, length) };
  });
}

/** First row and number of rows of `length` months from month `first` on, the first month following the last. */
export function rowsOfMonths(
  boundaries: readonly number[],
  first: number,
  length: number,
): { readonly start: number; readonly length: number } {
  const months = boundaries.length - 1;
  const start = boundaries[first]!;
  const end = first + length;
  const endRow = end <= months ? boundaries[end]! : boundaries[months]! + boundaries[end - months]!;
  return { start, length: endRow - start };
}
