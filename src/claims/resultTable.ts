/** A paper's results as a table: what a reader sees first on its page, and in claims.md. */
import { cell } from '../report/cell.ts';
import { html, type Html } from '../report/html.ts';
import type { ClaimResult, Paper } from './claim.ts';
import { decisive, misprint } from './evaluate.ts';
import { plainFormulas, typesetFormulas } from './formula.ts';
import type { DecidedResult } from './paperResults.ts';
import { verdictMark } from './verdictMark.ts';
import { drawsText, regionText, slackText, valueText, verdictText } from './words.ts';

/** The columns, and the words of one row in them; a column holds a sentence for each claim. */
const HEADS = ['Result', 'As printed', 'Simulated [interval]', 'Exact', 'Conditions', 'Verdict'] as const;

/** A claim's number that decided, against its region. */
function numberText(result: ClaimResult): string {
  const part = decisive(result);
  if (part === undefined) return result.note;
  const times = slackText(result);
  const held = drawsText(result);
  const beside = [
    times === undefined ? `claimed ${regionText(part.claimed)}` : `bound ${times} above`,
    ...(result.parts.length > 1 ? [`tightest of ${result.parts.length}`] : []),
    ...(held === undefined ? [] : [`on ${held} problems`]),
  ];
  return `${part.statistic}: ${valueText(part.value)} (${beside.join(', ')})`;
}

/** By how much a printed form is false. */
function falseText(result: ClaimResult): string | undefined {
  const wrong = misprint(result);
  if (wrong === undefined) return undefined;
  return `False: ${result.claim.printed!} ${wrong.statistic}: ${valueText(wrong.value)}, where ${regionText(wrong.claimed)} is claimed`;
}

/** The row of a result: each cell the lines of its claims. */
function linesOf({ result, claims, verdict }: DecidedResult) {
  const [simulated, computed] = [true, false].map((hasRuns) =>
    claims.filter(({ claim }) => claim.needs.length > 0 === hasRuns).map(numberText),
  );
  return {
    printed: [result.printed, ...claims.flatMap((claimResult) => falseText(claimResult) ?? [])],
    simulated: simulated!,
    exact: computed!,
    conditions: [
      ...new Set(claims.flatMap(({ claim }) => claim.conditions ?? [])),
      ...(result.untested === undefined ? [] : [`Not tested: ${result.untested}.`]),
    ],
    verdict,
  };
}

const listed = (lines: readonly string[]): Html | string =>
  lines.length === 0
    ? '–'
    : html`${lines.map((line, at) => html`<div class="${at === 0 ? 'first' : 'more'}">${typesetFormulas(line)}</div>`)}`;

/** The table on a paper's page; each result's claims are linked. */
export function resultTable(results: readonly DecidedResult[]): Html {
  return html`<div class="scroll">
    <table class="results stacked claims">
      <thead>
        <tr>
          ${HEADS.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${results.map((entry) => row(entry))}
      </tbody>
    </table>
  </div>`;
}

function row(decided: DecidedResult): Html {
  const { printed, simulated, exact, conditions, verdict } = linesOf(decided);
  const links = decided.claims.map(
    ({ claim }, at) => html`${at === 0 ? '' : ' · '}<a href="#${claim.name}">${at + 1}</a>`,
  );
  return html`<tr id="result-${decided.result.name}">
    <th scope="row">
      ${typesetFormulas(decided.result.source)}<small
        >${links.length === 0 ? undefined : html`claims ${links}`}</small
      >
    </th>
    ${cell('as printed', listed(printed))} ${cell('simulated', listed(simulated))}
    ${cell('exact', listed(exact))} ${cell('conditions', listed(conditions))}
    ${cell('verdict', verdictMark(verdict))}
  </tr>`;
}

/** A paper's table in Markdown, one result a row, the number that decided it alone, and how large its runs were. */
export function resultMarkdown(
  paper: Paper,
  results: readonly DecidedResult[],
  size: 'quick' | 'full',
): string {
  const written = (text: string): string =>
    plainFormulas(text).replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('<', '&lt;');
  const rows = results.map((entry) => {
    const worst = entry.claims.find(({ verdict }) => verdict === entry.verdict) ?? entry.claims[0];
    const { verdict } = entry;
    const part = worst && decisive(worst);
    const number =
      part === undefined
        ? '–'
        : `${part.statistic}: ${valueText(part.value)}, claimed ${regionText(part.claimed)}`;
    const more = [
      ...(worst && falseText(worst) ? [falseText(worst)!] : []),
      ...(entry.result.untested === undefined ? [] : [`not tested: ${entry.result.untested}`]),
    ];
    const isRun = (worst?.claim.needs.length ?? 0) > 0 && part !== undefined;
    const kind = worst === undefined || part === undefined ? '' : isRun ? `simulated, ${size} size` : 'exact';
    return `| ${[entry.result.source, entry.result.printed, [number, ...more].join('. '), kind, verdictText(verdict)].map(written).join(' | ')} |`;
  });
  return [
    `### ${paper}`,
    '',
    '| result | as printed | number that decides | how | verdict |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
