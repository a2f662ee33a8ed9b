/** What each agent was at, as a drawing with a row for each agent, in which one can zoom along time. */
import type { Activity } from '../protocol/inspection.ts';
import { drawing, frame, mark, plotOf, withThemeColours } from './chart/draw.ts';
import { linearScale } from './chart/scale.ts';
import { html, type Html, trusted } from './html.ts';
import { grouped, ranges } from './numbers.ts';
import { type Colour, HUES, identifierOf, MUTED, RULE, type Styles } from './palette.ts';
import type { TracedReplication } from './readTrace.ts';
import { TIMELINE_SCRIPT, TIMELINE_STYLE } from './timelineScript.ts';

/** Units of the plot from left to right, whatever the seconds are. */
const ALONG = 100_000;
const LETTERS = 13;

/** An activity differs from the others in colour and in height, so that either distinguishes it. */
const LOOKS: readonly { readonly activity: Activity; readonly colour: Colour; readonly height: number }[] = [
  { activity: 'computing', colour: HUES[1]!.line, height: 0.8 },
  { activity: 'sending', colour: HUES[4]!.line, height: 0.56 },
  { activity: 'waiting', colour: MUTED, height: 0.1 },
  { activity: 'away', colour: HUES[3]!.line, height: 0.3 },
];

/** The part of the page, with its own style and script; `undefined` where nothing was traced. */
export function timelineSection(
  replications: readonly TracedReplication[],
  styles: Styles,
): Html | undefined {
  const drawn = replications.filter(({ intervals }) => intervals.length > 0);
  if (drawn.length === 0) return undefined;
  return html`<h2>What the agents were at</h2>
    <style>
      ${trusted(TIMELINE_STYLE)}
    </style>
    ${drawn.map((one) => timelineFigure(one, styles(one.algorithm).title))}
    <script>
      ${trusted(TIMELINE_SCRIPT)};
    </script> `;
}

/** The numbers that are drawn: seconds of the run's clock. */
export function timelineTable(replications: readonly TracedReplication[]): string {
  const lines = ['algorithm,seed,agent,activity,dispatch,from,to'];
  for (const { algorithm, seed, intervals } of replications) {
    for (const { agent, activity, dispatch, from, to } of intervals) {
      lines.push([algorithm, seed, agent, activity, dispatch ?? '', from, to].join(','));
    }
  }
  return lines.join('\n') + '\n';
}

function timelineFigure(replication: TracedReplication, title: string): Html {
  const { algorithm, seed, horizon } = replication;
  const svg = withThemeColours(drawingOf(replication, title));
  return html`<figure id="timeline-${identifierOf(algorithm)}" class="timeline" data-seconds="${horizon}">
    <div class="gantt">${trusted(svg)}</div>
    <p class="zoom" hidden>
      <button type="button" data-zoom="2" aria-label="zoom in">+</button>
      <button type="button" data-zoom="0.5" aria-label="zoom out">−</button>
      <button type="button" data-move="-0.5" aria-label="earlier">←</button>
      <button type="button" data-move="0.5" aria-label="later">→</button>
      <button type="button" data-zoom="0">all</button>
      <span>drag to move; zoom with Ctrl and the wheel, or with + and −</span>
    </p>
    <figcaption>
      <strong>${title}, seed ${seed}: its agents in time.</strong> ${extent(replication)}
      <span class="files"
        >data in <code>figures/timeline.csv</code>, all of it in <code>trace.json</code></span
      >
    </figcaption>
  </figure> `;
}

/** What of the replication is shown. */
function extent({ agents, shownAgents, intervals, horizon, cut }: TracedReplication): string {
  const rows = shownAgents < agents ? `Agents 0 to ${shownAgents - 1} of ${grouped(agents)}. ` : '';
  const length = Number(horizon.toPrecision(4));
  return cut
    ? `${rows}The first ${grouped(length)} s of the run, ${grouped(intervals.length)} activities.`
    : `${rows}The whole replication: ${grouped(length)} s, ${grouped(intervals.length)} activities.`;
}

/** In words: how the agents' time is shared out. */
function description({ shownAgents, intervals, horizon }: TracedReplication): string {
  const shares = LOOKS.map(({ activity }) => {
    const seconds = intervals.reduce(
      (sum, one) => (one.activity === activity ? sum + one.to - one.from : sum),
      0,
    );
    return `${activity} ${Math.round((100 * seconds) / (shownAgents * horizon))} %`;
  });
  const who = ranges(Array.from({ length: shownAgents }, (_, agent) => agent));
  return `A row for each of the agents ${who} over ${Number(horizon.toPrecision(4))} seconds; of their time: ${shares.join(', ')}.`;
}

function drawingOf(replication: TracedReplication, title: string): string {
  const { shownAgents: rows, horizon } = replication;
  const row = Math.min(22, Math.max(10, 480 / rows));
  const size = { width: 1_000, height: row * rows + 6.6 * LETTERS, letters: LETTERS, values: false };
  const every = Math.ceil(LETTERS / row);
  const labelled = Array.from({ length: Math.ceil(rows / every) }, (_, index) => index * every);
  const ticks = labelled.map((agent) => ({ at: agent + 0.5, label: String(agent) }));
  const axes = {
    x: { title: 'seconds of the run’s clock', scale: linearScale(horizon, 8) },
    // The first agent is at the top.
    y: { title: 'agent', scale: { kind: 'linear', low: rows, high: 0, ticks } },
  } as const;
  const { left, top, right, bottom, ...plot } = plotOf(axes, size, LETTERS);
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  const stretches = LOOKS.map(({ activity }) => pathOf(replication, activity));
  return drawing(`${title}: its agents in time`, description(replication), size, [
    ...frame(axes, { left, top, right, bottom, ...plot }),
    ...legend(left + 90),
    mark('rect', { ...box, stroke: RULE.light }),
    mark(
      'svg',
      { class: 'plot', ...box, viewBox: `0 0 ${ALONG} ${rows}`, preserveAspectRatio: 'none' },
      ...stretches,
    ),
  ]);
}

function legend(left: number): Html[] {
  return LOOKS.flatMap(({ activity, colour, height }, index) => {
    const [x, tall] = [left + 120 * index, 16 * height];
    return [
      mark('rect', { x, y: 18 - tall / 2, width: 26, height: tall, fill: colour.light }),
      mark('text', { x: x + 32, y: 23, fill: MUTED.light }, activity),
    ];
  });
}

/** All stretches of one activity, as one path. */
function pathOf({ intervals, horizon }: TracedReplication, activity: Activity): Html {
  const { colour, height } = LOOKS.find((look) => look.activity === activity)!;
  let d = '';
  for (const interval of intervals) {
    if (interval.activity !== activity) continue;
    const along = (seconds: number): number => Math.round((100 * ALONG * seconds) / horizon) / 100;
    const left = along(interval.from);
    const length = Math.round(100 * (along(interval.to) - left)) / 100;
    const top = Math.round(1_000 * (interval.agent + (1 - height) / 2)) / 1_000;
    d += `M${left} ${top}h${length}v${height}h${-length}z`;
  }
  return mark('path', { d, fill: colour.light }, mark('title', {}, activity));
}
