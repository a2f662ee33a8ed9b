/** Where everything in a figure goes: axes in a grid, their titles and ticks, markers, and the legend below. */
import { isMeasured, type Series } from '../chart/chart.ts';
import { spread } from '../chart/labels.ts';
import { type EntryPlace, packedEntries } from '../chart/legend.ts';
import { type Letters, placeChart, type PlacedChart, xTicksOf } from '../chart/placed.ts';
import { minorTicks } from '../chart/ticks.ts';
import { wrapped } from '../chart/wrapped.ts';
import { InputError } from '../../values/failure.ts';
import { coincidences, type Coincidences, NONE } from './coincidences.ts';
import { legendEntries } from './figureLegend.ts';
import type { Looks } from './options.ts';
import type { PaperAxes, PaperFigure } from './paperFigure.ts';

/** Letters smaller than this cannot be read in print. */
const SMALLEST_LETTERS = 7;

/** Axes with all that is in them. */
export interface PlacedAxes extends PlacedChart {
  readonly axes: PaperAxes;
  /** lines above it, the last one nearest; empty of axes that are alone */
  readonly heading: readonly string[];
  readonly xMinor: readonly number[];
  readonly yMinor: readonly number[];
  /** whether ticks have labels: axes beside others with the same scale have none */
  readonly xLabelled: boolean;
  readonly yLabelled: boolean;
}

/** Words along an axis: at the middle of what they are of. */
export interface AxisTitle {
  readonly lines: readonly string[];
  /** of the first line, on its base line */
  readonly x: number;
  readonly y: number;
}

/** The name of a curve, from its left end on its base line. */
export interface EndName {
  readonly series: Series;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly letters: number;
  /** size of ticks' labels and of the legend */
  readonly small: number;
  readonly axes: readonly PlacedAxes[];
  readonly xTitles: readonly AxisTitle[];
  /** read from below */
  readonly yTitles: readonly AxisTitle[];
  readonly legend: readonly EntryPlace[];
  /** curves named at the ends of their lines */
  readonly endNames: readonly EndName[];
  readonly coincidences: Coincidences;
}

/** Height of a line of text, in letters. */
const LINE = 1.25;
const TICK = 2.5;
/** Widths of axes with their ticks: narrower ones go below one another. */
const NARROWEST_COLUMN = 105;
const [NARROWEST, LOWEST] = [50, 40];
const MARGIN = 2;

/**
 * Lays a figure out.
 *
 * @param widthOf - of a text of size 1
 * @throws InputError where there is no room
 */
export function layOut(figure: PaperFigure, looks: Looks, widthOf: (text: string) => number): Layout {
  const { fontSize, legend } = looks;
  const count = figure.axes.length;
  if (legend === 'direct' && count > 1) {
    throw new InputError(
      `\`legend\` direct: names at the ends of lines need the width of one axes, and there are ${count}; \`legend\` below names them once`,
    );
  }
  const lettering = { size: Math.max(SMALLEST_LETTERS, 0.9 * fontSize), widthOf };
  const sheet = { figure, looks, lettering, ...sharedOf(figure.axes) };
  // How many lines a title takes, and which curves cover one another, is known once all have their places.
  const first = laidOut(sheet, NONE, 1);
  const titleLines = Math.max(...first.yTitles.map(({ lines }) => lines.length));
  return laidOut(sheet, coincidences(first.axes), titleLines);
}

/** What is laid out, and how its words are written. */
interface Sheet extends Shared {
  readonly figure: PaperFigure;
  readonly looks: Looks;
  /** of ticks and of the legend */
  readonly lettering: Letters;
}

/** What all axes have in common: scales, whose ticks are then labelled once, and titles. */
interface Shared {
  readonly sharedX: boolean;
  readonly sharedY: boolean;
  readonly oneXTitle: boolean;
  readonly oneYTitle: boolean;
}

