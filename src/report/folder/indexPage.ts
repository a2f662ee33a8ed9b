/** index.html of a folder of runs: a card for each, those of a scenario together, and the claims that were tested. */
import { cell } from '../cell.ts';
import { counted } from '../configurationTable.ts';
import { html, type Html, trusted } from '../html.ts';
import { exact, grouped } from '../numbers.ts';
import { commandWords } from '../page.ts';
import { pageFrame } from '../pageFrame.ts';
import { typeset } from '../typeset.ts';
import type { Card, ClaimLine } from './card.ts';
import { INDEX_MARK, REPORT_NAME } from './indexLink.ts';
import type { Kind } from './results.ts';

const STYLE = `
.search { font: inherit; width: 100%; max-width: 28rem; padding: 0.4rem 0.8rem; margin: 1.5rem 0 2rem; color: var(--ink); background: var(--paper); border: 1px solid var(--rule); border-radius: 0.4rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 2rem 1.2rem; align-items: start; }
.cards.cards .cards { gap: 1rem 1.2rem; }
.cards h2 { margin: 0 0 0.4rem; font-size: 1.1rem; }
.group { display: flex; flex-direction: column; gap: 0.7rem; min-width: 0; }
.group .head p { font-size: 0.92rem; margin: 0.3rem 0 0; }
.group:has(.card + .card) { grid-column: 1 / -1; }
.card { border: 1px solid var(--rule); border-radius: 0.4rem; padding: 0.9rem 1rem; min-width: 0; break-inside: avoid; font-size: 0.92rem; }
.card h3 { margin: 0 0 0.5rem; font-size: 1rem; overflow-wrap: anywhere; }
.card p { margin: 0.5rem 0 0; overflow-wrap: anywhere; }
.card .answer { font-size: inherit; font-weight: 500; }
.card code { font-size: 0.82em; }
.card code span { display: inline-block; }
.picture { display: block; width: 100%; max-width: 22rem; height: auto; }
.mark { color: var(--words-3); } .mark.open { color: var(--warning); }
[hidden][hidden] { display: none; }
.claims .picture { width: 7rem; }
@media print {
  .search { display: none; }
  .cards { grid-template-columns: 1fr 1fr; }
  .group:not(:has(.card + .card)) { break-inside: avoid; }
  .group:not(:has(.card + .card)) .cards { grid-template-columns: 1fr; }
  .head { break-after: avoid; }
  .card { font-size: 7.5pt; }
  .picture { max-width: 13rem; }
}
`;

/** Hides what does not hold every word that is looked for; without scripts there is no box and everything is shown. */
const SCRIPT = `
const box = document.querySelector('.search');
const sections = [...document.querySelectorAll('section')].map((section) => ({
  section,
  entries: [...section.querySelectorAll('.entry')].map((entry) => ({
    entry,
    text: (section.querySelector('.head').textContent + ' ' + entry.textContent).toLowerCase(),
  })),
}));
box.addEventListener('input', () => {
  const words = box.value.toLowerCase().split(/\\s+/);
  for (const { section, entries } of sections) {
    for (const { entry, text } of entries) entry.hidden = !words.every((word) => text.includes(word));
    section.hidden = entries.every(({ entry }) => entry.hidden);
  }
});
box.hidden = false;
`;

const NOUNS: Readonly<Record<Kind, string>> = {
  run: 'run',
  panels: 'run of panels',
  sweep: 'sweep',
  claims: 'test of claims',
};

