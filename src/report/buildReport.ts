/** From a run directory's manifest.json and rounds.csv to report.html and figures/: what a run found, to look at. */
import { join } from 'node:path';
import { keyOf } from '../algorithms/parts.ts';
import { absencesIn } from './absences.ts';
import { answerIn } from './answerFile.ts';
import { accountFigure, accountTable, agentRows, wholeRow } from './agentFigure.ts';
import { type AgentsOnPage, agentsSection, alike } from './agentsSection.ts';
import { axesOf, axisSwitch } from './axisSwitch.ts';
import { caption, captionOf, outside } from './caption.ts';
import { LARGE, sizeAmong } from './chart/draw.ts';
import type { Size } from './chart/svg.ts';
import { writeReport } from './folder/indexLink.ts';
import { contenderGroups } from './contest/contender.ts';
import { contestOf } from './contest/contest.ts';
import { contestSection, RATIO_FILES } from './contest/contestSection.ts';
import { html, type Html } from './html.ts';
import { groupByAlgorithm } from './curve.ts';
import { drawn, type DrawnFigure, figureOnPage, writeFigures } from './drawnFigure.ts';
import { type FigureContent, figureTable, planFigure } from './figure.ts';
import { FIGURE_NAMES, figureList, mainColumn, QUANTITIES } from './figureList.ts';
import { page } from './page.ts';
import { identifierOf, stylesOf } from './palette.ts';
import { refuseMissingSideRows } from '../recording/missingSideRows.ts';
import { holdsPanels, panelsBeside } from '../recording/panelsFile.ts';
import { readManifest } from '../recording/readManifest.ts';
import { holdsSweep } from '../recording/sweepFile.ts';
import { readRounds } from './readRounds.ts';
import { agentErrorFigure } from './agentErrorFigure.ts';
import { readAgentErrors } from './readAgentErrors.ts';
import { readAgents } from './readAgents.ts';
import { REACH_TITLE, reachFigure, reachTable } from './reachFigure.ts';
import { stalenessNote } from './stalenessNote.ts';
import { stalenessFigure } from './stalenessFigure.ts';
import { resultTable } from './resultTable.ts';
import { withLogX, withSlopes } from './slopeLines.ts';
import { facts } from './configurationTable.ts';
import { measuredLine } from './measuredLine.ts';
import { type AlgorithmSummary, summarise } from './summary.ts';
import { groupsOf, tracesOf } from './timeline/groups.ts';
import { TIMELINE_FILES, timelineOf } from './timeline/timelineSection.ts';

/** Every name that this program gives a file among a run's figures. */
const OURS = new Set([
  ...FIGURE_NAMES.flatMap((name) => [`${name}.svg`, `${name}.csv`]),
  ...['reach.svg', 'reach.csv', 'slopes.svg', 'slopes.csv', ...TIMELINE_FILES],
]);

/** The main quantity on two logarithmic axes, where step sizes decrease: slopes are then what is asked. */
function slopeFigure(main: FigureContent, summaries: readonly AlgorithmSummary[], size: Size): DrawnFigure {
  const plan = planFigure({ ...main, name: 'slopes', title: `${main.title}, both axes logarithmic` });
  const words = html`Thin and grey: the line that is fitted to the last tenfold of the rounds, and the power
  of the rounds by which the step size falls there.`;
  const caption = captionOf(plan, [...outside(plan), words]);
  return drawn(withSlopes(plan.chart, summaries), size, figureTable(plan.content), caption);
}

/** From a panel to all of them, and from a point to its sweep. */
function linkAbove(directory: string): Html | undefined {
  if (holdsPanels(join(directory, '..'))) return html`<a href="../report.html">all panels</a>`;
  if (holdsSweep(join(directory, '../..'))) return html`<a href="../../report.html">the whole sweep</a>`;
  return undefined;
}

/** Paths of what was written. */
export interface BuiltReport {
  readonly report: string;
  /** the SVG files, the main figure first; beside each a CSV of the same name */
  readonly figures: readonly string[];
}

/**
 * Writes `report.html`, `figures/<name>.svg` and `figures/<name>.csv` into a run directory, each file
 * whole or not at all, and for a traced run `figures/timeline.csv`; figures of
 * an earlier report that no longer have data are removed. The same manifest, rounds and trace give the same
 * bytes.
 *
 * @param verification - computes the run again in the page, where that is asked for
 * @throws InputError, one line, if manifest.json or rounds.csv is missing, or one of them or trace.json is
 * invalid, or a file of a complete run was cut; nothing is written then
 */
