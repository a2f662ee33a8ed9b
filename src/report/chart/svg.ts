/** SVG: elements, shapes, whole drawings of a page, and colours that its theme may change. */
import { escapeHtml, html, type Html, trusted } from '../html.ts';
import { COLOURS, PAPER } from '../palette.ts';
import { typesetInSvg } from '../typeset.ts';
import type { CircleShape, LineShape, Shape } from './drawing.ts';
import { circleData, pathData, rounded } from './paths.ts';

/** Pixels; figures scale, so this sets the size of letters in proportion to the figure. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly letters: number;
}

const FONT = 'Helvetica Neue, Helvetica, Arial, sans-serif';

/** Letters of the axes' numbers and of what stands below a label. */
export const SMALLER = 0.93;

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An SVG element; hundredths of a pixel are enough. */
export function mark(
  name: string,
  attributes: Attributes,
  ...content: readonly (Html | string | undefined)[]
): Html {
  const text = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${typeof value === 'number' ? rounded(value) : escapeHtml(value)}"`,
  );
  const isShown = name === 'text' || name === 'tspan';
  const inside = content.map((entry) => (isShown && typeof entry === 'string' ? typesetInSvg(entry) : entry));
  const { html: within } = html`${inside}`;
  const head = `<${name}${text.join('')}`;
  return trusted(within === '' ? `${head}/>` : `${head}>${within}</${name}>`);
}

/** Words on top of lines stay legible. */
export const HALO = {
  stroke: PAPER.light,
  'stroke-width': 3,
  'stroke-linejoin': 'round',
  'paint-order': 'stroke',
};

/** The path data of lines or of a circle. */
export const dataOf = (shape: LineShape | CircleShape): string =>
  shape.kind === 'circle' ? circleData(shape.place, shape.radius) : pathData(shape.lines, shape.closed);

/** A shape within an element whose texts have a size, and whose paths are not filled. */
export function shapeMark(shape: Shape, inherited?: number): Html {
  if (shape.kind !== 'text') {
    const { stroke, width, dashes, round, fill, opacity, title } = shape;
    const d = dataOf(shape);
    return mark(
      'path',
      {
        ...{
          class: shape.class,
          d,
          fill,
          'fill-opacity': fill && opacity,
          'stroke-opacity': fill ? undefined : opacity,
          stroke,
          'stroke-width': width,
        },
        'stroke-dasharray': dashes?.join(','),
        ...(round && { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
      },
      title === undefined ? undefined : mark('title', {}, title),
    );
  }
  const { text, x, y, size, anchor, colour, upright, halo, lead, squeezed } = shape;
  return mark(
    'text',
    {
      ...(upright ? { transform: `translate(${rounded(x)} ${rounded(y)}) rotate(-90)` } : { x, y }),
      'font-size': size === inherited ? undefined : size,
      'text-anchor': anchor === 'start' ? undefined : anchor,
      fill: colour,
      ...(halo && HALO),
      ...(squeezed !== undefined && { textLength: squeezed, lengthAdjust: 'spacingAndGlyphs' }),
    },
    lead && mark('tspan', { 'font-weight': 'bold', fill: lead.colour }, lead.text),
    text,
  );
}

/** An SVG with a name and a description, for those who do not see it. */
export function drawing(
  title: string,
  description: string,
  { width, height, letters }: Size,
  content: readonly (Html | undefined)[],
  more: Readonly<Record<string, string>> = {},
): string {
  return mark(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${rounded(height)}`,
      width,
      height,
      role: 'img',
      fill: 'none',
      'font-family': FONT,
      'font-size': letters * SMALLER,
      ...more,
    },
    mark('title', {}, title),
    mark('desc', {}, description),
    mark('rect', { width, height, fill: PAPER.light }),
    ...content,
  ).html;
}

/** Numbers of a drawing, for a page's script: JSON in which nothing is markup. */
export const metadata = (numbers: object): Html =>
  trusted(
    `<metadata>${JSON.stringify(numbers).replace(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)}</metadata>`,
  );

/** Fixed colours become CSS custom properties, with the fixed colour as what holds without them. */
export function withThemeColours(svg: string): string {
  return svg.replace(/\b(fill|stroke)="(#[0-9a-f]{6})"/gi, (whole, attribute: string, value: string) => {
    const found = COLOURS.find((colour) => colour.light === value.toLowerCase());
    return found === undefined ? whole : `${attribute}="var(--${found.name}, ${found.light})"`;
  });
}
