/** Draws floors against the number in which panels differ, both axes logarithmic. */
import type { TopLevelSpec } from 'vega-lite';
import type { AcrossLine } from './across.ts';
import { spread } from './labels.ts';
import type { Interval } from './statistics.ts';
import { type LogAxis, logAxis, onAxis } from './logAxis.ts';
import { scientific } from './numbers.ts';
import { PAPER, type Styles } from './palette.ts';
import {
  figureConfig,
  labelLayers,
  marginFor,
  NUMBER_FORMAT,
  type PlacedLabel,
  renderSvg,
  type Size,
} from './svg.ts';
import { leftMargin, valueChannel, valueTicks } from './valueAxis.ts';

/** Room at either side of the outermost panels, and between the intervals of two algorithms, of the width. */
const SIDE = 0.05;
const APART = 0.008;
/** A fit is thin, since dashes, dots and both are what theory predicts, and goes on beyond the panels. */
const FIT = 0.8;
/** How far an interval is drawn at most: this factor above and below its middle. */
const MOST = 10;

export interface AcrossFigure {
  readonly lines: readonly AcrossLine[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly styles: Styles;
}

/** `slope −1.02 ± 0.08`. */
function slopeText({ fit }: AcrossLine): string {
  if (fit === undefined) return 'no slope';
  const digits = (value: number): string => value.toFixed(2).replace('-', '−');
  return `slope ${digits(fit.slope)} ± ${digits(fit.halfWidth)}`;
}

/** The figure as a standalone SVG: light colours on white. */
export async function drawAcross(figure: AcrossFigure, size: Size): Promise<string> {
  return renderSvg(specification(figure, size));
}

/** What the drawing shows, in words, for those who do not see it. */
export function describeAcross({ lines, xTitle, yTitle, styles }: AcrossFigure): string {
  const parts = lines.map((line) => {
    const points = line.points.map(({ at, mean }) => `${scientific(mean)} at ${at}`).join(', ');
    return `${styles(line.algorithm).title}: ${points}; ${slopeText(line)}.`;
  });
  return [`${yTitle} against ${xTitle}, both axes logarithmic.`, ...parts].join(' ');
}

/** The ends of an interval; of two seeds it may span decades, of which a factor of ten each way is drawn. */
function clipped(mean: number, interval: Interval | undefined): readonly [number, number] {
  return interval === undefined
    ? [mean, mean]
    : [Math.max(interval.low, mean / MOST), Math.min(interval.high, mean * MOST)];
}

function specification({ lines, xTitle, yTitle, styles }: AcrossFigure, size: Size): TopLevelSpec {
  const { letters } = size;
  const all = lines.flatMap(({ points }) => points);
  const ats = [...new Set(all.map(({ at }) => at))].sort((a, b) => a - b).map(Math.log10);
  const span = ats.at(-1)! - ats[0]! || 1;
  const domain = [ats[0]! - SIDE * span, ats.at(-1)! + SIDE * span];
  const fitted = lines.flatMap(({ algorithm, fit }) =>
    fit === undefined
      ? []
      : domain.map((at) => ({
          algorithm,
          colour: styles(algorithm).hue.line.light,
          x: at,
          y: fit.intercept + fit.slope * at,
        })),
  );
  const axis = logAxis([
    ...all.flatMap(({ mean, interval }) => [mean, ...clipped(mean, interval)]),
    ...fitted.map(({ y }) => 10 ** y),
  ]);

  const top = letters * 2.6;
  const bottom = letters * 4;
  const height = size.height - top - bottom;
  const labels = placedLabels(lines, styles, axis, letters, height);
  const right = marginFor(labels, letters);
  const left = leftMargin(axis, letters);
  const width = size.width - left - right;

  const x = { type: 'quantitative' as const, field: 'x', scale: { domain, nice: false, zero: false } };
  const y = valueChannel(axis);
  const colour = { field: 'colour', type: 'nominal', scale: null } as const;
  const points = lines.flatMap((line, index) =>
    line.points.map(({ at, mean, interval }) => ({
      algorithm: line.algorithm,
      colour: styles(line.algorithm).hue.line.light,
      x: Math.log10(at) + (index - (lines.length - 1) / 2) * APART * span,
      y: onAxis(axis, mean),
      low: onAxis(axis, clipped(mean, interval)[0]),
      high: onAxis(axis, clipped(mean, interval)[1]),
    })),
  );
  return {
    background: PAPER.light,
    width,
    height,
    padding: { left, right, top, bottom },
    autosize: { type: 'none' },
    layer: [
      {
        data: { values: points },
        mark: { type: 'rule', strokeWidth: 1.6 },
        encoding: {
          x: {
            ...x,
            axis: { title: xTitle, values: ats, format: '', formatType: NUMBER_FORMAT, grid: false },
          },
          y: {
            ...y,
            field: 'low',
            axis: valueTicks(axis, yTitle, left, letters),
          },
          y2: { field: 'high' },
          stroke: colour,
        },
      },
      {
        data: { values: fitted },
        mark: { type: 'line', strokeWidth: FIT },
        encoding: { x, y, stroke: colour, detail: { field: 'algorithm' } },
      },
      {
        data: { values: points },
        mark: { type: 'line', strokeWidth: 2.4, strokeJoin: 'round', strokeCap: 'round' },
        encoding: { x, y, stroke: colour, detail: { field: 'algorithm' } },
      },
      {
        data: { values: points },
        mark: { type: 'point', filled: true, size: letters * 3.6, opacity: 1 },
        encoding: { x, y, fill: colour },
      },
      ...labelLayers(labels, width, letters),
    ],
    resolve: { scale: { y: 'shared', x: 'shared' } },
    config: figureConfig(letters),
  };
}

/** The algorithms' names at the ends of their lines, each with its slope below. */
function placedLabels(
  lines: readonly AcrossLine[],
  styles: Styles,
  axis: LogAxis,
  letters: number,
  height: number,
): PlacedLabel[] {
  const row = letters * 1.3;
  const middles = spread(
    lines.map(({ points }) => ({
      wanted: (height * (axis.high - onAxis(axis, points.at(-1)!.mean))) / (axis.high - axis.low),
      height: 2 * row,
    })),
    height,
  );
  return lines.flatMap((line, index): PlacedLabel[] => {
    const { title, hue } = styles(line.algorithm);
    const colour = hue.words.light;
    return [
      { text: title, colour, bold: true, y: middles[index]! - row / 2 },
      { text: slopeText(line), colour, bold: false, y: middles[index]! + row / 2 },
    ];
  });
}