/** The whole page; every string of the files is escaped. */
export function indexPage(cards: readonly Card[], faults: readonly string[], version: string): string {
  const groups = groupedBy(cards, ({ scenario }) =>
    JSON.stringify([scenario.name, scenario.title, scenario.question]),
  );
  const kinds = groupedBy(cards, ({ kind }) => kind);
  const open = cards.filter(({ isComplete }) => !isComplete).length;
  return pageFrame({
    title: 'All runs',
    question: `${[...kinds].map(([kind, { length }]) => plural(length, NOUNS[kind].split(' '))).join(', ')}.`,
    reproduces: null,
    facts: [
      counted(groups.size, 'scenario'),
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
      <div class="cards">${[...groups.values()].map((group) => groupSection(group, cards))}</div>
      ${cards.map(claimsSection)}
      <script>
        ${trusted(SCRIPT)};
      </script>`,
    footer: `fedsa ${version} · report of a folder`,
    head: html`${INDEX_MARK}<style>
        ${trusted(STYLE)}
      </style>`,
  });
}

function groupedBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return groups;
}

/** A noun of several words: its first is counted. */
const plural = (count: number, [first, ...more]: readonly string[]): string =>
  [counted(count, first!), ...more].join(' ');

function groupSection(group: readonly Card[], all: readonly Card[]): Html {
  const { title, question, reproduces } = group[0]!.scenario;
  return html`<section class="group">
    <div class="head">
      <h2>${title}</h2>
      ${question === '' ? undefined : html`<p>${typeset(question)}</p> `}
      ${reproduces ? html`<p class="muted">Reproduces ${reproduces}</p> ` : undefined}
    </div>
    <div class="cards">${group.map((card) => cardOnPage(card, all))}</div>
  </section> `;
}

function cardOnPage(card: Card, all: readonly Card[]): Html {
  const {
    path,
    picture,
    answer,
    isComplete,
    state,
    detail,
    facts,
    command,
    startedAt,
    seconds,
    hasReport,
    panels = [],
  } = card;
  const name = path === '' ? 'this folder' : path;
  const lasted = seconds === undefined ? [] : [durationText(seconds)];
  const when = [...(startedAt === undefined ? [] : [dateText(startedAt)]), ...lasted];
  const claims = all.flatMap((one) =>
    (one === card ? [] : (one.claims ?? []))
      .filter(({ runs }) => runs.some((run) => isIn(joined(one.path, run), path)))
      .map((claim) => html`<p><strong>${claim.verdict}</strong>: ${claimLink(one, claim)}</p>`),
  );
  return html`<article class="card entry">
    <h3>${hasReport ? html`<a href="${linkTo(path, REPORT_NAME)}">${name}</a>` : name}</h3>
    ${picture && (hasReport ? html`<a href="${linkTo(path, REPORT_NAME)}" tabindex="-1">${picture}</a>` : picture)}
    ${answer === undefined ? undefined : html`<p class="answer">${typeset(answer)}</p>`}
    <p><strong class="mark${isComplete ? '' : ' open'}">${state}</strong>${detail}</p>
    ${claims}
    <p class="muted">${typeset(facts.join(' · '))}</p>
    ${
      panels.length === 0
        ? undefined
        : html`<p>
            Panels:
            ${panels.map((panel, k) => html`${k === 0 ? '' : ' · '}<a href="${linkTo(joined(path, panel.name), REPORT_NAME)}">${typeset(panel.title)}</a>`)}
          </p>`
    }
    ${command && html`<p>${commandOnPage(withoutFolder(command))}</p>`}
    ${when.length === 0 ? undefined : html`<p class="muted">${when.join(' · ')}</p>`}
    ${hasReport ? undefined : html`<p class="muted">No report yet: <code>fedsa report</code> makes it.</p>`}
  </article> `;
}

/** Every claim of a folder with its picture and its verdict. */
function claimsSection(card: Card): Html | undefined {
  const { claims = [], path } = card;
  if (claims.length === 0) return undefined;
  return html`<section>
    <div class="head"><h2>Claims${path === '' ? '' : ` in ${path}`}</h2></div>
    <table class="results stacked claims">
      <thead>
        <tr>
          <th scope="col">Claim</th>
          <th scope="col">Source</th>
          <th scope="col">Verdict</th>
          <th scope="col">Figure</th>
        </tr>
      </thead>
      <tbody>
        ${claims.map(
          (claim) =>
            html`<tr class="entry">
              <th scope="row">${claimLink(card, claim)}</th>
              ${cell('source', html`${claim.paper}<small>${claim.source}</small>`)}
              ${cell('verdict', html`<strong>${claim.verdict}</strong>`)}
              ${cell('figure', claim.picture ?? '–')}
            </tr> `,
        )}
      </tbody>
    </table>
  </section> `;
}

const claimLink = ({ path }: Card, { name, statement }: ClaimLine): Html =>
  html`<a href="${linkTo(path, REPORT_NAME)}#${encodeURIComponent(name)}">${statement}</a>`;

const joined = (path: string, below: string): string => (path === '' ? below : `${path}/${below}`);
const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** An address from the index on; a name may hold anything. */
const linkTo = (path: string, file: string): string =>
  joined(path, file).split('/').map(encodeURIComponent).join('/');

/** A command that breaks between its words alone. */
const commandOnPage = (words: readonly string[]): Html =>
  html`<code>${commandWords(words).map((word) => html`<span>${word}</span> `)}</code>`;

/** A command without where it wrote, since that is the card's own folder. */
const withoutFolder = (words: readonly string[]): string[] =>
  words.filter((word, at) => word !== '--out' && words[at - 1] !== '--out' && !word.startsWith('--out='));

const dateText = (time: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? `${time.slice(0, 16).replace('T', ' ')} UTC` : time;

function durationText(seconds: number): string {
  if (seconds < 60) return `${exact(Math.round(seconds * 10) / 10)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
