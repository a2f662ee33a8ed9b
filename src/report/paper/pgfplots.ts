/**
 * A figure as pgfplots source. Axes are where the layout has them; lines and bands come from the CSV beside the file, so that
 * the numbers can be changed; markers, which stand between rows, are given by their places.
 */
import { isMeasured, type LineStyle, type Series } from '../chart/chart.ts';
import type { Description, Shape } from '../chart/drawing.ts';
import { BAND_OPACITY, STROKES, THEORY_OPACITY } from '../chart/lines.ts';
import { isCrossed, isOpen, type Look, type Marker } from '../chart/looks.ts';
import { type Place, rounded } from '../chart/paths.ts';
import { inDrawingOrder, markerPlaces } from '../chart/placed.ts';
import { type Scale, SMALLEST } from '../chart/scale.ts';
import { colourOf, markShapes, type Pen } from '../chart/shapes.ts';
import type { Tick } from '../chart/ticks.ts';
import { INK, MUTED } from '../palette.ts';
import { visibleWord } from '../../values/foreignText.ts';
import { latexText } from './latexText.ts';
import type { Layout, PlacedAxes } from './layout.ts';
import type { PaperFigure } from './paperFigure.ts';
import { AXIS, besideShapes, figureLooks, headingShapes, penOf } from './shapes.ts';
import { columnOf, endsOf } from './wideTable.ts';

const MARKS: Readonly<Record<Marker, string>> = {
  circle: '*',
  square: 'square*',
  triangle: 'triangle*',
  diamond: 'diamond*',
  down: 'triangle*',
  ring: '*',
  box: 'square*',
  kite: 'diamond*',
  plus: '+',
  cross: 'x',
  tent: 'triangle*',
  funnel: 'triangle*',
};

/** Radii of much the same area, in points. */
const RADII: Partial<Record<Marker, number>> = {
  triangle: 2.7,
  down: 2.7,
  diamond: 2.7,
  kite: 2.7,
  tent: 2.7,
  funnel: 2.7,
};

/** What a document needs before it. */
const PREAMBLE = '\\usepackage{pgfplots}\\usepgfplotslibrary{fillbetween}\\pgfplotsset{compat=1.17}';

/** The source that a document takes in by \input; `table` is the name of the file with the data. */
export function pgfOf(
  figure: PaperFigure,
  layout: Layout,
  { title, caption, command }: Description,
  table: string,
  grey: boolean,
): string {
  const { axes, width, height } = layout;
  const pen = penOf(layout, grey);
  const colours = new Map<string, string>([
    [INK.light, 'fedsaink'],
    [MUTED.light, 'fedsafit'],
    [AXIS, 'fedsaaxis'],
  ]);
  for (const { line, dark } of figureLooks(axes, grey).values()) {
    for (const hexadecimal of [line, dark])
      if (!colours.has(hexadecimal)) colours.set(hexadecimal, `fedsa${colours.size - 2}`);
  }
  const source: Source = { figure, layout, pen, table, nameOf: (colour) => colours.get(colour) ?? 'white' };
  return [
    // TeX also ends a line, and with it a comment, at a carriage return.
    ...[title, caption, `Made by: ${command}`].map((text) => `% ${visibleWord(text.replaceAll('\n', ' '))}`),
    `% In the preamble: ${PREAMBLE}`,
    `% Its data are in ${table}; from another folder: \\newcommand{\\fedsafolder}{path/} before \\input.`,
    '\\providecommand{\\fedsafolder}{}%',
    '\\begin{tikzpicture}',
    ...[...colours].map(([hex, name]) => `\\definecolor{${name}}{HTML}{${hex.slice(1).toUpperCase()}}`),
    ...axes.flatMap((panel) => [
      ...axisLines(panel, source),
      ...[...markShapes(panel, pen), ...headingShapes(panel, layout)].map((shape) => tikzOf(shape, source)),
    ]),
    ...besideShapes(layout, pen).map((shape) => tikzOf(shape, source)),
    // Before an axis it would confuse the bands.
    `\\path[use as bounding box] (0bp,0bp) rectangle (${rounded(width)}bp,${rounded(height)}bp);`,
    '\\end{tikzpicture}%',
    '',
  ].join('\n');
}

/** What a source is made of. */
interface Source {
  readonly figure: PaperFigure;
  readonly layout: Layout;
  readonly pen: Pen;
  /** name of the file with the data */
  readonly table: string;
  readonly nameOf: (colour: string) => string;
}