export async function buildReport(directory: string, verification?: Html): Promise<BuiltReport> {
  const manifest = readManifest(directory);
  refuseMissingSideRows(directory, manifest);
  const series = await readRounds(directory, manifest);
  const { algorithms } = manifest.configuration;
  const styles = stylesOf(algorithms);
  const data = groupByAlgorithm(algorithms.map(keyOf), series, manifest.runs, manifest.configuration);

  const column = mainColumn(data, manifest);
  const panels = panelsBeside(directory);
  const summaries = data.map((algorithm) => summarise(algorithm, column, manifest, panels));
  const axes = axesOf([{ data, manifest }]);
  const listed = figureList(data, manifest, styles);
  const [main] = listed;
  const isMain = ({ name }: { readonly name: string }): boolean =>
    name === main?.name || name.startsWith(`${main?.name}-by-`);
  const contents = listed.filter(
    (figureContent) => !isMain(figureContent) || axes.includes(figureContent.horizontal),
  );
  const leading = contents.filter(isMain);
  /** of algorithms whose rounds do not cost the same, bytes are the measure */
  const sizesDiffer = manifest.configuration.bits === true && axes.includes('uplinkBytes');
  const isSloped = main?.horizontal === 'round' && summaries.some(({ slope }) => slope !== undefined);
  const small = sizeAmong(contents.length - leading.length + Number(isSloped));
  const figures = contents.map((content) => {
    const plan = planFigure(content);
    const size = isMain(content) ? LARGE : small;
    const chart = sizesDiffer && content.horizontal === 'uplinkBytes' ? withLogX(plan.chart) : plan.chart;
    return drawn(chart, size, figureTable(content), caption(plan, data, isMain(content)));
  });
  if (isSloped) figures.splice(leading.length, 0, slopeFigure(main, summaries, small));
  const views = new Map(leading.map(({ horizontal }, k) => [horizontal, figureOnPage(figures[k]!)]));
  const { reach = [] } = manifest.configuration;
  const lines = data.map((algorithm) => ({
    key: algorithm.algorithm,
    style: styles(algorithm.algorithm),
    data: algorithm,
  }));
  const soon =
    reach.length === 0 ? undefined : reachFigure('reach', REACH_TITLE, lines, column, reach, LARGE);
  const rows = summaries.map(({ title, reach: reached }) => ({ heads: [html`${title}`], reached }));
  const compared = contestSection(
    contenderGroups([{ name: '', title: '', at: null, manifest, data }], column, styles).map((group) =>
      contestOf(group),
    ),
    column,
  );
  const results = html`${resultTable(summaries, column, styles)} ${compared?.section}
  ${reach.length === 0 ? undefined : reachTable(rows, ['Algorithm'], column)}
  ${soon && html`<div class="main">${figureOnPage(soon)}</div>`}`;
  const run = { directory, manifest, data, styles };
  const traced = tracesOf(run);
  const { events = [] } = absencesIn(
    data,
    manifest.problem,
    manifest.configuration.timing,
    'time',
    false,
    styles,
  );
  const timeline = timelineOf(groupsOf(run, traced, column), QUANTITIES[column], events);
  const timed = readAgents(directory);
  const accounts = alike(timed).flatMap(({ agents, algorithms }): AgentsOnPage[] => {
    const called =
      algorithms.length === timed.length
        ? ''
        : ` under ${algorithms.map((key) => styles(key).title).join(', ')}`;
    const rows = agentRows(agents);
    const figure = accountFigure(
      `agents-${identifierOf(agents.algorithm)}`,
      `The agents${called}`,
      rows,
      'agent',
    );
    const staleness = stalenessFigure(
      `stale-updates-${identifierOf(agents.algorithm)}`,
      `How stale updates are${called}`,
      wholeRow('', agents),
      rows,
    );
    return figure === undefined ? [] : [{ figure, table: accountTable(rows, 'agent'), staleness }];
  });
  const roundsOf = new Map(
    data.map(({ algorithm, series }) => [
      algorithm,
      series.reduce<readonly number[]>(
        (most, { columns: { round } }) => (round.length > most.length ? round : most),
        [],
      ),
    ]),
  );
  const byAgent = readAgentErrors(directory, manifest.problem.agents, roundsOf).flatMap(
    (agentErrors) => agentErrorFigure(agentErrors, styles(agentErrors.algorithm).title) ?? [],
  );
  const answer = answerIn(directory);
  const whole = page(
    manifest,
    main && axisSwitch(main.name, sizesDiffer ? 'uplinkBytes' : main.horizontal, views),
    figures.slice(leading.length),
    results,
    html`${
      byAgent.length === 0
        ? undefined
        : html`<h2>Errors of the agents</h2>
            ${byAgent.map((figure) => html`<div class="main">${figureOnPage(figure)}</div>`)}`
    }${agentsSection(accounts, stalenessNote(timed.slice(0, 1).map((agents) => ({ title: '', manifest, agents }))))}${timeline?.section}`,
    { answer, measured: measuredLine(summaries, column, facts(manifest), answer) },
    linkAbove(directory),
    verification,
  );
  const all = [
    ...figures,
    ...(compared?.figures ?? []),
    ...(soon ? [soon] : []),
    ...accounts.flatMap(({ figure, staleness }) => [figure, staleness ?? []].flat()),
    ...byAgent,
    ...(timeline ? [timeline.figure] : []),
  ];
  const isOurs = (file: string): boolean =>
    OURS.has(file) ||
    RATIO_FILES.test(file) ||
    /^(agents|stale-updates|agent-errors)-[a-z0-9_-]+\.(svg|csv)$/.test(file);
  const paths = await writeFigures(directory, all, isOurs, timeline?.files);
  return { report: await writeReport(directory, whole), figures: paths };
}
