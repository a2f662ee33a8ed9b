/** A table whose rows have places as a chart: medians with their quartiles, a line a series, both axes logarithmic. */
import type { Chart, Series } from '../../src/report/chart/chart.ts';
import { logScale, placesScale } from '../../src/report/chart/scale.ts';
import { exact } from '../../src/values/numbers.ts';
import { HUES } from '../../src/report/palette.ts';
import type { Table } from '../harness/benchmark.ts';

/** The rows that have places, a line for each series, along x. */
function seriesOf({ rows }: Table): Series[] {
  const placed = rows.flatMap(({ place, wall }) =>
    place === undefined
      ? []
      : [{ name: place.series, x: place.x, y: wall.median, low: wall.lower, high: wall.upper }],
  );
  return [...new Set(placed.map(({ name }) => name))].map((name, index) => ({
    name,
    label: [name],
    hue: HUES[index % HUES.length]!,
    line: 'solid',
    dots: 'all',
    spread: 'bars',
    points: placed.filter((point) => point.name === name).sort((a, b) => a.x - b.x),
  }));
}

/** Whether there is anything to draw: a table with places, and not just one. */
export const isDrawn = (table: Table): boolean =>
  table.against !== undefined && seriesOf(table).some(({ points }) => points.length > 1);

/** The chart of a table that {@link isDrawn}. */
export function chartOf(name: string, table: Table): Chart {
  const series = seriesOf(table);
  const points = series.flatMap((series) => series.points);
  return {
    name,
    title: `${table.unit}, ${table.title}`,
    x: { title: table.against ?? '', scale: placesScale(points.map(({ x }) => x)) },
    y: {
      title: table.unit,
      scale: logScale(
        points.flatMap(({ y, low = y, high = y }) => [low, y, high]),
        exact,
      ),
    },
    series,
    references: [],
  };
}
