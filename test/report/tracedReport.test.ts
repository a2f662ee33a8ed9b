/** What the report of a traced run shows of its trace: timelines, their numbers, and a sequence diagram. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TimedEvent } from '../../src/protocol/inspection.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { openRunDirectory } from '../../src/recording/runDirectory.ts';
import { buildReport } from '../../src/report/buildReport.ts';
import { stylesOf } from '../../src/report/palette.ts';
import { readTrace } from '../../src/report/readTrace.ts';
import { sequenceDiagram } from '../../src/report/sequenceDiagram.ts';
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

describe('timelines', () => {
  test('are the first seconds of the first replication of each algorithm, activity by activity', () => {
    const [header, ...rows] = file('figures/timeline.csv').trim().split('\n');
    expect(header).toBe('algorithm,seed,agent,activity,dispatch,from,to');
    expect(new Set(rows.map((row) => row.split(',').slice(0, 2).join(' ')))).toEqual(
      new Set(['local-sa 1', 'scafflsa 1']),
    );
    const own = rows.filter((row) => row.startsWith('local-sa')).map((row) => row.split(','));
    const horizon = Math.max(...own.map((cells) => Number(cells[6])));
    const all = timed.filter((event) => event.kind === 'activity');
    expect(all.length).toBeGreaterThan(own.length);
    const expected = all.filter(({ from }) => from < horizon - 1e-9);
    expect(own).toHaveLength(expected.length);
    for (let agent = 0; agent < AGENTS; agent++) {
      const drawn = own.filter((cells) => Number(cells[2]) === agent);
      const said = expected.filter((event) => event.agent === agent);
      expect(drawn.map((cells) => cells[3])).toEqual(said.map(({ activity }) => activity));
      for (const [index, { from, to, dispatch }] of said.entries()) {
        expect(drawn[index]![4]).toBe(dispatch === undefined ? '' : String(dispatch));
        expect(Number(drawn[index]![5])).toBeCloseTo(from, 8);
        expect(Number(drawn[index]![6])).toBeCloseTo(Math.min(to, horizon), 8);
      }
    }
  });

  test('are on the page, one for each algorithm, with words for those who do not see them', () => {
    const page = file('report.html');
    expect(page.match(/<figure[^>]+class="timeline"/g)).toHaveLength(2);
    const [local] = readTrace(folder);
    const { intervals, horizon } = local!;
    const computing = intervals.reduce(
      (sum, { activity, from, to }) => (activity === 'computing' ? sum + to - from : sum),
      0,
    );
    const share = Math.round((100 * computing) / (AGENTS * horizon));
    expect(page).toContain(`of their time: computing ${share} %, sending`);
    expect(page).toMatch(/The first [\d.,]+ s of the run, 3,\d\d\d activities\./);
    expect(page).not.toMatch(/(src|href)="?https?:/);
  });

  test('go with the trace: a report without one has neither them nor their files', async () => {
    rmSync(join(folder, 'trace.json'));
    await buildReport(folder);
    expect(file('report.html')).not.toContain('class="timeline"');
    expect(existsSync(join(folder, 'figures/timeline.csv'))).toBe(false);
    expect(existsSync(join(folder, 'figures/first-rounds.mmd'))).toBe(false);
  });
});

describe('the sequence diagram', () => {
  /** The part of Mermaid's grammar that is used; a text ends with its line, and `;` and `#` have meanings. */
  const GRAMMAR = [
    /^sequenceDiagram$/,
    /^ {4}%% [^{}]+$/,
    /^ {4}participant (S|A\d+) as [a-z0-9 ]+$/,
    /^ {4}Note over (S|A\d+)(,A\d+)?: [^;#]+$/,
    /^ {4}(S(->>|-x)A\d+|A\d+(->>|-x)S): [^;#]+$/,
  ];

  let lines: string[] = [];
  let replication: ReturnType<typeof readTrace>[number];

  beforeAll(async () => {
    const policy = { kind: 'deadline', seconds: 6, late: 'drop' } as const;
    const changes = { policy, timing: TIMING, trace: true, seeds: [1] };
    const again = mkdtempSync(join(tmpdir(), 'fedsa-sequence-'));
    const configuration = configurationOf({ ...changes, algorithms: [LOCAL_SA(0.03)] });
    const { events } = await told(agentsThatDiffer(AGENTS), configuration);
    const small = smallManifest({ ...changes, iterates: false }, [1]);
    const observer = recorder(
      openRunDirectory(again, { ...small, problem: { ...small.problem, agents: AGENTS } }),
    );
    for (const event of events) observer.next(event);
    observer.finish('completed');
    replication = readTrace(again)[0]!;
    lines = sequenceDiagram(replication, stylesOf([LOCAL_SA(0.03)]))
      .trimEnd()
      .split('\n');
    rmSync(again, { recursive: true });
  });

  test('keeps to the grammar, and speaks of participants that it has declared', () => {
    const declared = new Set(lines.flatMap((line) => /participant (\w+)/.exec(line)?.[1] ?? []));
    expect(declared.size).toBe(5);
    for (const line of lines) {
      expect(line).toSatisfy((text: string) => GRAMMAR.some((form) => form.test(text)));
      const spoken = /^ {4}(?:Note over )?((?:S|A\d+)(?:,|->>|-x)?(?:S|A\d+)?): /.exec(line)?.[1];
      for (const name of spoken?.match(/S|A\d+/g) ?? []) expect(declared).toContain(name);
    }
    expect(lines.filter((line) => line.includes('3 more agents are not shown'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('server step'))).toHaveLength(3);
  });

  test('has every message of its agents up to the second step, lost ones crossed, in order of arrival', () => {
    const shown = lines.flatMap((line) => /participant A(\d+)/.exec(line)?.[1] ?? []).map(Number);
    const end = timed.filter((event) => event.kind === 'applied').find(({ version }) => version === 1)!.time;
    const messages = timed.filter(
      (event) => event.kind === 'message' && shown.includes(event.agent) && event.arrives <= end,
    ) as Extract<TimedEvent, { kind: 'message' }>[];
    const arrows = lines.filter((line) => /->>|-x/.test(line));
    expect(arrows).toHaveLength(messages.length);
    expect(arrows.filter((line) => line.includes('-x'))).toHaveLength(
      messages.filter(({ lost }) => lost).length,
    );
    messages.sort((a, b) => a.arrives - b.arrives);
    for (const [index, { from, agent, sent }] of messages.entries()) {
      const arrow = from === 'server' ? `S->>A${agent}` : `A${agent}-`;
      expect(arrows[index]).toContain(arrow);
      expect(arrows[index]).toContain(`(sent ${Number(sent.toPrecision(4))} s, `);
    }
    expect(messages.length).toBeGreaterThan(8);
  });
});
