/** The first two server steps of a traced replication as a Mermaid sequence diagram, for papers and pages. */
import type { Styles } from './palette.ts';
import type { TracedMessage, TracedReplication } from './readTrace.ts';

/** More participants than these and the server are no longer read. */
const MOST_AGENTS = 4;
const DIGITS = 4;

interface Line {
  readonly time: number;
  readonly text: string;
}

/**
 * Each message stands where it arrives (one that is lost: where it would have), with the time at which
 * it was sent; the agents are those whose answers come first. Mermaid's grammar for `sequenceDiagram`.
 */
export function sequenceDiagram(replication: TracedReplication, styles: Styles): string {
  const { algorithm, seed, agents, steps, intervals } = replication;
  const end = steps.at(-1) ?? Infinity;
  const messages = replication.messages.filter(
    (message): message is TracedMessage & { arrives: number } =>
      message.arrives !== undefined && message.arrives <= end,
  );
  const shown = shownAgents(messages, agents);
  const lines: Line[] = [];
  for (const message of messages) {
    if (shown.includes(message.agent)) lines.push({ time: message.arrives, text: arrow(message) });
  }
  for (const { agent, activity, from, to } of intervals) {
    if (activity === 'computing' && to <= end && shown.includes(agent)) {
      lines.push({ time: to, text: `Note over A${agent}: computes, ${seconds(from)} to ${seconds(to)} s` });
    }
  }
  // Sorting is stable: what an agent has computed stands before what it sends, a step after what it takes in.
  lines.sort((a, b) => a.time - b.time || rank(a) - rank(b));
  for (const [index, time] of steps.entries()) {
    const before = lines.findIndex((line) => line.time > time);
    const text = `Note over S: server step ${index + 1} at ${seconds(time)} s`;
    lines.splice(before < 0 ? lines.length : before, 0, { time, text });
  }
  const others = agents - shown.length;
  const last = shown.at(-1);
  return [
    'sequenceDiagram',
    `    %% ${styles(algorithm).title}, seed ${seed}: the first ${steps.length} server steps`,
    '    participant S as server',
    ...shown.map((agent) => `    participant A${agent} as agent ${agent}`),
    ...(others > 0 && last !== undefined
      ? [`    Note over S,A${last}: ${others} more ${others === 1 ? 'agent is' : 'agents are'} not shown`]
      : []),
    ...lines.map(({ text }) => `    ${text}`),
    '',
  ].join('\n');
}

/** The agents whose answers come first, ascending; where too few answer, the first of the others. */
function shownAgents(messages: readonly (TracedMessage & { arrives: number })[], agents: number): number[] {
  const answers = messages.filter(({ from, lost }) => from === 'agent' && !lost);
  answers.sort((a, b) => a.arrives - b.arrives || a.agent - b.agent);
  const chosen = new Set<number>();
  for (const { agent } of answers) if (chosen.size < MOST_AGENTS) chosen.add(agent);
  for (let agent = 0; agent < agents && chosen.size < MOST_AGENTS; agent++) chosen.add(agent);
  return [...chosen].sort((a, b) => a - b);
}

function arrow({ from, agent, name, dispatch, sent, arrives, lost, copy }: TracedMessage): string {
  const [sender, receiver] = from === 'server' ? ['S', `A${agent}`] : [`A${agent}`, 'S'];
  const which = `${wordsOf(name)}${dispatch === undefined ? '' : ` ${dispatch}`}${copy ? ' again' : ''}`;
  const when = `sent ${seconds(sent)} s, ${lost ? 'lost' : `arrives ${seconds(arrives!)} s`}`;
  return `${sender}${lost ? '-x' : '->>'}${receiver}: ${which} (${when})`;
}

/** `roundStarted` as `round started`. */
const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Of what happens at one time a computation comes before the message about it. */
const rank = ({ text }: Line): number => (text.startsWith('Note') ? 0 : 1);

/** A few digits, without an exponent that a reader would stumble over. */
const seconds = (time: number): string => String(Number(time.toPrecision(DIGITS)));
