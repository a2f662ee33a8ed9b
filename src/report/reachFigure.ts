/** How soon levels of the error are reached: the figure, its CSV, and the table. */
import { AXES } from './axes.ts';
import type { Chart, Series } from './chart/chart.ts';
import { logScale, type Scale } from './chart/scale.ts';
import { cell } from './cell.ts';
import type { AlgorithmData } from './curve.ts';
import { figureFiles } from './drawnFigure.ts';
import { QUANTITIES } from './figureList.ts';
import type { OverSeeds } from './headline.ts';
import { folded } from './folded.ts';
import { html, type Html } from './html.ts';
import { levelText } from './levelText.ts';
import { FEWEST_SEEDS, grouped, amount, scientific, spreadText } from '../values/numbers.ts';
import type { CurveStyle } from './palette.ts';
import { endsOf } from './statistics.ts';
import { type Passage, PASSAGES, type Reached, reachedBy } from './reach.ts';
import { QUANTITY } from './quantities.ts';
import type { Multiple } from './smallMultiples.ts';
import type { Measure } from '../configuration/scenario.ts';
import { epsilonOf, isFirstTouch, type Level, levelLike } from '../values/level.ts';

/** Levels that the figure goes through, from the start's error to the lowest that is asked for. */
const LEVELS = 60;

export const REACH_TITLE = 'How soon an error is reached';

/** What a passage is, in a sentence for pages and papers. */
const KEPT =
  'ε is reached in the first recorded round from which the error is at most ε on average over every stretch.';
const TOUCHED =
  'ε is first touched in the first recorded round whose error is at most ε; the error may rise again.';

/** What a line of the figure is of: an algorithm, or one in a panel. */
export interface ReachLine {
  readonly key: string;
  readonly style: CurveStyle;
  readonly data: AlgorithmData;
}

/** A chart of how soon levels are reached, with what it is made of. */
interface ReachChart {
  readonly chart: Chart;
  readonly all: readonly { readonly line: ReachLine; readonly reached: readonly Reached[] }[];
  /** what bands are */
  readonly band: string;
  /** whether first touches are drawn: where no level is asked for that is to be reached */
  readonly isFirst: boolean;
}

/**
 * The mean seconds to each level, as far down as every seed of a line comes; `undefined` where none comes anywhere.
 *
 * @param asked - levels; first touches are drawn where there are no others
 */
export function reachChart(
  name: string,
  title: string,
  lines: readonly ReachLine[],
  column: Measure,
  asked: readonly Level[],
): ReachChart | undefined {
  const starts = lines.flatMap(({ data }) => data.series.map(({ columns }) => columns[column]![0]!));
  const { low: high } = endsOf(starts.filter((value) => value > 0));
  const isFirst = asked.every(isFirstTouch);
  const alike = isFirst ? asked : asked.filter((level) => !isFirstTouch(level));
  const low = Math.min(...alike.map(epsilonOf));
  if (!(high > low)) return undefined;
  const grid = Array.from({ length: LEVELS - 1 }, (_, k) => high * (low / high) ** ((k + 1) / LEVELS));
  const epsilons = [...new Set([...grid, ...alike.map(epsilonOf)])].sort((a, b) => b - a);
  const levels = epsilons.map((epsilon) => levelLike(alike[0]!, epsilon));
  const all = lines.map((line) => ({ line, reached: reachedBy(line.data, column, levels) }));
  const series = all.flatMap(({ line, reached }): Series[] => {
    const points = reached.flatMap(({ level, time: { mean } }) =>
      mean === undefined || mean.mean <= 0 ? [] : [{ x: epsilonOf(level), y: mean.mean, ...bandOf(mean) }],
    );
    const { title, hue } = line.style;
    if (points.length === 0) return [];
    return [
      {
        key: line.key,
        name: `${title}, mean`,
        label: [title],
        hue,
        line: 'solid',
        dots: 'last',
        spread: 'band',
        points,
      },
    ];
  });
  if (series.length === 0) return undefined;
  const isFew = all.some(({ reached }) => reached.some(({ seeds }) => seeds < FEWEST_SEEDS));
  const points = series.flatMap((curve) => curve.points);
  const chart: Chart = {
    name,
    title,
    x: {
      title: `level ε of ${QUANTITIES[column]}`,
      scale: falling(logScale(points.map(({ x }) => x))),
      words: (level) => `at ε = ${scientific(level)}`,
    },
    y: {
      title: `seconds until it is ${isFirst ? 'first touched' : 'reached'}`,
      scale: logScale(points.flatMap(({ y, low: least = y, high: most = y }) => [least, y, most])),
    },
    series,
    references: [],
    kinds: { band: isFew ? 'mean and range of the seeds' : 'mean and its 95 % interval' },
  };
  return { chart, all, isFirst, band: isFew ? 'range of the seeds' : '95 % confidence interval' };
}

/** What lines and bands are. */
export const reachSentences = ({ band, isFirst }: Pick<ReachChart, 'band' | 'isFirst'>): string =>
  `Lines: mean over the seeds of the seconds to each level; bands: ${band}. ${isFirst ? TOUCHED : KEPT} A line ends at the lowest level that all of its seeds come to.`;

/** The chart as a figure of a page. */
export function reachMultiple(
  name: string,
  title: string,
  lines: readonly ReachLine[],
  column: Measure,
  asked: readonly Level[],
): Multiple | undefined {
  const found = reachChart(name, title, lines, column, asked);
  return (
    found && {
      ...{ chart: found.chart, csv: reachCsv(found.all) },
      caption: (remarks) =>
        html`<strong>${title}.</strong> ${remarks.join(' ')} ${reachSentences(found)} ${figureFiles(name)}`,
    }
  );
}

