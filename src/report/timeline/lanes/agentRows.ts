/** The agents' rows: what each was at when, and when it crashed and returned. */
import { mark } from '../../chart/svg.ts';
import { HUES, WARNING } from '../../palette.ts';
import { ROW_ACTIVITIES, ROW_LOOKS, type TimelineGroup } from '../group.ts';
import type { TracedReplication } from '../readTrace.ts';
import { LETTERS, shares } from '../surroundings.ts';
import { pixels, type Sheet } from './sheet.ts';

const MOST_ROW = 17;
const LEAST_ROW = 6;
/** Room for the rows of all groups together. */
const ROWS = 420;

/** Where a group's rows lie. */
interface Rows {
  /** the top of the first */
  readonly first: number;
  /** the height of each */
  readonly row: number;
}

/** The height of a row, the same in all groups. */
export function rowHeight(groups: readonly TimelineGroup[]): number {
  const rows = groups.reduce((sum, { trace }) => sum + trace.shownAgents, 0);
  return Math.min(MOST_ROW, Math.max(LEAST_ROW, ROWS / rows));
}

/**
 * The rows of one group.
 *
 * @param row - the height of each
 * @param at - the group's place among all
 */
export function agentRows(sheet: Sheet, group: TimelineGroup, row: number, at: number): void {
  const { shownAgents } = group.trace;
  const rows = { first: sheet.y, row };
  const every = Math.ceil((LETTERS + 1) / row);
  for (let agent = 0; agent < shownAgents; agent += every)
    sheet.before(agent === 0 && every === 1 ? 'agent 0' : String(agent), middleOf(agent, rows) + 4);
  sheet.outer.push(...shares(group, rows.first, row, every, sheet.right));
  activities(sheet, group.trace, rows, at);
  absences(sheet, group.trace, rows);
  sheet.y = rows.first + row * shownAgents + 6;
}

const middleOf = (agent: number, { first, row }: Rows): number => first + row * (agent + 0.5);

function activities(
  sheet: Sheet,
  { intervals, shownAgents }: TracedReplication,
  rows: Rows,
  at: number,
): void {
  for (const activity of ROW_ACTIVITIES) {
    const { colour, height: share } = ROW_LOOKS[activity];
    const spans = intervals
      .filter((interval) => interval.activity === activity)
      .map(({ agent, from, to }) => [agent, sheet.seconds(from), sheet.seconds(to)] as const);
    if (spans.length === 0) continue;
    const { first, row: height } = rows;
    sheet.rows.push({ group: at, first, height, count: shownAgents, activity, spans });
    const d = spans.map(([agent, from, to]) => `M${from},${pixels(middleOf(agent, rows))}H${to}`).join('');
    sheet.inner.push(
      mark(
        'path',
        {
          class: 'activity',
          d,
          stroke: colour.light,
          'stroke-width': pixels(height * share),
        },
        mark('title', {}, activity),
      ),
    );
  }
}

function absences(sheet: Sheet, trace: TracedReplication, rows: Rows): void {
  const absences = trace.absences.filter(({ agent }) => agent < trace.shownAgents);
  for (const kind of ['crashed', 'returned'] as const) {
    const d = absences
      .filter((candidate) => candidate.kind === kind)
      .map(({ agent, time }) => `M${sheet.seconds(time)},${pixels(middleOf(agent, rows))}h0`)
      .join('');
    if (d === '') continue;
    sheet.line(
      {
        class: kind,
        d,
        stroke: (kind === 'crashed' ? WARNING : HUES[2]!.line).light,
        'stroke-width': Math.max(4, 0.6 * rows.row),
        'stroke-linecap': 'round',
      },
      mark('title', {}, kind),
    );
  }
}
