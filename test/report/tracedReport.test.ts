/** What the report of a traced run shows of its trace: timelines and their numbers. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TimedEvent } from '../../src/events/inspection.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { openRunDirectory } from '../../src/recording/runDirectory.ts';
import { buildReport } from '../../src/report/buildReport.ts';
import { readTrace } from '../../src/report/timeline/readTrace.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { agentsThatDiffer } from '../actors/timed/timedFixture.ts';
import { configurationOf, LOCAL_SA, SCAFFLSA, told } from '../oracles/events.ts';
import { smallManifest } from '../recording/smallRun.ts';

const AGENTS = 7;
const TIMING: TimingModel = {
  compute: { kind: 'exponential', mean: 1 },
  uplinkLatency: { kind: 'uniform', low: 0.1, high: 0.5 },
  downlinkLatency: { kind: 'exponential', mean: 0.2 },
  availability: { on: { kind: 'exponential', mean: 20 }, off: { kind: 'exponential', mean: 3 } },
  loss: { uplink: 0.2 },
};

const folder = mkdtempSync(join(tmpdir(), 'fedsa-traced-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const file = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** What the first replication of local SA told. */
let timed: TimedEvent[] = [];

/** More than 3,000 activities, so that time is cut. */
const ROUNDS = 250;

beforeAll(async () => {
  const policy = { kind: 'deadline', seconds: 6, late: 'drop' } as const;
  const changes = { seeds: [1, 2], policy, timing: TIMING, trace: true } as const;
  const algorithms = [LOCAL_SA(0.03), SCAFFLSA(0.03)];
  const configuration = configurationOf({
    ...changes,
    algorithms,
    budget: { kind: 'rounds', rounds: ROUNDS },
  });
  const { events, error } = await told(agentsThatDiffer(AGENTS), configuration);
  expect(error).toBeUndefined();
  const small = smallManifest({ ...changes, iterates: false });
  const observer = recorder(
    openRunDirectory(folder, { ...small, problem: { ...small.problem, agents: AGENTS } }),
  );
  for (const event of events) observer.next(event);
  observer.finish('completed');
  timed = events.flatMap((event) =>
    event.kind === 'timed' && event.replication.algorithm === 'local-sa' && event.replication.seed === 1
      ? [event.event]
      : [],
  );
  await buildReport(folder);
});

test('a trace whose end is missing is refused', () => {
  const cut = mkdtempSync(join(tmpdir(), 'fedsa-traced-'));
  try {
    const whole = file('trace.json');
    for (const less of [1, 3, 5000]) {
      writeFileSync(join(cut, 'trace.json'), whole.slice(0, -less));
      expect(() => readTrace(cut)).toThrow(
        /trace\.json: (ends before its last line|line \d+ is not a trace event)/,
      );
    }
  } finally {
    rmSync(cut, { recursive: true, force: true });
  }
});

