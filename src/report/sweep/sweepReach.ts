/** How soon levels are reached over a sweep: seconds, bytes, rounds and steps against each swept name, and the tables. */
import { type Amount, AXES } from '../axes.ts';
import { withinReach } from '../chart/chart.ts';
import { sizeAmong } from '../chart/draw.ts';
import { figureFiles } from '../drawnFigure.ts';
import { html, type Html } from '../html.ts';
import { cell } from '../cell.ts';
import { levelText } from '../levelText.ts';
import { amountOver } from '../../values/numbers.ts';
import type { Passage } from '../reach.ts';
import { type Multiple, side, smallMultiples } from '../smallMultiples.ts';
import { passageText, reachTable } from '../reachFigure.ts';
import { type AlgorithmStyle, chartOf, chartTable, hasOthers, identifier, slice } from './sweepFigures.ts';
import { shownAmong } from './shownValue.ts';
import { seedsText } from '../contest/verdictText.ts';
import { counted, singular } from '../../values/counted.ts';
import type { Level } from '../../values/level.ts';
import { type BestForLevel, bestForLevels, bestRows, levelsOf, pointWords } from './sweepContest.ts';
import { type Cell, REACH_NAME, type SweepData } from './sweepData.ts';

/** Rows of the table at most: of a larger sweep each algorithm's soonest points are shown. */
const MOST_ROWS = 200;
/** A longer table is folded. */
const MOST_OPEN = 12;
/** So many points that are not separated are named. */
const MOST_TIED = 8;
/** How far an interval is drawn at most, by a factor. */
const MOST = 10;

const DRAWN = ['time', 'uplinkBytes', 'bytes', 'round'] as const satisfies readonly Amount[];

/** The mean, or the median where not every seed reaches the level. */
const centre = ({ mean, median }: Passage): number => mean?.mean ?? median ?? Infinity;

/** For each swept name and level seconds, bytes and rounds, each algorithm's other names at its best point for that. */
export function reachFigures(data: SweepData, names: readonly string[], style: AlgorithmStyle): Multiple[] {
  const levels = levelsOf(data);
  const bests = bestForLevels(data);
  return names.flatMap((name) =>
    levels.flatMap((level, index) =>
      DRAWN.flatMap((quantity): Multiple[] => {
        const number = levels.length === 1 ? '' : `-${index + 1}`;
        const { name: amount, until } = AXES[quantity];
        const file = `reach-${identifier(name)}${number}-${amount.replace(' ', '-')}`;
        const title = `${amount.replace(/^./, (letter) => letter.toUpperCase())} to ε = ${levelText(level)}, against ${name}`;
        const chart = chartOf(data, name, { file, title, y: until }, (algorithm, cells, axis) => {
          const ofAlgorithm = bests.filter((each) => each.algorithm === algorithm && each.level === level);
          const best = ofAlgorithm.find(({ by }) => by.includes(quantity));
          if (best === undefined) return [];
          const points = slice(data, cells, best.cell, name).flatMap(({ point, reach }) => {
            const reached = reach.find((reach) => reach.level === level);
            const y = reached === undefined ? Infinity : centre(reached[quantity]);
            if (reached === undefined || !(y > 0 && y < Infinity)) return [];
            const { mean, medianInterval } = reached[quantity];
            const interval = mean === undefined ? medianInterval : mean.interval;
            const ends = interval && withinReach(y, interval, MOST);
            const share = mean === undefined && { callout: `${reached.reached} of ${reached.seeds}` };
            return [{ x: axis.at(point[name]!), y, ...ends, ...share }];
          });
          const { title, hue } = style(algorithm);
          if (points.length === 0) return [];
          const look = { key: algorithm, name: title, hue, label: [title] as const, points };
          return [{ ...look, line: 'solid', dots: 'all', spread: 'bars' }];
        });
        if (chart === undefined) return [];
        const caption = (remarks: readonly string[]): Html =>
          html`<strong>${title}.</strong> ${remarks.join(' ')} ${figureFiles(file)}`;
        return [{ chart, csv: chartTable(chart, data, amount), caption }];
      }),
    ),
  );
}

/** The section of the page; nothing where no levels are asked for. */
export function reachSection(
  data: SweepData,
  multiples: readonly Multiple[],
  style: AlgorithmStyle,
  linkOf: (cell: Cell) => string,
): Html | undefined {
  const all = [...data.cells].flatMap(([algorithm, cells]) =>
    cells.filter(({ reach }) => reach.length > 0).map((cell) => ({ algorithm, cell, reached: cell.reach })),
  );
  if (all.length === 0) return undefined;
  const bests = bestForLevels(data);
  const isShort = all.reduce((sum, { reached }) => sum + reached.length, 0) <= MOST_ROWS;
  const rows = isShort ? all : bestRows(bests);
  const axes = data.axes.map(({ name, values }) => ({ name, display: shownAmong(values) }));
  const others = data.axes.some(({ name, values }) => values.length > 1 && hasOthers(data, name));
  const above = html`${bestTable(data, bests, style, linkOf)}
  ${
    multiples.length === 0
      ? undefined
      : html`<div class="notes">
            <p>
              Markers are means over the seeds. If some seeds miss the level, they are medians, with the
              number of seeds that reach it. Bars are 95 % confidence intervals. If half of the seeds miss it,
              there is no
              marker.${others ? ' The other names are at each algorithm’s best point for that level.' : ''}
            </p>
          </div>
          ${side(smallMultiples(multiples, sizeAmong(multiples.length)))}`
  }
  ${isShort ? undefined : html`<p>The best points of each algorithm for each ε; all points are in <code>${REACH_NAME}</code>.</p>`}`;
  return reachTable(
    rows.map(({ algorithm, cell, reached }) => ({
      heads: [
        html`<span class="swatch" style="background: var(--${style(algorithm).hue.line.name})"></span
          ><a href="${linkOf(cell)}">${style(algorithm).title}</a>`,
        ...axes.map(({ name, display }) => html`${display(cell.point[name]!)}`),
      ],
      reached,
    })),
    ['Algorithm', ...axes.map(({ name }) => name)],
    data.quantity,
    above,
    rows.length > MOST_OPEN,
  );
}