const fontOf = (size: number): string =>
  `\\fontsize{${rounded(size)}bp}{${rounded(1.25 * size)}bp}\\selectfont`;

const patternOf = (dashes: readonly number[] = []): string =>
  dashes.map((length, k) => `${k % 2 === 0 ? 'on' : 'off'} ${length}bp`).join(' ');

/** A shape, where it is in the figure. */
function tikzOf(shape: Shape, { layout: { height }, nameOf }: Source): string {
  const at = ([x, y]: Place): string => `(${rounded(x)}bp,${rounded(height - y)}bp)`;
  if (shape.kind === 'text') {
    const { text, x, y, size, anchor, colour, upright } = shape;
    const place = { start: 'base west', middle: 'base', end: 'base east' }[anchor];
    return `\\node[anchor=${place},inner sep=0pt,text=${nameOf(colour)},font=${fontOf(size)}${upright ? ',rotate=90' : ''}] at ${at([x, y])} {${latexText(text)}};`;
  }
  const { stroke, width = 1, dashes, round, fill, opacity } = shape;
  const options = [
    ...(stroke === undefined ? [] : [`draw=${nameOf(stroke)},line width=${rounded(width)}bp`]),
    ...(dashes === undefined ? [] : [`dash pattern=${patternOf(dashes)}`]),
    ...(round ? ['line cap=round,line join=round'] : []),
    ...(fill === undefined ? [] : [`fill=${nameOf(fill)}`]),
    ...(opacity === undefined ? [] : [`fill opacity=${opacity}`]),
  ];
  const path =
    shape.kind === 'circle'
      ? `${at(shape.place)} circle[radius=${rounded(shape.radius)}bp]`
      : shape.lines.map((line) => line.map(at).join(' -- ') + (shape.closed ? ' -- cycle' : '')).join(' ');
  return `\\path[${options.join(',')}] ${path};`;
}

/** What a line of a kind and a marker are in pgfplots, which draws them where the data are. */
function strokeOf(line: LineStyle | 'limit', look: Look | undefined, { nameOf }: Source): string {
  const { width: thick, dashes } = STROKES[line];
  const colour = nameOf(colourOf(line, look));
  if (line === 'dots')
    return `only marks,mark=*,mark size=${thick / 2}bp,mark options={solid,line width=0.3bp,draw=white,fill=${colour}}`;
  const dashed = dashes === undefined ? '' : `,dash pattern=${patternOf(dashes)},line cap=round`;
  return `${colour},line width=${thick}bp${dashed}`;
}
function markOf({ marker, line }: Look, { nameOf }: Source): string {
  const [drawn, fill] = isOpen(marker) ? [nameOf(line), 'white'] : ['white', nameOf(line)];
  const edge = isCrossed(marker) ? `draw=${nameOf(line)}` : `draw=${drawn},fill=${fill}`;
  const turned = marker === 'down' || marker === 'funnel' ? ',rotate=180' : '';
  return `mark=${MARKS[marker]},mark size=${RADII[marker] ?? 2}bp,mark options={solid,line width=${isOpen(marker) || isCrossed(marker) ? 0.9 : 0.4}bp,${edge}${turned}}`;
}

/** A document with nothing but the figure. */
export const standaloneOf = (snippet: string): string =>
  [
    '\\documentclass[border=0pt]{standalone}',
    '\\usepackage[T1]{fontenc}',
    '\\usepackage[utf8]{inputenc}',
    PREAMBLE,
    '\\begin{document}',
    `\\input{${snippet}}`,
    '\\end{document}',
    '',
  ].join('\n');

