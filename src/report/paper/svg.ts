/** A drawing as SVG, in points, with its caption and the command that made it as its description. */
import { escapeHtml } from '../html.ts';
import { PAPER } from '../palette.ts';
import type { Description, Drawing } from '../chart/drawing.ts';
import { rounded } from '../chart/paths.ts';
import { shapeMark } from '../chart/svg.ts';

/** The SVG of a drawing; `family` is the font's. */
export function svgOf(
  { width, height, shapes }: Drawing,
  { title, caption, command }: Description,
  family: string,
): string {
  const size = `viewBox="0 0 ${rounded(width)} ${rounded(height)}" width="${rounded(width)}pt" height="${rounded(height)}pt"`;
  const generic = /serif/i.test(family) ? 'serif' : 'sans-serif';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" fill="none" font-family="${escapeHtml(family)}, ${generic}">`,
    `<title>${escapeHtml(title)}</title>`,
    `<desc>${escapeHtml(`${caption} Made by: ${command}`)}</desc>`,
    `<rect width="100%" height="100%" fill="${PAPER.light}"/>`,
    ...shapes.map((shape) => shapeMark(shape).html),
    '</svg>',
    '',
  ].join('\n');
}
