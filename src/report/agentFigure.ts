/**
 * How agents spend their time, how stale their updates are, and for whom the server waits: three columns of one figure over the
 * same rows, which are agents, groups of them, or panels.
 */
import { AGENT_COLUMNS, type AgentColumn } from '../recording/agentRows.ts';
import { textCell } from '../recording/csvCell.ts';
import { cell } from './cell.ts';
import { LARGE, SMALL } from './chart/draw.ts';
import { drawing, HALO, mark } from './chart/svg.ts';
import { linearScale } from './chart/scale.ts';
import { type DrawnFigure, figureFiles } from './drawnFigure.ts';
import { folded } from './folded.ts';
import { html, type Html } from './html.ts';
import { grouped, scientific } from '../values/numbers.ts';
import { type Colour, GRID, HUES, INK, MUTED } from './palette.ts';
import type { AgentsOfAlgorithm } from './readAgents.ts';

/** More agents are put together in groups of neighbours. */
const MOST_ROWS = 24;

/** A row: an agent, or several together. */
export interface AccountRow {
  readonly label: string;
  /** sums over its agents and the seeds; of `largestStaleness` the largest */
  readonly totals: Readonly<Record<AgentColumn, number>>;
  /** how many agents */
  readonly agents: number;
  /** how many updates had a staleness; empty where it is not known of these agents */
  readonly staleness: ReadonlyMap<number, number>;
  /** of all agents of the run: what its shares are shares of */
  readonly run: {
    readonly seconds: number;
    readonly closed: number;
    readonly contribution: number;
    readonly agents: number;
  };
}

export const ACTIVITIES = ['computing', 'sending', 'receiving', 'away', 'waiting'] as const;
type Activity = (typeof ACTIVITIES)[number];

/** An activity differs from the others in colour and in height, so that either distinguishes it. */
export const LOOKS: Readonly<Record<Activity, { readonly colour: Colour; readonly height: number }>> = {
  computing: { colour: HUES[1]!.line, height: 0.8 },
  sending: { colour: HUES[4]!.line, height: 0.6 },
  receiving: { colour: HUES[2]!.line, height: 0.45 },
  away: { colour: HUES[3]!.line, height: 0.3 },
  waiting: { colour: MUTED, height: 0.12 },
};

const CRITICAL: readonly (readonly [Activity, AgentColumn])[] = [
  ['computing', 'criticalComputing'],
  ['sending', 'criticalSending'],
  ['receiving', 'criticalReceiving'],
  ['away', 'criticalAway'],
];

const secondsOf = (totals: AccountRow['totals']): number =>
  ACTIVITIES.reduce((sum, activity) => sum + totals[activity], 0);

/** The agents of one algorithm, or groups of them. */
export function agentRows({ agents, staleness }: AgentsOfAlgorithm): AccountRow[] {
  const size = Math.ceil(agents.length / MOST_ROWS);
  const run = runOf(agents);
  return Array.from({ length: Math.ceil(agents.length / size) }, (_, group) => {
    const members = agents.slice(group * size, (group + 1) * size);
    const [first, last] = [members[0]!.agent, members.at(-1)!.agent];
    const label = first === last ? String(first) : `${first}–${last}`;
    return { label, run, ...together(members, staleness) };
  });
}

/** All agents of one algorithm as one row. */
export function wholeRow(label: string, { agents, staleness }: AgentsOfAlgorithm): AccountRow {
  const all = staleness.has(-1) ? new Map([[agents[0]!.agent, staleness.get(-1)!]]) : staleness;
  return { label, run: runOf(agents), ...together(agents, all) };
}

function runOf(agents: AgentsOfAlgorithm['agents']): AccountRow['run'] {
  const { totals } = together(agents, new Map());
  return {
    seconds: secondsOf(agents[0]!),
    closed: totals.closed,
    contribution: totals.contribution,
    agents: agents.length,
  };
}

