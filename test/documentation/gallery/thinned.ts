/** A figure of a few kilobytes: curves of hundreds of points as so many as a thumbnail shows. */

/** Points that a curve keeps, at most. */
const POINTS = 60;

const round = (text: string): string => String(Math.round(Number(text) * 10) / 10);

/** One stroke of a path, "x y" separated by L: of a long one every k-th point, and the last. */
function stroke(points: readonly string[]): string {
  const step = Math.ceil(points.length / POINTS);
  return points
    .filter((_, at) => at % step === 0 || at === points.length - 1)
    .map((point) => point.split(' ').map(round).join(' '))
    .join('L');
}

/** The same SVG with fewer points, and numbers to a tenth of a point. */
export const thinned = (svg: string): string =>
  svg
    .replaceAll(/ d="(M[\d.MLZ -]+)"/g, (_, path: string) => {
      const strokes = path.split('M').slice(1);
      const drawn = strokes.map(
        (text) => `M${stroke(text.replace('Z', '').split('L'))}${text.endsWith('Z') ? 'Z' : ''}`,
      );
      return ` d="${drawn.join('')}"`;
    })
    // what lifts a dotted line off the curve below it
    .replaceAll(/<path [^>]*stroke="#ffffff"[^>]*stroke-dasharray[^>]*\/>\n?/g, '')
    .replace(/<desc>.*?<\/desc>\n?/s, '');
