/** Places and shades of a map: both on logarithmic scales. */
import { logScale, type Scale } from '../chart/scale.ts';
import { exact } from '../../values/numbers.ts';
import { shades } from '../palette.ts';

/** Shades of equal ratios; lower is darker. */
const SHADES = 8;

/** From the lowest to the highest. */
export const ramp = (): string[] =>
  shades(SHADES)
    .reverse()
    .map(({ line }) => line.light);

/** The shade of a value among others. @param ends - the least and the greatest */
export function shadeOf(value: number, [least, most]: readonly [number, number]): string {
  const along = most > least ? Math.log(value / least) / Math.log(most / least) : 0;
  return ramp()[Math.max(0, Math.min(SHADES - 1, Math.floor(SHADES * along)))]!;
}

/** The edges of cells about some places: halfway between them on a logarithmic axis, and as far outwards. */
export function edgesAbout(places: readonly number[]): number[] {
  if (places.length === 1) return [places[0]! / 1.5, places[0]! * 1.5];
  const inner = places.slice(1).map((place, k) => Math.sqrt(place * places[k]!));
  return [places[0]! ** 2 / inner[0]!, ...inner, places.at(-1)! ** 2 / inner.at(-1)!];
}

/** A logarithmic scale whose ends are those of the cells. */
export function scaleOf(places: readonly number[], edges: readonly number[]): Scale {
  const [low, high] = [Math.log10(edges[0]!), Math.log10(edges.at(-1)!)];
  const [only, ...others] = places;
  if (others.length === 0)
    return { kind: 'logarithmic', low, high, ticks: [{ at: Math.log10(only!), label: exact(only!) }] };
  const { ticks } = logScale([edges[0]!, edges.at(-1)!], exact);
  return { kind: 'logarithmic', low, high, ticks: ticks.filter(({ at }) => at >= low && at <= high) };
}