function together(
  members: AgentsOfAlgorithm['agents'],
  staleness: AgentsOfAlgorithm['staleness'],
): Pick<AccountRow, 'totals' | 'agents' | 'staleness'> {
  const totals = Object.fromEntries(AGENT_COLUMNS.map((name) => [name, 0])) as Record<AgentColumn, number>;
  const counts = new Map<number, number>();
  for (const member of members) {
    for (const name of AGENT_COLUMNS) {
      const value = member[name];
      totals[name] = name === 'largestStaleness' ? Math.max(totals[name], value) : totals[name] + value;
    }
    for (const [value, updates] of staleness.get(member.agent) ?? [])
      counts.set(value, (counts.get(value) ?? 0) + updates);
  }
  return { totals, agents: members.length, staleness: counts };
}

/** The smallest staleness that at least this share of the updates do not exceed. */
export function quantileOf(counts: ReadonlyMap<number, number>, share: number): number {
  const sorted = [...counts].sort(([a], [b]) => a - b);
  let left = share * sorted.reduce((sum, [, updates]) => sum + updates, 0);
  for (const [staleness, updates] of sorted) {
    left -= updates;
    if (left <= 0) return staleness;
  }
  return NaN;
}

interface Column {
  readonly title: string;
  readonly left: number;
  readonly right: number;
  /** of its rows */
  readonly top: number;
}

/** Columns side by side, labels left of them; or, as on a phone, below one another, each label above its row. */
interface Layout {
  readonly width: number;
  readonly letters: number;
  readonly row: number;
  readonly isNarrow: boolean;
}

const WIDE: Layout = { width: LARGE.width, letters: 13.5, row: 24, isNarrow: false };
const NARROW: Layout = { width: SMALL.width, letters: SMALL.letters, row: 46, isNarrow: true };
/** Right of each column. */
const GAP = 44;
/** Above the first rows, and below each column's. */
const TOP = 64;
const BELOW = 42;

/** The figure, with a row of its CSV for each of its own; `undefined` without rows. */
export function accountFigure(
  name: string,
  title: string,
  rows: readonly AccountRow[],
  rowsAre: string,
): DrawnFigure | undefined {
  if (rows.length === 0) return undefined;
  const isStale = rows.some(({ totals }) => totals.largestStaleness > 0);
  const isWaited = rows.some(({ totals }) => CRITICAL.some(([, column]) => totals[column] > 0));
  return {
    name,
    title,
    svg: accountDrawing(WIDE, title, rows, rowsAre, isStale, isWaited),
    narrow: accountDrawing(NARROW, title, rows, rowsAre, isStale, isWaited),
    csv: csvOf(rows),
    caption: captionOf(name, title, isStale, isWaited),
  };
}

