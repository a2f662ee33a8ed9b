/** The part of a page in which lanes over one axis of seconds show what a timed run's agents and server were at. */
import type { Event } from '../chart/chart.ts';
import { withThemeColours } from '../chart/svg.ts';
import { html, type Html, trusted } from '../html.ts';
import { grouped, numberText } from '../../values/numbers.ts';
import { type DrawnTimeline, drawTimeline } from './drawTimeline.ts';
import { idleIn, type TimelineGroup } from './group.ts';
import type { TracedReplication } from './readTrace.ts';

/** All groups together have so many rows at most. */
const MOST_ROWS = 120;
const MOST_GROUPS = 6;

/** Names of its files. */
export const TIMELINE_FILES = [
  'timeline.svg',
  'timeline.csv',
  'timeline-updates.csv',
  'timeline-waiting.csv',
];

/**
 * The part of the page; `undefined` where nothing was traced.
 *
 * @param quantity - what the groups' curves are of
 * @param events - crashes and returns at known times
 * @param more - to be said at its end
 */
export function timelineOf(
  groups: readonly TimelineGroup[],
  quantity: string,
  events: readonly Event[],
  more?: Html,
): Html | undefined {
  const all = groups.filter(({ trace }) => trace.intervals.length > 0);
  const timelineGroups = all.slice(0, MOST_GROUPS);
  const [first] = timelineGroups;
  if (first === undefined) return undefined;
  const most = Math.floor(MOST_ROWS / timelineGroups.length);
  const fitting = timelineGroups.map((group) => ({ ...group, trace: withRows(group.trace, most) }));
  const title =
    timelineGroups.length === 1
      ? `${first.title}, seed ${first.trace.seed}: its agents in time`
      : 'The same seconds, one below the other';
  const drawn = drawTimeline({ title, quantity, groups: fitting, events });
  const words = captionOf(title, fitting, drawn, all.length - timelineGroups.length, more);
  const { html: text } = html`<h2>Agents, server and error on one axis of time</h2>
    ${figureOf(drawn, events, words)} `;
  return {
    html: text,
    files: [
      ['timeline.svg', drawn.svg],
      ['timeline.csv', timelineTable(fitting)],
      ['timeline-updates.csv', updatesTable(fitting)],
      ...(fitting.every(({ waiting }) => waiting === undefined)
        ? [['timeline-waiting.csv', waitingTable(fitting, drawn.window)] as const]
        : []),
    ],
  };
}

function figureOf({ svg }: DrawnTimeline, events: readonly Event[], words: Html): Html {
  return html`<figure id="timeline" class="timeline">
    <div class="gantt">${trusted(withThemeColours(svg))}</div>
    <p class="reading" aria-live="polite"></p>
    <p class="zoom" hidden>
      <button type="button" data-zoom="2" aria-label="zoom in">+</button>
      <button type="button" data-zoom="0.5" aria-label="zoom out">−</button>
      <button type="button" data-move="-0.5" aria-label="earlier">←</button>
      <button type="button" data-move="0.5" aria-label="later">→</button>
      <button type="button" data-zoom="0">start</button>
      ${events.map(({ x, label }) => html`<button type="button" data-at="${x}">${label}</button> `)}
      <span
        >drag to move; zoom with Ctrl and the wheel, or with + and −; point at a row to see its updates</span
      >
    </p>
    <figcaption>${words}</figcaption>
  </figure> `;
}

