/** The page that shows several panels together. */
import type { PanelsFile } from '../recording/panelsFile.ts';
import { html, type Html } from './html.ts';
import { panelsSource } from './asScenario.ts';
import { howToReproduce, scenarioToCopy } from './page.ts';
import { type DrawnFigure, figureOnPage } from './drawnFigure.ts';
import { pageFrame } from './pageFrame.ts';
import { facts, jointFacts } from './configurationTable.ts';
import { differencesOf, quoteOf, sizesText } from './paperWords.ts';
import type { Measure } from '../configuration/scenario.ts';
import { measuredLine } from './measuredLine.ts';
import type { PanelData, PanelSummary } from './panelData.ts';
import { counted } from '../values/counted.ts';

export interface JointContent {
  readonly summaries: readonly PanelSummary[];
  readonly column: Measure;
  readonly answer: string | undefined;
  readonly file: PanelsFile;
  /** those that have been begun, at least one */
  readonly panels: readonly PanelData[];
  /** the paper's own figure; the others are then folded */
  readonly paper: Html | undefined;
  /** before all others: what the panels are compared by */
  readonly leading: readonly Html[];
  /** the panels side by side */
  readonly each: Html;
  readonly overlays: readonly Html[];
  /** floors against `at` */
  readonly final: DrawnFigure | undefined;
  readonly scaling: Html | undefined;
  /** how soon levels are reached, where that is asked for */
  readonly reach: Html | undefined;
  /** the agents' time, of timed runs */
  readonly agents: Html | undefined;
  /** the panels below one another on one axis of time, where they were traced */
  readonly timeline: Html | undefined;
  readonly results: Html;
}

/** The whole page; every string of the files is escaped. */
export function jointPage(content: JointContent): Html {
  const { file, panels, each, overlays, final, scaling, reach, results } = content;
  const { scenario, across } = file;
  const first = panels[0]!.manifest;
  const manifests = new Map(panels.map(({ name, manifest }) => [name, manifest]));
  const sizes = sizesText(panels.map(({ title, manifest }) => ({ title, sizes: manifest.scenario.sizes })));
  const shared = jointFacts(panels.map(({ manifest }) => facts(manifest)));
  const byAlgorithm =
    overlays.length === 0
      ? undefined
      : html`<h2>Each algorithm across panels</h2>
          <div class="further">${overlays}</div>`;
  return pageFrame({
    title: scenario.title,
    question: scenario.question,
    answer: content.answer,
    measured: measuredLine(
      content.summaries.flatMap(({ algorithms }) => algorithms),
      content.column,
      shared,
      content.answer,
    ),
    first: html`${content.leading.map((figure) => html`<div class="main">${figure}</div> `)}
    ${content.paper ?? each}`,
    reproduces: scenario.reproduces,
    quote: quoteOf(scenario),
    facts: [
      counted(file.panels.length, 'panel'),
      ...(across === null ? [] : [`across ${across}`]),
      ...shared,
      ...(sizes === undefined ? [] : [sizes]),
    ],
    notice: notice(content),
    main: html`${
        final === undefined
          ? undefined
          : html`<h2>${final.title}</h2>
              <div class="main">${figureOnPage(final)}</div>
              ${scaling}`
      }
      ${differencesOf(scenario)} ${reach} ${content.agents} ${content.timeline}
      ${content.paper === undefined ? byAlgorithm : undefined}
      <h2>Results</h2>
      ${results}
      ${
        content.paper === undefined
          ? undefined
          : html`<details>
              <summary>
                More figures: each panel with its theory${byAlgorithm && ', each algorithm across panels'}
              </summary>
              ${each} ${byAlgorithm}
            </details>`
      }
      <h2>How to reproduce</h2>
      ${howToReproduce(first)} ${scenarioToCopy(panelsSource(file, manifests), 'panels')}`,
    footer: `fedsa ${first.version} · ${scenario.name} · run of ${first.startedAt}`,
  });
}

/** Panels that did not simply complete, a line each. */
function notice({ file, panels }: JointContent): Html | undefined {
  const lines = file.panels.flatMap(({ name, title }) => {
    const manifest = panels.find((panel) => panel.name === name)?.manifest;
    if (manifest === undefined) return [html`<br />${title}: not begun.`];
    if (manifest.state === 'completed') return [];
    const { failure, state } = manifest;
    const text = state === 'running' ? 'not ended when this was written' : state;
    return [html`<br />${title}: ${text}${failure === null ? '.' : `: ${failure}`}`];
  });
  if (lines.length === 0) return undefined;
  return html`<p class="state">
    <strong>Not every panel completed.</strong> What was recorded is shown.${lines}
  </p> `;
}
