/** The columns of rounds.csv and iterates.csv, and a round's rows in them. */
import type { Vector } from '../maths/vector.ts';
import { columnsOf } from '../measurement/metrics/metrics.ts';
import type { RoundRecord } from '../measurement/metrics/roundRecord.ts';
import { numberCell } from './csvCell.ts';
import type { Manifest } from './manifest.ts';

/** The metrics that a run is measured in, and their places in a record: the columns of its rounds.csv. */
type Columns = ReturnType<typeof columnsOf>;

/** Header of rounds.csv. */
function roundsHeader(columns: Columns): string {
  return ['algorithm', 'seed', ...columns.map(({ metric }) => metric.name)].join(',');
}

/** Header of iterates.csv: θ̄ and, where the run averages, the Polyak–Ruppert average behind it. */
function iteratesHeader(dimension: number, averaging: boolean): string {
  let header = 'algorithm,seed,round';
  for (let j = 0; j < dimension; j++) header += `,theta_${j}`;
  if (averaging) for (let j = 0; j < dimension; j++) header += `,average_${j}`;
  return header;
}

/** The files of a run's rounds with their headers. */
export const rowHeaders = ({
  configuration,
  problem,
}: Pick<Manifest, 'configuration' | 'problem'>): (readonly ['rounds.csv' | 'iterates.csv', string])[] => [
  ['rounds.csv', roundsHeader(columnsOf(configuration))],
  ...(configuration.iterates
    ? ([
        ['iterates.csv', iteratesHeader(problem.dimension, configuration.averageFrom !== undefined)],
      ] as const)
    : []),
];

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

/** The model after a round. */
interface Iterate {
  readonly round: number;
  /** θ̄ `[dimension]` */
  readonly theta: Vector;
  /** `[dimension]`; its cells stay empty where there is none yet */
  readonly average: Vector | undefined;
}

/**
 * A round's row of iterates.csv.
 *
 * @param averaging - whether there are cells for the average
 * @throws RangeError for a vector of another length
 */
export function iteratesRow(prefix: string, iterate: Iterate, dimension: number, averaging: boolean): string {
  const { round, theta, average } = iterate;
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
