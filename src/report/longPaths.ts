/** Lines of hundreds of points, which are most of a page: where several drawings have the same one, it is written once. */

/** An element of a drawing, of those that {@link mark} makes; coordinates at its end. */
const LONG = /<path (?=[^>]*\bd="[^"]{200})([^>]*)><\/path>/g;

const numbers = (svg: string, name: string): number[] =>
  (new RegExp(` data-${name}="([^"]*)"`).exec(svg)?.[1] ?? '').split(' ').map(Number);

/**
 * Two drawings of one chart, the second with the lines of the first, moved and scaled. Lines of both keep their width.
 *
 * @param name - of the figure on its page
 */
export function withLinesOf(
  name: string,
  wide: string,
  narrow: string,
): readonly [wide: string, narrow: string] {
  const [left, other] = [wide, narrow].map((svg) => ({
    x: numbers(svg, 'x').slice(2, 4),
    y: numbers(svg, 'y'),
  }));
  if (left!.y.length < 2) return [wide, narrow];
  const [[a, e], [d, f]] = (['x', 'y'] as const).map((axis) => {
    const [[from, to], [low, high]] = [left![axis], other![axis]] as [[number, number], [number, number]];
    const scale = (high - low) / (to - from);
    return [scale, low - scale * from];
  }) as [[number, number], [number, number]];
  const matrix = [a, 0, 0, d, e, f].map((entry) => Number(entry.toPrecision(7))).join(' ');
  const count = (svg: string): number => svg.match(LONG)?.length ?? 0;
  if (count(wide) !== count(narrow)) return [wide, narrow];
  const [first, second] = [wide, narrow].map(() => ({ next: 0 }));
  const steady = 'vector-effect="non-scaling-stroke"';
  return [
    wide.replace(
      LONG,
      (_, more: string) => `<path id="${name}-${(first!.next += 1)}" ${steady} ${more}></path>`,
    ),
    narrow.replace(
      LONG,
      (_, more: string) =>
        `<use href="#${name}-${(second!.next += 1)}" transform="matrix(${matrix})" ${more.replace(/ ?\bd="[^"]*"/, '')}></use>`,
    ),
  ];
}

/** Parts of a page of one name; a line that several have is written in the first of them, and the others refer to it. */
export function writtenOnce(name: string, parts: readonly string[]): string[] {
  let count = 0;
  const known = new Map<string, string>();
  return parts.map((part) =>
    part.replace(LONG, (_, more: string) => {
      const match = /^id="([^"]*)" /.exec(more);
      const rest = more.slice(match?.[0].length ?? 0);
      const identifier = match?.[1] ?? `${name}-line-${(count += 1)}`;
      const before = known.get(rest);
      if (before === undefined) {
        known.set(rest, identifier);
        return `<path id="${identifier}" ${rest}></path>`;
      }
      return `<use id="${identifier}" href="#${before}" ${rest.replace(/ ?\bd="[^"]*"/, '')}></use>`;
    }),
  );
}
