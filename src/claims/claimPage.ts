/** The pages of `fedsa reproduce`: report.html with all papers, a page for each paper, and claims.md for other documents. */
import { join } from 'node:path';
import { CLAIMS_NAME } from '../recording/claimsFile.ts';
import { jsonText } from '../recording/jsonText.ts';
import { cell } from '../report/cell.ts';
import { REPORT_NAME, writeReport } from '../report/folder/indexLink.ts';
import { html, type Html } from '../report/html.ts';
import { pageFrame } from '../report/pageFrame.ts';
import { writeWhole } from '../report/wholeFile.ts';
import type { Paper } from './claim.ts';
import { claimsObject, type ClaimsRecord, claimsTable } from './claimFiles.ts';
import { claimSection } from './claimSection.ts';
import { typesetFormulas } from './formula.ts';
import { type DecidedResult, paperResults } from './paperResults.ts';
import { resultMarkdown, resultTable } from './resultTable.ts';
import { verdictMark } from './verdictMark.ts';
import { countsText, paperLines } from './words.ts';

const PAPERS: Readonly<Record<Paper, string>> = {
  SCAFFLSA:
    'Mangold et al., SCAFFLSA: Taming Heterogeneity in Federated Linear Stochastic Approximation and TD Learning',
  FedHSA:
    'Zhu, Mitra and Heath, Achieving Tighter Finite-Time Rates for Heterogeneous Federated Stochastic Approximation under Markovian Sampling',
  'Streaming FL': 'Huynh et al., Streaming Federated Learning with Markovian Data',
  'Richardson–Romberg':
    'Mangold et al., Refined Analysis of Constant Step Size Federated Averaging and Federated Richardson-Romberg Extrapolation',
  'Newer papers':
    'Mangold, Berthier and Moulines 2025 (FedSARSA); Mitra, Pappas and Hassani 2024 (EF-TD); Wang, Yang and Su 2024 (federated Q-learning)',
};

const RULE =
  'Each number has a region in which it lies if the claim is true, which is part of the program and does not depend on what a run gives. A claim is confirmed if all of its confidence intervals lie in their regions, refuted if one lies outside, and undecided if one does neither. The intervals of a claim have 95 % together; exact numbers have none.';

/** `scafflsa.html` */
const pageName = (paper: Paper): string => `${paper.toLowerCase().replace(/[^a-z]+/g, '-')}.html`;

const papersOf = (results: readonly DecidedResult[]): Paper[] =>
  (Object.keys(PAPERS) as Paper[]).filter((paper) => results.some(({ result }) => result.paper === paper));

const ofPaper = (results: readonly DecidedResult[], paper: Paper): DecidedResult[] =>
  results.filter(({ result }) => result.paper === paper);

function framed(record: ClaimsRecord, title: string, question: string, main: Html): Html {
  const { size, version, commit, node, startedAt, commandArguments } = record;
  return pageFrame({
    title,
    question,
    reproduces: null,
    facts: [
      size === 'quick' ? 'quick size: shorter and smaller than the papers’ runs' : 'full size',
      html`<a href="claims.json">claims.json</a>`,
      html`<a href="claims.csv">claims.csv</a>`,
    ],
    notice: undefined,
    main: html`${main}
      <h2>How to reproduce</h2>
      <p>With fedsa ${version}${commit === null ? '' : ` (commit ${commit})`} and Node ${node}:</p>
      <pre class="command"><code>${['npx fedsa', ...commandArguments].join(' ')}</code></pre>`,
    footer: `fedsa ${version} · reproduce · ${startedAt}`,
  });
}

/** The first page: each paper's results with their verdicts, and links to its page. */
export function claimPage(record: ClaimsRecord): Html {
  const all = paperResults(record.results);
  const main = html`<p class="muted">${RULE}</p>
    ${papersOf(all).map((paper) => {
      const results = ofPaper(all, paper);
      return html`<h2><a href="${pageName(paper)}">${paper}</a></h2>
        <p class="muted">${PAPERS[paper]}: ${countsText(results.map(({ verdict }) => verdict))}.</p>
        <table class="results stacked claims">
          <tbody>
            ${results.map((entry) => shortRow(entry))}
          </tbody>
        </table>`;
    })}`;
  return framed(record, 'The papers’ claims, tested', `${paperLines(record.results).join('. ')}.`, main);
}

/** A result with the marks of its claims, so that a link to one of them arrives here. */
function shortRow({ result: { paper, name, source, printed }, verdict, claims }: DecidedResult): Html {
  return html`<tr>
    <th scope="row">
      ${claims.map(({ claim }) => html`<span id="${claim.name}"></span>`)}
      <a href="${pageName(paper)}#result-${name}">${typesetFormulas(source)}</a>
    </th>
    ${cell('as printed', typesetFormulas(printed))} ${cell('verdict', verdictMark(verdict))}
  </tr>`;
}

/** A paper's page: its results in a table, and each claim with its figure and reasons on a click. */
export function paperPage(record: ClaimsRecord, paper: Paper): Html {
  const results = ofPaper(paperResults(record.results), paper);
  const linked = new Set<string>();
  const main = html`<p><a href="${REPORT_NAME}">All papers</a></p>
    ${resultTable(results)}
    <h2>Claims</h2>
    <p class="muted">${RULE}</p>
    ${record.results
      .filter(({ claim }) => claim.paper === paper)
      .map((result) => claimSection(result, record, linked))}`;
  return framed(
    record,
    `${paper}: results, tested`,
    `${PAPERS[paper]}: ${countsText(results.map(({ verdict }) => verdict))}.`,
    main,
  );
}

/** The papers' tables in Markdown. */
export function claimsMarkdown(record: ClaimsRecord): string {
  const all = paperResults(record.results);
  return papersOf(all)
    .map((paper) => resultMarkdown(paper, ofPaper(all, paper), record.size))
    .join('\n');
}

/**
 * Writes claims.json, claims.csv, claims.md, a page for each paper and report.html, each whole or not at all.
 *
 * @returns the path of report.html
 */
export async function writeClaims(directory: string, record: ClaimsRecord): Promise<string> {
  await writeWhole(join(directory, CLAIMS_NAME), `${jsonText(claimsObject(record), 2)}\n`);
  await writeWhole(join(directory, 'claims.csv'), claimsTable(record));
  await writeWhole(join(directory, 'claims.md'), claimsMarkdown(record));
  for (const paper of papersOf(paperResults(record.results)))
    await writeWhole(join(directory, pageName(paper)), paperPage(record, paper).html);
  return writeReport(directory, claimPage(record).html);
}
