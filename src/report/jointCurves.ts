/** The figures on the page of several panels: the paper's own, curves of all and of each, ends across a setting, and the agents. */
import { join } from 'node:path';
import type { PanelsFile } from '../recording/panelsFile.ts';
import { acrossChart, type AcrossChoice, type AcrossLine, acrossLines, acrossTable } from './across.ts';
import { accountFigure, type AccountRow, accountTable, agentRows, wholeRow } from './agentFigure.ts';
import { agentsSection, type AgentsOnPage, alike } from './agentsSection.ts';
import { axisSwitch } from './axisSwitch.ts';
import { caption, captionOf, explanations, lostSeeds, outside } from './caption.ts';
import { LARGE, sizeAmong } from './chart/draw.ts';
import type { Size } from './chart/svg.ts';
import { drawn, type DrawnFigure, figureFiles, figureOnPage } from './drawnFigure.ts';
import type { Horizontal } from './axes.ts';
import { type FigureContent, planFigure } from './figure.ts';
import { figureTable } from './figureTable.ts';
import { QUANTITIES } from './figureList.ts';
import { html, type Html } from './html.ts';
import { printedTable } from './printedTable.ts';
import { reachAcrossFigures } from './reachAcross.ts';
import { coinFigures, onSharedScale, overlays, panelFigures } from './jointFigures.ts';
import type { JointContent } from './jointPage.ts';
import { leadingFigure, soleFigure } from './leadingFigure.ts';
import { scalingTable } from './jointTable.ts';
import type { Styles } from './palette.ts';
import { readAgents } from './readAgents.ts';
import type { PanelData, PanelSummary } from './panelData.ts';
import { grid, type Multiple, type Multiples, side, smallMultiples } from './smallMultiples.ts';
import { type StaleRun, stalenessNote } from './stalenessNote.ts';
import { INTERVAL_FORMULA } from './statistics.ts';
import { typeset } from './typeset.ts';
import { MOST_BY_AGENT } from '../configuration/paperField.ts';
import type { Measure } from '../configuration/scenario.ts';

/** What is read of all panels, and what their page is about. */
export interface Joint {
  readonly directory: string;
  readonly file: PanelsFile;
  readonly panels: readonly PanelData[];
  readonly column: Measure;
  readonly algorithms: readonly string[];
  readonly styles: Styles;
  readonly summaries: readonly PanelSummary[];
  /** what curves are against where nothing is chosen, and may be against */
  readonly usual: Horizontal;
  readonly axes: readonly Horizontal[];
}

type Curves = Pick<
  JointContent,
  | 'paper'
  | 'leading'
  | 'across'
  | 'each'
  | 'overlays'
  | 'areOverlaid'
  | 'areLed'
  | 'final'
  | 'hasTrend'
  | 'scaling'
  | 'agents'
>;

/** The figures of curves, the paper's own first, and of the agents, which a paper's own may be. */
export function curvesIn(joint: Joint): Curves {
  const { directory, file, panels, column, algorithms, styles, summaries, usual, axes } = joint;
  const { figure: field, table, reproduces, title } = file.scenario;
  const { overlaid, hero } = overlaidIn(joint);
  const { lines, final, isFitted } = acrossIn(joint);
  const agents = agentsIn(joint);
  const [, ofFirstPanel] = agents;
  const sole = field?.axes === 'across' ? final : field?.axes === 'agents' ? ofFirstPanel?.figure : undefined;
  const lead = sole === undefined ? leadIn(joint) : undefined;
  // One choice of the axis on a page, above what leads it.
  const others = hero !== undefined || lead !== undefined ? [] : axes.filter((axis) => axis !== usual);
  const against = others.map((axis) => [axis, eachPanel(panels, axis)] as const);
  const across =
    file.across === null ? [] : reachAcrossFigures(summaries, algorithms, file.across, column, styles);
  const coins = coinFigures(panels, column, styles);
  return {
    paper: sole ? soleFigure(sole) : (lead ?? (table && printedTable(table, summaries, reproduces ?? title))),
    leading: [
      ...(coins.length === 0 ? [] : [below(onPage(coins, LARGE))]),
      ...(hero === undefined ? [] : [axisSwitch('overlay', usual, hero)]),
    ],
    across: across.map(figureOnPage),
    each: axisSwitch('panels', usual, new Map([[usual, eachPanel(panels)] as const, ...against])),
    overlays: overlaid && grid(overlaid),
    areOverlaid: overlaid !== undefined && algorithms.length === 1 && panels.length > 1,
    areLed: hero !== undefined || 2 * coins.length === panels.length,
    hasTrend: lines.some(({ fit }) => fit === undefined || !(Math.abs(fit.slope) <= fit.halfWidth)),
    final: sole === final ? undefined : final,
    scaling: isFitted ? scalingTable(lines, styles) : undefined,
    agents: agentsSection(agents, stalenessNote(staleRuns(directory, panels)), sole),
  };
}