/** Of few seeds their range: an interval would span decades. */
const bandOf = ({ mean, interval, values }: OverSeeds): { readonly low: number; readonly high: number } =>
  values.length < FEWEST_SEEDS ? endsOf(values) : (interval ?? { low: mean, high: mean });

/** The scale from its high end to its low one: a run goes on to the right. */
const falling = (scale: Scale): Scale => ({
  ...scale,
  low: scale.high,
  high: scale.low,
  ticks: scale.ticks.toReversed(),
});

/** A row for each line and level; unknown numbers are empty, and so is the end of an interval that has none. */
function reachCsv(
  all: readonly { readonly line: ReachLine; readonly reached: readonly Reached[] }[],
): string {
  const cell = (value: number | undefined): string =>
    value === undefined || !Number.isFinite(value) ? '' : String(value);
  const names = PASSAGES.flatMap((name) =>
    ['Mean', 'MeanLow', 'MeanHigh', 'Median', 'MedianLow', 'MedianHigh'].map((suffix) => name + suffix),
  );
  const rows = all.flatMap(({ line, reached }) =>
    reached.map((reach) => {
      const numbers = PASSAGES.flatMap((name) => {
        const { mean, median, medianInterval: interval } = reach[name];
        return [mean?.mean, mean?.interval?.low, mean?.interval?.high, median, interval?.low, interval?.high];
      });
      return [line.key, epsilonOf(reach.level), reach.seeds, reach.reached, ...numbers.map(cell)].join(',');
    }),
  );
  return [['line', 'level', 'seeds', 'reached', ...names].join(','), ...rows].join('\n') + '\n';
}

/** What a cell says: the mean with its interval, or the median where not every seed has reached the level. */
export interface PassageText {
  readonly text: string;
  readonly isMedian: boolean;
}

/** The words for one passage. */
export function passageText(
  { mean, median, medianInterval }: Passage,
  write: (over: Pick<OverSeeds, 'mean' | 'interval'> & Partial<OverSeeds>) => string,
): PassageText {
  if (mean !== undefined) return { text: write(mean), isMedian: false };
  if (median === undefined) return { text: '–', isMedian: false };
  return { text: write({ mean: median, interval: medianInterval }), isMedian: true };
}

/** A row of the table. */
export interface ReachRow {
  readonly heads: readonly Html[];
  readonly reached: readonly Reached[];
}

/** A table with the levels of each row, and what its numbers are. */
export function passageTable(rows: readonly ReachRow[], titles: readonly string[], column: Measure): Html {
  const quantity = QUANTITY[column];
  const cellOf = (head: string, passage: Passage): Html => {
    const { text, isMedian } = passageText(passage, ({ mean }) => amount(mean));
    const remarks = [
      ...(isMedian ? ['median'] : []),
      passageText(passage, (over) => spreadText(over, amount)).text,
    ];
    const distinct = remarks.filter((remark) => remark !== '' && remark !== text);
    return cell(head, html`${text}${distinct.map((remark) => html`<small>${remark}</small>`)}`);
  };
  const levels = new Set(rows.flatMap(({ reached }) => reached.map(({ level }) => level)));
  const [only] = levels.size === 1 ? levels : [];
  return html`<div class="scroll">
      <table class="results stacked">
        <thead>
          <tr>
            ${titles.map((title) => html`<th scope="col">${title}</th>`)}
            ${only === undefined ? html`<th scope="col">ε</th>` : undefined}
            <th scope="col">seeds that<br />reach ${only === undefined ? 'it' : `ε = ${levelText(only)}`}</th>
            ${PASSAGES.map((name) => html`<th scope="col">${AXES[name].name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(({ heads, reached }) =>
            reached.map(
              (reach, k) =>
                html`<tr>
                  ${k > 0 ? undefined : heads.map((head) => html`<th scope="rowgroup" rowspan="${reached.length}">${head}</th>`)}
                  ${only === undefined ? cell('ε', levelText(reach.level)) : undefined}
                  ${cell(
                    only === undefined ? 'reached by' : `ε = ${levelText(only)} reached by`,
                    `${grouped(reach.reached)} of ${grouped(reach.seeds)} seeds`,
                  )}
                  ${PASSAGES.map((name) => cellOf(AXES[name].name, reach[name]))}
                </tr> `,
            ),
          )}
        </tbody>
      </table>
    </div>
    <div class="notes">
      <p>
        ${quantity}: ${[...levels].every(isFirstTouch) ? '' : KEPT}
        ${[...levels].some(isFirstTouch) ? TOUCHED : ''} Seconds, bytes that all agents had sent, had been
        sent, and both by then, rounds, and local steps of an agent; mean [95 % interval] as above. Where some
        seeds miss ε, there is no mean, but the median over all seeds, those taken as later than all, with the
        interval of at least 95 % between two of its values (six seeds at least).
      </p>
    </div>`;
}

/**
 * The section: its heading, and the table with the levels of each row.
 *
 * @param above - what stands between the two
 * @param isFolded - whether the table is
 */
export function reachTable(
  rows: readonly ReachRow[],
  titles: readonly string[],
  column: Measure,
  above?: Html,
  isFolded = false,
): Html {
  const table = passageTable(rows, titles, column);
  return html`<h2>${REACH_TITLE}</h2>
    ${above} ${isFolded ? folded('The numbers of each result', table) : table}`;
}