function accountDrawing(
  layout: Layout,
  title: string,
  rows: readonly AccountRow[],
  rowsAre: string,
  isStale: boolean,
  isWaited: boolean,
): string {
  const { width, letters, row, isNarrow } = layout;
  const longest = Math.max(rowsAre.length, ...rows.map(({ label }) => label.length));
  const gutter = isNarrow ? 0 : Math.min(300, 28 + 7.8 * longest);
  const tall = row * rows.length;
  const columns = columnsOf(layout, gutter, tall, [
    'share of their time',
    ...(isStale ? ['staleness, server steps'] : []),
    ...(isWaited ? ['the server waits for them'] : []),
  ]);
  const [time] = columns as [Column];
  const stale = isStale ? columns[1] : undefined;
  const waited = isWaited ? columns.at(-1) : undefined;
  const marks: Html[] = [...legend(gutter, letters)];
  for (const { title: text, left, top } of columns)
    marks.push(mark('text', { x: left, y: top - 10, fill: INK.light, 'font-size': letters }, text));
  const most = Math.max(1, ...rows.map(({ totals }) => totals.largestStaleness));
  const least = Math.max(
    ...rows.map(({ staleness }) => quantileOf(staleness, 0.99)).filter(Number.isFinite),
    1,
  );
  const scale = linearScale(Math.min(most, 1.3 * least), 5);
  const waits = rows.map(({ totals, run }) =>
    CRITICAL.reduce((sum, [, column]) => sum + totals[column] / run.seconds, 0),
  );
  const widest = linearScale(Math.min(1, 1.02 * Math.max(...waits, 0.01)), 4);
  const axes: (readonly [
    Column | undefined,
    { readonly high: number; readonly ticks: readonly { at: number; label: string }[] },
    (at: number, label: string) => string,
  ])[] = [
    [time, linearScale(1, time.right - time.left < 230 ? 4 : 5), (at) => `${Math.round(100 * at)} %`],
    [stale, scale, (_, label) => label],
    [waited, widest, (at) => `${Number((100 * at).toPrecision(3))} %`],
  ];
  for (const [column, { high, ticks }, write] of axes) {
    if (column === undefined) continue;
    const bottom = column.top + tall;
    for (const { at, label } of ticks) {
      const x = column.left + ((column.right - column.left) * at) / high;
      marks.push(
        mark('path', { d: `M${x.toFixed(1)},${column.top}V${bottom}`, stroke: GRID.light }),
        mark('text', { x, y: bottom + 18, fill: MUTED.light, 'text-anchor': 'middle' }, write(at, label)),
      );
    }
  }
  rows.forEach((accountRow, k) => {
    const middleIn = ({ top }: Column): number => top + row * (k + (isNarrow ? 0.72 : 0.5));
    for (const column of isNarrow ? columns : [time]) {
      const place = isNarrow
        ? { x: column.left, y: column.top + row * (k + 0.4) }
        : { x: gutter - 8, y: middleIn(time) + 4, 'text-anchor': 'end' };
      marks.push(mark('text', { ...place, fill: INK.light, ...(isNarrow && HALO) }, accountRow.label));
    }
    const shares = ACTIVITIES.map(
      (activity) => [activity, accountRow.totals[activity] / secondsOf(accountRow.totals)] as const,
    );
    marks.push(...stacked(time, middleIn(time), shares));
    if (stale !== undefined) marks.push(...spreadOf(accountRow, stale, middleIn(stale), scale.high));
    if (waited === undefined) return;
    const parts = CRITICAL.map(
      ([activity, column]) =>
        [activity, accountRow.totals[column] / accountRow.run.seconds / widest.high] as const,
    );
    marks.push(...stacked(waited, middleIn(waited), parts));
  });
  if (!isNarrow)
    marks.push(
      mark('text', { x: gutter - 8, y: TOP - 10, fill: MUTED.light, 'text-anchor': 'end' }, rowsAre),
    );
  const height = columns.at(-1)!.top + tall + BELOW;
  return drawing(title, rows.map(inWords).join(' '), { width, height, letters }, marks);
}

function columnsOf(
  { width, isNarrow }: Layout,
  gutter: number,
  tall: number,
  titles: readonly string[],
): Column[] {
  if (isNarrow)
    return titles.map((title, k) => ({ title, left: 14, right: width - 30, top: TOP + k * (tall + TOP) }));
  const wide = (width - gutter - GAP * titles.length) / titles.length;
  return titles.map((title, k) => {
    const left = gutter + k * (wide + GAP);
    return { title, left, right: left + wide, top: TOP };
  });
}

function legend(left: number, letters: number): Html[] {
  let next = left;
  return ACTIVITIES.flatMap((activity) => {
    const { colour, height } = LOOKS[activity];
    const [x, tall] = [next, 16 * height];
    next += 50 + 0.5 * letters * activity.length;
    return [
      mark('rect', { x, y: 18 - tall / 2, width: 24, height: tall, fill: colour.light }),
      mark('text', { x: x + 30, y: 22, fill: MUTED.light }, activity),
    ];
  });
}

/** Of a whole row's height. */
const BAR = 0.82 * WIDE.row;

function stacked(
  { left, right }: Column,
  middle: number,
  parts: readonly (readonly [Activity, number])[],
): Html[] {
  let x = left;
  return parts.flatMap(([activity, share]) => {
    const width = share * (right - left);
    const { colour, height } = LOOKS[activity];
    const tall = BAR * height;
    const rect = mark(
      'rect',
      { x, y: middle - tall / 2, width, height: tall, fill: colour.light },
      mark('title', {}, activity),
    );
    x += width;
    return width < 0.05 ? [] : [rect];
  });
}

