/** Tables of made-up costs, for what is done with tables, and what loops took around a bench. */
import type { CoreTimes, Cost, Place, Row, Table } from '../../bench/harness/benchmark.ts';
import { compare } from '../../bench/harness/compare.ts';

/** A core before a bench and after it, when a neighbour had come. */
export const CORE: readonly CoreTimes[] = [
  { chained: 2, sideBySide: 1.5 },
  { chained: 2.02, sideBySide: 1.98 },
];

interface MadeUp {
  readonly key: string;
  readonly name?: string;
  readonly place?: Place;
  /** seconds on the clock, a turn each; of processor time it is twice as much */
  readonly walls: readonly number[];
}

/** The rows of contenders that cost what they are told to. */
function rowsOf(contenders: readonly MadeUp[]): Promise<Row[]> {
  return compare(
    contenders.map(({ key, name = key, place, walls }) => {
      let turn = 0;
      const sample = (): Cost => ({ wall: walls[turn]!, cpu: 2 * walls[turn++]! });
      return { key, name, sample, ...(place !== undefined && { place }) };
    }),
    contenders[0]!.walls.length,
    'cold',
  );
}

/** A table of such rows. */
export async function tableOf(
  key: string,
  contenders: readonly MadeUp[],
  changes: Partial<Table> = {},
): Promise<Table> {
  return {
    key,
    title: `table ${key}`,
    unit: 'ns',
    rows: await rowsOf(contenders),
    checked: 'made up',
    notes: [],
    ...changes,
  };
}
