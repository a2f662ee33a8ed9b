/** The first server steps of a traced replication as a Mermaid sequence diagram, for papers and pages. */
import type { Styles } from '../palette.ts';
import type { TracedMessage, TracedReplication, TracedUpdate } from './readTrace.ts';

/** More participants than these and the server are no longer read. */
const MOST_AGENTS = 4;
/** Enough for the times of the first steps to differ. */
const DIGITS = 6;
/** So many server steps, or as many as there are until one takes in a stale update. */
const FEWEST_STEPS = 2;

interface Line {
  readonly time: number;
  readonly text: string;
}

/**
 * Each message stands where it arrives (one that is lost: where it would have), with the time at which
 * it was sent; the agents are those whose answers come first, and that of the first stale update. A dispatch has the number
 * of the version that the server sent, a step those of the versions that its updates started from. Mermaid's grammar for
 * `sequenceDiagram`.
 */
export function sequenceDiagram(replication: TracedReplication, styles: Styles): string {
  const { algorithm, seed, agents, intervals, updates } = replication;
  const stale = updates.find(({ staleness }) => staleness > 0);
  const count = Math.max(FEWEST_STEPS, stale?.step ?? 0);
  // Where nothing is stale soon, two steps say all.
  const steps = replication.firstSteps.slice(0, count > replication.firstSteps.length ? FEWEST_STEPS : count);
  const end = steps.at(-1) ?? Infinity;
  const messages = replication.messages.filter(
    (message): message is TracedMessage & { arrives: number } =>
      message.arrives !== undefined && message.arrives <= end,
  );
  const shown = shownAgents(
    messages,
    agents,
    stale !== undefined && stale.taken <= end ? stale.agent : undefined,
  );
  const versionAt = (time: number): number => steps.filter((step) => step <= time).length;
  const lines: Line[] = [];
  for (const message of messages) {
    if (shown.includes(message.agent))
      lines.push({ time: message.arrives, text: arrow(message, versionAt(message.sent)) });
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
    const taken = updates.filter(({ step }) => step === index + 1);
    const text = `Note over S: server step ${index + 1} at ${seconds(time)} s makes version ${index + 1}${takenIn(taken, shown)}`;
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

/** Whose answers a step takes in, from which versions they started, and how stale they are; of those not shown how many. */
function takenIn(updates: readonly TracedUpdate[], shown: readonly number[]): string {
  const named = updates.filter(({ agent }) => shown.includes(agent));
  const rest = updates.length - named.length;
  const lines = named.map(
    ({ agent, step, staleness }) =>
      `agent ${agent}: from version ${step - 1 - staleness}, staleness ${staleness}`,
  );
  return [...lines, ...(rest > 0 ? [`${rest} of others`] : [])].map((line) => `<br/>${line}`).join('');
}

/** An agent and those whose answers come first, ascending; where too few answer, the first of the others. */
function shownAgents(
  messages: readonly (TracedMessage & { arrives: number })[],
  agents: number,
  certain: number | undefined,
): number[] {
  const answers = messages.filter(({ from, lost }) => from === 'agent' && !lost);
  answers.sort((a, b) => a.arrives - b.arrives || a.agent - b.agent);
  const chosen = new Set<number>(certain === undefined ? [] : [certain]);
  for (const { agent } of answers) if (chosen.size < MOST_AGENTS) chosen.add(agent);
  for (let agent = 0; agent < agents && chosen.size < MOST_AGENTS; agent++) chosen.add(agent);
  return [...chosen].sort((a, b) => a - b);
}

function arrow(
  { from, agent, name, dispatch, sent, arrives, lost, copy }: TracedMessage,
  version: number,
): string {
  const [sender, receiver] = from === 'server' ? ['S', `A${agent}`] : [`A${agent}`, 'S'];
  const model = from === 'server' ? `, version ${version}` : '';
  const which = `${wordsOf(name)}${model}${copy ? ', again' : ''}`;
  const number = dispatch === undefined ? '' : `dispatch ${dispatch}, `;
  const when = `sent ${seconds(sent)} s, ${lost ? 'lost' : `arrives ${seconds(arrives!)} s`}`;
  return `${sender}${lost ? '-x' : '->>'}${receiver}: ${which} (${number}${when})`;
}

/** `roundStarted` as `round started`. */
const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Of what happens at one time a computation comes before the message about it. */
const rank = ({ text }: Line): number => (text.startsWith('Note') ? 0 : 1);

/** A few digits, without an exponent that a reader would stumble over. */
const seconds = (time: number): string => String(Number(time.toPrecision(DIGITS)));