function captionOf(
  title: string,
  groups: readonly TimelineGroup[],
  { view, window, end }: DrawnTimeline,
  left: number,
  more: Html | undefined,
): Html {
  const isTraced = groups.every(({ waiting }) => waiting === undefined);
  const sentences = [
    view.to < end
      ? `Seen are the first ${grouped(view.to)} s of ${numberText(end, 4)} s.`
      : `The whole replication: ${numberText(end, 4)} s.`,
    ...extents(groups, view.to),
    'An arc joins the sending of a model to the server step that applies its update. With more than four agents, arcs are those of the agent under the pointer.',
    ...(isTraced
      ? [`Waiting: the share of the agents’ time in the last ${window} s, receiving included.`]
      : [
          'Made from updates.csv: an agent is at work while it computes or sends; work that no step took in, and absences, are missing. Waiting, receiving included, is from rounds.csv. With --trace the timeline has everything.',
        ]),
    ...(groups.some(({ accounts }) => accounts.length > 0)
      ? ['At the right: how each agent spent its time in the whole replication.']
      : []),
    ...(left > 0 ? [`${left} more are not shown.`] : []),
  ];
  return html`<strong>${title}.</strong> ${sentences.join(' ')} ${more}
    <span class="files"
      ><a href="figures/timeline.csv">data</a> · <a href="figures/timeline-updates.csv">updates</a> ·
      ${isTraced ? html`<a href="figures/timeline-waiting.csv">waiting</a> · ` : undefined}<a
        href="figures/timeline.svg"
        >SVG</a
      ></span
    >`;
}

/** What of the replications the page holds, where that is not all. */
function extents(groups: readonly TimelineGroup[], seen: number): string[] {
  return groups.flatMap(({ title, trace: { agents, shownAgents, stretches, cut } }) => {
    const subject = groups.length > 1 ? `Of ${title} the` : 'The';
    const rows =
      shownAgents < agents
        ? [`${subject} agents 0 to ${shownAgents - 1} of ${grouped(agents)} have rows.`]
        : [];
    const parts = stretches.map(({ from, to }) => `${numberText(from, 4)} to ${numberText(to, 4)} s`);
    const held =
      cut && stretches.some(({ to }) => to > seen)
        ? [`${subject} page has ${parts.join(' and ')}; grey is what it leaves out.`]
        : [];
    return [...rows, ...held];
  });
}

/** The first agents alone. */
function withRows(trace: TracedReplication, most: number): TracedReplication {
  if (trace.shownAgents <= most) return trace;
  return { ...trace, shownAgents: most, intervals: trace.intervals.filter(({ agent }) => agent < most) };
}

const rowsOf = <T>(
  groups: readonly TimelineGroup[],
  header: string,
  marksOf: (trace: TracedReplication) => readonly T[],
  cells: (mark: T) => readonly (number | string)[],
): string => {
  const several = groups.length > 1;
  const lines = [`${several ? 'group,' : ''}algorithm,seed,${header}`];
  groups.forEach(({ trace }, at) => {
    const prefix = [...(several ? [at + 1] : []), trace.algorithm, trace.seed];
    for (const mark of marksOf(trace)) lines.push([...prefix, ...cells(mark)].join(','));
  });
  return lines.join('\n') + '\n';
};

/** The numbers that are drawn: seconds of the run's clock. */
const timelineTable = (groups: readonly TimelineGroup[]): string =>
  rowsOf(
    groups,
    'agent,activity,dispatch,from,to',
    ({ intervals }) => intervals,
    ({ agent, activity, dispatch, from, to }) => [agent, activity, dispatch ?? '', from, to],
  );

const updatesTable = (groups: readonly TimelineGroup[]): string =>
  rowsOf(
    groups,
    'step,agent,dispatch,sent,arrived,taken,staleness,weight',
    ({ updates }) => updates,
    ({ step, agent, dispatch, sent, arrived, taken, staleness, weight }) => [
      step,
      agent,
      dispatch,
      sent,
      arrived,
      taken,
      staleness,
      weight,
    ],
  );

const waitingTable = (groups: readonly TimelineGroup[], window: number): string =>
  rowsOf(
    groups,
    'time,window,share',
    (trace) => trace.stretches.flatMap((stretch) => idleIn(trace, stretch, window)),
    ({ time, share }) => [time, window, share],
  );
