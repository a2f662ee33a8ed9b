/** The page of an atlas of bounds: what is said of each theorem, a map of each, and lines against the other axes. */
import type { AtlasTheorem } from '../../search/atlas/atlasReport.ts';
import { byTheorem, type RatioCell } from '../../search/atlas/atlasTheorems.ts';
import { counted } from '../../values/counted.ts';
import { cell } from '../cell.ts';
import { LARGE, sizeAmong } from '../chart/draw.ts';
import { figureOnPage } from '../drawnFigure.ts';
import { html, type Html } from '../html.ts';
import { pageFrame } from '../pageFrame.ts';
import { shownAmong } from '../sweep/shownValue.ts';
import { typeset } from '../typeset.ts';
import type { AtlasPageData } from './atlasPageData.ts';
import { mapAxes } from './atlasSlice.ts';
import {
  absences,
  atlasTable,
  extremesText,
  SYMBOL_WORDS,
  theoremSentences,
  theoremTitle,
  violations,
} from './atlasWords.ts';
import { ratioLines } from './ratioLines.ts';
import { ratioMap } from './ratioMap.ts';

/** The page, with its files. */
export function atlasPage(data: AtlasPageData): Html {
  const { title, report, titleOf, version } = data;
  const all = byTheorem(report.cells);
  const theorems = report.theorems.map((theorem, at): [AtlasTheorem, RatioCell[]] => [theorem, all[at]!]);
  const applied = theorems.filter(([{ kind }]) => kind !== 'none');
  const drawn = mapAxes(report.axes);
  const size = applied.length === 1 ? LARGE : sizeAmong(applied.length);
  const maps = drawn === undefined ? [] : applied.flatMap((each) => ratioMap(data, each, drawn, size) ?? []);
  const lines = report.axes
    .filter(({ name }) => drawn?.includes(name) !== true || maps.length === 0)
    .flatMap(({ name }) => ratioLines(data, applied, name) ?? []);
  const above = violations(report.cells, titleOf);
  return pageFrame({
    title: `Atlas of bounds: ${title}`,
    question: 'Where are the theorems’ bounds loose, and by which power of what?',
    answer: extremesText(report.theorems, titleOf),
    reproduces: null,
    facts: [
      counted(report.cells.length, 'cell'),
      ...report.axes.map(({ name, values }) => `${name}: ${values.map(shownAmong(values)).join(', ')}`),
    ],
    notice:
      above.length === 0
        ? undefined
        : html`${above.map((line) => html`<p class="state"><strong>${line}</strong></p> `)}`,
    main: html`${tableOf(theorems, data)}
    ${
      maps.length === 0
        ? undefined
        : html`<h2>Maps</h2>
            <div class="${maps.length === 1 ? 'main' : 'further'}">${maps.map(figureOnPage)}</div>`
    }
    ${
      lines.length === 0
        ? undefined
        : html`<h2>Against each axis</h2>
            ${lines.map((line) => html`<div class="main">${figureOnPage(line)}</div>`)}`
    }`,
    footer: `fedsa ${version}`,
  });
}

function tableOf(
  theorems: readonly (readonly [AtlasTheorem, readonly RatioCell[]])[],
  { titleOf }: AtlasPageData,
): Html {
  const applied = theorems.filter(([{ kind }]) => kind !== 'none');
  const { head, rows } = atlasTable(applied.map(([theorem]) => theorem));
  return html`<div class="scroll">
      <table class="results stacked">
        <thead>
          <tr>
            <th scope="col">Theorem</th>
            ${head.map((words) => html`<th scope="col">${words}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${applied.map(
            ([theorem], at) =>
              html`<tr>
                <th scope="row">${theoremTitle(theorem, titleOf)}</th>
                ${rows[at]!.map((words, k) => cell(head[k]!, typeset(words)))}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    <div class="notes">
      <p>${typeset(SYMBOL_WORDS)}</p>
      ${theorems.map(([theorem, all]) => {
        const sentences = [...theoremSentences(theorem, titleOf), ...absences(all).map((line) => `${line}.`)];
        return html`<p>${typeset(sentences.join(' '))}</p>`;
      })}
    </div>`;
}
