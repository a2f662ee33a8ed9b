/** From a run directory's manifest.json and rounds.csv to report.html and figures/: what a run found, to look at. */
import { join } from 'node:path';
import type { Measure } from '../configuration/scenario.ts';
import { absencesIn } from './absences.ts';
import { answerIn } from './answerFile.ts';
import { accountFigure, accountTable, agentRows, wholeRow } from './agentFigure.ts';
import { type AgentsOnPage, agentsSection, alike } from './agentsSection.ts';
import { axesOf, axisSwitch } from './axisSwitch.ts';
import { caption, captionOf, outside } from './caption.ts';
import { LARGE, sizeAmong } from './chart/draw.ts';
import { contenderGroups } from './contest/contender.ts';
import { contestOf } from './contest/contest.ts';
import { contestSection, RATIO_FILES } from './contest/contestSection.ts';
import { html, type Html } from './html.ts';
import { figureOnPage } from './drawnFigure.ts';
import { type FigureContent, planFigure } from './figure.ts';
import { figureTable } from './figureTable.ts';
import { FIGURE_NAMES, figureList, mainColumn, QUANTITIES } from './figureList.ts';
import { page, type PageParts } from './page.ts';
import { type PanelData, type PanelSummary, readPanel, summarisePanels } from './panelData.ts';
import { identifierOf, stylesOf } from './palette.ts';
import { holdsPanels } from '../recording/panelsFile.ts';
import { holdsSweep } from '../recording/sweepFile.ts';
import { agentErrorFigure } from './agentErrorFigure.ts';
import { readAgentErrors } from './readAgentErrors.ts';
import { readAgents } from './readAgents.ts';
import { REACH_TITLE, reachMultiple, reachTable } from './reachFigure.ts';
import { stalenessNote } from './stalenessNote.ts';
import { stalenessFigure } from './stalenessFigure.ts';
import { grid, type Multiple, side, smallMultiples } from './smallMultiples.ts';
import { resultTable } from './resultTable.ts';
import { withLogX, withSlopes } from './slopeLines.ts';
import { facts } from './configurationTable.ts';
import { measuredLine } from './measuredLine.ts';
import type { AlgorithmSummary } from './summary.ts';
import { groupsOf, type TracedRun, tracesOf } from './timeline/groups.ts';
import { TIMELINE_FILES, timelineOf } from './timeline/timelineSection.ts';
import { type BuiltReport, writePage } from './writePage.ts';

/** Every name that this program gives a file among a run's figures. */
const OURS = new Set([
  ...FIGURE_NAMES.flatMap((name) => [`${name}.svg`, `${name}.csv`]),
  ...['reach.svg', 'reach.csv', 'slopes.svg', 'slopes.csv', ...TIMELINE_FILES],
]);

/** The main quantity on two logarithmic axes, where step sizes decrease: slopes are then what is asked. */
function slopeFigure(main: FigureContent, summaries: readonly AlgorithmSummary[]): Multiple {
  const plan = planFigure({ ...main, name: 'slopes', title: `${main.title}, both axes logarithmic` });
  const words = html`Thin and grey: the line that is fitted to the last tenfold of the rounds, and the power
  of the rounds by which the step size falls there.`;
  return {
    ...{ chart: withSlopes(plan.chart, summaries), csv: figureTable(plan.content) },
    caption: (remarks) => captionOf(plan, [...remarks, ...outside(plan), words]),
  };
}

/** From a panel to all of them, and from a point to its sweep. */
function linkAbove(directory: string): Html | undefined {
  if (holdsPanels(join(directory, '..'))) return html`<a href="../report.html">all panels</a>`;
  if (holdsSweep(join(directory, '../..'))) return html`<a href="../../report.html">the whole sweep</a>`;
  return undefined;
}

/** A run that is read, and what its page is about. */
interface ReadRun extends PanelData, TracedRun {
  readonly column: Measure;
  readonly summaries: readonly AlgorithmSummary[];
}

/**
 * Writes `report.html`, `figures/<name>.svg` and `figures/<name>.csv` into a run directory, each file
 * whole or not at all, and for a traced run `figures/timeline.csv`; figures of
 * an earlier report that no longer have data are removed. The same manifest, rounds and trace give the same
 * bytes.
 *
 * @param play - lets readers compute the run again, or with other settings, where that is asked for
 * @throws InputError, one line, if manifest.json or rounds.csv is missing, or one of them or trace.json is
 * invalid, or a file of a complete run was cut; nothing is written then
 */
export async function buildReport(directory: string, play?: Html, isFull = false): Promise<BuiltReport> {
  const panel = await readPanel(directory, { name: '', title: '', at: null });
  const { manifest, data } = panel;
  const column = mainColumn(data, manifest);
  const [{ algorithms: summaries }] = summarisePanels([panel], column) as [PanelSummary];
  const run = { ...panel, directory, styles: stylesOf(manifest.configuration.algorithms), column, summaries };
  const answer = answerIn(directory);
  const whole = page(manifest, {
    ...curvesIn(run),
    results: resultsIn(run),
    timelines: html`${agentErrorsIn(run)}${agentsIn(run)}${timelineIn(run)}`,
    ...{ answer, measured: measuredLine(summaries, column, facts(manifest), answer) },
    ...{ above: linkAbove(directory), play },
  });
  return writePage(
    directory,
    whole,
    (file) =>
      OURS.has(file) ||
      RATIO_FILES.test(file) ||
      /^(agents|stale-updates|agent-errors)-[a-z0-9_-]+\.(svg|csv)$/.test(file),
    isFull,
  );
}

