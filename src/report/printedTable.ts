/** A table of the paper with what the panels end with beside what is printed. */
import type { PrintedTable } from '../configuration/paperField.ts';
import { html, type Html } from './html.ts';
import type { PanelSummary } from './panelData.ts';
import { confidenceHalfWidth } from './statistics.ts';

/**
 * A panel a cell, of its first algorithm the last round: mean over the seeds ± half its 95 % interval by Student's t.
 *
 * @param reproduces - the paper's table
 */
export function printedTable(
  { rows, columns, printed }: PrintedTable,
  panels: readonly PanelSummary[],
  reproduces: string,
): Html {
  const decimals = Math.max(...printed.flat().map((value) => String(value).split('.')[1]?.length ?? 0));
  const number = (mean: number, halfWidth: number): string =>
    `${mean.toFixed(decimals)}${Number.isNaN(halfWidth) ? '' : ` ± ${halfWidth.toFixed(decimals)}`}`;
  const cell = (k: number): Html => {
    const last = panels[k]?.algorithms[0]?.last;
    const [mean, halfWidth] = printed[k]!;
    if (last === undefined) return html`<td>–<small>printed ${number(mean, halfWidth)}</small></td>`;
    const halfWidthHere = confidenceHalfWidth(last.values);
    const isApart = Math.abs(last.mean - mean) > halfWidthHere + halfWidth;
    return html`<td>
      ${number(last.mean, halfWidthHere)}<small
        >printed ${number(mean, halfWidth)}${isApart ? html`, <strong>apart</strong>` : undefined}</small
      >
    </td>`;
  };
  return html`<section class="leading" id="paper">
    <div class="scroll">
      <table class="results printed">
        <thead>
          <tr>
            <td></td>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row, r) =>
              html`<tr>
                <th scope="row">${row}</th>
                ${columns.map((_, c) => cell(r * columns.length + c))}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    <p class="legend">
      <strong>${reproduces}</strong>: last round, mean over the seeds ± half its 95 % interval by Student’s t;
      below it what the paper prints. Apart: the two intervals do not overlap.
    </p>
  </section> `;
}
