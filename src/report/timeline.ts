/** What each agent was at, as a drawing with a row for each agent, in which one can zoom along time. */
import type { Activity } from '../protocol/inspection.ts';
import { html, type Html, trusted } from './html.ts';
import { grouped, ranges } from './numbers.ts';
import { identifierOf, type Styles } from './palette.ts';
import type { TracedReplication } from './readTrace.ts';
import { TIMELINE_SCRIPT, TIMELINE_STYLE } from './timelineScript.ts';

/** Pixels of the drawing, before it is scaled to the page. */
const WIDTH = 1_000;
const LEFT = 66;
const RIGHT = 14;
const TOP = 34;
const BOTTOM = 46;
/** Units of the plot from left to right, whatever the seconds are. */
const ALONG = 100_000;
const LETTERS = 13;

/** An activity differs from the others in colour and in height, so that it is told by either. */
const LOOKS: readonly { readonly activity: Activity; readonly colour: string; readonly height: number }[] = [
  { activity: 'computing', colour: 'line-2', height: 0.8 },
  { activity: 'sending', colour: 'line-5', height: 0.56 },
  { activity: 'waiting', colour: 'muted', height: 0.1 },
  { activity: 'away', colour: 'line-4', height: 0.3 },
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
  const id = `timeline-${identifierOf(algorithm)}`;
  return html`<figure id="${id}" class="timeline" data-seconds="${horizon}" data-along="${ALONG}">
    <div class="gantt">${trusted(drawingOf(replication, id, title).html)}</div>
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

function drawingOf(replication: TracedReplication, id: string, title: string): Html {
  const { shownAgents: rows, horizon } = replication;
  const row = Math.min(22, Math.max(10, 480 / rows));
  const plot = row * rows;
  const width = WIDTH - LEFT - RIGHT;
  const every = Math.ceil(LETTERS / row);
  const labels = Array.from({ length: rows }, (_, agent) => agent).filter((agent) => agent % every === 0);
  return html`<svg
    viewBox="0 0 ${WIDTH} ${TOP + plot + BOTTOM}"
    role="img"
    aria-labelledby="${id}-title ${id}-description"
    tabindex="0"
  >
    <title id="${id}-title">${title}: its agents in time</title>
    <desc id="${id}-description">${description(replication)}</desc>
    ${legend()}
    <text x="${LEFT - 8}" y="${TOP - 8}" text-anchor="end">agent</text>
    ${labels.map((agent) => html`<text x="${LEFT - 8}" y="${TOP + row * (agent + 0.5) + 4}" text-anchor="end">${agent}</text>`)}
    <rect class="frame" x="${LEFT}" y="${TOP}" width="${width}" height="${plot}" />
    <svg
      class="plot"
      x="${LEFT}"
      y="${TOP}"
      width="${width}"
      height="${plot}"
      viewBox="0 0 ${ALONG} ${rows}"
      preserveAspectRatio="none"
    >
      ${LOOKS.map(({ activity }) => pathOf(replication, activity))}
    </svg>
    <g class="ticks" data-left="${LEFT}" data-width="${width}" data-y="${TOP + plot}">
      ${[0, 0.25, 0.5, 0.75, 1].map((part) => html`<text x="${LEFT + part * width}" y="${TOP + plot + 18}" text-anchor="middle">${Number((part * horizon).toPrecision(3))}</text>`)}
    </g>
    <text x="${LEFT + width / 2}" y="${TOP + plot + 38}" text-anchor="middle">
      seconds of the run's clock
    </text>
  </svg>`;
}

function legend(): Html {
  let x = LEFT;
  const items = LOOKS.map(({ activity, colour, height }) => {
    const at = x;
    x += 120;
    const tall = 16 * height;
    return html`<rect
        x="${at}"
        y="${14 - tall / 2}"
        width="26"
        height="${tall}"
        style="fill:var(--${colour})"
      />
      <text x="${at + 32}" y="18">${activity}</text>`;
  });
  return html`${items}`;
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
  return html`<path d="${d}" style="fill:var(--${colour})"><title>${activity}</title></path>`;
}
