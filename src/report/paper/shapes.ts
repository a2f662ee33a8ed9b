/** From a layout to what is drawn. */
import type { Drawing, Shape, TextShape } from '../chart/drawing.ts';
import { samplesWidth } from '../chart/legend.ts';
import { STROKES } from '../chart/lines.ts';
import { type Look, looksOf } from '../chart/looks.ts';
import type { Place } from '../chart/paths.ts';
import { type Pen, plotShapes, sampleShapes } from '../chart/shapes.ts';
import { type Hue, INK } from '../palette.ts';
import type { AxisTitle, Layout, PlacedAxes } from './layout.ts';

export const AXIS = '#333333';
const GRID = '#e4e4e4';
/** Between lines of text, in letters. */
const LINE = 1.25;
const TICK = 2.5;
const MINOR = 1.5;
const MARKER = 2;
/** White around what is expected, which often lies on what is measured. */
const EDGE = 0.5;

/** Looks of the curves of a figure, by their keys. */
export function figureLooks(axes: readonly PlacedAxes[], grey: boolean): ReadonlyMap<string, Look> {
  const hues = axes.flatMap(({ axes: { chart } }) =>
    chart.series.map(({ key = '', hue }): [string, Hue] => [key, hue]),
  );
  return looksOf(new Map(hues), grey);
}

/** What a figure is drawn with. */
export function penOf({ axes, small }: Layout, grey: boolean): Pen {
  const looks = figureLooks(axes, grey);
  return {
    lookOf: ({ key = '' }) => looks.get(key)!,
    ...{ scale: 1, marker: MARKER, letters: small, plain: AXIS },
    edgeOf: (line) => (STROKES[line].isDark ? EDGE : 0),
  };
}

/** Draws a figure. */
export function drawingOf(layout: Layout, grey: boolean): Drawing {
  const { width, height, axes } = layout;
  const pen = penOf(layout, grey);
  const panels = axes.flatMap((panel) => [
    ...axesShapes(panel, layout, pen),
    ...headingShapes(panel, layout),
  ]);
  return { width, height, shapes: [...panels, ...besideShapes(layout, pen)] };
}

/** What is beside the axes: their titles, names at the ends of lines, and the legend. */
export function besideShapes(
  { xTitles, yTitles, legend, endNames, letters, small }: Layout,
  pen: Pen,
): Shape[] {
  const titled = (titles: readonly AxisTitle[], upright: boolean): Shape[] =>
    titles.flatMap(({ lines, x, y }) =>
      lines.map((text, k) => {
        const shift = k * LINE * letters;
        const place = upright ? { x: x + shift, y, upright } : { x, y: y + shift };
        return words(text, { ...place, size: letters, anchor: 'middle' });
      }),
    );
  return [
    ...titled(xTitles, false),
    ...titled(yTitles, true),
    ...endNames.map(({ series, text, x, y }) =>
      words(text, { x, y, size: small, anchor: 'start', colour: pen.lookOf(series).dark }),
    ),
    ...legend.flatMap((place) => [
      ...sampleShapes(place, small, pen),
      words(place.entry.names + place.entry.words, {
        ...{ x: place.x + samplesWidth(place.entry, small), y: place.y, size: small, anchor: 'start' },
      }),
    ]),
  ];
}

/** The lines above axes. */
export const headingShapes = ({ heading, box }: PlacedAxes, { letters }: Layout): Shape[] =>
  heading.map((text, k) =>
    words(text, {
      ...{ x: box.left, y: box.top - 4 - (heading.length - 1 - k) * LINE * letters },
      ...{ anchor: 'start', size: letters },
    }),
  );

const words = (
  text: string,
  look: Omit<TextShape, 'kind' | 'text' | 'colour'> & { readonly colour?: string },
): TextShape => ({ kind: 'text', text, colour: INK.light, ...look });

/** The grid, what is in the plot, then ticks, the axes' lines and numbers. */
function axesShapes(axes: PlacedAxes, { small }: Layout, pen: Pen): Shape[] {
  const { box, xTicks, yTicks, xMinor, yMinor } = axes;
  const path = (lines: readonly (readonly Place[])[], stroke: string, width: number): Shape => ({
    ...{ kind: 'line', lines, stroke, width },
  });
  const across = (at: number): number => box.left + at;
  const up = (at: number): number => box.bottom - at;
  const horizontal = (at: number, from: number, to: number): Place[] => [[from, up(at)], [to, up(at)]]; // prettier-ignore
  const upright = (at: number, long: number): Place[] => [[across(at), box.bottom], [across(at), box.bottom + long]]; // prettier-ignore
  const ticks = [
    ...xTicks.map(({ at }) => upright(at, TICK)),
    ...xMinor.map((at) => upright(at, MINOR)),
    ...yTicks.map(({ at }) => horizontal(at, box.left - TICK, box.left)),
    ...yMinor.map((at) => horizontal(at, box.left - MINOR, box.left)),
  ];
  const below = box.bottom + TICK + 1.05 * small;
  return [
    path(yTicks.map(({ at }) => horizontal(at, box.left, box.right)), GRID, 0.4), // prettier-ignore
    ...plotShapes(axes, pen),
    path(ticks, AXIS, 0.5),
    path([[[box.left, box.top], [box.left, box.bottom], [box.right, box.bottom]]], AXIS, 0.7), // prettier-ignore
    ...(axes.xLabelled ? xTicks : []).map(({ at, label }) =>
      words(label, { x: across(at), y: below, anchor: 'middle', size: small }),
    ),
    ...(axes.yLabelled ? yTicks : []).map(({ at, label }) =>
      words(label, { x: box.left - TICK - 1.5, y: up(at) + 0.35 * small, anchor: 'end', size: small }),
    ),
  ];
}
