/** The tables of several panels: a row for each panel and algorithm, and how floors scale. */
import { typeset } from './typeset.ts';
import type { AcrossLine } from './across.ts';
import { cell } from './cell.ts';
import { QUANTITIES } from './figureList.ts';
import {
  expectedCell,
  floorCell,
  hasLimits,
  lastRound,
  limitCell,
  limitNote,
  measuredNote,
  remarkNotes,
  unexpectedNotes,
} from './headlineCells.ts';
import { html, type Html } from './html.ts';
import { exact, grouped, powerOfTen, scientific, withHalfWidth } from '../values/numbers.ts';
import type { Styles } from './palette.ts';
import type { PanelSummary } from './panelData.ts';
import { type AlgorithmSummary, parametersText } from './summary.ts';
import { QUANTITY } from './quantities.ts';
import type { Measure } from '../configuration/scenario.ts';

/** A row for each panel and algorithm, and under the table how its numbers are computed. */
export function jointTable(
  panels: readonly PanelSummary[],
  column: Measure,
  across: string | null,
  styles: Styles,
): Html {
  const quantity = QUANTITY[column];
  const expected = panels.some((panel) => panel.algorithms.some((summary) => summary.expected !== undefined));
  const limit = hasLimits(panels.flatMap((panel) => panel.algorithms));
  // Titles such as “M = 20” say the number.
  const isPlaced = !panels.every(
    ({ panel: { title, at } }) =>
      at === null ||
      [String(at), exact(at), powerOfTen(Math.log10(at))].some((n) => title.endsWith(`= ${n}`)),
  );
  const placed = isPlaced && across !== null ? across : undefined;
  const columns: Columns = { quantity: QUANTITIES[column], expected, limit };
  return html`<div class="scroll">
      <table class="results stacked">
        <thead>
          <tr>
            <th scope="col">Panel</th>
            ${placed === undefined ? undefined : html`<th scope="col">${placed}</th>`}
            <th scope="col">Algorithm</th>
            <th scope="col">${quantity},&nbsp;last&nbsp;30 %,<br />mean&nbsp;[95 %&nbsp;interval]</th>
            ${expected ? html`<th scope="col">expectation in the last 30 %</th>` : undefined}
            ${limit ? html`<th scope="col">limit</th>` : undefined}
            <th scope="col">Seeds</th>
          </tr>
        </thead>
        <tbody>
          ${panels.map(({ panel, algorithms: summaries }) =>
            summaries.map(
              (summary, index) =>
                html`<tr>
                  ${index > 0 ? undefined : panelCells(panel, summaries.length, placed)}${cells(summary, columns, styles)}
                </tr> `,
            ),
          )}
        </tbody>
      </table>
    </div>
    <div class="notes">
      ${remarkNotes(
        panels.flatMap(({ panel, algorithms }) =>
          algorithms.map((summary) => ({
            ...summary,
            title: titleIn(panel, summary.title, algorithms.length),
          })),
        ),
      )}
      <p>
        ${measuredNote(panels.flatMap((panel) => panel.algorithms))}
        ${limit ? limitNote(panels.flatMap((panel) => panel.algorithms)) : undefined}Each panel’s report says
        more.
      </p>
      ${expected ? html`<p>${unexpectedNotes(unexpectedIn(panels))}</p>` : undefined}
    </div>`;
}

const titleIn = (panel: PanelSummary['panel'], title: string, algorithms: number): string =>
  algorithms === 1 ? panel.title : `${title} in ${panel.title}`;

/** Every dash of the column of expectations, with its panel and its reason. */
const unexpectedIn = (panels: readonly PanelSummary[]): { title: string; unexpected: string | undefined }[] =>
  panels.flatMap(({ panel, algorithms }) =>
    algorithms.map(({ title, unexpected }) => ({
      title: titleIn(panel, title, algorithms.length),
      unexpected,
    })),
  );

interface Columns {
  readonly quantity: string;
  readonly expected: boolean;
  readonly limit: boolean;
}

function panelCells(
  { name, title, at }: PanelSummary['panel'],
  rows: number,
  placed: string | undefined,
): Html {
  return html`<th scope="rowgroup" rowspan="${rows}"><a href="${name}/report.html">${title}</a></th>
    ${placed === undefined ? undefined : html`<td rowspan="${rows}" data-head="${placed}"><div>${at === null ? '–' : exact(at)}</div></td>`}`;
}

function cells(summary: AlgorithmSummary, { quantity, expected, limit }: Columns, styles: Styles): Html {
  const { algorithm, title, configuration } = summary;
  return html`<th scope="row">
      <span class="swatch" style="background: var(--${styles(algorithm).hue.line.name})"></span
      >${typeset(title)}<small
        >${configuration === undefined ? undefined : parametersText(configuration)}</small
      >
    </th>
    ${cell(`${quantity}, last 30 %`, html`${floorCell(summary)}${lastRound(summary)}`)}
    ${expected ? cell('expectation', expectedCell(summary.expected)) : undefined}
    ${limit ? cell('limit', limitCell(summary)) : undefined} ${cell('seeds', summary.outcome)}`;
}

/** The slopes, a row an algorithm; nothing where none could be fitted. */
export function scalingTable(lines: readonly AcrossLine[], styles: Styles): Html | undefined {
  const fitted = lines.flatMap(({ algorithm, fit, expectedSlope }) =>
    fit === undefined ? [] : [{ algorithm, fit, expectedSlope }],
  );
  const theory = fitted.some(({ expectedSlope }) => expectedSlope !== undefined);
  if (fitted.length === 0) return undefined;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Algorithm</th>
          <th scope="col">slope, ± 95 % interval</th>
          ${theory ? html`<th scope="col">theory</th>` : undefined}
          <th scope="col">values of seeds</th>
        </tr>
      </thead>
      <tbody>
        ${fitted.map(
          ({ algorithm, fit, expectedSlope = null }) =>
            html`<tr>
              <th scope="row">
                <span class="swatch" style="background: var(--${styles(algorithm).hue.line.name})"></span
                >${styles(algorithm).title}
              </th>
              <td>${withHalfWidth(fit.slope, fit.halfWidth)}</td>
              ${theory ? html`<td>${scientific(expectedSlope)}</td>` : undefined}
              <td>
                ${grouped(fit.values)}${fit.zeros === 0 ? '' : ` (${grouped(fit.zeros)} of rounding alone left out)`}
              </td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `;
}
