/** report.html of `fedsa reproduce`: every claim with its numbers, its verdict and the figures of its runs. */
import { join } from 'node:path';
import { CLAIMS_NAME } from '../recording/claimsFile.ts';
import { jsonText } from '../recording/jsonText.ts';
import { cell } from '../report/cell.ts';
import { writeReport } from '../report/folder/indexLink.ts';
import { html, type Html } from '../report/html.ts';
import { pageFrame } from '../report/pageFrame.ts';
import type { ClaimResult, Paper } from './claim.ts';
import { claimsObject, type ClaimsRecord, claimsTable } from './claimFiles.ts';
import { claimSection, verdictMark } from './claimSection.ts';
import { decisive } from './evaluate.ts';
import { drawsText, regionText, totalsText, valueText } from './words.ts';
import { typeset } from '../report/typeset.ts';
import { writeWhole } from '../report/wholeFile.ts';

const PAPERS: Readonly<Record<Paper, string>> = {
  SCAFFLSA:
    'Mangold et al., SCAFFLSA: Taming Heterogeneity in Federated Linear Stochastic Approximation and TD Learning',
  FedHSA:
    'Zhu, Mitra and Heath, Achieving Tighter Finite-Time Rates for Heterogeneous Federated Stochastic Approximation under Markovian Sampling',
  'Streaming FL': 'Huynh et al., Streaming Federated Learning with Markovian Data',
  'Richardson–Romberg':
    'Mangold et al., Refined Analysis of Constant Step Size Federated Averaging and Federated Richardson-Romberg Extrapolation',
};

const RULE =
  'Each number has a region in which it lies if the claim is true, which is part of the program and does not depend on what a run gives. A claim holds if the whole confidence interval is in the region, does not hold if none of it is, and is undecided at this size of the runs otherwise; of several numbers all must hold. What a paper states as an upper bound holds as a bound: it could have been violated, and was not, which says nothing of how sharp it is. Where a paper leaves open what its numbers depend on, they are shown beside ours, and decide nothing. Intervals are over seeds and have 95 % for all numbers of a claim together (Bonferroni). Numbers that have no interval are exact up to rounding. In the strips the band is the region, the bar the interval and the dot the number.';

/** The page, which needs nothing beside itself but for its links. */
export function claimPage(record: ClaimsRecord): string {
  const { results, size, version, commit, node, startedAt, commandArguments } = record;
  const papers = (Object.keys(PAPERS) as Paper[]).filter((paper) =>
    results.some(({ claim }) => claim.paper === paper),
  );
  const shown = new Set<string>();
  return pageFrame({
    title: 'The papers’ claims, tested',
    question: `${totalsText(results)}.`,
    reproduces: null,
    facts: [
      size === 'quick' ? 'quick size: shorter and smaller than the papers’ runs' : 'full size',
      html`<a href="claims.json">claims.json</a>`,
      html`<a href="claims.csv">claims.csv</a>`,
    ],
    notice: undefined,
    main: html`<p class="muted">${RULE}</p>
      ${refuted(results)} ${summaryTable(results)}
      ${papers.map(
        (paper) =>
          html`<h2>${paper}</h2>
            <p class="muted">${PAPERS[paper]}</p>
            ${results
              .filter(({ claim }) => claim.paper === paper)
              .map((result) => claimSection(result, record, shown))}`,
      )}
      <h2>How to reproduce</h2>
      <p>With fedsa ${version}${commit === null ? '' : ` (commit ${commit})`} and Node ${node}:</p>
      <pre class="command"><code>${['npx fedsa', ...commandArguments].join(' ')}</code></pre>`,
    footer: `fedsa ${version} · reproduce · ${startedAt}`,
  });
}

/** What a reader looks for first: claims that do not hold, each with a link. */
function refuted(results: readonly ClaimResult[]): Html | undefined {
  const none = results.filter(({ verdict }) => verdict === 'does not hold');
  return none.length === 0
    ? undefined
    : html`<p><strong>Do not hold:</strong></p>
        <ul>
          ${none.map(
            ({ claim: { name, statement, paper, source } }) =>
              html`<li><a href="#${name}">${typeset(statement)}</a> (${paper}, ${source})</li> `,
          )}
        </ul>`;
}

function summaryTable(results: readonly ClaimResult[]): Html {
  return html`<div class="scroll">
    <table class="results stacked claims">
      <thead>
        <tr>
          <th scope="col">Claim</th>
          <th scope="col">Source</th>
          <th scope="col">Measured</th>
          <th scope="col">Claimed</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        ${results.map((result) => summaryRow(result))}
      </tbody>
    </table>
  </div>`;
}

function summaryRow(result: ClaimResult): Html {
  const { claim, verdict, parts, elsewhere } = result;
  const held = drawsText(result);
  const beside = [
    ...(held === undefined ? [] : [`on ${held} problems`]),
    ...(elsewhere === undefined ? [] : [`at ${elsewhere.size} size: ${elsewhere.verdict}`]),
  ].map((words) => html`<small>${words}</small>`);
  const part = decisive(result);
  const more = parts.length > 1 ? ` (and ${parts.length - 1} more)` : '';
  return html`<tr>
    <th scope="row">
      <a href="#${claim.name}">${typeset(claim.statement)}</a>
    </th>
    ${cell('source', html`${claim.paper}<small>${claim.source}</small>`)}
    ${cell('measured', part === undefined ? '–' : html`${valueText(part.value)}<small>${typeset(part.statistic)}${more}</small>`)}
    ${cell('claimed', part === undefined ? '–' : regionText(part.claimed))}
    ${cell('verdict', html`${verdictMark(verdict)}${beside}`)}
  </tr>`;
}

/**
 * Writes claims.json, claims.csv and report.html, each whole or not at all.
 *
 * @returns the path of report.html
 */
export async function writeClaims(directory: string, record: ClaimsRecord): Promise<string> {
  await writeWhole(join(directory, CLAIMS_NAME), `${jsonText(claimsObject(record), 2)}\n`);
  await writeWhole(join(directory, 'claims.csv'), claimsTable(record));
  return writeReport(directory, claimPage(record));
}