/** The best points of each algorithm for each level, and what is not separated from them. */
function bestTable(
  data: SweepData,
  bests: readonly BestForLevel[],
  style: AlgorithmStyle,
  linkOf: (cell: Cell) => string,
): Html | undefined {
  if (bests.length > 0 && bests.every(({ others }) => others === 0)) return undefined;
  const never = unreachedLevels(data, bests);
  return html`<h3>Best point for each ε</h3>
    <div class="scroll">
      <table class="results stacked best">
        <thead>
          <tr>
            <th scope="col">Algorithm</th>
            <th scope="col">ε</th>
            ${data.axes.map(({ name }) => html`<th scope="col">${name}</th>`)}
            <th scope="col">least</th>
            <th scope="col">alike, or not separated</th>
          </tr>
        </thead>
        <tbody>
          ${bests.map(
            (best) =>
              html`<tr>
                <th scope="row">
                  <span
                    class="swatch"
                    style="background: var(--${style(best.algorithm).hue.line.name})"
                  ></span
                  ><a href="${linkOf(best.cell)}">${style(best.algorithm).title}</a>
                </th>
                ${cell('ε', levelText(best.level))}
                ${data.axes.map(({ name, values }) =>
                  cell(
                    name,
                    html`${shownAmong(values)(best.cell.point[name]!)}${best.edges.includes(name) ? html`<small>edge of the grid</small>` : undefined}`,
                  ),
                )}
                ${cell('least', html`${leastTexts(best).map((text) => html`<div>${text}</div>`)}`)}
                ${cell('alike, or not separated', besideText(data, best))}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    ${never.length === 0 ? undefined : html`<p>${never.map(({ algorithm, levels }) => `No point of ${style(algorithm).title} reaches ε = ${levels.map(levelText).join(', ')}.`).join(' ')}</p>`}
    <div class="notes">
      <p>
        The point that reaches ε with the least seconds, rounds, local steps of an agent or bytes, mean over
        the seeds [95 % confidence interval]. A point whose final error is above ε does not count. Alike:
        points that differ by 5 % at most. Not separated: points for which the interval of the ratio on common
        seeds holds 1, with Holm’s correction for all pairs of the algorithm’s points; so many seeds would
        separate them with 80 % power. At the edge of the grid a better value may lie beyond.
      </p>
    </div>`;
}

/** The levels that no point of an algorithm reaches. */
export const unreachedLevels = (
  data: SweepData,
  bests: readonly BestForLevel[],
): { readonly algorithm: string; readonly levels: readonly Level[] }[] =>
  [...data.cells.keys()].flatMap((algorithm) => {
    const levels = levelsOf(data).filter(
      (level) => !bests.some((best) => best.algorithm === algorithm && best.level === level),
    );
    return levels.length === 0 ? [] : [{ algorithm, levels }];
  });

/** `51.3 [49, 54] seconds`, `26 rounds`: what a best point takes, by what it is the best. */
export const leastTexts = ({ by, reached }: Pick<BestForLevel, 'by' | 'reached'>): string[] =>
  by.map((amount) => {
    const { text, isMedian } = passageText(reached[amount], amountOver);
    const share = `${reached.reached} of ${reached.seeds} seeds`;
    const remark = reached.reached === reached.seeds ? '' : ` (${isMedian ? 'median; ' : ''}${share})`;
    const { name } = AXES[amount];
    return text === '–' ? `${name}: ${share}` : `${text} ${text === '1' ? singular(name) : name}${remark}`;
  });

/** The points beside the best: those that are alike, and those that are not separated from it. */
function besideText(data: SweepData, { alike, tied, seedsNeeded }: BestForLevel): Html {
  if (alike.length + tied.length === 0) return html`none`;
  const named = (points: readonly Cell[], words: string): Html => {
    if (points.length === 0) return html``;
    const names = points.slice(0, MOST_TIED).map((each) => {
      const seeds = seedsText(seedsNeeded.get(each));
      return html`<small>${pointWords(data, each)}${seeds === '' ? '' : ` (${seeds})`}</small>`;
    });
    const more = points.length - MOST_TIED;
    return html`<div>
      ${counted(points.length, 'point')}
      ${words}${names}${more > 0 ? html`<small>and ${more} more</small>` : undefined}
    </div>`;
  };
  return html`${named(alike, 'alike')}${named(tied, 'not separated')}`;
}
