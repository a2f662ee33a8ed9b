/** The benches' tables as HTML, and as CSV for further computation. */
import { html, type Html } from '../../src/report/html.ts';
import type { Table, Verdict } from '../harness/benchmark.ts';
import { cells, limitText, measuredText, verdictWord } from '../harness/printing.ts';

/** A table with what was checked, its notes and a link to the same as CSV. */
export function tableHtml(table: Table): Html {
  const { title, unit, rows, checked, notes } = table;
  return html`<div class="scroll">
      <table class="results bench">
        <thead>
          <tr>
            <th scope="col" rowspan="2">${title}</th>
            <th scope="colgroup" colspan="3">${unit}</th>
            <th scope="colgroup" colspan="3">of processor time</th>
          </tr>
          <tr>
            ${[1, 2].map(
              () =>
                html`<th scope="col">median</th>
                  <th scope="col">quartiles</th>
                  <th scope="col">ratio</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, wall, wallRatio, cpu, cpuRatio }) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${[...cells(wall, wallRatio), ...cells(cpu, cpuRatio)].map((cell) => html`<td>${cell}</td>`)}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    <div class="notes">
      <p>
        Checked: ${checked}.${notes.map((note) => html` ${note}.`)}
        <a
          download="${fileName(title)}.csv"
          href="data:text/csv;charset=utf-8,${encodeURIComponent(tableCsv(table))}"
          >CSV</a
        >
      </p>
    </div> `;
}

/** A line a repetition: what every figure of the table is made of; unknown numbers are empty. */
export function tableCsv({ unit, rows }: Table): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const number = (x: number | undefined): string => (x === undefined || Number.isNaN(x) ? '' : String(x));
  const lines = rows.flatMap(({ name, place, costs }) =>
    costs.map(({ wall, cpu }, turn) =>
      [
        quoted(name),
        quoted(place?.series ?? ''),
        number(place?.x),
        turn + 1,
        number(wall),
        number(cpu),
        quoted(unit),
      ].join(','),
    ),
  );
  return ['name,series,x,turn,wall,processor,unit', ...lines].join('\n') + '\n';
}

/** The targets with what was measured; those that nothing was measured of are counted only. */
export function verdictsHtml(verdicts: readonly Verdict[]): Html {
  const judged = verdicts.filter(({ met }) => met !== undefined);
  const met = judged.filter((verdict) => verdict.met).length;
  const unmeasured = verdicts.length - judged.length;
  return html`<p>
      ${met} of ${judged.length}
      met${unmeasured === 0 ? '' : `; ${unmeasured} more were not measured in this run`}.
    </p>
    <div class="scroll">
      <table class="results targets">
        <thead>
          <tr>
            <th scope="col">target</th>
            <th scope="col">should be</th>
            <th scope="col">measured</th>
            <th scope="col"></th>
            <th scope="col">whose</th>
            <th scope="col">measured by</th>
          </tr>
        </thead>
        <tbody>
          ${judged.map(
            (verdict) =>
              html`<tr>
                <th scope="row">${verdict.target.description}</th>
                <td>${limitText(verdict)}</td>
                <td>${measuredText(verdict)} ${verdict.target.unit}</td>
                <td class="${verdict.met ? 'met' : 'missed'}">${verdictWord(verdict)}</td>
                <td>${verdict.target.source.replace(/^target of /, '')}</td>
                <td><a href="#${anchorOf(verdict.bench)}">${verdict.bench}</a></td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div> `;
}

/** A bench's name as the name of a place in the page. */
export const anchorOf = (bench: string): string => bench.replaceAll('/', '-');

/** A title as the name of a file. */
export const fileName = (title: string): string => title.replace(/[^\w=.]+/g, '-').replace(/^-|-$/g, '');
