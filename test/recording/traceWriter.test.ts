/** trace.json of timed runs with every effect a model can have, against what the run itself told. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Inspection } from '../../src/events/inspection.ts';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { openRunDirectory } from '../../src/recording/runDirectory.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { agentsThatDiffer } from '../actors/timed/timedFixture.ts';
import { configurationOf, LOCAL_SA, SCAFFLSA, told } from '../oracles/events.ts';
import { smallManifest, text } from './smallRun.ts';
import { temporaryFolder } from './temporaryFolder.ts';

interface Event {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly id: string;
  readonly name: string;
  readonly cat: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const AGENTS = 5;
const EVENTFUL: TimingModel = {
  compute: { kind: 'exponential', mean: 1 },
  uplinkLatency: { kind: 'uniform', low: 0, high: 0.5 },
  downlinkLatency: { kind: 'exponential', mean: 0.2 },
  availability: { on: { kind: 'exponential', mean: 20 }, off: { kind: 'exponential', mean: 3 } },
  loss: { uplink: 0.1, downlink: 0.1 },
  duplication: 0.2,
  agents: [{ agents: [1, 1], crash: { at: 15, returnsAfter: 5 } }],
};
const weight = { kind: 'constant' } as const;
const FREE: PolicyConfiguration = { kind: 'asynchronous', mixing: 0.5, weight };
const POLICIES: readonly PolicyConfiguration[] = [
  FREE,
  { kind: 'buffered', count: 2, weight },
  { kind: 'deadline', seconds: 4, late: 'drop' },
];

/** The run's events, by local SA and SCAFFLSA with two seeds, and the manifest that goes with them. */
async function traced(policy: PolicyConfiguration) {
  const configuration = configurationOf({
    algorithms: [LOCAL_SA(0.03), SCAFFLSA(0.03)],
    seeds: [1, 2],
    policy,
    timing: EVENTFUL,
    trace: true,
    budget: { kind: 'rounds', rounds: 40 },
  });
  const run = await told(agentsThatDiffer(AGENTS), configuration);
  expect(run.error).toBeUndefined();
  const small = smallManifest({ policy, timing: EVENTFUL, trace: true, iterates: false });
  return { events: run.events, manifest: { ...small, problem: { ...small.problem, agents: AGENTS } } };
}

function traceOf(folder: string): Event[] {
  return (JSON.parse(text(folder, 'trace.json')) as { traceEvents: Event[] }).traceEvents;
}

/** Lists by a key, in order. */
function grouped(events: readonly Event[], key: (event: Event) => string): Map<string, Event[]> {
  const groups = new Map<string, Event[]>();
  for (const event of events) {
    const group = groups.get(key(event));
    if (group === undefined) groups.set(key(event), [event]);
    else group.push(event);
  }
  return groups;
}

/** What must hold of any trace, however the run ended. */
function expectWellFormed(events: readonly Event[]): void {
  const messages = grouped(
    events.filter(({ cat }) => cat === 'message'),
    ({ id }) => id,
  );
  const arrows = grouped(
    events.filter(({ cat }) => cat === 'flow'),
    ({ id }) => id,
  );
  for (const [id, message] of messages) {
    expect(message.map(({ ph }) => ph).sort()).toEqual(['b', 'e']);
    const begin = message.find(({ ph }) => ph === 'b')!;
    const end = message.find(({ ph }) => ph === 'e')!;
    expect(end.ts).toBeGreaterThanOrEqual(begin.ts);
    expect(end.args.lost).toBe(begin.args.lost);
    const arrow = arrows.get(id) ?? [];
    const want = begin.args.lost === true ? [] : ['f', 's'];
    expect(arrow.map(({ ph }) => ph).sort()).toEqual(want);
    for (const { ph, ts, tid } of arrow) {
      const side = ph === 's' ? begin : end;
      expect([ts, tid]).toEqual([side.ts, side.tid]);
    }
  }
  const threads = grouped(
    events.filter(({ ph }) => ph !== 'M'),
    ({ pid, tid }) => `${pid} ${tid}`,
  );
  for (const thread of threads.values()) {
    expect(thread.filter(({ ts }, index) => index > 0 && !(ts >= thread[index - 1]!.ts))).toEqual([]);
    const slices = thread.filter(({ ph }) => ph === 'X');
    for (const [index, slice] of slices.entries()) {
      if (index === 0) continue;
      const { ts, dur } = slices[index - 1]!;
      // One after another without a gap, to the nanosecond.
      expect(Math.round(1_000 * (ts + dur))).toBe(Math.round(1_000 * slice.ts));
      // Viewers nest slices that overlap by a rounding.
      expect(ts + dur).toBeLessThanOrEqual(slice.ts);
    }
  }
}

