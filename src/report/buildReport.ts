/** From a run directory's manifest.json and rounds.csv to report.html and figures/: what a run found, to look at. */
import { keyOf } from '../algorithms/parts.ts';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { caption } from './caption.ts';
import { groupByAlgorithm } from './curve.ts';
import { draw, withThemeColours } from './drawing.ts';
import { describe, planFigure } from './figure.ts';
import { FIGURE_NAMES, figureList, mainColumn } from './figureList.ts';
import { figureTable } from './figureTable.ts';
import { page } from './page.ts';
import { type PageFigure, withTitle } from './pageFigure.ts';
import { stylesOf } from './palette.ts';
import { LARGE, SMALL } from './svg.ts';
import { readManifest } from '../recording/readManifest.ts';
import { ownNames, readRounds } from './readRounds.ts';
import { readTrace } from './readTrace.ts';
import { resultTable } from './resultTable.ts';
import { sequenceDiagram } from './sequenceDiagram.ts';
import { summarise } from './summary.ts';
import { timelineSection, timelineTable } from './timeline.ts';
import { writeWhole } from './wholeFile.ts';

/** What a traced run has beside the figures. */
const TRACED_FILES = ['timeline.csv', 'first-rounds.mmd'];

/** Paths of what was written. */
export interface BuiltReport {
  readonly report: string;
  /** the SVG files, the main figure first; beside each a CSV of the same name */
  readonly figures: readonly string[];
}

/**
 * Writes `report.html`, `figures/<name>.svg` and `figures/<name>.csv` into a run directory, each file
 * whole or not at all, and for a traced run `figures/timeline.csv` and `figures/first-rounds.mmd`; figures of
 * an earlier report that no longer have data are removed. The same manifest, rounds and trace give the same
 * bytes.
 *
 * @throws InputError, one line, if manifest.json or rounds.csv is missing, or one of them or trace.json is
 * invalid; nothing is written then
 */
export async function buildReport(directory: string): Promise<BuiltReport> {
  const manifest = readManifest(directory);
  const series = await readRounds(directory, ownNames(manifest));
  const { algorithms } = manifest.configuration;
  const styles = stylesOf(algorithms);
  const data = groupByAlgorithm(algorithms.map(keyOf), series, manifest.runs);

  const files: (readonly [name: string, content: string])[] = [];
  const shown: PageFigure[] = [];
  for (const content of figureList(data, manifest, styles)) {
    const plan = planFigure(content);
    const { name, title } = content;
    const description = describe(plan);
    const svg = withTitle(await draw(plan, shown.length === 0 ? LARGE : SMALL), name, title, description);
    files.push([`${name}.svg`, svg], [`${name}.csv`, figureTable(content)]);
    shown.push({
      name,
      title,
      description,
      svg: withThemeColours(svg),
      caption: caption(plan, data, shown.length === 0),
    });
  }
  const column = mainColumn(data, manifest);
  const summaries = data.map((one) => summarise(one, column, manifest));
  const traced = manifest.configuration.trace ? readTrace(directory) : [];
  const whole = page(
    manifest,
    shown,
    resultTable(summaries, column, styles),
    timelineSection(traced, styles),
  );
  const [first] = traced;
  if (first) {
    files.push(['timeline.csv', timelineTable(traced)], ['first-rounds.mmd', sequenceDiagram(first, styles)]);
  }

  const folder = join(directory, 'figures');
  await mkdir(folder, { recursive: true });
  for (const [name, content] of files) await writeWhole(join(folder, name), content);
  for (const name of FIGURE_NAMES) {
    if (shown.some((figure) => figure.name === name)) continue;
    for (const extension of ['svg', 'csv']) await rm(join(folder, `${name}.${extension}`), { force: true });
  }
  if (!first) for (const name of TRACED_FILES) await rm(join(folder, name), { force: true });
  const report = join(directory, 'report.html');
  await writeWhole(report, whole);
  return { report, figures: shown.map((figure) => join(folder, `${figure.name}.svg`)) };
}
