/** How soon levels are reached over a sweep: seconds, bytes and rounds against each swept name, and the table. */
import { withinReach } from '../chart/chart.ts';
import { sizeAmong } from '../chart/draw.ts';
import { drawn, type DrawnFigure, figureFiles, figureOnPage } from '../drawnFigure.ts';
import { html, type Html } from '../html.ts';
import { exact } from '../numbers.ts';
import { type Passage, PASSAGES, type Reached } from '../reach.ts';
import { NAMED, reachTable } from '../reachFigure.ts';
import { type AlgorithmStyle, chartOf, chartTable, identifier, slice } from './sweepFigures.ts';
import { shownAmong } from './shownValue.ts';
import { type Cell, REACH_NAME, type SweepData } from './sweepData.ts';

/** Rows of the table at most: of a larger sweep each algorithm's soonest points are shown. */
const MOST_ROWS = 200;
/** A longer table is folded. */
const MOST_OPEN = 12;
/** How far an interval is drawn at most, by a factor. */
const MOST = 10;

const AXES = {
  time: 'seconds until it is reached',
  uplinkBytes: 'bytes sent by all agents until then',
  round: 'rounds until then',
} as const;

/** One algorithm at one point, and how soon it has reached one level. */
export interface AtLevel {
  readonly algorithm: string;
  readonly cell: Cell;
  readonly one: Reached;
}

/** The mean, or the median where not every seed has reached the level. */
const centre = ({ mean, median }: Passage): number => mean?.mean ?? median ?? Infinity;

/** The point of each algorithm and level with the least seconds; where no median has reached it, that with most seeds. */
export function soonestOf(data: SweepData): AtLevel[] {
  return [...data.cells].flatMap(([algorithm, cells]) =>
    levelsOf(data).flatMap((level) => {
      const all = cells.flatMap((cell) => cell.reach.map((one) => ({ algorithm, cell, one })));
      const [first, ...others] = all.filter(({ one }) => one.level === level);
      const isSooner = ({ one: a }: AtLevel, { one: b }: AtLevel): boolean =>
        centre(a.time) < centre(b.time) || (centre(a.time) === centre(b.time) && a.reached > b.reached);
      return first === undefined
        ? []
        : others.reduce((best, one) => (isSooner(one, best) ? one : best), first);
    }),
  );
}

/** Of reach.csv, in its order. */
const levelsOf = ({ cells }: SweepData): number[] => [
  ...new Set([...cells.values()].flat().flatMap(({ reach }) => reach.map(({ level }) => level))),
];

/** For each swept name and level seconds, bytes and rounds, each algorithm's other names at its soonest point. */
export function reachFigures(
  data: SweepData,
  names: readonly string[],
  style: AlgorithmStyle,
): DrawnFigure[] {
  const levels = levelsOf(data);
  const soonest = soonestOf(data).filter(({ one }) => centre(one.time) < Infinity);
  const size = sizeAmong(names.length * levels.length * PASSAGES.length);
  return names.flatMap((name) =>
    levels.flatMap((level, index) =>
      PASSAGES.flatMap((quantity) => {
        const number = levels.length === 1 ? '' : `-${index + 1}`;
        const file = `reach-${identifier(name)}${number}-${NAMED[quantity]}`;
        const title = `${NAMED[quantity].replace(/^./, (letter) => letter.toUpperCase())} to ε = ${exact(level)}, against ${name}`;
        const chart = chartOf(data, name, { file, title, y: AXES[quantity] }, (algorithm, cells, axis) => {
          const best = soonest.find((one) => one.algorithm === algorithm && one.one.level === level);
          if (best === undefined) return [];
          const points = slice(data, cells, best.cell, name).flatMap(({ point, reach }) => {
            const reached = reach.find((one) => one.level === level);
            const y = reached === undefined ? Infinity : centre(reached[quantity]);
            if (reached === undefined || !(y > 0 && y < Infinity)) return [];
            const { mean, medianInterval } = reached[quantity];
            const interval = mean === undefined ? medianInterval : mean.interval;
            const ends = interval && withinReach(y, interval, MOST);
            const share = mean === undefined && { callout: `${reached.reached} of ${reached.seeds}` };
            return [{ x: axis.at(point[name]!), y, ...ends, ...share }];
          });
          const { title: of, hue } = style(algorithm);
          if (points.length === 0) return [];
          const shown = { key: algorithm, name: of, hue, label: [of] as const, points };
          return [{ ...shown, line: 'solid', dots: 'all', spread: 'bars' }];
        });
        if (chart === undefined) return [];
        const caption = html`<strong>${title}.</strong> ${figureFiles(file)}`;
        return [drawn(chart, size, chartTable(chart, data, NAMED[quantity]), caption)];
      }),
    ),
  );
}

/** The section of the page; nothing where no levels are asked for. */
export function reachSection(
  data: SweepData,
  figures: readonly DrawnFigure[],
  style: AlgorithmStyle,
  linkOf: (cell: Cell) => string,
): Html | undefined {
  const all = [...data.cells].flatMap(([algorithm, cells]) =>
    cells.filter(({ reach }) => reach.length > 0).map((cell) => ({ algorithm, cell, reached: cell.reach })),
  );
  if (all.length === 0) return undefined;
  const isShort = all.reduce((sum, { reached }) => sum + reached.length, 0) <= MOST_ROWS;
  const rows = isShort
    ? all
    : soonestOf(data).map(({ algorithm, cell, one }) => ({ algorithm, cell, reached: [one] }));
  const axes = data.axes.map(({ name, values }) => ({ name, shown: shownAmong(values) }));
  const others = data.axes.filter(({ values }) => values.length > 1).length > 1;
  const above = html`${
    figures.length === 0
      ? undefined
      : html`<div class="notes">
            <p>
              Markers are means over the seeds. If some seeds have not reached the level, they are medians,
              with the number of seeds that have. Bars are 95 % confidence intervals. If half of the seeds
              have not, there is no
              marker.${others ? ' The other names are at each algorithm’s point with the least mean or median for that level.' : ''}
            </p>
          </div>
          <div class="further">${figures.map(figureOnPage)}</div>`
  }
  ${isShort ? undefined : html`<p>For each algorithm and level the point with the least mean or median, not tested against the others; all are in <code>${REACH_NAME}</code>.</p>`}`;
  return reachTable(
    rows.map(({ algorithm, cell, reached }) => ({
      heads: [
        html`<span class="swatch" style="background: var(--${style(algorithm).hue.line.name})"></span
          ><a href="${linkOf(cell)}">${style(algorithm).title}</a>`,
        ...axes.map(({ name, shown }) => html`${shown(cell.point[name]!)}`),
      ],
      reached,
    })),
    ['Algorithm', ...axes.map(({ name }) => name)],
    data.quantity,
    above,
    rows.length > MOST_OPEN,
  );
}
