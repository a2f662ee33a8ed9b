/** report.html: one page that needs nothing beside itself. */
import type { Manifest } from '../recording/manifest.ts';
import { writtenManifest } from '../recording/manifestFile.ts';
import { scenarioSource } from './asScenario.ts';
import { configurationTable, facts } from './configurationTable.ts';
import { folded } from './folded.ts';
import { html, type Html } from './html.ts';
import { type PageContent, pageFrame } from './pageFrame.ts';
import { differencesOf, quoteOf, sizesText } from './paperWords.ts';
import { countAll } from '../configuration/replications.ts';
import { shellWord } from '../values/shellWord.ts';

/** The parts of a run's page. */
export interface PageParts extends Pick<PageContent, 'answer' | 'measured'> {
  /** what the run is about */
  readonly leading?: Html | undefined;
  readonly further?: Html | undefined;
  readonly results: Html;
  /** what agents were at, where that was recorded */
  readonly timelines?: Html | undefined;
  /** the page that shows it with others */
  readonly above?: Html | undefined;
  /** lets readers compute it with other settings, where that is asked for */
  readonly play?: Html | undefined;
}

/** The whole page; every string of the manifest is escaped. */
export function page(manifest: Manifest, parts: PageParts): Html {
  const { leading, further, results, timelines, answer, measured, above, play } = parts;
  const { scenario } = manifest;
  const sizes = sizesText([{ title: scenario.title, sizes: scenario.sizes }]);
  return pageFrame({
    title: scenario.title,
    question: scenario.question,
    ...{ answer, measured },
    first:
      leading === undefined
        ? html`<p class="muted">No round was recorded that a figure could show.</p>`
        : html`<div class="main">${leading}</div>`,
    reproduces: scenario.reproduces,
    quote: quoteOf(scenario),
    facts: [...(above ? [above] : []), ...facts(manifest), ...(sizes === undefined ? [] : [sizes])],
    notice: html`${stateNotice(manifest)}${handNotice(manifest)}${ruleNotice(manifest)}`,
    main: html`${differencesOf(scenario)} ${play}
      <h2>Results</h2>
      ${results}${
        further &&
        html`<h2>Further figures</h2>
          ${further}`
      }
      ${timelines} ${folded('Configuration', configurationTable(manifest))}
      <h2>How to reproduce</h2>
      ${howToReproduce(manifest)} ${scenarioToCopy(scenarioSource(manifest), 'run')}
      ${folded('manifest.json', html`<pre><code>${JSON.stringify(writtenManifest(manifest), null, 2)}</code></pre>`)}`,
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
  return folded(
    `The same ${kind} as a scenario file, to copy and change`,
    html`<pre><code class="scenario">${source}</code></pre>`,
  );
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

/** Of replications that end where their numbers said so. */
function ruleNotice({ configuration: { stopWhen }, runs }: Manifest): Html | undefined {
  if (stopWhen === undefined) return undefined;
  const [stopped, all] = [countAll(runs.filter((run) => run.stopped)), countAll(runs)];
  return html`<p class="state">
    <strong>A rule of its program ended ${stopped} of ${all} replications:</strong>
    <code>${stopWhen}</code>. Predictions know nothing of it.
  </p> `;
}

/** A command line, from the words after `fedsa`. */
const commandWords = (words: readonly string[]): string[] => ['npx', 'fedsa', ...words.map(shellWord)];
