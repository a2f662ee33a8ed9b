/** updates.csv: one row for each update that a server step has taken in, in the order in which they were summed. */
import type { TimedEvent } from '../events/inspection.ts';
import { numberCell } from './csvCell.ts';

export const UPDATES_NAME = 'updates.csv';
export const UPDATES_HEADER =
  'algorithm,seed,round,agent,dispatch,sent,taken,arrived,staleness,weight,localSteps,bytes';

/** An update's row; the prefix holds the cells of algorithm and seed, with a comma at the end. */
export function updatesRow(prefix: string, update: Extract<TimedEvent, { kind: 'applied' }>): string {
  const { version, agent, dispatch, sent, takenUp, arrived, staleness, weight, localSteps, bytes } = update;
  const cells = [version + 1, agent, dispatch, sent, takenUp, arrived, staleness, weight, localSteps, bytes];
  return prefix + cells.map(numberCell).join(',');
}