/** Curves of several panels in the same axes; where these are policies, they lead the page and may be against each axis. */
function overlaidIn({ panels, algorithms, column, file, styles, usual, axes }: Joint): {
  readonly overlaid?: Multiples;
  readonly hero?: ReadonlyMap<Horizontal, Html>;
} {
  const { figure: field } = file.scenario;
  const isTimedRun = usual === 'time';
  const onAxis = (axis: Horizontal): FigureContent[] =>
    overlays(panels, algorithms, column, file.across, styles, axis);
  // The paper's figure may be these already.
  const isShown = field?.axes === 'algorithms' && field.y === undefined && !isTimedRun;
  const contents = [
    ...(isTimedRun ? onAxis('time') : []),
    ...(file.across === null || isShown ? [] : onAxis('round')),
  ];
  if (contents.length === 0) return {};
  // A figure alone takes the whole width of the page.
  const size = contents.length === 1 ? LARGE : sizeAmong(contents.length);
  const overlaid = onPage(contents, size);
  // Policies are compared in the same axes, against seconds.
  const isHero = file.across === null && isTimedRun && field === undefined && contents.length === 1;
  if (!isHero) return { overlaid };
  const views = axes.flatMap((axis) => {
    const { figures } = axis === usual ? overlaid : onPage(onAxis(axis), size);
    return figures.map((view) => [axis, view] as const);
  });
  return { hero: new Map(views) };
}

/** Final errors of panels across a setting in which they differ, with slopes where these are fitted. */
function acrossIn({ file, summaries, algorithms, column, styles }: Joint): {
  readonly lines: readonly AcrossLine[];
  readonly final: DrawnFigure | undefined;
  readonly isFitted: boolean;
} {
  const { figure: field, reproduces } = file.scenario;
  // Of a paper's figure slopes are fitted where the paper claims one.
  const isFitted = field === undefined || field.slope !== undefined;
  const choice = { ends: field?.ends ?? 'tail', slope: field?.slope, isFitted } as const;
  const { across } = file;
  const lines = across === null ? [] : acrossLines(summaries, field?.algorithms ?? algorithms, choice.ends);
  const paper = field?.axes === 'across' ? reproduces : null;
  const final =
    across === null || lines.length === 0
      ? undefined
      : drawnAcross(lines, across, column, styles, choice, paper);
  return { lines, final, isFitted };
}

/** The paper's figure of curves, where the scenario has one. */
function leadIn({ panels, file, usual, axes }: Joint): Html | undefined {
  const { figure: field, reproduces } = file.scenario;
  if (field === undefined || field.axes === 'agents') return undefined;
  // Runs of as many local steps have different rounds; a paper's figure has the paper's axis.
  const isInSteps =
    usual === 'round' &&
    reproduces === null &&
    panels.every(({ manifest }) => manifest.configuration.budget.kind === 'steps');
  return leadingFigure(panels, field, file, isInSteps ? 'step' : usual, axes);
}

/** What agents were at: in all panels, then in each of a few; nothing of runs that are not timed. */
function agentsIn({ directory, panels, styles }: Joint): AgentsOnPage[] {
  const accounts = accountRows(directory, panels, styles);
  const figure = accountFigure('agents', 'The agents’ time', accounts, 'panel');
  if (figure === undefined) return [];
  const each =
    panels.length > MOST_BY_AGENT ? [] : panels.flatMap((panel) => agentsOfPanel(directory, panel));
  return [{ figure, table: accountTable(accounts, 'panel') }, ...each];
}

const below = ({ key, figures }: Multiples): Html => html`${key} ${figures}`;

/** Figures with one vertical scale; the first explains lines and bands for all of them. */
function onPage(contents: readonly FigureContent[], size: Size): Multiples {
  const multiples = onSharedScale(contents.map(planFigure)).map((plan, index): Multiple => ({
    ...{ chart: plan.chart, csv: figureTable(plan.content) },
    caption: (remarks) => caption(plan, [], index === 0, remarks),
  }));
  return smallMultiples(multiples, size);
}

