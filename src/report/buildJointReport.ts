/** From the run directories of several panels to one page that shows them together. */
import { join } from 'node:path';
import { isTimed } from '../timing/isTimed.ts';
import { InputError } from '../values/failure.ts';
import { type PanelsFile, readPanels } from '../recording/panelsFile.ts';
import { acrossChart, type AcrossChoice, type AcrossLine, acrossLines, acrossTable } from './across.ts';
import { accountFigure, type AccountRow, accountTable, agentRows, wholeRow } from './agentFigure.ts';
import { agentsSection, type AgentsOnPage, alike } from './agentsSection.ts';
import { answerIn } from './answerFile.ts';
import { axesOf, axisSwitch } from './axisSwitch.ts';
import { caption, captionOf, explanations, lostSeeds, outside } from './caption.ts';
import { LARGE, sizeAmong } from './chart/draw.ts';
import type { Size } from './chart/svg.ts';
import { drawn, type DrawnFigure, figureFiles, figureOnPage } from './drawnFigure.ts';
import type { Horizontal } from './axes.ts';
import { type FigureContent, figureTable, planFigure } from './figure.ts';
import { QUANTITIES } from './figureList.ts';
import { contenderGroups } from './contest/contender.ts';
import { contestOf } from './contest/contest.ts';
import { firstSection, RATIO_FILES, ratioSection } from './contest/contestSection.ts';
import { folded } from './folded.ts';
import { html, type Html } from './html.ts';
import { printedTable } from './printedTable.ts';
import { reachAcrossFigures } from './reachAcross.ts';
import { passageTable } from './reachFigure.ts';
import { coinFigures, onSharedScale, overlays, panelFigures, reachFigures } from './jointFigures.ts';
import { type JointContent, jointPage } from './jointPage.ts';
import { leadingFigure, soleFigure } from './leadingFigure.ts';
import { jointTable, scalingTable } from './jointTable.ts';
import type { Styles } from './palette.ts';
import { readAgents } from './readAgents.ts';
import {
  algorithmsOf,
  commonColumn,
  jointStyles,
  type PanelData,
  type PanelSummary,
  readPanelData,
  summarisePanels,
} from './panelData.ts';
import { grid, type Multiple, type Multiples, side, smallMultiples } from './smallMultiples.ts';
import { type StaleRun, stalenessNote } from './stalenessNote.ts';
import { INTERVAL_FORMULA } from './statistics.ts';
import { panelsTimeline } from './timeline/panelsTimeline.ts';
import { TIMELINE_FILES } from './timeline/timelineSection.ts';
import { typeset } from './typeset.ts';
import { MOST_BY_AGENT } from '../configuration/paperField.ts';
import type { Measure } from '../configuration/scenario.ts';
import { type BuiltReport, writePage } from './writePage.ts';

/** Longer tables are folded: pictures say the same before them. */
const MOST_OPEN = 8;

/** Every name that this program gives a figure of several panels: others in the folder are not ours. */
const OURS =
  /^(paper-\d+|panel-[A-Za-z0-9.-]+|(rounds|steps|time|uplink)-[a-z0-9_-]+|reach-[a-z0-9_-]+|final|coin-[A-Za-z0-9.-]+|agents(-[A-Za-z0-9.-]+)?)\.(svg|csv)$/;

/**
 * Writes `report.html`, `figures/<name>.svg` and `figures/<name>.csv` into the folder of several panels,
 * from what their run directories hold, each file whole or not at all; figures of an earlier report that
 * no longer have data are removed. The same runs give the same bytes.
 *
 * @throws InputError, one line, if panels.json or a run cannot be read; nothing is written then
 */
export async function buildJointReport(directory: string, isFull = false): Promise<BuiltReport> {
  const file = readPanels(directory);
  const panels = await readPanelData(directory, file);
  if (panels.length === 0) {
    throw new InputError(`${directory}: none of its panels has begun; run the scenario first`);
  }
  const column = commonColumn(panels);
  const joint: Joint = {
    ...{ directory, file, panels, column },
    algorithms: algorithmsOf(panels),
    styles: jointStyles(panels),
    summaries: summarisePanels(panels, column),
    // Untimed panels have no seconds, and all panels are drawn against the same.
    usual: panels.every(({ manifest }) => isTimed(manifest.configuration)) ? 'time' : 'round',
    axes: axesOf(panels),
  };
  const whole = jointPage({ ...joint, ...curvesIn(joint), ...resultsIn(joint), answer: answerIn(directory) });
  return writePage(
    directory,
    whole,
    (name) => OURS.test(name) || RATIO_FILES.test(name) || TIMELINE_FILES.includes(name),
    isFull,
  );
}

