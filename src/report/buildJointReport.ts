/** From the run directories of several panels to one page that shows them together. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isTimed } from '../timing/isTimed.ts';
import { InputError } from '../protocol/failure.ts';
import { readPanels } from '../recording/panelsFile.ts';
import { acrossLines, type AcrossLine, acrossTable } from './across.ts';
import { describeAcross, drawAcross } from './acrossDrawing.ts';
import type { BuiltReport } from './buildReport.ts';
import { caption, lostSeeds } from './caption.ts';
import { draw, withThemeColours } from './drawing.ts';
import { describe, type FigurePlan, planFigure } from './figure.ts';
import { QUANTITIES } from './figureList.ts';
import { figureTable } from './figureTable.ts';
import { html, type Html } from './html.ts';
import { onSharedAxis, overlays, panelFigures } from './jointFigures.ts';
import { jointPage } from './jointPage.ts';
import { jointTable, scalingTable } from './jointTable.ts';
import { type PageFigure, withTitle } from './pageFigure.ts';
import type { Styles } from './palette.ts';
import { algorithmsOf, commonColumn, jointStyles, readPanelData, summarisePanels } from './panelData.ts';
import { LARGE, SMALL } from './svg.ts';
import { writeWhole } from './wholeFile.ts';

/** Every name that this program gives a figure of several panels: others in the folder are not ours. */
const OURS = /^(panel-[A-Za-z0-9.-]+|rounds-[a-z0-9_-]+|seconds-[a-z0-9_-]+|final)\.(svg|csv)$/;

/** A figure with the data beside it. */
interface Drawn {
  readonly figure: PageFigure;
  /** as a file of its own, in fixed colours */
  readonly svg: string;
  readonly csv: string;
}

/**
 * Writes `report.html`, `figures/<name>.svg` and `figures/<name>.csv` into the folder of several panels,
 * from what their run directories hold, each file whole or not at all; figures of an earlier report that
 * no longer have data are removed. The same runs give the same bytes.
 *
 * @throws InputError, one line, if panels.json or a run cannot be read; nothing is written then
 */
export async function buildJointReport(directory: string): Promise<BuiltReport> {
  const file = readPanels(directory);
  const panels = await readPanelData(directory, file);
  if (panels.length === 0) {
    throw new InputError(`${directory}: none of its panels has been begun; run the scenario first`);
  }
  const column = commonColumn(panels);
  const algorithms = algorithmsOf(panels);
  const styles = jointStyles(panels);
  const summaries = summarisePanels(panels, column);

  const own: Drawn[] = [];
  for (const { panel, plan } of panelFigures(panels)) {
    const lost = own.length === 0 ? [] : panel.data.flatMap((one) => lostSeeds(one, plan.content.styles));
    const more = html`${lost.map((sentence) => `${sentence} `)}<a href="${panel.name}/report.html"
        >Report of this panel</a
      >`;
    own.push(await drawn(plan, caption(plan, panel.data, own.length === 0, more)));
  }
  const overlaid: Drawn[] = [];
  const timed = panels.some(({ manifest }) => isTimed(manifest.configuration));
  const contents = [
    ...(timed ? overlays(panels, algorithms, column, file.across, styles, 'time') : []),
    ...(file.across === null ? [] : overlays(panels, algorithms, column, file.across, styles)),
  ];
  const plans = contents.map(planFigure);
  for (const separate of plans) {
    const plan = onSharedAxis(separate, plans);
    // A figure alone takes the whole width of the page.
    const size = plans.length === 1 ? LARGE : SMALL;
    overlaid.push(await drawn(plan, caption(plan, [], overlaid.length === 0), size));
  }
  const lines = file.across === null ? [] : acrossLines(summaries, algorithms);
  const final =
    file.across === null || lines.length === 0
      ? undefined
      : await drawnAcross(lines, file.across, column, styles);

  const whole = jointPage({
    file,
    panels,
    panelFigures: own.map(({ figure }) => figure),
    overlays: overlaid.map(({ figure }) => figure),
    final: final?.figure,
    scaling: scalingTable(lines, styles),
    results: jointTable(summaries, column, file.across, styles),
  });
  const all = [...own, ...(final ? [final] : []), ...overlaid];
  const folder = join(directory, 'figures');
  await writeFigures(folder, all);
  const report = join(directory, 'report.html');
  await writeWhole(report, whole);
  return { report, figures: all.map(({ figure }) => join(folder, `${figure.name}.svg`)) };
}

async function drawn(plan: FigurePlan, words: Html, size = SMALL): Promise<Drawn> {
  const { name, title } = plan.content;
  const description = describe(plan);
  const svg = withTitle(await draw(plan, size), name, title, description);
  const figure = { name, title, description, svg: withThemeColours(svg), caption: words };
  return { figure, svg, csv: figureTable(plan.content) };
}

async function drawnAcross(
  lines: readonly AcrossLine[],
  across: string,
  column: 'error' | 'operatorNorm',
  styles: Styles,
): Promise<Drawn> {
  const name = 'final';
  const title = `Last 30 % of the rounds against ${across}`;
  const content = { lines, xTitle: across, yTitle: `${QUANTITIES[column]}, mean of the last 30 %`, styles };
  const description = describeAcross(content);
  const svg = withTitle(await drawAcross(content, LARGE), name, title, description);
  const fitted = lines.some(({ fit }) => fit !== undefined);
  const words = html`<figcaption>
    <strong>${title}.</strong> Dots: mean over the seeds that completed; bars: its 95 % confidence interval.
    ${fitted ? `Thin: the line by ordinary least squares of the logarithm of every seed’s mean on the logarithm of ${across}; the slope’s 95 % interval takes the values as independent.` : 'No slope: at least three values are needed, at two numbers or more.'}
    <span class="files"><code>figures/${name}.svg</code>, data in <code>${name}.csv</code></span>
  </figcaption>`;
  const figure = { name, title, description, svg: withThemeColours(svg), caption: words };
  return { figure, svg, csv: acrossTable(lines) };
}

async function writeFigures(folder: string, figures: readonly Drawn[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const written = new Set<string>();
  for (const { figure, svg, csv } of figures) {
    for (const [name, content] of [
      [`${figure.name}.svg`, svg],
      [`${figure.name}.csv`, csv],
    ] as const) {
      await writeWhole(join(folder, name), content);
      written.add(name);
    }
  }
  for (const name of await readdir(folder)) {
    if (OURS.test(name) && !written.has(name)) await rm(join(folder, name), { force: true });
  }
}
