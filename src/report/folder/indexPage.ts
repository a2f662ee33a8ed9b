/** index.html of a folder of runs: a table with a row for each result, which sorts by its columns, and the tested claims. */
import { cell } from '../cell.ts';
import { counted } from '../../values/counted.ts';
import { html, type Html, trusted } from '../html.ts';
import { amount, grouped } from '../../values/numbers.ts';
import { durationText } from '../../values/durationText.ts';
import { answerSentences, pageFrame } from '../pageFrame.ts';
import { typeset } from '../typeset.ts';
import type { ClaimLine, IndexEntry } from './entry.ts';
import { INDEX_MARK, REPORT_NAME } from './indexLink.ts';
import type { Kind } from './results.ts';

const STYLE = `
.search { font: inherit; width: 100%; max-width: 28rem; padding: 0.4rem 0.8rem; margin: 1.5rem 0 1rem; color: var(--ink); background: var(--paper); border: 1px solid var(--rule); border-radius: 0.4rem; }
.index td, .index th { white-space: normal; vertical-align: middle; padding-top: 0.35rem; padding-bottom: 0.35rem; }
.index th[scope='row'] { overflow-wrap: anywhere; min-width: 8rem; max-width: 14rem; }
@media (min-width: 40.01rem) { .index td:nth-child(3) { width: 45%; } .index td:nth-child(n + 5) { white-space: nowrap; min-width: 0; } }
.index small { display: block; max-width: none; }
.index .settings { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden; overflow-wrap: anywhere; }
.index thead button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; text-align: left; }
.index thead button::after { content: ' ↕'; color: var(--muted); }
.index [aria-sort='ascending'] button::after { content: ' ↑'; }
.index [aria-sort='descending'] button::after { content: ' ↓'; }
.thumbnail { display: block; width: 6rem; height: 3.6rem; object-fit: contain; object-position: left; background: #fff; }
.mark { color: var(--words-3); } .mark.open { color: var(--warning); }
[hidden][hidden] { display: none; }
@media print { .search { display: none; } }
`;

const NOUNS: Readonly<Record<Kind, string>> = {
  run: 'run',
  panels: 'run of panels',
  sweep: 'sweep',
  claims: 'test of claims',
  plan: 'plan',
  atlas: 'map of bounds',
  comparison: 'comparison',
};

/** The whole page; every string of the files is escaped. */
export function indexPage(entries: readonly IndexEntry[], faults: readonly string[], version: string): Html {
  const scenarios = new Set(
    entries.flatMap(({ scenario: { name, title } }) => (name === '' ? [] : JSON.stringify([name, title]))),
  );
  const kinds = new Map<Kind, number>();
  for (const { kind } of entries) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const open = entries.filter(({ isComplete }) => !isComplete).length;
  return pageFrame({
    title: 'All runs',
    question: `${[...kinds].map(([kind, count]) => plural(count, NOUNS[kind].split(' '))).join(', ')}.`,
    reproduces: null,
    facts: [
      counted(scenarios.size, 'scenario'),
      open === 0 ? 'all complete' : `${grouped(open)} not complete`,
      ...(faults.length === 0 ? [] : [`${grouped(faults.length)} cannot be read`]),
    ],
    notice:
      faults.length === 0
        ? undefined
        : html`<p class="state">
            <strong>Not everything can be read.</strong>${faults.map((fault) => html`<br />${fault}`)}
          </p>`,
    main: html`<input class="search" type="search" placeholder="Search" aria-label="search the runs" hidden />
      <table class="results stacked index">
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" data-sorts>Run</th>
            <th scope="col">Result</th>
            <th scope="col" data-sorts>State</th>
            <th scope="col" data-sorts>Started</th>
            <th scope="col" data-sorts>Time</th>
          </tr>
        </thead>
        <tbody>
          ${entries.map((entry) => entryRow(entry, entries))}
        </tbody>
      </table>
      ${entries.map(claimsSection)}`,
    footer: `fedsa ${version} · report of a folder`,
    head: html`${INDEX_MARK}<style>
        ${trusted(STYLE)}
      </style>`,
  });
}

