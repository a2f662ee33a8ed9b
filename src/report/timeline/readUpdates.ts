/**
 * What a timeline can show of a run without a trace: updates.csv says when each update's dispatch was sent and taken up and
 * when its answer came, rounds.csv when the server stepped and how much the agents waited between two steps.
 */
import { join } from 'node:path';
import { UPDATES_NAME } from '../../recording/updates.ts';
import type { AlgorithmData } from '../curve.ts';
import { forEachRow } from '../numberRows.ts';
import type { Series } from '../readRounds.ts';
import { type Interval, MOST_AGENTS, type TracedReplication, type TracedUpdate } from './readTrace.ts';

const COLUMNS = ['round', 'agent', 'dispatch', 'sent', 'taken', 'arrived', 'staleness', 'weight'];
type Eight = [number, number, number, number, number, number, number, number];

/**
 * The first replication of each algorithm in `updates.csv`; none where there is no such file. Of updates that no step took in,
 * of waiting and of absences it knows nothing.
 *
 * @param agents - M
 * @param most - updates of a replication; more are cut off
 * @throws InputError if a row of it is not one of this program's
 */
export function readUpdates(
  directory: string,
  data: readonly AlgorithmData[],
  agents: number,
  most: number,
): TracedReplication[] {
  const found = new Map<
    string,
    { seed: number; cut: boolean; updates: (TracedUpdate & { takenUp: number })[] }
  >();
  forEachRow(join(directory, UPDATES_NAME), COLUMNS, (algorithm, seed, values) => {
    const entry = found.get(algorithm) ?? { seed, cut: false, updates: [] };
    found.set(algorithm, entry);
    if (entry.seed !== seed) return;
    entry.cut ||= entry.updates.length === most;
    if (entry.cut) return;
    const [step, agent, dispatch, sent, takenUp, arrived, staleness, weight] = values as Eight;
    entry.updates.push({ agent, dispatch, sent, takenUp, arrived, taken: NaN, step, staleness, weight });
  });
  return [...found].flatMap(([algorithm, { seed, cut, updates }]) => {
    const series = data
      .find((candidate) => candidate.algorithm === algorithm)
      ?.series.find((replication) => replication.seed === seed);
    if (series === undefined) return [];
    return [replicationOf(series, agents, cut ? withoutLastStep(updates) : updates, cut)];
  });
}

/** Some of its updates may be missing. */
const withoutLastStep = <U extends TracedUpdate>(updates: readonly U[]): U[] =>
  updates.filter(({ step }) => step < updates.at(-1)!.step);

function replicationOf(
  { algorithm, seed, columns: { round, time } }: Series,
  agents: number,
  read: readonly (TracedUpdate & { takenUp: number })[],
  cut: boolean,
): TracedReplication {
  const timeOf = new Map(round.map((number, row) => [number, time[row]!]));
  const shownAgents = Math.min(agents, MOST_AGENTS);
  // Steps that were not recorded have no time.
  const updates = read.flatMap((entry) => {
    const taken = timeOf.get(entry.step);
    return taken === undefined ? [] : [{ ...entry, taken }];
  });
  const last = updates.at(-1);
  const to = (cut ? last?.taken : time.at(-1)) ?? 0;
  const intervals = updates
    .filter(({ agent }) => agent < shownAgents)
    .flatMap(({ agent, dispatch, sent, takenUp, arrived }): Interval[] => [
      ...(takenUp > sent
        ? [{ agent, activity: 'receiving' as const, dispatch, from: sent, to: takenUp }]
        : []),
      { agent, activity: 'at work', dispatch, from: takenUp, to: arrived },
    ]);
  return {
    ...{ algorithm, seed, agents, shownAgents, intervals, cut },
    stretches: [{ from: 0, to }],
    steps: round.flatMap((version, row) =>
      version > 0 && time[row]! <= to ? [{ version, time: time[row]! }] : [],
    ),
    updates,
    absences: [],
  };
}

/** Mean share of the agents that waited between recorded server steps, from the share of their time so far. */
export function waitingBetweenSteps({ columns: { time, idle } }: Series): {
  times: number[];
  values: number[];
} {
  const times: number[] = [];
  const values: number[] = [];
  for (let row = 1; row < time.length; row++) {
    const [before, now] = [time[row - 1]!, time[row]!];
    if (!(now > before)) continue;
    times.push(before);
    values.push((idle[row]! * now - (idle[row - 1]! || 0) * before) / (now - before));
  }
  return { times, values };
}
