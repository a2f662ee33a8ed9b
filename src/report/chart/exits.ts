/** Where lines leave a chart, and how far they go: a line that ends at an edge does not say that itself. */
import { scientific } from '../../values/numbers.ts';
import { type Axis, type Chart, inWords, type Point, type Series } from './chart.ts';
import { onLine } from './scale.ts';

/**
 * A sentence for each line that leaves the chart below or above.
 *
 * @param nameOf - the subject of the sentence
 */
export const exits = ({ x, y, series }: Chart, nameOf: (curve: Series) => string): string[] =>
  series
    .filter(({ line }) => line !== 'thin' && line !== 'guide' && line !== 'pale')
    .flatMap((curve) => {
      const places = curve.points.map((point) => onLine(y.scale, point.y));
      const below = curve.points.filter((_, k) => places[k]! < 0);
      const above = curve.points.filter((_, k) => places[k]! > 1);
      return [
        ...exit(curve, below, x, (a, b) => a.y < b.y),
        ...exit(curve, above, x, (a, b) => a.y > b.y),
      ].map((words) => `${nameOf(curve)} ${words}.`);
    });

function exit(
  { points }: Series,
  outside: readonly Point[],
  x: Axis,
  isFurther: (a: Point, b: Point) => boolean,
): string[] {
  const [first] = outside;
  if (first === undefined) return [];
  const furthest = outside.reduce((most, point) => (isFurther(point, most) ? point : most));
  const end = `${scientific(furthest.y)} ${inWords(x, furthest.x)}`;
  if (outside.length === points.length) return [`lies outside the figure: ${end}`];
  if (first === points[0]) return [`begins outside the figure: ${end}`];
  // A curve that is cut after its first value outside says nothing of how far it goes.
  const isCut = first === points.at(-1);
  return [`leaves the figure ${inWords(x, first.x)}${isCut && first.y > points[0]!.y ? '' : `: ${end}`}`];
}
