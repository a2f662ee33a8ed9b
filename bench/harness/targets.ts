/** Targets: what the project set out to reach, held against what the benches measured. */
import type { Benchmark, Cost, Row, Table, Verdict } from './benchmark.ts';
import { medianOf } from './compare.ts';

/** Whose targets the benches hold. */
export const PROJECT = 'target of the project';

const rowOf = (table: Table, key: string): Row | undefined => table.rows.find((row) => row.key === key);

/** A row's median on the clock, in the table's unit times `factor`. */
export const cost =
  (key: string, factor = 1) =>
  (table: Table): number | undefined => {
    const row = rowOf(table, key);
    return row === undefined ? undefined : row.wall.median * factor;
  };

/** How many times as much a row costs as another, on the clock or of processor time: the median over the turns. */
export const times =
  (costlier: string, cheaper: string, kind: keyof Cost = 'wall') =>
  (table: Table): number | undefined => {
    const above: readonly Cost[] | undefined = rowOf(table, costlier)?.costs;
    const below = rowOf(table, cheaper)?.costs;
    return above === undefined || below === undefined
      ? undefined
      : medianOf(above.map((cost, turn) => cost[kind] / below[turn]![kind]));
  };

/** How often a second, on the clock or of processor time, what a row does happens, from its median in units of which a second has `units`. */
export const aSecond =
  (key: string, units: number, kind: keyof Cost = 'wall') =>
  (table: Table): number | undefined => {
    const row = rowOf(table, key);
    return row === undefined ? undefined : units / row[kind].median;
  };

/** The targets of a bench with what its tables say of them. */
export function judge({ name, targets = [] }: Benchmark, tables: readonly Table[]): Verdict[] {
  return targets.map((target) => {
    const table = tables.find(({ key, title }) => (key ?? title) === target.table);
    const measured = table === undefined ? undefined : target.figure(table);
    const met =
      measured === undefined || Number.isNaN(measured)
        ? undefined
        : target.bound === 'at most'
          ? measured <= target.limit
          : measured >= target.limit;
    return { target, bench: name, measured, met };
  });
}
