/** report.html: one page that needs nothing beside itself. */
import type { Manifest } from '../recording/manifest.ts';
import { writtenManifest } from '../recording/manifestFile.ts';
import { scenarioSource } from './asScenario.ts';
import { configurationTable, facts } from './configurationTable.ts';
import { html, type Html } from './html.ts';
import { type DrawnFigure, figureOnPage } from './drawnFigure.ts';
import { type PageContent, pageFrame } from './pageFrame.ts';
import { differencesOf, quoteOf, sizesText } from './paperWords.ts';

/**
 * The whole page; every string of the manifest is escaped.
 *
 * @param leading - what the run is about
 * @param timelines - where the run was traced
 * @param answered - the answer to the scenario's question, and what was measured for it
 * @param above - the page that shows it with others
 * @param verification - computes the run again, where that is asked for
 */
export function page(
  manifest: Manifest,
  leading: Html | undefined,
  further: readonly DrawnFigure[],
  results: Html,
  timelines: Html | undefined,
  answered: Pick<PageContent, 'answer' | 'measured'>,
  above?: Html,
  verification?: Html,
): string {
  const { scenario } = manifest;
  const sizes = sizesText([{ title: scenario.title, sizes: scenario.sizes }]);
  return pageFrame({
    title: scenario.title,
    question: scenario.question,
    ...answered,
    first:
      leading === undefined
        ? html`<p class="muted">No round was recorded that a figure could show.</p>`
        : html`<div class="main">${leading}</div>`,
    reproduces: scenario.reproduces,
    quote: quoteOf(scenario),
    facts: [...(above ? [above] : []), ...facts(manifest), ...(sizes === undefined ? [] : [sizes])],
    notice: html`${stateNotice(manifest)}${handNotice(manifest)}`,
    main: html`${differencesOf(scenario)}
      <h2>Results</h2>
      ${results}${
        further.length === 0
          ? undefined
          : html`<h2>Further figures</h2>
              <div class="further">${further.map(figureOnPage)}</div> `
      }
      ${timelines}
      <h2>Configuration</h2>
      ${configurationTable(manifest)}
      <h2>How to reproduce</h2>
      ${howToReproduce(manifest)} ${scenarioToCopy(scenarioSource(manifest), 'run')} ${verification}
      <details>
        <summary>manifest.json</summary>
        <pre><code>${JSON.stringify(writtenManifest(manifest), null, 2)}</code></pre>
      </details>`,
    footer: `fedsa ${manifest.version} · ${scenario.name} · run of ${manifest.startedAt}`,
  });
}

/** The command that the run was started with, and what with. */
export function howToReproduce(manifest: Manifest): Html {
  return html`<p>
      With fedsa ${manifest.version}${manifest.commit === null ? '' : ` (commit ${manifest.commit})`} and Node
      ${manifest.node}:
    </p>
    <pre class="command"><code>${commandWords(manifest.arguments).join(' ')}</code></pre> `;
}

/** The configuration as a file, folded. */
export function scenarioToCopy(source: string | undefined, kind: 'run' | 'panels'): Html | undefined {
  if (source === undefined) return undefined;
  return html`<details>
    <summary>The same ${kind} as a scenario file, to copy and change</summary>
    <pre><code class="scenario">${source}</code></pre>
  </details> `;
}

/** What a reader must know first, if the run did not simply complete. */
function stateNotice({ state, failure }: Manifest): Html | undefined {
  if (state === 'completed') return undefined;
  const text = {
    running: 'This run had not ended when the report was written: it shows what was recorded so far.',
    interrupted: 'This run was interrupted: the report shows what was recorded up to then.',
    failed: 'This run failed: the report shows what was recorded up to then.',
  }[state];
  return html`<p class="state">
    <strong>${text}</strong>${failure === null ? undefined : html` ${failure}`}
  </p> `;
}

/** Of messages that were dropped or delayed by hand: theory knows nothing of them. */
function handNotice({ configuration: { interventions = [] } }: Manifest): Html | undefined {
  if (interventions.length === 0) return undefined;
  const many = interventions.length === 1 ? 'A message was' : `${interventions.length} messages were`;
  return html`<p class="state">
    <strong>${many} dropped or delayed by hand.</strong> The manifest names them, and fedsa replay repeats
    them; predictions ignore them.
  </p> `;
}

/** A command line, from the words after `fedsa`. */
const commandWords = (words: readonly string[]): string[] => ['npx', 'fedsa', ...words.map(shellQuoted)];

/** Quoted for a POSIX shell where that is needed. */
function shellQuoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
