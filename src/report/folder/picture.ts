/** The figure that leads a report, small and without words: only numbers and colours of the file get into the picture. */
import { join } from 'node:path';
import { readOrdinaryFile } from '../../recording/ordinaryFile.ts';
import { type Place, polyline, rectangle } from '../chart/paths.ts';
import { mark, withThemeColours } from '../chart/svg.ts';
import { type Html, trusted } from '../html.ts';
import { COLOURS, GRID, PAPER, RULE } from '../palette.ts';
import { headOf, REPORT_NAME } from './indexLink.ts';

const WIDTH = 240;
const HEIGHT = 108;
/** Room for half a stroke. */
const MARGIN = 2;
/** Points that a line keeps, at most. */
const POINTS = 60;
const MOST_MEGABYTES = 4;

/** Lines, or rectangles, in the units of the figure. */
interface Shape {
  readonly fill?: string;
  readonly stroke?: string;
  readonly width: number;
  readonly dashes?: string;
  readonly lines: readonly (readonly Place[])[];
}

/** The picture of a folder's report; `undefined` where it has none, or no figure that this program drew. */
export function pictureOf(directory: string): Html | undefined {
  try {
    const [, name] = /<figure id="([\w.-]+)"/.exec(headOf(join(directory, REPORT_NAME))) ?? [];
    if (name === undefined) return undefined;
    const file = join(directory, 'figures', `${name}.svg`);
    return smallOf(readOrdinaryFile(file, 'figure', MOST_MEGABYTES).toString('utf8'));
  } catch {
    // A report can be looked at without its figures’ files.
    return undefined;
  }
}

/** A figure of this program as a picture. */
export function smallOf(svg: string): Html | undefined {
  const shapes = shapesIn(svg);
  if (shapes.every(({ stroke }) => stroke === GRID.light || stroke === RULE.light)) return undefined;
  const places = shapes.flatMap(({ lines }) => lines.flat());
  const x = onto(
    places.map(([value]) => value),
    WIDTH,
  );
  const y = onto(
    places.map(([, value]) => value),
    HEIGHT,
  );
  const drawn = shapes.map(({ lines, fill, stroke, width, dashes }) =>
    mark('path', {
      d: lines
        .map((line) => polyline(thinned(line).map(([a, b]): Place => [tenth(x(a)), tenth(y(b))])))
        .join(''),
      ...{
        fill,
        stroke,
        'stroke-width': width,
        'stroke-dasharray': dashes,
        'stroke-linecap': dashes && 'round',
      },
    }),
  );
  const size = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'picture', fill: 'none', 'aria-hidden': 'true' };
  return trusted(withThemeColours(mark('svg', size, ...drawn).html));
}

/** The lines and the cells of a figure, those that look the same together, the grid first. */
function shapesIn(svg: string): Shape[] {
  const found = new Map<string, Shape & { readonly lines: (readonly Place[])[] }>();
  const add = (shape: Omit<Shape, 'lines'>, lines: readonly (readonly Place[])[]): void => {
    const key = JSON.stringify(shape);
    const same = found.get(key) ?? { ...shape, lines: [] };
    same.lines.push(...lines);
    found.set(key, same);
  };
  const body = svg.replace(/<g class="key">.*?<\/g>/s, '');
  for (const [, name, written, next] of body.matchAll(/<(path|rect) ([^>]*)>(<title>)?/g)) {
    const attributes = new Map(
      [...written!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    );
    const number = (key: string): number => Number(attributes.get(key));
    const stroke = ours(attributes.get('stroke'));
    const fill = ours(attributes.get('fill'));
    if (name === 'path' && stroke !== undefined && attributes.get('class') !== 'marker') {
      const dashes = attributes.get('stroke-dasharray');
      const isDashed = dashes !== undefined && /^[\d.,]+$/.test(dashes);
      add(
        {
          ...{ stroke, width: tenth(0.2 + (number('stroke-width') || 1) * 0.55) },
          ...(isDashed && {
            dashes: dashes
              .split(',')
              .map((one) => tenth(Number(one) / 2))
              .join(','),
          }),
        },
        linesOf(attributes.get('d') ?? ''),
      );
    }
    // The cells of a heat map have words, the steps of its key do not.
    if (name === 'rect' && fill !== undefined && fill !== PAPER.light && next !== undefined) {
      const [left, top] = [number('x'), number('y')];
      add({ fill, width: 0 }, linesOf(rectangle(left, top, left + number('width'), top + number('height'))));
    }
  }
  return [...found.values()].filter(({ lines }) => lines.length > 0);
}

const ours = (colour: string | undefined): string | undefined =>
  COLOURS.find(({ light }) => light === colour)?.light;

/** The lines of a path, but for its arrows and other curves. */
const linesOf = (path: string): Place[][] =>
  path.split('M').flatMap((line) => {
    if (!/^-?\d[\d.,LHV -]*Z?$/.test(line)) return [];
    let [x, y] = [NaN, NaN];
    const places = line
      .replace('Z', '')
      .split(/(?=[LHV])/)
      .map((piece): Place => {
        const numbers = piece
          .replace(/^[LHV]/, '')
          .split(/[ ,]/)
          .map(Number);
        if (piece.startsWith('H')) x = numbers[0]!;
        else if (piece.startsWith('V')) y = numbers[0]!;
        else [x, y] = [numbers[0]!, numbers[1]!];
        return [x, y];
      });
    return places.length > 1 && places.flat().every(Number.isFinite) ? [places] : [];
  });

/** Every k-th point of a long line, and the last. */
function thinned(line: readonly Place[]): readonly Place[] {
  const step = Math.ceil(line.length / POINTS);
  return line.filter((_, at) => at % step === 0 || at === line.length - 1);
}

/** From the values of a figure to the places of a picture, from edge to edge. */
function onto(values: readonly number[], length: number): (value: number) => number {
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  return (value) => MARGIN + ((value - low) / (high - low || 1)) * (length - 2 * MARGIN);
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