function axisLines(axes: PlacedAxes, source: Source): string[] {
  const { figure, layout: { height, small }, pen, nameOf, table } = source; // prettier-ignore
  const { axes: plan, box, curves, references } = axes;
  const { x, y } = plan.chart;
  const options = [
    `at={(${rounded(box.left)}bp,${rounded(height - box.bottom)}bp)},anchor=south west,scale only axis`,
    `width=${rounded(box.right - box.left)}bp,height=${rounded(box.bottom - box.top)}bp`,
    ...axisOptions('x', x.scale, axes.xTicks, axes.xLabelled, axes.xMinor.length > 2 * axes.xTicks.length),
    ...axisOptions('y', y.scale, axes.yTicks, axes.yLabelled, axes.yMinor.length > 2 * axes.yTicks.length),
    'axis lines=left,axis line style={-,line width=0.7bp,black!80},tick align=outside',
    'major tick length=2.5bp,minor tick length=1.5bp,every tick/.style={black!80,line width=0.5bp}',
    `tick label style={font=${fontOf(small)},inner sep=1.5bp}`,
    'ymajorgrids,major grid style={line width=0.4bp,black!11},clip mode=individual,unbounded coords=discard',
  ];
  const from = (series: Series, part?: Parameters<typeof columnOf>[3]): string => {
    const column = columnOf(figure, plan, series, part);
    // The logarithm of zero would be discarded, and its neighbours joined.
    const hasZeros =
      y.scale.kind === 'logarithmic' && series.points.some(({ y: value, low = value }) => low < SMALLEST);
    const values = hasZeros ? `y expr={max(\\thisrow{${column}},${SMALLEST})}` : `y=${column}`;
    return `table[col sep=comma,x=${plan.across},${values}] {\\fedsafolder ${table}};`;
  };
  const measured = curves.filter((curve) => isMeasured(curve.series.line));
  const bands = curves.flatMap(({ series, band }, k) => {
    if (band.length === 0) return [];
    const [lower, upper] = endsOf(series);
    const { line, dark } = pen.lookOf(series);
    const [colour, opacity] = isMeasured(series.line) ? [line, BAND_OPACITY] : [dark, THEORY_OPACITY];
    return [
      `\\addplot[draw=none,name path=low${k}] ${from(series, lower)}`,
      `\\addplot[draw=none,name path=high${k}] ${from(series, upper)}`,
      `\\addplot[${nameOf(colour)},opacity=${opacity}] fill between[of=low${k} and high${k}];`,
    ];
  });
  const lines = inDrawingOrder(curves).map(({ series, aside }) => {
    const shift = aside === 0 ? '' : `,xshift=${rounded(aside)}bp`;
    return `\\addplot[${strokeOf(series.line, pen.lookOf(series), source)}${shift}] ${from(series)}`;
  });
  const levels = references.map(({ reference }) => {
    const ends = [x.scale.low, x.scale.high].map((end) => `(${endOf(x.scale, end)},${reference.y})`);
    return `\\addplot[${strokeOf('limit', pen.lookOf(reference), source)}] coordinates {${ends.join(' ')}};`;
  });
  const bars = measured.flatMap((curve) =>
    curve.bars.map(({ x: middle, high, low }) => {
      const ends = [high, low].map((place) => valueAt(axes, [middle, place])).join(' ');
      return `\\addplot[${nameOf(pen.lookOf(curve.series).line)},line width=0.8bp,mark=-,mark size=1.4bp] coordinates {${ends}};`;
    }),
  );
  const marks = measured.map((curve) => {
    const places = markerPlaces(curve).map((place) => valueAt(axes, place));
    return `\\addplot[only marks,${markOf(pen.lookOf(curve.series), source)}] coordinates {${places.join(' ')}};`;
  });
  return [
    `\\begin{axis}[${options.join(',\n  ')}]`,
    ...[...bands, ...levels, ...lines, ...bars, ...marks],
    '\\end{axis}',
  ];
}

/** The values at a place in an axes' box. */
function valueAt({ axes: { chart }, box }: PlacedAxes, [x, y]: Place): string {
  const value = ({ scale }: { readonly scale: Scale }, share: number): number =>
    endOf(scale, scale.low + share * (scale.high - scale.low));
  const across = (x - box.left) / (box.right - box.left);
  const up = (box.bottom - y) / (box.bottom - box.top);
  return `(${value(chart.x, across)},${value(chart.y, up)})`;
}

const endOf = (scale: Scale, at: number): number => (scale.kind === 'logarithmic' ? 10 ** at : at);

function axisOptions(
  name: 'x' | 'y',
  scale: Scale,
  ticks: readonly Tick[],
  isLabelled: boolean,
  hasMinor: boolean,
): string[] {
  const labels = isLabelled ? ticks.map(({ label }) => `{${latexText(label)}}`) : ticks.map(() => '{}');
  return [
    ...(scale.kind === 'logarithmic' ? [`${name}mode=log`] : []),
    ...(hasMinor ? [] : [`${name}minorticks=false`]),
    ...(scale.low > scale.high ? [`${name} dir=reverse`] : []),
    `${name}min=${endOf(scale, Math.min(scale.low, scale.high))},${name}max=${endOf(scale, Math.max(scale.low, scale.high))}`,
    `${name}tick={${ticks.map(({ value }) => endOf(scale, value)).join(',')}},${name}ticklabels={${labels.join(',')}}`,
  ];
}