/** The panels side by side, with what is true of all of them below. */
function eachPanel(panels: readonly PanelData[], against?: Horizontal): Html {
  const found = panelFigures(panels, against);
  const multiples = found.map(({ panel, plan }): Multiple => {
    const lost = panel.data.flatMap((algorithm) => lostSeeds(algorithm, plan.content.styles));
    const link = html`<a href="${panel.name}/report.html">Report of this panel</a>`;
    return {
      ...{ chart: plan.chart, csv: figureTable(plan.content) },
      caption: (remarks) => captionOf(plan, [...remarks, ...outside(plan), ...lost, link]),
    };
  });
  return html`${side(smallMultiples(multiples, sizeAmong(found.length)))}
    <p class="legend">${typeset(explanations(found.map(({ plan }) => plan)).join(' '))}</p>`;
}

function drawnAcross(
  lines: readonly AcrossLine[],
  across: string,
  column: Measure,
  styles: Styles,
  choice: AcrossChoice,
  reproduces: string | null,
): DrawnFigure {
  const chart = acrossChart(lines, across, QUANTITIES[column], styles, choice);
  const words = html`<strong>${reproduces === null ? '' : `${reproduces}: `}${chart.title}.</strong> Markers:
    mean over the seeds that
    completed${
      chart.series.some(({ spread }) => spread === 'bars')
        ? `; bars: its 95 % interval ${INTERVAL_FORMULA}`
        : ''
    }.
    ${choice.isFitted ? typeset(fitSentence(lines)) : ''}
    ${choice.slope === undefined ? '' : 'Dashed grey: the claimed slope, through the first mean.'}
    ${figureFiles(chart.name)}`;
  return drawn(chart, LARGE, acrossTable(lines), words);
}

/** How slopes are found, and why some are not. */
function fitSentence(lines: readonly AcrossLine[]): string {
  const fits = lines.flatMap(({ fit }) => fit ?? []);
  const drawnLine = fits.some(({ isNoPowerLaw }) => !isNoPowerLaw)
    ? 'Thin grey: the line'
    : 'Slope: of the line';
  const message =
    fits.length === 0
      ? 'No slope is fitted.'
      : `${drawnLine} through the means by least squares of the logarithms${fits.every(({ halfWidth }) => Number.isNaN(halfWidth)) ? '' : '; the slope’s 95 % interval is from the spread of the seeds'}.`;
  const reasons = new Set(lines.flatMap(({ without }) => without ?? []));
  return [
    message,
    ...(fits.some(({ isNoPowerLaw }) => isNoPowerLaw)
      ? [
          'Not a power law: a mean lies more than 0.05 decades and three standard errors off that line, which is not drawn.',
        ]
      : []),
    ...(reasons.has('no straight line')
      ? [
          'A straight line does not describe all means: some lie more than 0.15 decades, and 15 % of its fall, away from it.',
        ]
      : []),
    ...(reasons.has('slope uncertain') ? ['A slope whose interval is wider than ± 0.3 is left out.'] : []),
    ...(lines.some(({ isPartial }) => isPartial)
      ? ['Panels in which a seed of the algorithm diverged are not fitted.']
      : []),
  ].join(' ');
}

/** The agents of a panel, of its first algorithm. */
function agentsOfPanel(directory: string, { name, title }: PanelData): AgentsOnPage[] {
  const [first] = readAgents(join(directory, name));
  const rows = first === undefined ? [] : agentRows(first);
  const figure = accountFigure(`agents-${name}`, `${title}: its agents`, rows, 'agent');
  return figure === undefined ? [] : [{ figure, table: accountTable(rows, 'agent') }];
}

/** The panels with the agents of their first algorithms. */
const staleRuns = (directory: string, panels: readonly PanelData[]): StaleRun[] =>
  panels.flatMap(({ name, title, manifest }) => {
    const [agents] = readAgents(join(directory, name));
    return agents === undefined ? [] : [{ title, manifest, agents }];
  });

/** A row for each panel, and where its algorithms' agents differ in what they did when, for each of these. */
function accountRows(directory: string, panels: readonly PanelData[], styles: Styles): AccountRow[] {
  return panels.flatMap(({ name, title }) => {
    const groups = alike(readAgents(join(directory, name)));
    return groups.map(({ agents, algorithms }) => {
      const names = algorithms.map((key) => styles(key).title).join(', ');
      return wholeRow(groups.length === 1 ? title : `${title}: ${names}`, agents);
    });
  });
}
