/** Each theorem over the grid of an atlas: how loose it is, and by which powers. */
import type { AtlasAxis, AtlasCell, AtlasTheorem, AxisPower, BoundRatio } from './atlasReport.ts';
import { powerLaw } from './powerLaw.ts';

/** A power is fitted over so many values at least. */
const LEAST_VALUES = 3;

/** A place of the grid with one theorem's ratio there. */
export interface RatioCell {
  readonly cell: AtlasCell;
  readonly found: BoundRatio;
}

/** The theorems, those of one algorithm together, each with its cells. */
export function byTheorem(cells: readonly AtlasCell[]): RatioCell[][] {
  const found = new Map<string, RatioCell[]>();
  for (const cell of cells)
    for (const ratio of cell.ratios) {
      const key = JSON.stringify([ratio.algorithm, ratio.source]);
      const all = found.get(key);
      if (all === undefined) found.set(key, [{ cell, found: ratio }]);
      else all.push({ cell, found: ratio });
    }
  const all = [...found.values()];
  const algorithms = [...new Set(all.map(([first]) => first!.found.algorithm))];
  return algorithms.flatMap((algorithm) => all.filter(([first]) => first!.found.algorithm === algorithm));
}

/** What is said of each theorem. */
export const atlasTheorems = (axes: readonly AtlasAxis[], cells: readonly AtlasCell[]): AtlasTheorem[] =>
  byTheorem(cells).map((all) => theoremOf(axes, all));

function theoremOf(axes: readonly AtlasAxis[], all: readonly RatioCell[]): AtlasTheorem {
  const applied = all.filter(({ found }) => found.ratio !== null);
  const ratios = applied.map(({ found }) => found.ratio!);
  const { algorithm, source, quantity } = all[0]!.found;
  return {
    ...{ algorithm, source, quantity, kind: applied[0]?.found.kind ?? 'none' },
    ...{ applied: applied.length, cells: all.length },
    least: ratios.length === 0 ? null : ratios.reduce((a, b) => Math.min(a, b)),
    greatest: ratios.length === 0 ? null : ratios.reduce((a, b) => Math.max(a, b)),
    ...powersOf(axes, applied),
  };
}

/** Over cells where all that is fitted is above 0: within groups of the same values on all axes that have no power. */
function powersOf(
  axes: readonly AtlasAxis[],
  applied: readonly RatioCell[],
): Pick<AtlasTheorem, 'powers' | 'explained' | 'freedom'> {
  const positive = applied.filter(({ found }) => found.ratio! > 0);
  const scales = scalesOf(axes, positive.map(({ cell }) => cell)); // prettier-ignore
  const rows = positive
    .map(({ cell, found }) => ({
      y: found.ratio!,
      x: scales.map((scale) => valueOf(scale, cell)),
      group: groupOf(axes, scales, cell),
    }))
    .filter(({ x }) => x.every((value) => value > 0));
  const law = powerLaw(rows);
  if ('reason' in law) return { powers: [], explained: null, freedom: null };
  const { powers, explained, freedom } = law;
  return { powers: scales.map((scale, j) => ({ ...scale, ...powers[j]! })), explained, freedom };
}

type Scale = Pick<AxisPower, 'axis' | 'measure'>;

/** What an axis changes in a cell, above 0; NaN where that has no logarithm. */
export function valueOf({ axis, measure }: Scale, { point, scale }: AtlasCell): number {
  const value = measure === 'value' ? point[axis] : scale[measure];
  return typeof value === 'number' && value > 0 ? value : NaN;
}

const groupOf = (axes: readonly AtlasAxis[], scales: readonly Scale[], { point }: AtlasCell): string =>
  JSON.stringify(
    axes.filter(({ name }) => !scales.some(({ axis }) => axis === name)).map(({ name }) => point[name]),
  );

/**
 * What the power of each axis is of; axes with fewer than three values above 0 have none.
 *
 * Of the number of agents M; of another field of the problem ζ or the mixing time, which go to the axis
 * that changes them most; else of the axis's own values. A seed is no scale.
 */
export function scalesOf(axes: readonly AtlasAxis[], cells: readonly AtlasCell[]): Scale[] {
  const fields = axes.filter(({ name }) => name.startsWith('problem.') && name !== AGENTS);
  const measured = new Map<string, Scale['measure']>();
  for (const measure of ['mixing', 'heterogeneity'] as const) {
    const spans = fields
      .filter(({ name }) => !measured.has(name))
      .map(({ name }) => ({
        name,
        span: spanAlong(name, cells, (cell) => valueOf({ axis: name, measure }, cell)),
      }))
      .sort((a, b) => b.span - a.span);
    if (spans.length > 0 && spans[0]!.span > LEAST_SPAN) measured.set(spans[0]!.name, measure);
  }
  return axes
    .filter(({ name }) => !name.endsWith('seed') || measured.has(name))
    .map(({ name }): Scale => ({
      axis: name,
      measure: name === AGENTS ? 'agents' : (measured.get(name) ?? 'value'),
    }))
    .filter((scale) => {
      const positive = cells.filter((cell) => valueOf(scale, cell) > 0);
      const distinct = (value: (cell: AtlasCell) => unknown): number => new Set(positive.map(value)).size;
      return [({ point }: AtlasCell) => point[scale.axis], (cell: AtlasCell) => valueOf(scale, cell)].every(
        (value) => distinct(value) >= LEAST_VALUES,
      );
    });
}

const AGENTS = 'problem.agents';
/** Of logarithms: what rounding changes is no axis. */
const LEAST_SPAN = 1e-9;

/** The largest change of log value between cells that differ in one axis alone. */
function spanAlong(axis: string, cells: readonly AtlasCell[], value: (cell: AtlasCell) => number): number {
  const lines = new Map<string, [least: number, most: number]>();
  let span = 0;
  for (const cell of cells) {
    const at = Math.log(value(cell));
    if (Number.isNaN(at)) continue;
    const { [axis]: _, ...others } = cell.point;
    const key = JSON.stringify(others);
    const [least, most] = lines.get(key) ?? [at, at];
    const ends: [number, number] = [Math.min(least, at), Math.max(most, at)];
    lines.set(key, ends);
    span = Math.max(span, ends[1] - ends[0]);
  }
  return span;
}
