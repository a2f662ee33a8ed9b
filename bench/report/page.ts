/** The page of a run of the benches: targets, then each bench with its ceiling, tables and figures. */
import { existsSync, readFileSync } from 'node:fs';
import { html, type Html, trusted } from '../../src/report/html.ts';
import { drawChart } from '../../src/report/chart/draw.ts';
import type { Size } from '../../src/report/chart/svg.ts';
import { figureAlone } from '../../src/report/drawnFigure.ts';
import { pageFrame } from '../../src/report/pageFrame.ts';
import type { Outcome, Table } from '../harness/benchmark.ts';
import { aroundBench } from '../harness/printing.ts';
import { chartOf, isDrawn } from './tableChart.ts';
import { anchorOf, fileName, tableHtml, verdictsHtml } from './tables.ts';

export interface BenchRun {
  /** the machine, and how it was measured: a line each */
  readonly facts: readonly string[];
  readonly quick: boolean;
  readonly outcomes: readonly Outcome[];
}

const SIZE: Size = { width: 760, height: 380, letters: 13 };

/** On top of the pages' own style. */
const STYLE = `
.bench th[scope='row'] { font-weight: 500; white-space: normal; min-width: 15rem; }
.bench thead tr:first-child th:first-child { max-width: 24rem; }
.bench td, .bench th[scope='colgroup'] ~ th { text-align: right; }
.bench thead th[scope='col']:not([rowspan]) { text-align: right; font-weight: 500; color: var(--muted); }
.bench thead th[scope='colgroup'] { text-align: right; }
.targets th[scope='row'] { font-weight: 500; white-space: normal; min-width: 14rem; }
.targets td:last-child { white-space: nowrap; }
.met { color: var(--words-3); font-weight: 600; }
.missed { color: var(--warning); font-weight: 600; }
.contents { columns: 3 14rem; padding-left: 1.2rem; }
section.bench-section h3 { margin: 2rem 0 0.6rem; font-size: 1.05rem; }
`;

/** The whole page, which needs nothing beside itself. */
export function benchPage({ facts, quick, outcomes }: BenchRun): string {
  const verdicts = outcomes.flatMap((outcome) => outcome.verdicts);
  return pageFrame({
    title: 'Benches of fedsa',
    question:
      'What do draws, steps, rounds and runs cost, against what this machine could do and against loops written ' +
      'for nothing else?',
    reproduces: null,
    facts,
    notice: quick
      ? html`<p class="state">
          <strong>Quick measurements</strong> Few and short repetitions: for orders of magnitude, not for
          comparing versions.
        </p> `
      : undefined,
    main: html`<style>
        ${trusted(STYLE)}
      </style>
      ${
        verdicts.length === 0
          ? undefined
          : html`<h2>Targets</h2>
              ${verdictsHtml(verdicts)}`
      }
      <h2>Benches</h2>
      <ul class="contents">
        ${outcomes.map(({ bench: { name } }) => html`<li><a href="#${anchorOf(name)}">${name}</a></li> `)}
      </ul>
      ${outcomes.map(section)}`,
    footer: 'npm run bench -- --report',
  }).html;
}

function section({ bench: { name, question }, tables, core, failure }: Outcome): Html {
  const [, ...ceiling] = headTextOf(name);
  return html`<section class="bench-section">
    <h2 id="${anchorOf(name)}">${name}</h2>
    <p class="question">${capitalised(question)}</p>
    ${failure === undefined ? undefined : html`<p class="state"><strong>It failed:</strong> ${failure}</p> `}
    ${ceiling.length === 0 ? undefined : html`<div class="notes">${ceiling.map((text) => html`<p>${withCode(text)}</p> `)}</div> `}
    ${tables.map((table) => part(name, table))}
    <div class="notes"><p>${capitalised(aroundBench(core))}.</p></div>
  </section> `;
}

/** A table, under its figure where it has one. */
function part(bench: string, table: Table): Html {
  if (!isDrawn(table)) return tableHtml(table);
  const { title } = table;
  const name = `${anchorOf(bench)}-${fileName(table.key ?? title)}`;
  const caption = html`<strong>${capitalised(title)}.</strong> Medians of the repetitions, with quartiles; on
    the clock.`;
  return html`${figureAlone({ name, svg: drawChart(chartOf(name, table), SIZE), caption })}
    <details>
      <summary>Data</summary>
      ${tableHtml(table)}
    </details> `;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What stands between backticks, as code. */
const withCode = (text: string): Html[] =>
  text.split('`').map((piece, k) => (k % 2 === 0 ? html`${piece}` : html`<code>${piece}</code>`));

/** Paragraphs of the comment that a source begins with, up to where it comes to earlier measurements. */
export function headText(source: string): string[] {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
  const lines = comment.split('\n').map((line) => line.replace(/^ ?\* ?/, '').trim());
  const measured = lines.findIndex((line) => line.startsWith('Measured'));
  const kept = measured < 0 ? lines : lines.slice(0, measured);
  // A ceiling is a paragraph of its own, wherever it begins.
  return kept
    .join('\n')
    .split(/\n{2,}|\n(?=Ceiling)/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim())
    .filter((paragraph) => paragraph !== '');
}

/** The paragraphs of a bench; none where there is no such file. */
export function headTextOf(bench: string): string[] {
  const file = new URL(`../${bench}.ts`, import.meta.url);
  return existsSync(file) ? headText(readFileSync(file, 'utf8')) : [];
}
