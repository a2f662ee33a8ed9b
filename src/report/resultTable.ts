/** The table of results: measured, predicted, sent, and how the runs ended. */
import { typeset } from './typeset.ts';
import { grouped, overText, scientific, uncertaintyText } from '../values/numbers.ts';
import { growthWarning } from '../theory/stability/meanSquareGrowth.ts';
import type { Prediction } from '../theory/predictions.ts';
import { scannedStep } from '../theory/stability/scannedStep.ts';
import {
  exactNotes,
  expectedCell,
  floorCell,
  hasLimits,
  lastRound,
  limitCell,
  limitNote,
  measuredNote,
  remarkNotes,
  sourceNotes,
} from './headlineCells.ts';
import { cell } from './cell.ts';
import { QUANTITIES } from './figureList.ts';
import { html, type Html } from './html.ts';
import type { Styles } from './palette.ts';
import { type AlgorithmSummary, type LastValue, parametersText } from './summary.ts';
import { tiesText, wastedText } from './timedCountsText.ts';
import { QUANTITY } from './quantities.ts';
import type { Measure } from '../configuration/scenario.ts';

/** A row an algorithm, and under the table how its numbers are computed. */
export function resultTable(summaries: readonly AlgorithmSummary[], column: Measure, styles: Styles): Html {
  const quantity = QUANTITY[column];
  const columns: Columns = {
    quantity: QUANTITIES[column],
    average: summaries.some((summary) => summary.lastAverage !== undefined),
    expected: summaries.some((summary) => summary.expected !== undefined),
    limit: hasLimits(summaries),
    step: summaries.some(({ prediction }) => largestOf(prediction) !== null),
  };
  const { average, expected, limit, step } = columns;
  const ofTheory = [expected, limit, step].filter(Boolean).length;
  return html`<div class="scroll">
      <table class="results stacked">
        <thead>
          <tr>
            <td rowspan="2"></td>
            <th scope="colgroup" colspan="${average ? 2 : 1}">Measured, mean [95 % interval]</th>
            ${ofTheory === 0 ? undefined : html`<th scope="colgroup" colspan="${ofTheory}">Theory</th>`}
            <th scope="colgroup" colspan="2">
              ${summaries[0]?.traffic.unit === 'bytes' ? 'Bytes' : 'Vectors'} per agent
            </th>
            <th scope="col" rowspan="2">Seeds</th>
          </tr>
          <tr>
            <th scope="col">${quantity} in the<br />last 30 % of rounds</th>
            ${average ? html`<th scope="col">error of<br />the average</th>` : undefined}
            ${expected ? html`<th scope="col">expectation in the last 30 %</th>` : undefined}
            ${limit ? html`<th scope="col">limit</th>` : undefined}
            ${step ? html`<th scope="col">largest stable η</th>` : undefined}
            <th scope="col">uplink</th>
            <th scope="col">downlink</th>
          </tr>
        </thead>
        <tbody>
          ${summaries.map((summary) => row(summary, columns, styles))}
        </tbody>
      </table>
    </div>
    ${notes(summaries, columns)} `;
}

/** Columns that have a number in some row. */
interface Columns {
  readonly quantity: string;
  readonly average: boolean;
  readonly expected: boolean;
  readonly limit: boolean;
  readonly step: boolean;
}

function row(summary: AlgorithmSummary, columns: Columns, styles: Styles): Html {
  const { algorithm, title, configuration, prediction, traffic } = summary;
  const hue = styles(algorithm).hue.line;
  const step = configuration && scannedStep(configuration).value;
  const unstable = typeof step === 'number' && step > (largestOf(prediction) ?? Infinity);
  return html`<tr>
    <th scope="row">
      <span class="swatch" style="background: var(--${hue.name})"></span>${typeset(title)}<small
        >${configuration === undefined ? undefined : parametersText(configuration)}</small
      >
    </th>
    ${cell(`${columns.quantity}, last 30 %`, html`${floorCell(summary)}${lastRound(summary)}`)}
    ${columns.average ? cell('error of the average', measured(summary.lastAverage)) : undefined}
    ${columns.expected ? cell('expectation', expectedCell(summary.expected)) : undefined}
    ${columns.limit ? cell('limit', limitCell(summary)) : undefined}
    ${
      columns.step
        ? cell(
            'largest stable η',
            html`${stableCell(prediction)}${unstable ? html`<small>below the η used</small>` : undefined}`,
          )
        : undefined
    }
    ${cell(`uplink, ${traffic.unit} an agent`, grouped(traffic.uplink))}
    ${cell(`downlink, ${traffic.unit} an agent`, grouped(traffic.downlink))} ${cell('seeds', summary.outcome)}
  </tr> `;
}

/** Of the mean square, or of the mean where that alone is known. */
const largestOf = (prediction: Prediction | undefined): number | null =>
  prediction?.stability?.meanSquare.step ?? prediction?.stability?.mean.step ?? null;

/** With what it is worth, and of which moment it is. */
function stableCell(prediction: Prediction | undefined): Html {
  const { meanSquare, mean } = prediction?.stability ?? {};
  const known = typeof meanSquare?.step === 'number' ? meanSquare : mean;
  if (typeof known?.step !== 'number' || known.relativeError === null) return html`–`;
  const worth = uncertaintyText(known.relativeError);
  return html`${scientific(known.step)}${worth === '' ? '' : ` ${worth}`}${known === mean ? html`<small>in the mean</small>` : undefined}`;
}

const measured = (value: LastValue | undefined): Html =>
  value === undefined ? html`–` : html`${overText(value)}`;

function notes(summaries: readonly AlgorithmSummary[], { average, limit, step }: Columns): Html {
  return html`<div class="notes">
    ${summaries.map(growthNote)} ${remarkNotes(summaries)}
    <p>
      ${measuredNote(summaries)}${average ? ' The average is that of θ̄ over the rounds after the burn-in.' : ''}
      ${summaries.map(wastedNote)} ${summaries.map(tiesNote)}
    </p>
    <p>
      ${exactNotes(summaries)}${limit ? limitNote(summaries) : undefined}${sourceNotes(summaries)}
      ${step ? 'Largest stable η: up to it the mean square stays bounded under the run’s sampling; where “in the mean” stands, the mean alone is known to.' : undefined}
    </p>
  </div>`;
}

/** A warning instead of trust in so few seeds. */
function growthNote({ title, prediction }: AlgorithmSummary): Html | undefined {
  const warning = growthWarning(prediction);
  return warning === undefined ? undefined : html`<p><strong>${title}: ${warning}.</strong></p>`;
}

/** What agents worked and no server step took in, nor will. */
function wastedNote({ title, counts }: AlgorithmSummary): Html | undefined {
  const wasted = wastedText(counts);
  return wasted === undefined ? undefined : html`${title} wasted ${wasted}. `;
}

function tiesNote({ title, counts }: AlgorithmSummary): Html | undefined {
  const ties = tiesText(counts);
  return ties === undefined ? undefined : html`${title}: ${ties}. `;
}
