/** The part of a theorem's cells that one figure shows: those alike in all other axes. */
import type { AtlasAxis } from '../../search/atlas/atlasReport.ts';
import type { RatioCell } from '../../search/atlas/atlasTheorems.ts';

/** A theorem's cells at one place of the axes that are not drawn. */
export interface AtlasSlice {
  readonly cells: readonly RatioCell[];
  /** `problem.agents=4, sampling=iid`; empty where all axes are drawn */
  readonly place: string;
}

/** Of all places of the other axes the one with most ratios, and of those the one nearest to the middle. */
export function sliceAlong(
  axes: readonly AtlasAxis[],
  drawn: readonly string[],
  all: readonly RatioCell[],
): AtlasSlice {
  const others = axes.filter(({ name }) => !drawn.includes(name));
  const slices = new Map<string, RatioCell[]>();
  for (const each of all) {
    const key = JSON.stringify(others.map(({ name }) => each.cell.point[name]));
    slices.set(key, [...(slices.get(key) ?? []), each]);
  }
  const ranked = [...slices.values()].map((cells) => ({
    cells,
    ratios: cells.filter(({ found }) => found.ratio !== null).length,
    away: others.reduce((sum, { name, values }) => {
      const at = values.indexOf(cells[0]!.cell.point[name]!);
      return sum + Math.abs(at - (values.length - 1) / 2);
    }, 0),
  }));
  const [{ cells }] = ranked.sort((a, b) => b.ratios - a.ratios || a.away - b.away) as [(typeof ranked)[0]];
  return { cells, place: others.map(({ name }) => `${name}=${cells[0]!.cell.point[name]!}`).join(', ') };
}

/** The axes of maps: η and H where the grid has both, else its first two of numbers above 0; `undefined` where it has none. */
export function mapAxes(axes: readonly AtlasAxis[]): readonly [string, string] | undefined {
  const names = axes
    .filter(
      ({ values }) => values.length > 1 && values.every((value) => typeof value === 'number' && value > 0),
    )
    .map(({ name }) => name);
  const usual = ['step-size', 'local-steps'];
  const [across, up] = usual.every((name) => names.includes(name)) ? usual : names;
  return up === undefined ? undefined : [across!, up];
}
