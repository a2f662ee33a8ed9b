/** The part of a page that compares its results: which is first at some target errors, and ratios on common seeds. */
import type { Measure } from '../../configuration/scenario.ts';
import { cell } from '../cell.ts';
import { figureOnPage } from '../drawnFigure.ts';
import { folded } from '../folded.ts';
import { html, type Html } from '../html.ts';
import { levelText } from '../levelText.ts';
import { decimals, grouped, scientific, withInterval } from '../../values/numbers.ts';
import { alikePairs, levelOf, type Pair, quantityName } from '../pairs.ts';
import { QUANTITY } from '../quantities.ts';
import { typeset } from '../typeset.ts';
import type { Contest, Verdict } from './contest.ts';
import { counted } from '../../values/counted.ts';
import type { Level } from '../../values/level.ts';
import { ratioFigure } from './ratioFigure.ts';
import { verdictsByLevel } from './verdictText.ts';

/** Files that this program gives figures of ratios. */
export const RATIO_FILES = /^ratios(-\d+)?(-tidy)?\.(svg|csv)$/;

/** A longer table is folded; of more rows than can be read the figures' CSV has the rest. */
const MOST_OPEN = 14;
/** Of more comparisons those without a result that is first are folded. */
const MOST_VERDICTS = 6;
const MOST_ROWS = 300;
/** Of more results the picture is folded: it is as high as they are many. */
const MOST_RATIOS = 12;

/** The whole part. */
export const contestSection = (contests: readonly Contest[], column: Measure): Html =>
  html`${firstSection(contests, column)} ${ratioSection(contests)}`;

/** How large each result is compared with a base; `undefined` where a page has no two results that have a ratio. */
export function ratioSection(all: readonly Contest[]): Html | undefined {
  const contests = all.filter(({ ratios }) => ratios.some(({ pairs }) => pairs.length > 0));
  if (contests.length === 0) return undefined;
  return html`<h2>Ratios on common seeds</h2>
    ${contests.map((contest, k) => {
      const ratios = ratiosOf(contest, contests.length === 1 ? 'ratios' : `ratios-${k + 1}`);
      return contest.title === undefined ? ratios : folded(typeset(contest.title), ratios);
    })}
    <div class="notes">
      <p>
        Ratio of each result to the base, the geometric mean over the seeds that both have; its interval is
        Student’s t of the logarithms. Where seeds are censored (they miss ε), the ratio is the median, and
        the restricted mean counts each seed up to the length that all runs have. Correlation: of the
        logarithms over the seeds, which narrows the interval where it is positive. Seeds for ± 10 %: for an
        interval of that width at this spread.
      </p>
    </div>`;
}

/** The figure and the table of one contest. */
function ratiosOf(contest: Contest, name: string): Html {
  const figure = ratioFigure(name, contest);
  const drawing = figure && html`<div class="main">${figureOnPage(figure)}</div>`;
  const isLong = contest.ratios.length > MOST_RATIOS;
  return html`${drawing && (isLong ? folded(`The ratios of ${contest.ratios.length} results`, drawing) : drawing)}
  ${ratioTable(contest)}`;
}

/** Which result is first at which level; `undefined` where no level is asked for. */
export function firstSection(contests: readonly Contest[], column: Measure): Html | undefined {
  const rows = contests.flatMap((contest) =>
    verdictsByLevel(contest).map(({ level, texts }) => ({ contest, level, texts })),
  );
  if (rows.length === 0) return undefined;
  const isTitled = contests.length > 1;
  const isChosen = contests.every((contest) => contest.isChosen);
  const all = rows.reduce((sum, { texts }) => sum + texts.length, 0);
  const rowsWith = (isWanted: (verdict: Verdict) => boolean): VerdictRow[] =>
    rows.flatMap((row) => {
      const texts = row.texts.filter(({ verdict }) => isWanted(verdict));
      return texts.length === 0 ? [] : [{ ...row, texts }];
    });
  const found = rowsWith(isFinding);
  const open = rowsWith((verdict) => !isFinding(verdict));
  const table = (some: readonly VerdictRow[]): Html => verdictTable(some, isTitled, column);
  const openCount = open.reduce((sum, { texts }) => sum + texts.length, 0);
  return html`<h2>Which result is first</h2>
    ${
      all <= MOST_VERDICTS || openCount === 0
        ? table(rows)
        : html`${found.length === 0 ? undefined : table(found)}
          ${folded(`${counted(openCount, 'comparison')} in which no result is known to be first`, table(open))}`
    }
    <div class="notes">
      <p>
        ${isChosen ? 'The levels ε are chosen between the start and the final errors of two results. ' : ''}Not
        separated: the 95 % interval of the ratio of the two over common seeds holds 1, with Holm’s correction
        for all pairs of results. So many seeds would separate them with 80 % power, at the mean and the
        spread of these seeds. A result that reaches ε in no seed, or whose final error is above it, is not
        ranked.
      </p>
    </div>`;
}

