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
import { grid, type Multiples } from './smallMultiples.ts';
import { REACH_TITLE } from './reachFigure.ts';
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
  /** curves of several panels in the same axes */
  readonly leading: readonly Html[];
  /** the time to each level that is asked for, against `at` */
  readonly across: readonly Html[];
  /** the panels side by side */
  readonly each: Html;
  /** each algorithm across panels */
  readonly overlays: Html | undefined;
  /** whether the overlays lead, and the panels are folded: each panel has one curve, of the same algorithm */
  readonly areOverlaid: boolean;
  /** whether what leads has every panel's curves: the panels are folded then, too */
  readonly areLed: boolean;
  /** floors against `at` */
  readonly final: DrawnFigure | undefined;
  /** whether they rise or fall with it, as far as seeds say */
  readonly hasTrend: boolean;
  readonly scaling: Html | undefined;
  /** how soon levels are reached, where that is asked for: the page's question */
  readonly reach: { readonly figures: Multiples; readonly table: Html } | undefined;
  /** the agents' time, of timed runs */
  readonly agents: Html | undefined;
  /** the panels below one another on one axis of time, where they were traced */
  readonly timeline: Html | undefined;
  readonly results: Html;
  /** which result is first at which level */
  readonly verdicts: Html | undefined;
  readonly ratios: Html | undefined;
}

/** The whole page; every string of the files is escaped. */
export function jointPage(content: JointContent): Html {
  const { file, panels } = content;
  const { scenario, across } = file;
  const first = panels[0]!.manifest;
  const manifests = new Map(panels.map(({ name, manifest }) => [name, manifest]));
  const sizes = sizesText(panels.map(({ title, manifest }) => ({ title, sizes: manifest.scenario.sizes })));
  const shared = jointFacts(panels.map(({ manifest }) => facts(manifest)));
  const [lead, ...sections] = inOrder(content);
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
    first: lead,
    reproduces: scenario.reproduces,
    quote: quoteOf(scenario),
    facts: [
      counted(file.panels.length, 'panel'),
      ...(across === null ? [] : [`across ${across}`]),
      ...shared,
      ...(sizes === undefined ? [] : [sizes]),
    ],
    notice: notice(content),
    main: html`${sections}
      <h2>How to reproduce</h2>
      ${howToReproduce(first)} ${scenarioToCopy(panelsSource(file, manifests), 'panels')}`,
    footer: `fedsa ${first.version} · ${scenario.name} · run of ${first.startedAt}`,
  });
}

/**
 * The parts of the page. What answers its question leads: the paper's figure, or how soon levels are reached where that is
 * asked for, or the curves. What supports the answer is next.
 */
function inOrder(content: JointContent): (Html | undefined)[] {
  const { file, reach, across, paper, agents, timeline, overlays, areOverlaid, ratios } = content;
  const results = html`<h2>Results</h2>
    ${content.results}`;
  const differs = differencesOf(file.scenario);
  const curves = curvesOf(content);
  const byAlgorithm =
    overlays === undefined || areOverlaid ? undefined : folded('Each algorithm across panels', overlays);
  if (paper === undefined && reach !== undefined) {
    const soon = grid(reach.figures);
    const isAcross = across.length > 0;
    return [
      isAcross ? wide(across) : soon,
      differs,
      content.verdicts,
      folded('The numbers of each result', reach.table),
      html`<h2>Curves</h2>
        ${curves}`,
      ...[agents, timeline, finalsOf(content), results, ratios],
      isAcross ? folded(REACH_TITLE, soon) : undefined,
      byAlgorithm,
    ];
  }
  const soon =
    reach &&
    html`<h2>${REACH_TITLE}</h2>
      ${reach.table} ${grid(reach.figures)}`;
  const parts = [finalsOf(content), differs, soon, agents, timeline];
  const compared = [results, content.verdicts, ratios];
  if (paper === undefined) return [html`${wide(across)} ${curves}`, ...parts, byAlgorithm, ...compared];
  const more = `More figures: each panel with its theory${overlays === undefined ? '' : ', each algorithm across panels'}`;
  return [
    html`${wide([...content.leading, ...across])} ${paper}`,
    ...[...parts, ...compared],
    folded(more, html`${content.each} ${overlays}`),
  ];
}

const wide = (figures: readonly Html[]): Html =>
  html`${figures.map((figure) => html`<div class="main">${figure}</div> `)}`;

/** Curves of all panels in the same axes where there are such, with the panels folded, or else side by side. */
function curvesOf({ leading, each, overlays, areOverlaid, areLed }: JointContent): Html {
  const panels = areOverlaid || areLed ? folded('Each panel with its theory', each) : each;
  return html`${wide(leading)} ${areOverlaid ? overlays : undefined} ${panels}`;
}

/** What panels end with against `at`, folded where they do not depend on it. */
function finalsOf({ final, scaling, hasTrend }: JointContent): Html | undefined {
  if (final === undefined) return undefined;
  const figure = html`<div class="main">${figureOnPage(final)}</div>
    ${scaling}`;
  return hasTrend
    ? html`<h2>${final.title}</h2>
        ${figure}`
    : folded(final.title, figure);
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
