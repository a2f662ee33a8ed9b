/** A claim on the page: the paper's words, each number in its region, why the region, and its runs. */
import { cell } from '../report/cell.ts';
import { html, type Html } from '../report/html.ts';
import { scientific } from '../values/numbers.ts';
import type { ClaimResult, DecidedPart, Elsewhere } from './claim.ts';
import type { ClaimedScenario, ClaimsRecord } from './claimFiles.ts';
import { figureBlock } from './claimFigures.ts';
import { decisive, detectable, misprint } from './evaluate.ts';
import { typesetFormulas } from './formula.ts';
import { numberLine, strip } from './strip.ts';
import { DECISION_MARKS, verdictMark } from './verdictMark.ts';
import { drawsText, levelText, regionText, slackText, valueText } from './words.ts';

/**
 * A claim, its figure and reasons on a click.
 *
 * @param linked - scenarios whose figures are on the page already
 */
export function claimSection(
  result: ClaimResult,
  { scenarios, size }: Pick<ClaimsRecord, 'scenarios' | 'size'>,
  linked: Set<string>,
): Html {
  const { claim, verdict, parts, note, draws } = result;
  const { name, source, quote, statement, region, conditions, printed, open, needs } = claim;
  const times = slackText(result);
  const wrong = misprint(result);
  const quick = needs.length > 0 && size === 'quick';
  const how = needs.length === 0 ? 'computed, without a run' : `${size} size`;
  const more = draws === undefined ? '' : ` --problem-seeds ${draws.length + 1}`;
  return html`<details>
    <summary>${verdictMark(verdict)} · ${typesetFormulas(statement)}</summary>
    <p id="${name}">${source} · ${how}</p>
    <blockquote>“${typesetFormulas(quote)}”</blockquote>
    ${numberFigure(result)} ${parts.length === 0 ? undefined : partTable(result)} ${drawsOf(result)}
    ${times === undefined ? undefined : html`<p>The bound lies ${times} above.</p>`}
    ${
      wrong === undefined
        ? undefined
        : html`<p>
            False in print: ${typesetFormulas(printed!)} ${typesetFormulas(wrong.statistic)} is
            ${valueText(wrong.value)}, where ${regionText(wrong.claimed)} is claimed.
          </p>`
    }
    ${conditions === undefined ? undefined : html`<p>Looked at for: ${typesetFormulas(conditions)}</p>`}
    ${open === undefined ? undefined : html`<p>Left open by the paper: ${typesetFormulas(open)}</p>`}
    <p class="muted">${typesetFormulas(region)}</p>
    ${note === '' ? undefined : html`<p class="muted">${typesetFormulas(note)}</p>`}
    <pre class="command"><code>npx fedsa reproduce ${name}${quick ? ' --quick' : ''}${more}</code></pre>
    ${needs.map(({ scenario }) => runsOf(scenario, scenarios, linked))}
  </details>`;
}

/** The number that decided in its region; the one nearest to a limit, where there are several. */
function numberFigure(result: ClaimResult): Html | undefined {
  const part = decisive(result);
  const line = part && numberLine(part, onDraws(result, result.parts.indexOf(part)));
  if (part === undefined || line === undefined) return undefined;
  const others = result.parts.length > 1 ? `, the tightest of ${result.parts.length} numbers` : '';
  return html`<figure class="number">
    ${line}
    <figcaption>
      <strong>${typesetFormulas(part.statistic)}</strong>${others}: ${valueText(part.value)}; claimed
      ${regionText(part.claimed)}.
    </figcaption>
  </figure> `;
}

/** A number of a claim on the other draws of its problem. */
const onDraws = ({ draws = [] }: ClaimResult, part: number): number[] =>
  draws.map(({ parts }) => parts[part]?.value.estimate ?? NaN);

/** On how many problems the claim holds, and what became of it on the others. */
function drawsOf(result: ClaimResult): Html | undefined {
  const { draws } = result;
  if (draws === undefined) return undefined;
  const held = drawsText(result);
  const others = draws.filter(({ verdict }) => verdict !== result.verdict);
  const sections = others.map(({ draw, verdict, note, parts }) => {
    const why = parts.length === 0 ? `: ${note}` : '';
    return html`<li>problem seed + ${draw}: ${verdictMark(verdict)}${why}</li> `;
  });
  return html`<p>
      ${held === undefined ? undefined : html`<strong>Holds on ${held} problems</strong> drawn from one law:`}
      rings are the same number on the other ${draws.length === 1 ? 'draw' : `${draws.length} draws`}.
    </p>
    ${
      others.length === 0
        ? undefined
        : html`<ul class="muted">
            ${sections}
          </ul>`
    }`;
}

function partTable(result: ClaimResult): Html {
  const { parts, elsewhere } = result;
  const isSame = elsewhere?.parts.length === parts.length;
  return html`<div class="scroll">
    <table class="stacked">
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Value</th>
          <th scope="col">Level</th>
          <th scope="col">Claimed</th>
          <th scope="col"></th>
          <th scope="col"></th>
          ${isSame ? html`<th scope="col">At ${elsewhere.size} size</th>` : undefined}
        </tr>
      </thead>
      <tbody>
        ${parts.map(
          (part, k) =>
            html`<tr>
              <td>
                ${typesetFormulas(part.statistic)}${part.isPrinted ? html`<small>as printed</small>` : undefined}
              </td>
              ${cell('value', valueText(part.value))}
              ${cell('level', [levelText(part.value), detectedText(part)].filter(Boolean).join(', '))}
              ${cell('claimed', regionText(part.claimed))}
              <td>${strip(part, onDraws(result, k))}</td>
              ${cell('verdict', `${DECISION_MARKS[part.verdict]} ${part.verdict}`)}
              ${isSame ? otherCell(elsewhere, k) : undefined}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** What is refuted with 95 %, of a number with chance in a region with two sides. */
function detectedText(part: DecidedPart): string {
  const part95 = detectable(part);
  return part95 === undefined ? '' : `${scientific(part95, 2)} of the region’s width beyond it is detected`;
}

const otherCell = ({ size, parts }: Elsewhere, k: number): Html =>
  cell(`at ${size} size`, `${valueText(parts[k]!.value)} ${DECISION_MARKS[parts[k]!.verdict]}`);

/** The figures of a scenario where it comes up first, a link to them after that. */
function runsOf(name: string, scenarios: readonly ClaimedScenario[], linked: Set<string>): Html | undefined {
  const scenario = scenarios.find((claimedScenario) => claimedScenario.name === name);
  if (!scenario?.complete) return undefined;
  if (linked.has(name)) return html`<p>Runs: <a href="#runs-${name}">${name}</a>, shown above.</p>`;
  linked.add(name);
  return figureBlock(scenario);
}
