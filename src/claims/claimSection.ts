/** A claim on the page: the paper's words, each number in its region, why the region, and its runs. */
import { cell } from '../report/cell.ts';
import { html, type Html } from '../report/html.ts';
import type { ClaimResult } from './claim.ts';
import type { ClaimedScenario, ClaimsRecord } from './claimFiles.ts';
import { figureBlock } from './claimFigures.ts';
import { decisive } from './evaluate.ts';
import { numberLine, strip } from './strip.ts';
import type { Verdict } from './verdict.ts';
import { levelText, regionText, valueText } from './words.ts';

const MARKS: Readonly<Record<Verdict, string>> = {
  holds: '✓',
  'holds as a bound': '≤',
  'does not hold': '✗',
  undecided: '?',
  'not decidable as specified': '≈',
  'not testable here': '–',
  'run failed': '!',
};

/** The verdict with its sign. */
export const verdictMark = (verdict: Verdict): Html => html`<strong>${MARKS[verdict]} ${verdict}</strong>`;

/**
 * A claim's section.
 *
 * @param shown - scenarios whose figures are on the page already
 */
export function claimSection(
  result: ClaimResult,
  { scenarios, size }: Pick<ClaimsRecord, 'scenarios' | 'size'>,
  shown: Set<string>,
): Html {
  const { claim, verdict, parts, note } = result;
  const { name, source, quote, statement, region, open, needs } = claim;
  const quick = needs.length > 0 && size === 'quick';
  const how = needs.length === 0 ? 'computed, without a run' : `${size} size`;
  return html`<section id="${name}">
    <h3>${statement}</h3>
    <p>${verdictMark(verdict)} · ${source} · ${how}</p>
    <blockquote>“${quote}”</blockquote>
    ${numberFigure(result)} ${parts.length === 0 ? undefined : partTable(parts)}
    ${open === undefined ? undefined : html`<p>Left open by the paper: ${open}</p>`}
    <p class="muted">${region}</p>
    ${note === '' ? undefined : html`<p class="muted">${note}</p>`}
    <pre class="command"><code>npx fedsa reproduce ${name}${quick ? ' --quick' : ''}</code></pre>
    ${needs.map(({ scenario }) => runsOf(scenario, scenarios, shown))}
  </section>`;
}

/** The number that decided in its region; the one nearest to a limit, where there are several. */
function numberFigure(result: ClaimResult): Html | undefined {
  const part = decisive(result);
  const line = part && numberLine(part);
  if (part === undefined || line === undefined) return undefined;
  const others = result.parts.length > 1 ? `, the tightest of ${result.parts.length} numbers` : '';
  return html`<figure class="number">
    ${line}
    <figcaption>
      <strong>${part.statistic}</strong>${others}: ${valueText(part.value)}; claimed
      ${regionText(part.claimed)}.
    </figcaption>
  </figure> `;
}

function partTable(parts: ClaimResult['parts']): Html {
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
        </tr>
      </thead>
      <tbody>
        ${parts.map(
          (part) =>
            html`<tr>
              <td>${part.statistic}</td>
              ${cell('value', valueText(part.value))} ${cell('level', levelText(part.value))}
              ${cell('claimed', regionText(part.claimed))}
              <td>${strip(part)}</td>
              ${cell('verdict', `${MARKS[part.verdict]} ${part.verdict}`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The figures of a scenario where it comes up first, a link to them after that. */
function runsOf(name: string, scenarios: readonly ClaimedScenario[], shown: Set<string>): Html | undefined {
  const scenario = scenarios.find((one) => one.name === name);
  if (!scenario?.complete) return undefined;
  if (shown.has(name)) return html`<p>Runs: <a href="#runs-${name}">${name}</a>, shown above.</p>`;
  shown.add(name);
  return figureBlock(scenario);
}
