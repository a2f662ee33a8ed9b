/** When levels of the error are reached: a table for a terminal, and an object for --json. */
import { AXES } from '../report/axes.ts';
import { PASSAGES, type Reached } from '../report/reach.ts';
import { passageText } from '../report/reachFigure.ts';
import type { Interval } from '../report/statistics.ts';
import { table } from './textTable.ts';
import { amountOver } from '../values/numbers.ts';
import type { Measure } from '../configuration/scenario.ts';
import { levelText } from '../report/levelText.ts';
import { SYMBOLS } from '../report/quantities.ts';
import { epsilonOf, isFirstTouch } from '../values/level.ts';

/** What a row is of, a text for each heading, and its levels. */
export interface ReachRow {
  readonly heads: readonly string[];
  readonly reached: readonly Reached[];
}

/** A heading and a row for each level of each row; no lines where no level is asked for. */
export function reachTable(
  column: Measure,
  headings: readonly string[],
  rows: readonly ReachRow[],
): string[] {
  const all = rows.flatMap(({ heads, reached }) => reached.map((reach) => ({ heads, reach })));
  if (all.length === 0) return [];
  const texts = all.map(({ reach }) => PASSAGES.map((name) => passageText(reach[name], amountOver)));
  const hasMedian = texts.some((row) => row.some(({ isMedian }) => isMedian));
  const quantity = SYMBOLS[column];
  const isFirst = all.some(({ reach }) => isFirstTouch(reach.level));
  const unreached = hasMedian ? '; medians where not every seed reaches ε' : '';
  const touches = isFirst ? '; a first touch does not last' : '';
  return [
    `Until ${quantity} reaches ε: from then on at most ε on average${touches}. Mean over the seeds [95 % confidence interval]${unreached}`,
    ...table([
      [...headings, 'ε', 'seeds', ...PASSAGES.map((name) => AXES[name].name)],
      ...all.map(({ heads, reach }, k) => [
        ...heads,
        levelText(reach.level),
        `${reach.reached} of ${reach.seeds}`,
        ...texts[k]!.map(({ text, isMedian }) => (isMedian ? `${text} (median)` : text)),
      ]),
    ]),
  ];
}

/** The passages to one level; the end of an interval is null where it is beyond the runs. */
export function reachRecord({ level, reached, seeds, ...passages }: Reached): object {
  const numbers = PASSAGES.map((name) => {
    const { mean, median, medianInterval } = passages[name];
    const ends = (interval: Interval | undefined): object => ({
      low: interval?.low ?? null,
      high: interval !== undefined && Number.isFinite(interval.high) ? interval.high : null,
    });
    return [
      name,
      {
        mean: mean === undefined ? null : { value: mean.mean, ...ends(mean.interval) },
        median: median === undefined ? null : { value: median, ...ends(medianInterval) },
      },
    ];
  });
  const touch = isFirstTouch(level) && { firstTouch: true };
  return { level: epsilonOf(level), ...touch, reached, seeds, ...(Object.fromEntries(numbers) as object) };
}