function sharedOf(axes: readonly PaperAxes[]): Shared {
  const same = (property: (axes: PaperAxes) => unknown): boolean =>
    new Set(axes.map((panel) => JSON.stringify(property(panel)))).size === 1;
  return {
    sharedX: same(({ chart: { x } }) => x.scale),
    sharedY: same(({ chart: { y } }) => y.scale),
    oneXTitle: same(({ chart: { x } }) => x.title),
    oneYTitle: same(({ chart: { y } }) => y.title),
  };
}

function laidOut(sheet: Sheet, found: Coincidences, yTitleLines: number): Layout {
  const { figure, looks, lettering, sharedX, sharedY } = sheet;
  const { size: small } = lettering;
  const isDirect = looks.legend === 'direct';
  const names = isDirect ? endNames(figure, found) : [];
  const across = columnsOf(sheet, names, yTitleLines);
  const room = looks.width - 4 * MARGIN;
  // Curves that cover one another have an entry each where their names do not fit one row; the caption says the same of them.
  const packed = [found, NONE].map((alike) =>
    packedEntries(
      legendEntries(figure, alike, isDirect),
      room,
      small,
      ({ names: text, words }) => small * lettering.widthOf(text + words),
    ),
  );
  const widths = packed.map((rows) => Math.max(...rows.map((entries) => entries.at(-1)!.to)));
  const legend = packed[widths.findIndex((width) => width <= room)];
  if (legend === undefined) {
    throw new InputError(
      `\`width\`: ${Math.round(looks.width)}pt leave no room for the legend; at least ${Math.ceil(looks.width - room + widths[1]!)}pt are needed`,
    );
  }
  const down = rowsOf(sheet, across, legend.length);
  const { columns, lefts, plotWidth } = across;
  const placed = figure.axes.map((panel, k): PlacedAxes => {
    const [left, top] = [lefts[k % columns]!, down.tops[Math.floor(k / columns)]!];
    const { x, y } = panel.chart;
    return {
      ...placeChart(
        panel.chart,
        { left, top, right: left + plotWidth, bottom: top + down.plotHeight },
        lettering,
      ),
      ...{ axes: panel, heading: down.headings[k]! },
      xMinor: minorTicks(x.scale, plotWidth),
      yMinor: minorTicks(y.scale, down.plotHeight),
      xLabelled: !sharedX || k + columns >= figure.axes.length,
      yLabelled: !sharedY || k % columns === 0,
    };
  });
  const row = LINE * small;
  return {
    ...{ width: looks.width, height: down.height, letters: looks.fontSize, small, axes: placed },
    ...titlesOf(sheet, across, down, placed),
    legend: legend.flatMap((entries, index) => {
      const y = down.height - MARGIN - (legend.length - 1 - index) * row - 0.35 * small;
      const start = (looks.width - entries.at(-1)!.to) / 2;
      return entries.map(({ entry, from }) => ({ entry, x: start + from, y }));
    }),
    endNames: isDirect ? namesAtEnds(placed[0]!, names, row) : [],
    coincidences: found,
  };
}

/** What goes where across the figure. */
interface Across {
  readonly columns: number;
  readonly plotWidth: number;
  /** between a plot and the next column */
  readonly gap: number;
  /** left of each column's plots: titles and the numbers of ticks */
  readonly gutters: readonly number[];
  /** where each column's plots begin */
  readonly lefts: readonly number[];
}

/** As many columns as there is room for. */
function columnsOf(sheet: Sheet, names: readonly { readonly text: string }[], yTitleLines: number): Across {
  const { axes, columns: asked } = sheet.figure;
  const most = Math.max(1, Math.floor(sheet.looks.width / NARROWEST_COLUMN));
  const rows = Math.ceil(axes.length / Math.min(most, asked ?? most));
  for (let columns = Math.ceil(axes.length / rows); ; columns = columnsFor(axes.length, columns - 1)) {
    const found = acrossIn(sheet, columns, names, yTitleLines);
    if (found.plotWidth >= NARROWEST) return found;
    if (columns > 1) continue;
    const { width } = sheet.looks;
    throw new InputError(
      `\`width\`: ${Math.round(width)}pt leave ${Math.max(0, Math.round(found.plotWidth))}pt to each axes; at least ${Math.ceil(width + (NARROWEST - found.plotWidth) * columns)}pt are needed`,
    );
  }
}

