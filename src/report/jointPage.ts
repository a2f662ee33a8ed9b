/** The page that shows several panels together. */
import type { PanelsFile } from '../recording/panelsFile.ts';
import { folded } from './folded.ts';
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
  /** whether the overlays lead, and the panels are folded: each panel has one curve, of the same algorithm */
  readonly areOverlaid: boolean;
  /** whether what leads has every panel's curves: the panels are folded then, too */
  readonly areLed: boolean;
  /** floors against `at` */
  readonly final: DrawnFigure | undefined;
  /** whether they rise or fall with it, as far as seeds say */
  readonly hasTrend: boolean;
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
  const { areOverlaid, areLed, hasTrend } = content;
  const overlaid = html`<div class="${overlays.length === 1 ? 'main' : 'further'}">${overlays}</div>`;
  const panelsOnPage = areOverlaid || areLed ? folded('Each panel with its theory', each) : each;
  const curves = html`${areOverlaid ? overlaid : undefined} ${panelsOnPage}`;
  const byAlgorithm =
    overlays.length === 0 || areOverlaid ? undefined : folded('Each algorithm across panels', overlaid);
  const finals =
    final &&
    html`<div class="main">${figureOnPage(final)}</div>
      ${scaling}`;
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
    ${content.paper ?? curves}`,
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
        final &&
        (hasTrend
          ? html`<h2>${final.title}</h2>
              ${finals}`
          : folded(final.title, finals!))
      }
      ${differencesOf(scenario)} ${reach} ${content.agents} ${content.timeline}
      ${content.paper === undefined ? byAlgorithm : undefined}
      <h2>Results</h2>
      ${results}
      ${
        content.paper === undefined
          ? undefined
          : folded(
              `More figures: each panel with its theory${overlays.length === 0 ? '' : ', each algorithm across panels'}`,
              html`${each} ${overlays.length === 0 ? undefined : overlaid}`,
            )
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
