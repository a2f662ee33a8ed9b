/** The columns of rounds.csv and iterates.csv, and a round's rows in them. */
import type { Vector } from '../maths/vector.ts';
import type { columnsOf } from '../measurement/metrics/metrics.ts';
import type { RoundRecord } from '../measurement/metrics/roundRecord.ts';
import { numberCell } from './csvCell.ts';

/** The metrics that a run is measured in, and their places in a record: the columns of its rounds.csv. */
type Columns = ReturnType<typeof columnsOf>;

/** Header of rounds.csv. */
export function roundsHeader(columns: Columns): string {
  return ['algorithm', 'seed', ...columns.map(({ metric }) => metric.name)].join(',');
}

/** Header of iterates.csv: θ̄ and, where the run averages, the Polyak–Ruppert average behind it. */
export function iteratesHeader(dimension: number, averaging: boolean): string {
  let header = 'algorithm,seed,round';
  for (let j = 0; j < dimension; j++) header += `,theta_${j}`;
  if (averaging) for (let j = 0; j < dimension; j++) header += `,average_${j}`;
  return header;
}

/**
 * A round's row of rounds.csv.
 *
 * @param prefix - the cells of algorithm and seed, with a comma at the end
 */
export function roundsRow(prefix: string, { values }: RoundRecord, columns: Columns): string {
  let row = prefix;
  for (let k = 0; k < columns.length; k++) row += (k > 0 ? ',' : '') + numberCell(values[columns[k]!.at]!);
  return row;
}

/**
 * A round's row of iterates.csv.
 *
 * @param theta - θ̄ `[dimension]`
 * @param average - `[dimension]`; its cells stay empty where there is none yet
 * @throws RangeError for a vector of another length
 */
export function iteratesRow(
  prefix: string,
  round: number,
  theta: Vector,
  average: Vector | undefined,
  dimension: number,
  averaging: boolean,
): string {
  let row = prefix + numberCell(round) + vectorCells(theta, dimension);
  if (averaging) row += average === undefined ? ','.repeat(dimension) : vectorCells(average, dimension);
  return row;
}

function vectorCells(vector: Vector, dimension: number): string {
  if (vector.length !== dimension)
    throw new RangeError(`iterate of length ${vector.length}, not ${dimension}`);
  let cells = '';
  for (let j = 0; j < dimension; j++) cells += ',' + numberCell(vector[j]!);
  return cells;
}