/** What is read of all panels, and what their page is about. */
interface Joint {
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
function curvesIn(joint: Joint): Curves {
  const { directory, file, panels, column, algorithms, styles, summaries, usual, axes } = joint;
  const { figure: field, table, reproduces, title } = file.scenario;
  const isTimedRun = usual === 'time';
  // The paper's figure may be these already.
  const isShown = field?.axes === 'algorithms' && field.y === undefined && !isTimedRun;
  const overlaysOn = (horizontal: Horizontal): FigureContent[] =>
    overlays(panels, algorithms, column, file.across, styles, horizontal);
  const contents = [
    ...(isTimedRun ? overlaysOn('time') : []),
    ...(file.across === null || isShown ? [] : overlaysOn('round')),
  ];
  // A figure alone takes the whole width of the page.
  const size = contents.length === 1 ? LARGE : sizeAmong(contents.length);
  const overlaid = onPage(contents, size);
  // Policies are compared in the same axes, against seconds.
  const isHero = file.across === null && isTimedRun && field === undefined && contents.length === 1;
  const others = axes.filter((axis) => axis !== usual);
  const hero = [usual, ...others].flatMap((axis) => {
    if (!isHero) return [];
    const views = axis === usual ? overlaid : onPage(overlaysOn(axis), size);
    return views.figures.map((view) => [axis, view] as const);
  });
  // Of a paper's figure slopes are fitted where the paper claims one.
  const isFitted = field === undefined || field.slope !== undefined;
  const choice = { ends: field?.ends ?? 'tail', slope: field?.slope, isFitted } as const;
  const lines =
    file.across === null ? [] : acrossLines(summaries, field?.algorithms ?? algorithms, choice.ends);
  const final =
    file.across === null || lines.length === 0
      ? undefined
      : drawnAcross(lines, file.across, column, styles, choice, field?.axes === 'across' ? reproduces : null);
  const accounts = accountRows(directory, panels, styles);
  const account = accountFigure('agents', 'The agents’ time', accounts, 'panel');
  const byAgent =
    panels.length > MOST_BY_AGENT ? [] : panels.flatMap((panel) => agentsOfPanel(directory, panel));

  const sole = field?.axes === 'across' ? final : field?.axes === 'agents' ? byAgent[0]?.figure : undefined;
  // Runs of as many local steps have different rounds; a paper's figure has the paper's axis.
  const isInSteps =
    usual === 'round' &&
    reproduces === null &&
    panels.every(({ manifest }) => manifest.configuration.budget.kind === 'steps');
  const lead =
    field && !sole && field.axes !== 'agents'
      ? leadingFigure(panels, field, file, isInSteps ? 'step' : usual, axes)
      : undefined;
  // One choice of the axis on a page, above what leads it.
  const against =
    isHero || lead !== undefined ? [] : others.map((axis) => [axis, eachPanel(panels, axis)] as const);
  const across =
    file.across === null ? [] : reachAcrossFigures(summaries, algorithms, file.across, column, styles);
  const coins = coinFigures(panels, column, styles);
  return {
    paper: sole ? soleFigure(sole) : (lead ?? (table && printedTable(table, summaries, reproduces ?? title))),
    leading: [
      ...(coins.length === 0 ? [] : [below(onPage(coins, LARGE))]),
      ...(hero.length === 0 ? [] : [axisSwitch('overlay', usual, new Map(hero))]),
    ],
    across: across.map(figureOnPage),
    each: axisSwitch('panels', usual, new Map([[usual, eachPanel(panels)] as const, ...against])),
    overlays: isHero || contents.length === 0 ? undefined : grid(overlaid),
    areOverlaid: !isHero && algorithms.length === 1 && contents.length > 0 && panels.length > 1,
    areLed: hero.length > 0 || 2 * coins.length === panels.length,
    hasTrend: lines.some(({ fit }) => fit === undefined || !(Math.abs(fit.slope) <= fit.halfWidth)),
    final: sole === final ? undefined : final,
    scaling: isFitted ? scalingTable(lines, styles) : undefined,
    agents:
      account &&
      agentsSection(
        [{ figure: account, table: accountTable(accounts, 'panel') }, ...byAgent],
        stalenessNote(staleRuns(directory, panels)),
        sole,
      ),
  };
}

/** Tables of results, what they come to in comparison, how soon levels are reached, and what agents were at. */
function resultsIn(
  joint: Joint,
): Pick<JointContent, 'results' | 'reach' | 'timeline' | 'verdicts' | 'ratios'> {
  const { directory, file, panels, column, algorithms, styles, summaries } = joint;
  const contests = contenderGroups(panels, column, styles).map((group) => contestOf(group));
  const rows = summaries.flatMap(({ panel, algorithms: all }) =>
    all
      .filter((summary) => summary.reach.length > 0)
      .map((summary) => ({
        heads: [html`${panel.title}`, ...(algorithms.length === 1 ? [] : [html`${summary.title}`])],
        reached: summary.reach,
      })),
  );
  const table = jointTable(summaries, column, file.across, styles);
  const isLong = summaries.reduce((sum, { algorithms: all }) => sum + all.length, 0) > MOST_OPEN;
  const titles = ['Panel', ...(algorithms.length === 1 ? [] : ['Algorithm'])];
  return {
    results: isLong ? folded('The numbers, by panel', table) : table,
    ...{ verdicts: firstSection(contests, column), ratios: ratioSection(contests) },
    reach:
      rows.length === 0
        ? undefined
        : {
            figures: reachFigures(panels, algorithms, column, file.across, styles),
            table: passageTable(rows, titles, column),
          },
    timeline: panelsTimeline(directory, panels, column),
  };
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