/** A thin line over the middle 90 % of the updates, a thick one over the middle half, and a dot at the mean. */
function spreadOf(
  { totals, staleness }: AccountRow,
  { left, right }: Column,
  middle: number,
  high: number,
): Html[] {
  const place = (value: number): number => left + (right - left) * Math.min(1, value / high);
  const updates = [...staleness.values()].reduce((sum, count) => sum + count, 0);
  const line = (low: number, top: number, width: number): Html =>
    mark('path', {
      d: `M${place(quantileOf(staleness, low)).toFixed(1)},${middle}H${place(quantileOf(staleness, top)).toFixed(1)}`,
      stroke: HUES[1]!.line.light,
      'stroke-width': width,
      'stroke-linecap': 'round',
    });
  if (updates === 0) return [];
  const mean = totals.totalStaleness / updates;
  return [
    line(0.05, 0.95, 1.4),
    line(0.25, 0.75, 6),
    mark(
      'circle',
      { cx: place(mean), cy: middle, r: 3.4, fill: HUES[0]!.line.light },
      mark('title', {}, `mean ${scientific(mean)}, largest ${grouped(totals.largestStaleness)}`),
    ),
  ];
}

function inWords({ label, totals }: AccountRow): string {
  const shares = ACTIVITIES.map(
    (activity) => `${activity} ${Math.round((100 * totals[activity]) / secondsOf(totals))} %`,
  );
  return `${label}: ${shares.join(', ')}.`;
}

function captionOf(name: string, title: string, isStale: boolean, isWaited: boolean): Html {
  return html`<strong>${title}.</strong> Shares of time are of all seeds
    together.${isStale ? ' Staleness: the middle half of the updates thick, the middle 90 % thin, a dot at the mean.' : ''}${
      isWaited
        ? ' The server waits for the last answer: the share of the run, by what its agent was doing. The rows add up to 100 %, except where it waits for no agent, for example for a deadline.'
        : ''
    }
    ${figureFiles(name, false)}`;
}

function csvOf(rows: readonly AccountRow[]): string {
  const lines = rows.map(({ label, agents, totals, run }) =>
    [textCell(label), agents, ...AGENT_COLUMNS.slice(1).map((name) => totals[name]), run.seconds].join(','),
  );
  return [['row', 'agents', ...AGENT_COLUMNS.slice(1), 'seconds'].join(','), ...lines].join('\n') + '\n';
}

/** The table of the same rows. */
export function accountTable(rows: readonly AccountRow[], rowsAre: string): Html {
  const percent = (share: number): string =>
    Number.isFinite(share) ? `${scientific(100 * share, 2)} %` : '–';
  const updates = ({ staleness }: AccountRow): number =>
    [...staleness.values()].reduce((sum, count) => sum + count, 0);
  const table = html`<div class="scroll">
      <table class="results stacked account">
        <thead>
          <tr>
            <th scope="col">${rowsAre}</th>
            ${ACTIVITIES.map((activity) => html`<th scope="col">${activity}</th>`)}
            <th scope="col">answers taken</th>
            <th scope="col">late, lost,<br />given up</th>
            <th scope="col">steps<br />wasted</th>
            <th scope="col">weight<br />× M</th>
            <th scope="col">staleness<br />mean, largest</th>
            <th scope="col">last to<br />answer</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((accountRow) => {
            const { label, totals, run, agents } = accountRow;
            const part = totals.contribution / run.contribution;
            return html`<tr>
              <th scope="row">${label}</th>
              ${ACTIVITIES.map((activity) => cell(activity, percent(totals[activity] / secondsOf(totals))))}
              ${cell('answers taken', grouped(totals.taken))}
              ${cell('late, lost, given up', [totals.late, totals.lost, totals.givenUp].map(grouped).join(', '))}
              ${cell('steps wasted', percent(totals.wastedSteps / totals.localSteps))}
              ${cell('weight × M', scientific((part * run.agents) / agents))}
              ${cell(
                'staleness, mean and largest',
                `${scientific(totals.totalStaleness / updates(accountRow))}, ${grouped(totals.largestStaleness)}`,
              )}
              ${cell('last to answer', percent(totals.closed / run.closed))}
            </tr> `;
          })}
        </tbody>
      </table>
    </div>
    <div class="notes">
      <p>
        Sums over the seeds, means over the agents of a row. <em>Weight × M</em>: share in what the model was
        moved by, divided by 1/M; of some agents together the mean. <em>Last to answer</em>: share of the
        server steps that began when theirs was the last answer to come.
      </p>
    </div>`;
  return folded(`The numbers, by ${rowsAre}`, table);
}
