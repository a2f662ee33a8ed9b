/** A figure that has been drawn: on a page, and as files in the folder `figures`. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Chart, tidyTable } from './chart/chart.ts';
import { drawChart, SMALL } from './chart/draw.ts';
import { type Size, withThemeColours } from './chart/svg.ts';
import { html, type Html, trusted } from './html.ts';
import { writeWhole } from './wholeFile.ts';
import { pathSegment } from '../recording/pathSegment.ts';

/** What follows a figure's name where its points are a tidy table. */
const TIDY = '-tidy.csv';

export interface DrawnFigure {
  readonly name: string;
  readonly title: string;
  /** in fixed colours */
  readonly svg: string;
  /** the same as a phone shows it, where it is wide */
  readonly narrow?: string;
  /** what is drawn, and what it is made of */
  readonly csv: string;
  /** the drawn points alone, `series,x,mean,low,high`; figures that are no chart have none */
  readonly tidy?: string;
  readonly caption: Html;
}

/** Draws a chart. */
export function drawn(chart: Chart, size: Size, csv: string, caption: Html): DrawnFigure {
  const { name, title } = chart;
  const narrow = size.width > SMALL.width ? { narrow: drawChart(chart, SMALL) } : {};
  return { name, title, svg: drawChart(chart, size), ...narrow, csv, tidy: tidyTable(chart), caption };
}

/** The figure with its caption, in the page's colours. */
export const figureOnPage = ({
  name,
  svg,
  narrow,
  caption,
}: Pick<DrawnFigure, 'name' | 'svg' | 'narrow' | 'caption'>): Html => {
  return html`<figure id="${name}">
    ${
      narrow === undefined
        ? html`<div class="drawing">${trusted(withThemeColours(svg))}</div>`
        : html`<div class="drawing wide">${trusted(withThemeColours(svg))}</div>
            <div class="drawing narrow">${trusted(withThemeColours(narrow))}</div>`
    }
    <figcaption>${caption}</figcaption>
  </figure> `;
};

/**
 * Links to a figure's files.
 *
 * @param isChart - whether its points are a tidy table, too
 */
export const figureFiles = (name: string, isChart = true): Html =>
  html`<span class="files"
    ><a href="figures/${name}.csv">data</a> ·
    ${isChart ? html`<a href="figures/${name}${TIDY}">tidy</a> · ` : undefined}<a href="figures/${name}.svg"
      >SVG</a
    ></span
  >`;

/**
 * Writes `figures/<name>.svg` and `figures/<name>.csv`, each whole or not at all, and what else lies beside them, and
 * removes files of an earlier report that no longer have data.
 *
 * @param isOurs - whether this program gives a file that name: others in the folder stay
 * @returns paths of the SVG files
 */
export async function writeFigures(
  directory: string,
  figures: readonly DrawnFigure[],
  isOurs: (file: string) => boolean,
  more: readonly (readonly [name: string, content: string])[] = [],
): Promise<string[]> {
  const folder = join(directory, 'figures');
  await mkdir(folder, { recursive: true });
  const files = new Map([
    ...figures.flatMap(({ name, svg, csv, tidy }) => [
      [`${name}.svg`, svg] as const,
      [`${name}.csv`, csv] as const,
      ...(tidy === undefined ? [] : [[`${name}${TIDY}`, tidy] as const]),
    ]),
    ...more,
  ]);
  for (const [name, content] of files) await writeWhole(join(folder, pathSegment(name)), content);
  for (const name of await readdir(folder)) {
    if (isOurs(name.replace(TIDY, '.csv')) && !files.has(name)) await rm(join(folder, name), { force: true });
  }
  return figures.map(({ name }) => join(folder, `${name}.svg`));
}
