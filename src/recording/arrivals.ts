/**
 * arrivals.csv: what happened on the wall clock, and when, one row an event. In the order of the rows
 * it is all that a replay needs; every row is written before the rounds that come of it.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../values/failure.ts';
import type { ClockEvent } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';
import { numberCell, textCell } from './csvCell.ts';
import { LineReader } from './lineReader.ts';

export const ARRIVALS_NAME = 'arrivals.csv';
export const ARRIVALS_HEADER = 'algorithm,seed,event,time,due,agent';

const ROW = /^(\d+),(\d[\d.e+-]*),(\d[\d.e+-]*),(-1|\d+)$/;

/** An event's row; the prefix holds the cells of algorithm and seed, with a comma at the end. */
export function arrivalsRow(prefix: string, { event, time, due, agent }: ClockEvent): string {
  return `${prefix}${event},${numberCell(time)},${numberCell(due)},${agent}`;
}

/**
 * The events of one replication, in order; a row torn by the end of a killed run is none.
 *
 * @throws InputError in one line where the file is not there, or a row is not as it should be
 */
export function* readArrivals(directory: string, run: Replication): Generator<ClockEvent, undefined> {
  const file = join(directory, ARRIVALS_NAME);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new InputError(`${file}: there is no such file; the replay of a run on the wall clock needs it`);
  }
  const prefix = prefixOf(run);
  const reader = new LineReader(file);
  try {
    if (reader.next() !== ARRIVALS_HEADER) {
      throw new InputError(`${file}: line 1: does not read ${ARRIVALS_HEADER}`);
    }
    let inside = false;
    for (let row = 2, line = reader.next(); line !== undefined; row++, line = reader.next()) {
      if (!line.startsWith(prefix)) {
        if (inside) return;
        continue;
      }
      inside = true;
      const cells = ROW.exec(line.slice(prefix.length));
      if (!cells)
        throw new InputError(`${file}: line ${row}: is not a number for each of event, time, due, agent`);
      const [event, time, due, agent] = cells.slice(1).map(Number);
      yield { event: event!, time: time!, due: due!, agent: agent! };
    }
  } finally {
    reader.close();
  }
}

function prefixOf({ algorithm, seed }: Replication): string {
  return `${textCell(algorithm)},${numberCell(seed)},`;
}
