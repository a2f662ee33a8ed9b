/**
 * A figure as pgfplots source. Axes are where the layout has them; lines and bands come from the CSV beside the file, so that
 * the numbers can be changed; markers, which stand between rows, are given by their places.
 */
import { isMeasured, type LineStyle, type Series } from '../chart/chart.ts';
import { type Scale, SMALLEST } from '../chart/scale.ts';
import { INK, MUTED } from '../palette.ts';
import type { Description } from './drawing.ts';
import { latexText } from './latexText.ts';
import type { Layout, PlacedAxes } from './layout.ts';
import { inDrawingOrder, markerPlaces } from '../chart/placed.ts';
import { samplePieces, samplesWidth } from '../chart/legend.ts';
import { BAND_OPACITY, EVENT_STROKE, STROKES, THEORY_OPACITY } from '../chart/lines.ts';
import { isCrossed, isOpen, type Look, type Marker } from '../chart/looks.ts';
import { type Place, rounded } from '../chart/paths.ts';
import type { PaperFigure } from './paperFigure.ts';
import { colourOf, figureLooks } from './shapes.ts';
import { visibleWord } from '../../values/foreignText.ts';
import type { Tick } from '../chart/ticks.ts';
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
  const { axes, legend, endNames, xTitles, yTitles, letters, small, width, height } = layout;
  const looks = figureLooks(axes, grey);
  const colours = new Map<string, string>();
  for (const { line, dark } of looks.values()) {
    for (const hexadecimal of [line, dark])
      if (!colours.has(hexadecimal)) colours.set(hexadecimal, `fedsa${colours.size + 1}`);
  }
  colours.set(INK.light, 'fedsaink');
  colours.set(MUTED.light, 'fedsafit');
  const nameOf = (colour: string): string => colours.get(colour)!;
  const strokeOf = (line: LineStyle | 'limit', look: Look | undefined): string => {
    const { width: thick, dashes = [] } = STROKES[line];
    const colour = colourOf(line, look);
    if (line === 'dots')
      return `only marks,mark=*,mark size=${thick / 2}bp,mark options={solid,line width=0.3bp,draw=white,fill=${nameOf(colour)}}`;
    const pattern = dashes.map((length, k) => `${k % 2 === 0 ? 'on' : 'off'} ${length}bp`).join(' ');
    const dashed = pattern === '' ? '' : `,dash pattern=${pattern},line cap=round`;
    return `${nameOf(colour)},line width=${thick}bp${dashed}`;
  };
  const markOf = ({ marker, line }: Look): string => {
    const [drawn, fill] = isOpen(marker) ? [nameOf(line), 'white'] : ['white', nameOf(line)];
    const edge = isCrossed(marker) ? `draw=${nameOf(line)}` : `draw=${drawn},fill=${fill}`;
    const turned = marker === 'down' || marker === 'funnel' ? ',rotate=180' : '';
    return `mark=${MARKS[marker]},mark size=${RADII[marker] ?? 2}bp,mark options={solid,line width=${isOpen(marker) || isCrossed(marker) ? 0.9 : 0.4}bp,${edge}${turned}}`;
  };
  const node = (x: number, y: number, anchor: string, size: number, text: string, more = ''): string =>
    `\\node[anchor=${anchor},inner sep=0pt,font=\\fontsize{${rounded(size)}bp}{${rounded(1.25 * size)}bp}\\selectfont${more}] at (${at(x, y)}) {${latexText(text)}};`;
  const at = (x: number, y: number): string => `${rounded(x)}bp,${rounded(height - y)}bp`;
  const samples = legend.flatMap((place) => {
    const { entry, x, y } = place;
    const pieces = samplePieces(place, small).map((piece) => {
      const lookOf = ({ key = '' }: Series): Look => looks.get(key)!;
      if (piece.piece === 'marker')
        return `\\draw plot[only marks,${markOf(lookOf(piece.series))}] coordinates {(${at(...piece.place)})};`;
      if (piece.piece === 'dot' || piece.piece === 'seed')
        return `\\draw plot[${strokeOf('dots', undefined)}] coordinates {(${at(...piece.place)})};`;
      if (piece.piece === 'bars') {
        const { x: middle, low, high } = piece.ends;
        return `\\draw[|-|,fedsaink,line width=0.8bp] (${at(middle, high)}) -- (${at(middle, low)});`;
      }
      const [from, to] = [at(...piece.from), at(...piece.to)];
      if (piece.piece === 'band')
        return `\\fill[fedsaink,opacity=${piece.opacity}] (${from}) rectangle (${to});`;
      return `\\draw[${strokeOf(piece.line, piece.series && lookOf(piece.series))}] (${from}) -- (${to});`;
    });
    return [
      ...pieces,
      node(x + samplesWidth(entry, small), y, 'base west', small, entry.names + entry.words),
    ];
  });
  return [
    // TeX also ends a line, and with it a comment, at a carriage return.
    ...[title, caption, `Made by: ${command}`].map((text) => `% ${visibleWord(text.replaceAll('\n', ' '))}`),
    `% In the preamble: ${PREAMBLE}`,
    `% Its data are in ${table}; from another folder: \\newcommand{\\fedsafolder}{path/} before \\input.`,
    '\\providecommand{\\fedsafolder}{}%',
    '\\begin{tikzpicture}',
    ...[...colours].map(([hex, name]) => `\\definecolor{${name}}{HTML}{${hex.slice(1).toUpperCase()}}`),
    ...axes.flatMap((panel) => axisLines(figure, panel, layout, { looks, strokeOf, markOf, nameOf }, table)),
    ...xTitles.flatMap(({ lines, x, y }) =>
      lines.map((text, k) => node(x, y + 1.25 * k * letters, 'base', letters, text)),
    ),
    ...yTitles.flatMap(({ lines, x, y }) =>
      lines.map((text, k) => node(x + 1.25 * k * letters, y, 'base', letters, text, ',rotate=90')),
    ),
    ...endNames.map(({ key, text, x, y }) =>
      node(x, y, 'base west', small, text, `,text=${nameOf(looks.get(key)!.dark)}`),
    ),
    ...samples,
    // Before an axis it would confuse the bands.
    `\\path[use as bounding box] (0bp,0bp) rectangle (${rounded(width)}bp,${rounded(height)}bp);`,
    '\\end{tikzpicture}%',
    '',
  ].join('\n');
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

