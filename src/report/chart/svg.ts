/** SVG: elements, whole drawings, and colours that a page's theme may change. */
import { escapeHtml, html, type Html, trusted } from '../html.ts';
import { COLOURS, PAPER } from '../palette.ts';
import { typesetInSvg } from '../typeset.ts';
import { rounded } from './paths.ts';

/** Pixels; figures scale, so this sets the size of letters in proportion to the figure. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly letters: number;
}

const FONT = 'Helvetica Neue, Helvetica, Arial, sans-serif';

/** Letters of the axes' numbers and of what stands below a label. */
export const SMALLER = 0.93;

/** An SVG element; hundredths of a pixel are enough. */
export function mark(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...content: readonly (Html | string | undefined)[]
): Html {
  const text = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${typeof value === 'number' ? rounded(value) : escapeHtml(value)}"`,
  );
  const isShown = name === 'text' || name === 'tspan';
  const inside = content.map((entry) => (isShown && typeof entry === 'string' ? typesetInSvg(entry) : entry));
  return trusted(`<${name}${text.join('')}>${html`${inside}`.html}</${name}>`);
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

/** Fixed colours become CSS custom properties, with the fixed colour as what holds without them. */
export function withThemeColours(svg: string): string {
  return svg.replace(/\b(fill|stroke)="(#[0-9a-f]{6})"/gi, (whole, attribute: string, value: string) => {
    const found = COLOURS.find((colour) => colour.light === value.toLowerCase());
    return found === undefined ? whole : `${attribute}="var(--${found.name}, ${found.light})"`;
  });
}

/** Words on top of lines stay legible. */
export const HALO = {
  stroke: PAPER.light,
  'stroke-width': 3,
  'stroke-linejoin': 'round',
  'paint-order': 'stroke',
};