/** A noun of several words: its first is counted. */
const plural = (count: number, [first, ...more]: readonly string[]): string =>
  [counted(count, first!), ...more].join(' ');

function entryRow(entry: IndexEntry, entries: readonly IndexEntry[]): Html {
  const { path, scenario, figure, answer, isComplete, state, detail, failure, facts } = entry;
  const { startedAt, seconds, hasReport } = entry;
  const name = path === '' ? 'this folder' : path;
  const linked = (content: Html | string): Html | string =>
    hasReport ? html`<a href="${linkTo(path, REPORT_NAME)}">${content}</a>` : content;
  const picture =
    figure && html`<img class="thumbnail" src="${linkTo(path, figure)}" alt="" loading="lazy" />`;
  const claims = entries.flatMap((other) =>
    (other === entry ? [] : (other.claims ?? []))
      .filter(({ runs }) => runs.some((run) => isIn(joined(other.path, run), path)))
      .map((claim) => html`<small>${claim.verdict}: ${claimLink(other, claim)}</small>`),
  );
  // A failure may name a path, in which a_b is no index.
  const lead = failure ?? (answer === undefined ? undefined : typeset(answerSentences(answer)[0]!));
  const about = scenario.reproduces ? `${scenario.title} (${scenario.reproduces})` : scenario.title;
  return html`<tr class="entry">
    ${cell('figure', picture ? linked(picture) : '–')}
    <th scope="row" data-key="${name}">${linked(name)}<small>${about}</small></th>
    ${cell('result', html`${lead}<small class="settings">${typeset(facts.join(' · '))}</small>${claims}`)}
    ${sortedCell('state', state, html`<strong class="mark${isComplete ? '' : ' open'}">${state}</strong>${detail}${hasReport ? undefined : html`<small>no report yet: <code>fedsa report</code></small>`}`)}
    ${sortedCell('started', startedAt ?? '', startedAt === undefined ? '–' : dateText(startedAt))}
    ${sortedCell('time', String(seconds ?? ''), timeText(seconds))}
  </tr> `;
}

/** A cell with the key by which its column sorts. */
const sortedCell = (head: string, key: string, content: Html | string): Html =>
  html`<td data-head="${head}" data-key="${key}"><div>${content}</div></td>`;

/** Every claim of a folder with its verdict. */
function claimsSection(entry: IndexEntry): Html | undefined {
  const { claims = [], path } = entry;
  if (claims.length === 0) return undefined;
  return html`<section>
    <h2>Claims${path === '' ? '' : ` in ${path}`}</h2>
    <table class="results stacked claims">
      <thead>
        <tr>
          <th scope="col">Claim</th>
          <th scope="col">Source</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        ${claims.map(
          (claim) =>
            html`<tr class="entry">
              <th scope="row">${claimLink(entry, claim)}</th>
              ${cell('source', html`${claim.paper}<small>${claim.source}</small>`)}
              ${cell('verdict', html`<strong>${claim.verdict}</strong>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </section> `;
}

const claimLink = ({ path }: IndexEntry, { name, statement }: ClaimLine): Html =>
  html`<a href="${linkTo(path, REPORT_NAME)}#${encodeURIComponent(name)}">${statement}</a>`;

const joined = (path: string, below: string): string => (path === '' ? below : `${path}/${below}`);
const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** An address from the index on; a name may hold any character. */
const linkTo = (path: string, file: string): string =>
  joined(path, file).split('/').map(encodeURIComponent).join('/');

const dateText = (time: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? `${time.slice(0, 16).replace('T', ' ')} UTC` : time;

function timeText(seconds: number | undefined): string {
  if (seconds === undefined) return '–';
  return seconds < 60 ? `${amount(seconds, 2)} s` : durationText(seconds);
}
