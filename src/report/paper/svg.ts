/** A drawing as SVG, in points, with its caption and the command that made it as its description. */
import { escapeHtml } from '../html.ts';
import { typesetInSvg } from '../typeset.ts';
import { rounded } from '../chart/paths.ts';
import type { Description, Drawing, Shape } from './drawing.ts';

/** The SVG of a drawing; `family` is the font's. */
export function svgOf(
  { width, height, shapes }: Drawing,
  { title, caption, command }: Description,
  family: string,
): string {
  const size = `viewBox="0 0 ${rounded(width)} ${rounded(height)}" width="${rounded(width)}pt" height="${rounded(height)}pt"`;
  const generic = /serif/i.test(family) ? 'serif' : 'sans-serif';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${escapeHtml(family)}, ${generic}">`,
    `<title>${escapeHtml(title)}</title>`,
    `<desc>${escapeHtml(`${caption} Made by: ${command}`)}</desc>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    ...shapes.map(shapeOf),
    '</svg>',
    '',
  ].join('\n');
}

function shapeOf(shape: Shape): string {
  if (shape.kind === 'text') {
    const { text, x, y, size, anchor, colour, upright } = shape;
    const place = upright
      ? `transform="translate(${rounded(x)} ${rounded(y)}) rotate(-90)"`
      : `x="${rounded(x)}" y="${rounded(y)}"`;
    return `<text ${place} font-size="${rounded(size)}" text-anchor="${anchor}" fill="${colour}">${typesetInSvg(text).html}</text>`;
  }
  const { d, stroke, width, dashes, round, fill = 'none', opacity } = shape;
  const attributes = {
    d,
    fill,
    'fill-opacity': opacity,
    stroke,
    'stroke-width': width,
    'stroke-dasharray': dashes?.join(' '),
    ...(round && { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
  };
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}="${value}"`,
  );
  return `<path ${written.join(' ')}/>`;
}
