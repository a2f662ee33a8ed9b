/** A figure that has been drawn: on a page, with its files. */
import { type Chart, tidyTable } from './chart/chart.ts';
import { drawChart, SMALL } from './chart/draw.ts';
import type { Marker } from './chart/looks.ts';
import { type Size, withThemeColours } from './chart/svg.ts';
import { html, type Html, type PageFile, trusted } from './html.ts';

/** What follows a figure's name where its points are a tidy table. */
export const TIDY = '-tidy.csv';

export interface DrawnFigure {
  readonly name: string;
  readonly title: string;
  /** in fixed colours */
  readonly svg: string;
  /** the same without its key, under one that it shares with others */
  readonly keyless?: string;
  /** the same as a phone shows it, where it is wide */
  readonly narrow?: string;
  /** what is drawn, and what it is made of */
  readonly csv: string;
  /** the drawn points alone, `series,x,mean,low,high`; figures that are no chart have none */
  readonly tidy?: string;
  readonly caption: Html;
}

/** Draws a chart. */
export const drawn = (chart: Chart, size: Size, csv: string, caption: Html): DrawnFigure =>
  drawnAmong({ chart, csv, caption }, size);

/**
 * Draws a chart among others.
 *
 * @param markers - of a key that stands above all of them, where the page has one
 */
export function drawnAmong(
  { chart, csv, caption }: { readonly chart: Chart; readonly csv: string; readonly caption: Html },
  size: Size,
  markers?: ReadonlyMap<string, Marker>,
): DrawnFigure {
  const { name, title } = chart;
  const look = markers && { markers };
  const hasKey = markers === undefined;
  return {
    ...{ name, title, csv, caption, tidy: tidyTable(chart), svg: drawChart(chart, size, look) },
    ...(!hasKey && { keyless: drawChart(chart, size, { ...look, hasKey }) }),
    ...(size.width > SMALL.width && {
      narrow: drawChart(chart, SMALL, { ...look, hasKey, isRead: false }),
    }),
  };
}

/** The figure with its caption, in the page's colours, and its files. */
export const figureOnPage = (figure: DrawnFigure): Html => ({
  ...figureAlone(figure),
  files: filesOf(figure),
});

/** A figure of another page, without files. */
export const figureAlone = ({
  name,
  svg,
  keyless = svg,
  narrow,
  caption,
}: Pick<DrawnFigure, 'name' | 'svg' | 'keyless' | 'narrow' | 'caption'>): Html => {
  return html`<figure id="${name}">
    ${
      narrow === undefined
        ? html`<div class="drawing">${trusted(withThemeColours(keyless))}</div>`
        : html`<div class="drawing wide">${trusted(withThemeColours(keyless))}</div>
            <div class="drawing narrow">${trusted(withThemeColours(narrow))}</div>`
    }
    <figcaption>${caption}</figcaption>
  </figure> `;
};

/** `<name>.svg`, `<name>.csv`, and of a chart its drawn points. */
const filesOf = ({ name, svg, csv, tidy }: DrawnFigure): PageFile[] => [
  [`${name}.svg`, svg],
  [`${name}.csv`, csv],
  ...(tidy === undefined ? [] : [[`${name}${TIDY}`, tidy] as const]),
];

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