interface Styles {
  readonly looks: ReadonlyMap<string, Look>;
  readonly strokeOf: (line: LineStyle | 'limit', look: Look | undefined) => string;
  readonly markOf: (look: Look) => string;
  readonly nameOf: (colour: string) => string;
}

function axisLines(
  figure: PaperFigure,
  axes: PlacedAxes,
  { height, letters, small }: Layout,
  styles: Styles,
  table: string,
): string[] {
  const { axes: plan, box, curves, references, heading } = axes;
  const { x, y } = plan.chart;
  const font = (size: number): string =>
    `\\fontsize{${rounded(size)}bp}{${rounded(1.25 * size)}bp}\\selectfont`;
  const options = [
    `at={(${rounded(box.left)}bp,${rounded(height - box.bottom)}bp)},anchor=south west,scale only axis`,
    `width=${rounded(box.right - box.left)}bp,height=${rounded(box.bottom - box.top)}bp`,
    ...axisOptions('x', x.scale, axes.xTicks, axes.xLabelled, axes.xMinor.length > 2 * axes.xTicks.length),
    ...axisOptions('y', y.scale, axes.yTicks, axes.yLabelled, axes.yMinor.length > 2 * axes.yTicks.length),
    'axis lines=left,axis line style={-,line width=0.7bp,black!80},tick align=outside',
    'major tick length=2.5bp,minor tick length=1.5bp,every tick/.style={black!80,line width=0.5bp}',
    `tick label style={font=${font(small)},inner sep=1.5bp}`,
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
  const lookOf = (key = ''): Look => styles.looks.get(key)!;
  const measured = curves.filter((curve) => isMeasured(curve.series.line));
  const bands = curves.flatMap(({ series, band }, k) => {
    if (band.length === 0) return [];
    const [lower, upper] = endsOf(series);
    const { line, dark } = lookOf(series.key);
    const [colour, opacity] = isMeasured(series.line) ? [line, BAND_OPACITY] : [dark, THEORY_OPACITY];
    return [
      `\\addplot[draw=none,name path=low${k}] ${from(series, lower)}`,
      `\\addplot[draw=none,name path=high${k}] ${from(series, upper)}`,
      `\\addplot[${styles.nameOf(colour)},opacity=${opacity}] fill between[of=low${k} and high${k}];`,
    ];
  });
  const lines = inDrawingOrder(curves).map(
    ({ series, aside }) =>
      `\\addplot[${styles.strokeOf(series.line, lookOf(series.key))}${aside === 0 ? '' : `,xshift=${rounded(aside)}bp`}] ${from(series)}`,
  );
  const levels = references.map(({ reference: { hue, y: level } }) => {
    const look = lookOf(curves.find((curve) => curve.series.hue === hue)?.series.key);
    return `\\addplot[${styles.strokeOf('limit', look)}] coordinates {(${endOf(x.scale, x.scale.low)},${level}) (${endOf(x.scale, x.scale.high)},${level})};`;
  });
  const bars = measured.flatMap((curve) =>
    curve.bars.map(({ x: middle, high, low }) => {
      const ends = [high, low].map((place) => valueAt(axes, [middle, place])).join(' ');
      return `\\addplot[${styles.nameOf(lookOf(curve.series.key).line)},line width=0.8bp,mark=-,mark size=1.4bp] coordinates {${ends}};`;
    }),
  );
  const marks = measured.map((curve) =>
    marksOf(markerPlaces(curve), axes, styles.markOf(lookOf(curve.series.key))),
  );
  const titled = heading.map((text, k) => {
    const above = rounded(height - box.top + 4 + (heading.length - 1 - k) * 1.25 * letters);
    return `\\node[anchor=base west,inner sep=0pt,font=${font(letters)}] at (${rounded(box.left)}bp,${above}bp) {${latexText(text)}};`;
  });
  const marked = axes.marks.flatMap(({ from: start, to, isLevel, label }) => {
    const place = (x: number, y: number): string => `${rounded(x)}bp,${rounded(height - y)}bp`;
    const dashes = EVENT_STROKE.dashes.map((length, k) => `${k === 0 ? 'on' : 'off'} ${length}bp`).join(' ');
    const stroke = isLevel
      ? styles.strokeOf('limit', undefined)
      : `fedsafit,line width=${EVENT_STROKE.width}bp,dash pattern=${dashes}`;
    const colour = isLevel ? 'fedsaink' : 'fedsafit';
    return [
      `\\draw[${stroke}] (${place(...start)}) -- (${place(...to)});`,
      `\\node[anchor=base ${label.anchor === 'start' ? 'west' : 'east'},inner sep=0pt,text=${colour},font=${font(small)}] at (${place(label.x, label.y)}) {${latexText(label.text)}};`,
    ];
  });
  return [
    `\\begin{axis}[${options.join(',\n  ')}]`,
    ...[...bands, ...levels, ...lines, ...bars, ...marks],
    '\\end{axis}',
    ...marked,
    ...titled,
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

const marksOf = (markers: readonly Place[], axes: PlacedAxes, style: string): string =>
  `\\addplot[only marks,${style}] coordinates {${markers.map((place) => valueAt(axes, place)).join(' ')}};`;

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
