/** Ratios of an atlas as CSV: a row for each cell and theorem. */
import { textCell } from '../../recording/csvCell.ts';
import type { AtlasAxis } from '../../search/atlas/atlasReport.ts';
import type { RatioCell } from '../../search/atlas/atlasTheorems.ts';

/** The axes, the problem's scale, the theorem, its exact value, bound and ratio, and why there is none. */
export function ratioCsv(axes: readonly AtlasAxis[], all: readonly RatioCell[]): string {
  const names = axes.map(({ name }) => name);
  const rows = all.map(({ cell: { point, scale }, found }) =>
    [
      ...names.map((name) => textCell(String(point[name]!))),
      ...[scale.agents, scale.heterogeneity, scale.mixing ?? ''],
      ...[textCell(found.algorithm), textCell(found.source), found.kind],
      ...[found.exact ?? '', found.bound ?? '', found.ratio ?? '', textCell(found.reason ?? '')],
    ].join(','),
  );
  const head = [
    ...names.map(textCell),
    ...['M', 'heterogeneity', 'mixing', 'algorithm', 'source', 'kind', 'exact', 'bound', 'ratio', 'reason'],
  ];
  return [head.join(','), ...rows, ''].join('\n');
}