describe.each(POLICIES)('a trace under %o', (policy) => {
  test('tells every message and activity, at the times of rounds.csv', async () => {
    const { events, manifest } = await traced(policy);
    const folder = temporaryFolder();
    const observer = recorder(openRunDirectory(folder, manifest));
    for (const event of events) observer.next(event);
    observer.finish('completed');
    const trace = traceOf(folder);
    expectWellFormed(trace);

    const timed = events.flatMap((event) => (event.kind === 'timed' ? [event.event] : []));
    const sent = timed.flatMap((event) => (event.kind === 'message' ? [event] : []));
    expect(sent.some(({ lost }) => lost)).toBe(true);
    const applied = timed.flatMap((event) => (event.kind === 'applied' ? [event] : []));
    expect(applied.length).toBeGreaterThan(100);
    expect(trace.filter(({ name }) => name === 'update').map(({ args }) => args)).toEqual(
      applied.map(({ agent, dispatch, version, sent, arrived, staleness, weight }) => ({
        ...{ agent, dispatch, step: version + 1, staleness, weight },
        sent: Math.round(1e9 * sent) / 1e9,
        arrived: Math.round(1e9 * arrived) / 1e9,
      })),
    );
    expect(
      trace
        .filter(({ ph }) => ph === 'b')
        .map(({ ts }) => ts)
        .sort(),
    ).toEqual(sent.map((message) => Math.round(1e9 * message.sent) / 1_000).sort());
    for (const activity of ['computing', 'sending', 'waiting', 'away'] as const) {
      const seconds = timed.reduce(
        (sum, event) =>
          event.kind === 'activity' && event.activity === activity ? sum + event.to - event.from : sum,
        0,
      );
      expect(seconds).toBeGreaterThan(0);
      const microseconds = trace.reduce((sum, { name, dur }) => (name === activity ? sum + dur : sum), 0);
      expect(microseconds).toBeCloseTo(1e6 * seconds, 0);
    }
    const [header, ...rows] = text(folder, 'rounds.csv')
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const column = (row: string[], name: string): string => row[header!.indexOf(name)]!;
    const processes = new Map(
      trace.flatMap(({ name, pid, args }) =>
        name === 'process_name' ? [[`${String(args.algorithm)} ${String(args.seed)}`, pid]] : [],
      ),
    );
    expect([...processes.values()]).toEqual([1, 2, 3, 4]);
    let compared = 0;
    for (const row of rows) {
      const round = Number(column(row, 'round'));
      if (round === 0) continue;
      const pid = processes.get(`${column(row, 'algorithm')} ${column(row, 'seed')}`);
      const counters = trace.filter((event) => event.ph === 'C' && event.pid === pid);
      const version = counters.find(({ args }) => args.version === round)!;
      expect(Math.abs(version.ts - 1e6 * Number(column(row, 'time')))).toBeLessThan(0.001);
      const staleness = counters[counters.indexOf(version) + 1]!;
      expect(staleness.args.staleness).toBeCloseTo(Number(column(row, 'staleness')), 12);
      compared++;
    }
    expect(compared).toBeGreaterThan(100);
  });
});

describe('a trace that does not run its course', () => {
  test('is whole when the run stops anywhere, and a run that goes on tells of what it ran', async () => {
    const { events, manifest } = await traced(FREE);
    const isSecond = ({ kind }: Inspection, index: number): boolean =>
      kind === 'replicationStarted' &&
      index > 0 &&
      events.slice(0, index).some((inspection) => inspection.kind === 'replicationEnded');
    const second = events.findIndex(isSecond);
    for (const stop of [second + 1, second + 57, second + 200]) {
      const folder = temporaryFolder();
      const first = recorder(openRunDirectory(folder, manifest));
      for (const event of events.slice(0, stop)) first.next(event);
      expect(existsSync(join(folder, 'trace.json'))).toBe(false);
      first.finish('interrupted');
      expectWellFormed(traceOf(folder));
      expect(new Set(traceOf(folder).map(({ pid }) => pid))).toEqual(new Set([1, 2]));

      const directory = openRunDirectory(folder, manifest);
      const resumed = recorder(directory);
      for (const event of events.slice(second)) resumed.next(event);
      resumed.finish('completed');
      expectWellFormed(traceOf(folder));
      expect(new Set(traceOf(folder).map(({ pid }) => pid))).toEqual(new Set([2, 3, 4]));
      expect(text(folder, 'trace.json')).toContain('replications of earlier sessions are not in this trace');
      expect(existsSync(join(folder, 'trace.json.partial'))).toBe(false);
    }
  });

  test('says so where a session is killed before it has its name, and the next one finds nothing to run', async () => {
    const { events, manifest } = await traced(FREE);
    const folder = temporaryFolder();
    const first = recorder(openRunDirectory(folder, manifest));
    for (const event of events) first.next(event);
    first.finish('interrupted');
    rmSync(join(folder, 'trace.json'));
    recorder(openRunDirectory(folder, manifest)).finish('completed');
    expect(traceOf(folder)).toEqual([]);
    expect(text(folder, 'trace.json')).toContain('replications of earlier sessions are not in this trace');
  });

  test('is not written without --trace', async () => {
    const { events, manifest } = await traced(FREE);
    const folder = temporaryFolder();
    const untraced = { ...manifest, configuration: { ...manifest.configuration, trace: false } };
    const observer = recorder(openRunDirectory(folder, untraced));
    for (const event of events) observer.next(event);
    observer.finish('completed');
    expect(existsSync(join(folder, 'trace.json'))).toBe(false);
    expect(readFileSync(join(folder, 'rounds.csv'), 'utf8').length).toBeGreaterThan(1_000);
  });
});