describe('the timeline', () => {
  const rowsOf = (name: string): string[][] =>
    file(`figures/${name}`)
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(','));
  /** What of [from, to] lies in some stretches that do not overlap. */
  const overlap = (all: readonly { from: number; to: number }[], from: number, to: number): number =>
    all.reduce((sum, entry) => sum + Math.max(0, Math.min(to, entry.to) - Math.max(from, entry.from)), 0);
  let horizon = 0;

  test('has the first seconds of the first replication, activity by activity; receiving is waiting while a dispatch is under way', () => {
    expect(file('figures/timeline.csv')).toMatch(
      /^algorithm,seed,agent,activity,dispatch,from,to\nlocal-sa,1,/,
    );
    const rows = rowsOf('timeline.csv');
    horizon = Math.max(...rows.map((cells) => Number(cells[6])));
    const all = timed.filter((event) => event.kind === 'activity');
    const expected = all.filter(({ from }) => from < horizon - 1e-9);
    expect(expected.length).toBeGreaterThan(1_400);
    expect(all.length).toBeGreaterThan(expected.length);
    const messages = timed.filter((event) => event.kind === 'message');
    for (let agent = 0; agent < AGENTS; agent++) {
      const drawn = rows.filter((cells) => Number(cells[2]) === agent);
      const message = expected.filter((event) => event.agent === agent);
      const named = (isIt: (activity: string) => boolean): (readonly unknown[])[] =>
        drawn
          .filter((cells) => isIt(cells[3]!))
          .map((cells) => [cells[3], cells[4], Number(cells[5]), Number(cells[6])]);
      const isIdle = (activity: string): boolean => activity === 'waiting' || activity === 'receiving';
      expect(named((activity) => !isIdle(activity))).toEqual(
        message
          .filter(({ activity }) => !isIdle(activity))
          .map(({ activity, dispatch, from, to }) => [
            ...[activity, dispatch === undefined ? '' : String(dispatch)],
            ...[from, Math.min(to, horizon)].map((time) => expect.closeTo(time, 8) as number),
          ]),
      );
      const waiting = message.filter(({ activity }) => activity === 'waiting');
      const stretches = drawn
        .filter((cells) => isIdle(cells[3]!))
        .map((cells) => ({ from: Number(cells[5]), to: Number(cells[6]), activity: cells[3]! }));
      expect(overlap(stretches, 0, horizon)).toBeCloseTo(overlap(waiting, 0, horizon), 6);
      // Dispatches to one agent do not overlap here.
      const under = messages.filter(
        ({ from, agent: subject, lost }) => from === 'server' && subject === agent && !lost,
      );
      const receiving = waiting.reduce(
        (sum, { from, to }) =>
          sum +
          overlap(
            under.map(({ sent, arrives }) => ({ from: sent, to: arrives })),
            from,
            Math.min(to, horizon),
          ),
        0,
      );
      expect(receiving).toBeGreaterThan(1);
      expect(
        overlap(
          stretches.filter(({ activity }) => activity === 'receiving'),
          0,
          horizon,
        ),
      ).toBeCloseTo(receiving, 6);
    }
  });

  test('has each update with the version that it started from, as the actors applied it', () => {
    const applied = timed.filter((event) => event.kind === 'applied').filter(({ time }) => time < horizon);
    const close = (value: number): number => expect.closeTo(value, 8) as number;
    expect(rowsOf('timeline-updates.csv').map((cells) => cells.slice(2).map(Number))).toEqual(
      applied.map(({ version, agent, dispatch, sent, arrived, time, staleness, weight }) => [
        ...[version + 1, agent, dispatch, close(sent), close(arrived), close(time), staleness, weight],
      ]),
    );
  });

  test('has waiting in a moving window that agrees with the column idle of rounds.csv', () => {
    const waited = (time: number): number => {
      const rows = rowsOf('timeline.csv').filter((cells) => /waiting|receiving/.test(cells[3]!));
      return overlap(
        rows.map((cells) => ({ from: Number(cells[5]), to: Number(cells[6]) })),
        0,
        time,
      );
    };
    const [head, ...rounds] = file('rounds.csv')
      .trim()
      .split('\n')
      .map((row) => row.split(','));
    const at = (name: string): number => head!.indexOf(name);
    const ours = rounds.filter(
      (cells) => cells[0] === 'local-sa' && cells[1] === '1' && Number(cells[at('time')]) < horizon,
    );
    for (const cells of [ours[3]!, ours[50]!, ours.at(-1)!]) {
      const time = Number(cells[at('time')]);
      expect(waited(time) / (AGENTS * time)).toBeCloseTo(Number(cells[at('idle')]), 7);
    }
    const windows = rowsOf('timeline-waiting.csv').map(
      (cells) => cells.slice(2).map(Number) as [number, number, number],
    );
    for (const k of [0, 100, windows.length - 1]) {
      const [time, window, share] = windows[k]!;
      expect(share).toBeCloseTo((waited(time) - waited(time - window)) / (AGENTS * window), 7);
    }
  });

  test('is on the page once for algorithms whose agents did the same, with words for those who do not see it', () => {
    const page = file('report.html');
    expect(page.match(/<figure[^>]+class="timeline"/g)).toHaveLength(1);
    expect(page).toMatch(
      /Local SA, SCAFFLSA, the first \d+ seconds: \d+ server steps; of the agents’ time computing \d+ %/,
    );
    expect(page).toMatch(/The page has 0 to [\d.]+ s; grey is what it leaves out\./);
    expect(page).not.toMatch(/(src|href)="?https?:/);
  });

  test('has each agent’s shares of time at the right of its row, as agents.csv has them', () => {
    const [trace] = readTrace(folder);
    expect(trace!.stretches).toHaveLength(1);
    const svg = file('figures/timeline.svg');
    const cells = file('agents.csv')
      .split('\n')
      .find((row) => row.startsWith('local-sa,1,3,'))!
      .split(',')
      .slice(3, 8)
      .map(Number);
    const total = cells.reduce((sum, value) => sum + value, 0);
    // computing, sending, receiving, waiting, away in the file; away before waiting in the figure
    const order = [0, 1, 2, 4, 3].map((k) => String(Math.round((100 * cells[k]!) / total)));
    const drawn = [...svg.matchAll(/text-anchor="end" fill="#57606a">(\d+)<\/text>/g)]
      .map(([, text]) => text!)
      .join(' ');
    expect(drawn).toContain(order.join(' '));
  });

  test('has a later moment, such as a crash, with all that its agents did around it', () => {
    const [trace] = readTrace(folder, [1_000]);
    const [first, second, ...others] = trace!.stretches;
    expect(others).toEqual([]);
    expect(second!.from).toBeCloseTo(1_000 - 0.1 * first!.to, 9);
    expect(second!.to).toBeGreaterThan(1_000);
    const isBusy = ({ activity }: { readonly activity: string }): boolean =>
      activity === 'computing' || activity === 'sending' || activity === 'away';
    const cut = timed
      .filter((event) => event.kind === 'activity')
      .filter(isBusy)
      .map(
        ({ agent, activity, from, to }) =>
          [agent, activity, Math.max(from, second!.from), Math.min(to, second!.to)] as const,
      )
      .filter(([, , from, to]) => to - from > 1e-8);
    const intervals = trace!.intervals.filter(
      (interval) => isBusy(interval) && interval.from >= second!.from && interval.to - interval.from > 1e-8,
    );
    const sorted = (rows: readonly (readonly [number, string, number, number])[]): typeof rows =>
      rows.toSorted((a, b) => a[0] - b[0] || a[2] - b[2]);
    expect(
      sorted(intervals.map(({ agent, activity, from, to }) => [agent, activity, from, to] as const)),
    ).toEqual(
      sorted(cut).map(([agent, activity, from, to]) => [
        agent,
        activity,
        expect.closeTo(from, 8) as number,
        expect.closeTo(to, 8) as number,
      ]),
    );
    const isThere = (time: number): boolean => time >= second!.from && time < second!.to;
    const steps = new Set(
      timed.flatMap((event) => (event.kind === 'applied' && isThere(event.time) ? [event.version + 1] : [])),
    );
    expect(trace!.steps.filter(({ time }) => isThere(time)).map(({ version }) => version)).toEqual([
      ...steps,
    ]);
  });

  test('goes with the trace: a report without one has neither them nor their files', async () => {
    rmSync(join(folder, 'trace.json'));
    await buildReport(folder);
    expect(file('report.html')).not.toContain('class="timeline"');
    for (const name of ['.svg', '.csv', '-updates.csv', '-waiting.csv'])
      expect(existsSync(join(folder, `figures/timeline${name}`))).toBe(false);
  });
});