/** The main figure against each axis, and the other figures of curves. */
function curvesIn({ manifest, data, styles, summaries }: ReadRun): Pick<PageParts, 'leading' | 'further'> {
  const [main, ...others] = figureList(data, manifest, styles);
  if (main === undefined) return {};
  const axes = axesOf([{ data, manifest }]);
  const ofMain = others.filter(({ name }) => name.startsWith(`${main.name}-by-`));
  const rest = others.filter((content) => !ofMain.includes(content));
  // Of algorithms whose rounds do not cost the same, bytes are the measure.
  const sizesDiffer = manifest.configuration.bits === true && axes.includes('uplinkBytes');
  const isSloped = main.horizontal === 'round' && summaries.some(({ slope }) => slope !== undefined);
  const small = sizeAmong(rest.length + Number(isSloped));
  const multipleOf = (content: FigureContent, isMain: boolean): Multiple => {
    const plan = planFigure(content);
    const chart = sizesDiffer && content.horizontal === 'uplinkBytes' ? withLogX(plan.chart) : plan.chart;
    return { chart, csv: figureTable(content), caption: (remarks) => caption(plan, data, isMain, remarks) };
  };
  const views = [main, ...ofMain]
    .filter(({ horizontal }) => axes.includes(horizontal))
    .map((content) => {
      const { figures } = smallMultiples([multipleOf(content, true)], LARGE);
      return [content.horizontal, html`${figures}`] as const;
    });
  const further = [
    ...(isSloped ? [slopeFigure(main, summaries)] : []),
    ...rest.map((content) => multipleOf(content, false)),
  ];
  return {
    leading: axisSwitch(main.name, sizesDiffer ? 'uplinkBytes' : main.horizontal, new Map(views)),
    further: further.length === 0 ? undefined : side(smallMultiples(further, small)),
  };
}

/** Tables of results, what they come to in comparison, and how soon levels are reached. */
function resultsIn(run: ReadRun): Html {
  const { manifest, data, styles, column, summaries } = run;
  const { reach = [] } = manifest.configuration;
  const groups = contenderGroups([run], column, styles);
  const compared = contestSection(
    groups.map((group) => contestOf(group)),
    column,
  );
  const lines = data.map((algorithm) => ({
    key: algorithm.algorithm,
    style: styles(algorithm.algorithm),
    data: algorithm,
  }));
  const soon = reach.length === 0 ? undefined : reachMultiple('reach', REACH_TITLE, lines, column, reach);
  const rows = summaries.map(({ title, reach: reached }) => ({ heads: [html`${title}`], reached }));
  return html`${resultTable(summaries, column, styles)} ${compared}
  ${reach.length === 0 ? undefined : reachTable(rows, ['Algorithm'], column)}
  ${soon && grid(smallMultiples([soon], LARGE))}`;
}

/** Errors of single agents, where they were recorded. */
function agentErrorsIn({ directory, manifest, data, styles }: ReadRun): Html | undefined {
  const roundsOf = new Map(
    data.map(({ algorithm, series }) => [
      algorithm,
      series.reduce<readonly number[]>(
        (most, { columns: { round } }) => (round.length > most.length ? round : most),
        [],
      ),
    ]),
  );
  const figures = readAgentErrors(directory, manifest.problem.agents, roundsOf).flatMap(
    (agentErrors) => agentErrorFigure(agentErrors, styles(agentErrors.algorithm).title) ?? [],
  );
  if (figures.length === 0) return undefined;
  return html`<h2>Errors of the agents</h2>
    ${figures.map((figure) => html`<div class="main">${figureOnPage(figure)}</div>`)}`;
}

/** How the agents of a timed run spend their time. */
function agentsIn({ directory, manifest, styles }: ReadRun): Html | undefined {
  const timed = readAgents(directory);
  const accounts = alike(timed).flatMap(({ agents, algorithms }): AgentsOnPage[] => {
    const called =
      algorithms.length === timed.length
        ? ''
        : ` under ${algorithms.map((key) => styles(key).title).join(', ')}`;
    const rows = agentRows(agents);
    const key = identifierOf(agents.algorithm);
    const figure = accountFigure(`agents-${key}`, `The agents${called}`, rows, 'agent');
    const title = `How stale updates are${called}`;
    const staleness = stalenessFigure(`stale-updates-${key}`, title, wholeRow('', agents), rows);
    return figure === undefined ? [] : [{ figure, table: accountTable(rows, 'agent'), staleness }];
  });
  const first = timed.slice(0, 1).map((agents) => ({ title: '', manifest, agents }));
  return agentsSection(accounts, stalenessNote(first));
}

/** What agents and server were at when, where that was recorded. */
function timelineIn(run: ReadRun): Html | undefined {
  const { manifest, data, styles, column } = run;
  const { problem, configuration } = manifest;
  const { events = [] } = absencesIn(data, problem, configuration.timing, 'time', false, styles);
  return timelineOf(groupsOf(run, tracesOf(run), column), QUANTITIES[column], events);
}
