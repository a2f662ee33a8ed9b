/** Where everything in a figure goes: axes in a grid, their titles and ticks, markers, and the legend below. */
import { isMeasured, type Series } from '../chart/chart.ts';
import { spread } from '../chart/labels.ts';
import { type EntryPlace, packedEntries } from '../chart/legend.ts';
import type { Box } from '../chart/paths.ts';
import { placeChart, type PlacedChart, xTicksOf } from '../chart/placed.ts';
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
  // How many lines a title takes, and which curves cover one another, is known once all have their places.
  const first = laidOut(figure, looks, widthOf, NONE, 1);
  const titleLines = Math.max(...first.yTitles.map(({ lines }) => lines.length));
  return laidOut(figure, looks, widthOf, coincidences(first.axes), titleLines);
}

function laidOut(
  figure: PaperFigure,
  looks: Looks,
  widthOf: (text: string) => number,
  found: Coincidences,
  yTitleLines: number,
): Layout {
  const { axes } = figure;
  const { width, height: asked, fontSize, legend } = looks;
  const letters = fontSize;
  const small = Math.max(SMALLEST_LETTERS, 0.9 * letters);
  const lettering = { size: small, widthOf };
  const count = axes.length;
  const most = Math.max(1, Math.floor(width / NARROWEST_COLUMN));
  const rows = Math.ceil(count / Math.min(most, figure.columns ?? most));
  const columns = Math.ceil(count / rows);
  const same = (property: (axes: PaperAxes) => unknown): boolean =>
    new Set(axes.map((panel) => JSON.stringify(property(panel)))).size === 1;
  const sharedX = same(({ chart: { x } }) => x.scale);
  const sharedY = same(({ chart: { y } }) => y.scale);
  const [oneXTitle, oneYTitle] = [same(({ chart }) => chart.x.title), same(({ chart }) => chart.y.title)];

  // Across.
  if (legend === 'direct' && count > 1) {
    throw new InputError(
      `--legend direct: names at the ends of lines need the width of one axes, and there are ${count}; --legend below names them once`,
    );
  }
  const entries = legendEntries(figure, found, legend === 'direct');
  const labels = axes.map(({ chart: { y } }) =>
    Math.max(...y.scale.ticks.map(({ label }) => widthOf(label))),
  );
  const gutter = (column: number): number => {
    const inColumn = labels.filter((_, k) => k % columns === column);
    const ticks = column > 0 && sharedY ? 0 : TICK + 2 + small * Math.max(...inColumn);
    return ticks + (column > 0 && oneYTitle ? 0 : yTitleLines * LINE * letters);
  };
  const gutters = Array.from({ length: columns }, (_, column) => gutter(column));
  const direct =
    legend === 'direct'
      ? Math.max(...endNames(figure, found).map(({ text }) => widthOf(text))) * small + 8
      : 0;
  const [firstTick = ''] = axes.map(({ chart: { x } }) => x.scale.ticks[0]?.label ?? '');
  const columnsIn = (
    plotWidth: number,
  ): { readonly plotWidth: number; readonly gap: number; readonly right: number } => {
    const beyond = axes.map(({ chart: { x } }) => {
      const last = xTicksOf(x.scale, plotWidth, lettering).at(-1);
      return last === undefined ? 0 : (small * widthOf(last.label)) / 2 - (plotWidth - last.at);
    });
    const right = Math.max(3, direct, ...beyond.map((value) => value + 1));
    const gap = Math.max(10, right + small * (0.5 + widthOf(firstTick) / 2));
    const free =
      width - 2 * MARGIN - right - gutters.reduce((sum, gutter) => sum + gutter, 0) - gap * (columns - 1);
    return { plotWidth: free / columns, gap, right };
  };
  // Which ticks have labels depends on the width, and the width on how far the last label reaches.
  let { plotWidth, gap, right } = columnsIn(width / columns);
  for (let pass = 0; pass < 4; pass++) {
    const next = columnsIn(plotWidth);
    if (next.right > right) ({ plotWidth, gap, right } = next);
  }
  if (plotWidth < NARROWEST) {
    if (columns > 1) return laidOut({ ...figure, columns: columns - 1 }, looks, widthOf, found, yTitleLines);
    throw new InputError(
      `--width: ${Math.round(width)}pt leave ${Math.max(0, Math.round(plotWidth))}pt to each axes; at least ${Math.ceil(width + (NARROWEST - plotWidth) * columns)}pt are needed`,
    );
  }
  const lefts = gutters.map(
    (_, column) =>
      MARGIN +
      gutters.slice(0, column + 1).reduce((sum, gutter) => sum + gutter, 0) +
      column * (plotWidth + gap),
  );

  // Down.
  const areLettered = axes.every(({ title }) => title.startsWith('('));
  const headings = axes.map(({ title }, k) =>
    count === 1
      ? []
      : wrapped(areLettered ? title : `(${letterOf(k)}) ${title}`, (plotWidth + gap / 2) / letters, widthOf),
  );
  const headingHeights = Array.from({ length: rows }, (_, row) => {
    const inRow = headings.filter((_, k) => Math.floor(k / columns) === row);
    return LINE * letters * Math.max(...inRow.map((lines) => lines.length)) + (count === 1 ? 0.6 * small : 4);
  });
  const isLowest = (k: number): boolean => k + columns >= count;
  const xTitleLines = axes.map(({ chart: { x } }) =>
    wrapped(x.title, (oneXTitle ? width - lefts[0]! : plotWidth + gap / 2) / letters, widthOf),
  );
  const titleLines = Math.max(...xTitleLines.map(({ length }) => length));
  const tickHeight = TICK + 1.25 * small;
  const titleHeight = LINE * letters * titleLines + 2;
  const everyRow = (sharedX ? 0 : tickHeight) + (oneXTitle ? 0 : titleHeight);
  const onceBelow = (sharedX ? tickHeight : 0) + (oneXTitle ? titleHeight : 0);
  const row = LINE * small;
  const legendRows = packedEntries(
    entries,
    width - 4 * MARGIN,
    small,
    ({ names, words }) => small * widthOf(names + words),
  );
  const legendHeight = legendRows.length === 0 ? 0 : legendRows.length * row + 5;
  const fixed =
    2 * MARGIN +
    headingHeights.reduce((sum, headingHeight) => sum + headingHeight, 0) +
    rows * everyRow +
    onceBelow +
    (rows - 1) * 6 +
    legendHeight;
  const height = asked ?? Math.max(rows === 1 ? 158 : 40, fixed + rows * (rows === 1 ? 90 : 72));
  const plotHeight = (height - fixed) / rows;
  if (plotHeight < LOWEST) {
    throw new InputError(
      `--height: ${Math.round(height)}pt leaves no room for the axes; it must be at least ${Math.ceil(fixed + rows * LOWEST)}pt`,
    );
  }
  const topOf = (row: number): number =>
    MARGIN +
    headingHeights.slice(0, row + 1).reduce((sum, headingHeight) => sum + headingHeight, 0) +
    row * (plotHeight + everyRow + 6);

  const boxOf = (k: number): Box => {
    const [left, top] = [lefts[k % columns]!, topOf(Math.floor(k / columns))];
    return { left, top, right: left + plotWidth, bottom: top + plotHeight };
  };
  const placed = axes.map((panel, k): PlacedAxes => {
    const box = boxOf(k);
    const { x, y } = panel.chart;
    return {
      ...placeChart(panel.chart, box, lettering),
      ...{ axes: panel, heading: headings[k]! },
      xMinor: minorTicks(x.scale, plotWidth),
      yMinor: minorTicks(y.scale, plotHeight),
      xLabelled: !sharedX || isLowest(k),
      yLabelled: !sharedY || k % columns === 0,
    };
  });

  const [firstBox, lastRow] = [placed[0]!.box, topOf(rows - 1) + plotHeight];
  const whole: Box = { ...firstBox, right: lefts.at(-1)! + plotWidth, bottom: lastRow };
  const titleTop = (box: Box, labelled: boolean): number =>
    box.bottom + (labelled ? tickHeight : TICK) + 0.95 * letters + 1;
  const xTitles = (oneXTitle ? [{ box: whole, k: 0 }] : placed.map(({ box }, k) => ({ box, k }))).map(
    ({ box, k }): AxisTitle => ({
      lines: xTitleLines[k]!,
      x: (box.left + box.right) / 2,
      y: titleTop(box, oneXTitle || !sharedX || isLowest(k)),
    }),
  );
  const yTitles = (oneYTitle ? [{ box: whole, k: 0 }] : placed.map(({ box }, k) => ({ box, k }))).map(
    ({ box, k }): AxisTitle => {
      const column = oneYTitle ? 0 : k % columns;
      const lines = wrapped(axes[k]!.chart.y.title, (box.bottom - box.top + 8) / letters, widthOf);
      return {
        lines,
        x: lefts[column]! - gutters[column]! + 0.9 * letters,
        y: Math.min((box.top + box.bottom) / 2, height),
      };
    },
  );
  const below = legendRows.flatMap((some, index) => {
    const total = some.at(-1)!.to;
    const baseline = height - MARGIN - (legendRows.length - 1 - index) * row - 0.35 * small;
    return some.map(({ entry, from }) => ({ entry, x: (width - total) / 2 + from, y: baseline }));
  });
  return {
    ...{ width, height, letters, small, axes: placed, xTitles, yTitles },
    legend: below,
    endNames: legend === 'direct' ? namesAtEnds(placed[0]!, endNames(figure, found), row) : [],
    coincidences: found,
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