/** The verdicts on a level. */
interface VerdictRow {
  readonly contest: Contest;
  readonly level: Level;
  readonly texts: ReturnType<typeof verdictsByLevel>[number]['texts'];
}

/** Whether one result is first, or all that reach ε are alike: none is left that more seeds might rank. */
const isFinding = ({ ranking: { first, tied } }: Verdict): boolean =>
  first !== undefined && tied.length === 0;

const verdictTable = (rows: readonly VerdictRow[], isTitled: boolean, column: Measure): Html =>
  html`<div class="scroll">
    <table class="results stacked first">
      <thead>
        <tr>
          ${isTitled ? html`<th scope="col">compared</th>` : undefined}
          <th scope="col">${QUANTITY[column]},&nbsp;ε</th>
          <th scope="col">measured in</th>
          <th scope="col">result</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(({ contest, level, texts }) =>
          texts.map(
            ({ axes, text }, k) =>
              html`<tr>
                ${isTitled && k === 0 ? html`<th scope="rowgroup" rowspan="${texts.length}">${typeset(contest.title!)}</th>` : undefined}
                ${k === 0 ? html`<th scope="rowgroup" rowspan="${texts.length}" data-head="ε"><div>${levelText(level)}</div></th>` : undefined}
                ${cell('measured in', axes)} ${cell('result', html`${typeset(text)}`)}
              </tr> `,
          ),
        )}
      </tbody>
    </table>
  </div>`;

/** Alike quantities have one row. */
function ratioTable({ base, ratios }: Contest): Html | undefined {
  const rows = ratios.flatMap(({ contender, pairs }) =>
    alikePairs(pairs).map(({ pair, quantities }) => ({ contender, pair, quantities })),
  );
  if (rows.length === 0) return undefined;
  const listed = rows.slice(0, MOST_ROWS);
  const table = html`<div class="scroll">
    <table class="results stacked">
      <thead>
        <tr>
          <th scope="col">Result</th>
          <th scope="col">quantity</th>
          <th scope="col">
            ${typeset(`ratio to ${base.title}`.replaceAll(' ', '\u00a0'))}<br />[95 % interval]
          </th>
          <th scope="col">seeds</th>
          <th scope="col">correlation</th>
          <th scope="col">seeds for ± 10 %</th>
        </tr>
      </thead>
      <tbody>
        ${listed.map(({ contender, pair, quantities }, k) => {
          const isNext = listed[k - 1]?.contender !== contender;
          const names = quantities.map(quantityName).join(', ');
          return html`<tr>
            ${isNext ? html`<th scope="rowgroup" rowspan="${listed.filter((row) => row.contender === contender).length}">${typeset(contender.title)}</th>` : undefined}
            ${cell('quantity', pair.epsilon === null ? names : `${names} to ${levelText(levelOf(pair)!)}`)}
            ${cell('ratio', html`${ratioText(pair)}${restrictedText(pair)}`)}
            ${cell('seeds', `${pair.seeds}${pair.censored > 0 ? `, ${pair.censored} censored` : ''}`)}
            ${cell('correlation', decimals(pair.correlation))}
            ${cell('seeds for ± 10 %', Number.isFinite(pair.seedsForTenPercent) ? grouped(pair.seedsForTenPercent) : '–')}
          </tr> `;
        })}
      </tbody>
    </table>
  </div>`;
  return rows.length <= MOST_OPEN
    ? table
    : folded(
        `The ratios as a table${rows.length > MOST_ROWS ? ` (the first ${MOST_ROWS} rows of ${grouped(rows.length)})` : ''}`,
        table,
      );
}

/** `0.37 [0.3, 0.45]`. */
export function ratioText({ ratio, low, high, atStart }: Pair): string {
  if (atStart) return 'none: both start below ε';
  const isOpen = Number.isNaN(low) || Number.isNaN(high);
  if (Number.isNaN(ratio)) return isOpen ? 'unknown' : `[${scientific(low)}, ${scientific(high)}]`;
  if (!Number.isFinite(ratio) && !isOpen)
    return `${scientific(ratio)} [${scientific(low)}, ${scientific(high)}]`;
  return withInterval(ratio, isOpen ? undefined : { low, high });
}

function restrictedText({ restricted }: Pair): Html | undefined {
  if (restricted === null) return undefined;
  const [base, result] = restricted.means.map((value) => scientific(value));
  return html`<small>restricted to ${scientific(restricted.upTo)}: ${result}, base ${base}</small>`;
}
