/** Which curves of a figure lie on one another, and in which of its axes. */
import { coincidingGroups } from '../chart/coinciding.ts';
import { isMeasured } from '../chart/chart.ts';
import type { PlacedChart } from '../chart/placed.ts';

export interface Coincidences {
  /** curves that do so wherever they are: the legend says so */
  readonly everywhere: readonly (readonly string[])[];
  /** those that do so in some axes alone, by their number */
  readonly somewhere: readonly { readonly keys: readonly string[]; readonly axes: readonly number[] }[];
}

export const NONE: Coincidences = { everywhere: [], somewhere: [] };

/** Which measured curves agree to within a line's width. */
export function coincidences(axes: readonly Pick<PlacedChart, 'curves'>[]): Coincidences {
  const groups = axes.map(({ curves }) =>
    coincidingGroups(curves).map((group) => group.map(({ series: { key = '' } }) => key)),
  );
  const everywhere: (readonly string[])[] = [];
  const somewhere = new Map<string, { keys: readonly string[]; axes: number[] }>();
  const all = new Map(groups.flat().map((keys) => [keys.join('\n'), keys]));
  for (const [id, keys] of all) {
    const where = groups.flatMap((some, k) =>
      some.some((candidate) => candidate.join('\n') === id) ? [k] : [],
    );
    const present = axes.flatMap(({ curves }, k) =>
      curves.some(({ series: { key = '', line } }) => isMeasured(line) && keys.includes(key)) ? [k] : [],
    );
    const isTaken = everywhere.some((other) => other.some((key) => keys.includes(key)));
    if (where.length === present.length && !isTaken) everywhere.push(keys);
    else somewhere.set(id, { keys, axes: where });
  }
  return { everywhere, somewhere: [...somewhere.values()] };
}