/** So many columns at most, no fewer than as many rows need. */
const columnsFor = (count: number, most: number): number => Math.ceil(count / Math.ceil(count / most));

function acrossIn(
  { figure: { axes }, looks: { width, fontSize }, lettering, sharedY, oneYTitle }: Sheet,
  columns: number,
  names: readonly { readonly text: string }[],
  yTitleLines: number,
): Across {
  const { size: small, widthOf } = lettering;
  const labels = axes.map(({ chart: { y } }) =>
    Math.max(...y.scale.ticks.map(({ label }) => widthOf(label))),
  );
  const gutters = Array.from({ length: columns }, (_, column) => {
    const inColumn = labels.filter((_label, k) => k % columns === column);
    const ticks = column > 0 && sharedY ? 0 : TICK + 2 + small * Math.max(...inColumn);
    return ticks + (column > 0 && oneYTitle ? 0 : yTitleLines * LINE * fontSize);
  });
  const direct = names.length === 0 ? 0 : Math.max(...names.map(({ text }) => widthOf(text))) * small + 8;
  const firstTick = axes[0]!.chart.x.scale.ticks[0]?.label ?? '';
  const spaced = (plotWidth: number): Pick<Across, 'plotWidth' | 'gap'> & { readonly right: number } => {
    const beyond = axes.map(({ chart: { x } }) => {
      const last = xTicksOf(x.scale, plotWidth, lettering).at(-1);
      return last === undefined ? 0 : (small * widthOf(last.label)) / 2 - (plotWidth - last.at);
    });
    const right = Math.max(3, direct, ...beyond.map((value) => value + 1));
    const gap = Math.max(10, right + small * (0.5 + widthOf(firstTick) / 2));
    const free = width - 2 * MARGIN - right - sum(gutters) - gap * (columns - 1);
    return { plotWidth: free / columns, gap, right };
  };
  // Which ticks have labels depends on the width, and the width on how far the last label reaches.
  let space = spaced(width / columns);
  for (let pass = 0; pass < 4; pass++) {
    const next = spaced(space.plotWidth);
    if (next.right > space.right) space = next;
  }
  const { plotWidth, gap } = space;
  const lefts = gutters.map(
    (_, column) => MARGIN + sum(gutters.slice(0, column + 1)) + column * (plotWidth + gap),
  );
  return { columns, plotWidth, gap, gutters, lefts };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What goes where down the figure. */
interface Down {
  readonly height: number;
  readonly plotHeight: number;
  /** of each row's plots */
  readonly tops: readonly number[];
  /** of each axes, in lines */
  readonly headings: readonly (readonly string[])[];
  readonly xTitleLines: readonly (readonly string[])[];
  /** of ticks with their numbers */
  readonly tickHeight: number;
}

function rowsOf(
  { figure: { axes }, looks, lettering: { size: small, widthOf }, sharedX, oneXTitle }: Sheet,
  { columns, plotWidth, gap, lefts }: Across,
  legendRows: number,
): Down {
  const { width, height: asked, fontSize: letters } = looks;
  const count = axes.length;
  const rows = Math.ceil(count / columns);
  const areLettered = axes.every(({ title }) => title.startsWith('('));
  const room = (plotWidth + gap / 2) / letters;
  const headings = axes.map(({ title }, k) =>
    count === 1 ? [] : wrapped(areLettered ? title : `(${letterOf(k)}) ${title}`, room, widthOf),
  );
  const headingHeights = Array.from({ length: rows }, (_, row) => {
    const inRow = headings.slice(row * columns, (row + 1) * columns);
    return LINE * letters * Math.max(...inRow.map((lines) => lines.length)) + (count === 1 ? 0.6 * small : 4);
  });
  const xTitleLines = axes.map(({ chart: { x } }) =>
    wrapped(x.title, oneXTitle ? (width - lefts[0]!) / letters : room, widthOf),
  );
  const tickHeight = TICK + 1.25 * small;
  const titleHeight = LINE * letters * Math.max(...xTitleLines.map(({ length }) => length)) + 2;
  const everyRow = (sharedX ? 0 : tickHeight) + (oneXTitle ? 0 : titleHeight);
  const onceBelow = (sharedX ? tickHeight : 0) + (oneXTitle ? titleHeight : 0);
  const legendHeight = legendRows === 0 ? 0 : legendRows * LINE * small + 5;
  const fixed =
    2 * MARGIN + sum(headingHeights) + rows * everyRow + onceBelow + (rows - 1) * 6 + legendHeight;
  const height = asked ?? Math.max(rows === 1 ? 158 : 40, fixed + rows * (rows === 1 ? 90 : 72));
  const plotHeight = (height - fixed) / rows;
  if (plotHeight < LOWEST) {
    throw new InputError(
      `\`height\`: ${Math.round(height)}pt leaves no room for the axes; it must be at least ${Math.ceil(fixed + rows * LOWEST)}pt`,
    );
  }
  const tops = headingHeights.map(
    (_, row) => MARGIN + sum(headingHeights.slice(0, row + 1)) + row * (plotHeight + everyRow + 6),
  );
  return { height, plotHeight, tops, headings, xTitleLines, tickHeight };
}

/** The titles of axes: once of the whole figure where all are the same. */
function titlesOf(
  { figure: { axes }, looks: { fontSize: letters }, lettering: { widthOf }, oneXTitle, oneYTitle }: Sheet,
  { columns, gutters, lefts }: Across,
  { height, xTitleLines, tickHeight }: Down,
  placed: readonly PlacedAxes[],
): Pick<Layout, 'xTitles' | 'yTitles'> {
  const boxes = placed.map(({ box }, k) => ({ box, k }));
  const { right } = placed[columns - 1]!.box;
  const whole = [{ box: { ...placed[0]!.box, right, bottom: placed.at(-1)!.box.bottom }, k: 0 }];
  return {
    xTitles: (oneXTitle ? whole : boxes).map(({ box, k }): AxisTitle => {
      const ticks = oneXTitle || placed[k]!.xLabelled ? tickHeight : TICK;
      const y = box.bottom + ticks + 0.95 * letters + 1;
      return { lines: xTitleLines[k]!, x: (box.left + box.right) / 2, y };
    }),
    yTitles: (oneYTitle ? whole : boxes).map(({ box, k }): AxisTitle => ({
      lines: wrapped(axes[k]!.chart.y.title, (box.bottom - box.top + 8) / letters, widthOf),
      x: lefts[k % columns]! - gutters[k % columns]! + 0.9 * letters,
      y: Math.min((box.top + box.bottom) / 2, height),
    })),
  };
}

const letterOf = (k: number): string => String.fromCharCode(97 + (k % 26));

/** Names at the ends of lines; those that cover one another have one. */
function endNames({ names }: PaperFigure, { everywhere }: Coincidences): { key: string; text: string }[] {
  return [...names.keys()].flatMap((key) => {
    const group = everywhere.find((keys) => keys.includes(key)) ?? [key];
    return key === group[0] ? [{ key, text: group.map((text) => names.get(text)!).join(' = ') }] : [];
  });
}

/** Names beside the last points of their lines, moved apart just enough not to overlap. */
function namesAtEnds(
  { box, curves }: PlacedAxes,
  names: readonly { readonly key: string; readonly text: string }[],
  row: number,
): EndName[] {
  const ends = names.flatMap(({ key, text }) => {
    const curve = curves.find(({ series }) => series.key === key && isMeasured(series.line));
    const end = curve?.line.at(-1);
    if (curve === undefined || end === undefined) return [];
    return [{ series: curve.series, text, y: Math.min(box.bottom, Math.max(box.top, end[1])) }];
  });
  const middles = spread(
    ends.map(({ y }) => ({ wanted: y - box.top, height: row })),
    box.bottom - box.top,
  );
  return ends.map(({ series, text }, k) => ({
    series,
    text,
    x: box.right + 5,
    y: box.top + middles[k]! + 0.28 * row,
  }));
}
