/** Places and shades of a map: both on logarithmic scales. */
import { logScale, type Scale } from '../chart/scale.ts';
import { exact } from '../../values/numbers.ts';
import { shades } from '../palette.ts';
import { shownAmong } from '../sweep/shownValue.ts';

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

/** Of so few places each is a tick: a round number beside one would be taken for its value. */
const MOST_NAMED = 8;

/** A logarithmic scale whose ends are those of the cells. */
export function scaleOf(places: readonly number[], edges: readonly number[]): Scale {
  const [low, high] = [Math.log10(edges[0]!), Math.log10(edges.at(-1)!)];
  if (places.length <= MOST_NAMED) {
    const textOf = shownAmong(places);
    const ticks = places.map((place) => ({ at: Math.log10(place), label: textOf(place) }));
    return { kind: 'logarithmic', low, high, ticks };
  }
  const { ticks } = logScale([edges[0]!, edges.at(-1)!], exact);
  return { kind: 'logarithmic', low, high, ticks: ticks.filter(({ at }) => at >= low && at <= high) };
}
