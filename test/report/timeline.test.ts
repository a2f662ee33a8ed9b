/** Lanes over one axis of seconds: what is drawn lies where the trace says, and waiting in a moving window is what it integrates to. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UPDATES_HEADER } from '../../src/recording/updates.ts';
import type { AlgorithmData } from '../../src/report/curve.ts';
import { HUES } from '../../src/report/palette.ts';
import type { Series } from '../../src/report/readRounds.ts';
import { drawTimeline } from '../../src/report/timeline/drawTimeline.ts';
import type { TimelineGroup } from '../../src/report/timeline/group.ts';
import { idleShare, simplified } from '../../src/report/timeline/idle.ts';
import type { TracedReplication } from '../../src/report/timeline/readTrace.ts';
import { readUpdates, waitingBetweenSteps } from '../../src/report/timeline/readUpdates.ts';
import type { TimelineNumbers } from '../../src/report/timeline/timelineNumbers.ts';
import { description } from '../../src/report/timeline/surroundings.ts';
import { viewOf } from '../../src/report/timeline/view.ts';
import { temporaryFolder } from '../recording/temporaryFolder.ts';

/** Two agents under a server that takes in each answer; irrational times, so that none agrees with another by chance. */
const [A, B, C, D, E, F] = [
  Math.SQRT2,
  Math.E,
  Math.PI,
  5 * Math.LN2,
  4.2 * Math.SQRT1_2 * 2,
  Math.PI * Math.SQRT2 * 2,
];
const TRACE: TracedReplication = {
  algorithm: 'local-sa',
  seed: 3,
  agents: 2,
  shownAgents: 2,
  stretches: [{ from: 0, to: 10 }],
  cut: false,
  intervals: [
    { agent: 0, activity: 'computing', dispatch: 1, from: 0, to: A },
    { agent: 0, activity: 'sending', dispatch: 1, from: A, to: B },
    { agent: 0, activity: 'waiting', dispatch: undefined, from: B, to: C },
    { agent: 0, activity: 'receiving', dispatch: undefined, from: C, to: D },
    { agent: 0, activity: 'away', dispatch: undefined, from: D, to: 10 },
    { agent: 1, activity: 'computing', dispatch: 1, from: 0, to: E },
    { agent: 1, activity: 'waiting', dispatch: undefined, from: E, to: 10 },
  ],
  steps: [
    { version: 1, time: B },
    { version: 2, time: F },
  ],
  updates: [
    { agent: 0, dispatch: 1, step: 1, sent: 0, arrived: B, taken: B, staleness: 0, weight: 1 },
    { agent: 1, dispatch: 1, step: 2, sent: 0, arrived: E, taken: F, staleness: 1, weight: 1 },
  ],
  absences: [{ agent: 0, kind: 'crashed', time: D }],
};
const GROUP: TimelineGroup = {
  title: 'Local SA',
  hue: HUES[0]!,
  trace: TRACE,
  curves: [{ title: 'Local SA', hue: HUES[0]!, times: [0, B, F], values: [1, 0.1, 0.01] }],
  accounts: [],
};
const draw = (groups: readonly TimelineGroup[] = [GROUP]): string =>
  drawTimeline({ title: 't', quantity: 'error', groups, events: [{ x: D, label: 'agent 0 crashes' }] }).svg;
const svg = draw();

/** The `d` of all paths with a class, and what else is said of them. */
const paths = (name: string, more = '', kind = svg): string[] =>
  [...kind.matchAll(new RegExp(`<path class="${name}"[^>]*${more}[^>]*>`, 'g'))].map(
    ([tag]) => / d="([^"]*)"/.exec(tag)![1]!,
  );
/** The same of activities, by what their titles say. */
function activityPaths(kind: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [, d, activity] of kind.matchAll(/<path class="activity" d="([^"]*)"[^>]*><title>([^<]*)</g))
    found.set(activity!, [...(found.get(activity!) ?? []), d!]);
  return found;
}
/** What a page's script reads. */
const readBy = (kind: string): TimelineNumbers =>
  JSON.parse(/<metadata>(.*?)<\/metadata>/.exec(kind)![1]!) as TimelineNumbers;
const numbers = (d: string): number[] => [...d.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text));
/** Ten seconds are seen: a millionth of that is the last digit of a place. */
const near = (time: number): number => expect.closeTo(time, 5) as number;

describe('a timeline', () => {
  test('has its shares of time in words, of the agents that have rows: computing (√2 + 4.2 √2)/20', () => {
    const group = { ...GROUP, trace: { ...TRACE, agents: 4 } };
    expect(description([group], { from: 0, to: 10 })).toMatch(
      /^Local SA, the first 10 seconds: 2 server steps; of the agents’ time computing 37 %,.* away 33 %/,
    );
  });

  test('has one inner drawing whose unit is a second, as wide as the axis below it', () => {
    expect(svg).toMatch(
      /<svg class="plot" x="58" y="0" width="766" [^>]*viewBox="0 0 10 [\d.]+" preserveAspectRatio="none"/,
    );
    // The ticks 0 and 10 stand at its sides.
    expect(svg).toMatch(/<text x="58" [^>]*>0<\/text>/);
    expect(svg).toMatch(/<text x="824" [^>]*>10<\/text>/);
  });

  test.each(['computing', 'sending', 'receiving', 'away', 'waiting'] as const)(
    'has each stretch of %s in its agent’s row, from and to when the trace says',
    (activity) => {
      const {
        first: rows,
        height,
        spans,
        ...row
      } = readBy(svg).rows.find((found) => found.activity === activity)!;
      expect([height, row.group, row.count]).toEqual([17, 0, 2]);
      const expected = TRACE.intervals.filter((interval) => interval.activity === activity);
      expect(spans).toEqual(expected.map(({ agent, from, to }) => [agent, near(from), near(to)]));
      const drawn = numbers(activityPaths(svg).get(activity)![0]!);
      expect(drawn).toEqual(
        expected.flatMap(({ agent, from, to }) => [
          near(from),
          expect.closeTo(rows + height * (agent + 0.5), 2) as number,
          near(to),
        ]),
      );
    },
  );

  test('has the server’s steps, the arcs from versions to steps, staleness, crashes and events at their times', () => {
    expect(numbers(paths('steps')[0]!).filter((_, k) => k % 3 === 0)).toEqual([near(B), near(F)]);
    const arcs = (agent: number): number[] => numbers(paths('links', `data-agent="0 ${agent}"`)[0]!);
    // M sent Q middle taken
    for (const { agent, sent, taken } of TRACE.updates)
      expect(arcs(agent).filter((_, k) => k % 2 === 0)).toEqual([
        near(sent),
        near((sent + taken) / 2),
        near(taken),
      ]);
    expect(numbers(paths('staleness')[0]!).filter((_, k) => k % 3 === 0)).toEqual([near(B), near(F)]);
    expect(numbers(paths('crashed')[0]!)[0]).toEqual(near(D));
    expect(numbers(paths('event')[0]!)[0]).toEqual(near(D));
  });

  test('has the error as steps: each value from its time to the next, decades as far apart as one another', () => {
    const places = numbers(paths('curve')[0]!);
    const [first, second, third] = [1, 4, 7].map((k) => places[k]!) as [number, number, number];
    expect(second - first).toBeGreaterThan(10);
    expect(third - second).toBeCloseTo(second - first, 1);
    expect([0, 2, 3, 5, 6, 8].map((k) => places[k])).toEqual([0, B, B, F, F, 10].map(near));
    const [{ name, isShare, stretches }] = readBy(svg).curves as [TimelineNumbers['curves'][number]];
    expect([name, isShare]).toEqual(['Local SA', false]);
    const corners = [[0, 1], [B, 1], [B, 0.1], [F, 0.1], [F, 0.01], [10, 0.01]]; // prettier-ignore
    expect(stretches).toEqual([corners.map(([time, value]) => [near(time!), value])]);
  });

  test('has the server’s steps and versions for who points at it', () => {
    const [{ times, versions }] = readBy(svg).servers as [TimelineNumbers['servers'][number]];
    expect([times, versions]).toEqual([[near(B), near(F)], [1, 2]]); // prettier-ignore
  });

  test('has the answers that wait: one from when it came to the step that took it in', () => {
    const moments = numbers(paths('buffer')[0]!.replaceAll(/V[\d.]+/g, '')).filter((_, k) => k !== 1);
    expect(new Set(moments)).toEqual(new Set([B, E, F].map((time) => Number(time.toFixed(5)))));
  });

  test('of several groups has each below the one before, over the same seconds, one row height for all', () => {
    const both = draw([GROUP, { ...GROUP, title: 'SCAFFLSA' }]);
    const [first, two] = activityPaths(both).get('computing')!.map(numbers) as [number[], number[]];
    expect(two.filter((_, k) => k % 3 !== 1)).toEqual(first.filter((_, k) => k % 3 !== 1));
    const shift = two[1]! - first[1]!;
    expect(shift).toBeGreaterThan(2 * 17);
    expect(two.map((value, k) => (k % 3 === 1 ? value - shift : value))).toEqual(
      first.map((value) => expect.closeTo(value, 2) as number),
    );
    expect(both.match(/class="plot"/g)).toHaveLength(1);
  });

  test('of a long run shows some dispatches of each agent, no more than is there', () => {
    const intervals = Array.from({ length: 1_000 }, (_, k) => ({
      agent: k % 2,
      activity: 'computing' as const,
      dispatch: k,
      from: k >> 1,
      to: (k >> 1) + 1,
    }));
    const long = {
      ...GROUP,
      trace: { ...TRACE, intervals, cut: true, stretches: [{ from: 0, to: 500 }], steps: [] },
    };
    expect(viewOf([long])).toEqual({ from: 0, to: 12 });
    expect(viewOf([{ ...long, trace: { ...long.trace, stretches: [{ from: 0, to: 5 }] } }]).to).toBe(5);
  });
});

describe('waiting in a moving window', () => {
  const stretch = fc
    .tuple(fc.double({ min: 0, max: 20, noNaN: true }), fc.double({ min: 0.01, max: 9, noNaN: true }))
    .map(([from, length]) => ({ from, to: from + length }));

  test('is the integral over the window, at every corner and between corners: each agent’s overlap, added up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(stretch, { maxLength: 1 }), { minLength: 1, maxLength: 6 }),
        fc.double({ min: 0.1, max: 6, noNaN: true }),
        (byAgent, window) => {
          const waiting = byAgent.flat();
          const directly = (time: number): number =>
            waiting.reduce(
              (sum, { from, to }) =>
                sum + Math.max(0, Math.min(to, time, 18) - Math.max(from, time - window, 1)),
              0,
            ) /
            (byAgent.length * window);
          const corners = idleShare(waiting, byAgent.length, { from: 1, to: 18 }, window);
          expect(corners[0]!.time).toBe(1 + window);
          expect(corners.at(-1)!.time).toBe(18);
          corners.forEach(({ time, share }, k) => {
            expect(share).toBeCloseTo(directly(time), 11);
            const next = corners[k + 1];
            if (next === undefined) return;
            for (const part of [0.25, 0.5, 0.9]) {
              const between = time + part * (next.time - time);
              expect(share + part * (next.share - share)).toBeCloseTo(directly(between), 10);
            }
          });
          // Without corners that hardly matter it is as far from the exact one as it may be, nowhere further.
          const simple = simplified(corners, 0.05);
          for (const { time, share } of corners) {
            const k = Math.max(
              1,
              simple.findIndex((idleCorner) => idleCorner.time >= time),
            );
            const [a, b] = [simple[k - 1]!, simple[k] ?? simple[k - 1]!];
            const value =
              a.time === b.time
                ? a.share
                : a.share + ((b.share - a.share) * (time - a.time)) / (b.time - a.time);
            expect(Math.abs(value - share)).toBeLessThanOrEqual(0.05 + 1e-9);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('of one of two agents that waits from 2 to 5 s, over 2 s: rises from 2 s on, is a half from 4 to 5, and 0 at 7', () => {
    expect(idleShare([{ from: 2, to: 5 }], 2, { from: 0, to: 8 }, 2)).toEqual(
      [
        [2, 0],
        [4, 0.5],
        [5, 0.5],
        [7, 0],
        [8, 0],
      ].map(([time, share]) => ({ time, share })),
    );
  });
});

describe('without a trace', () => {
  const folder = temporaryFolder();
  const row = (...cells: number[]): string => ['local-sa', ...cells, 10, 80].join(',');
  const series = {
    algorithm: 'local-sa',
    seed: 5,
    columns: { round: [0, 1, 2], time: [0, 4, 9], idle: [NaN, 0.25, 0.5], error: [3, 2, 1] },
  } as unknown as Series;
  const data: AlgorithmData[] = [{ algorithm: 'local-sa', series: [series], runs: [] }];

  test('rows are made of updates.csv and rounds.csv: receiving, at work, and steps at their times; another seed is another run', () => {
    const lines = [
      row(5, 1, 0, 1, 0, 1, 3, 0, 1),
      row(5, 2, 1, 1, 0, 1.5, 8, 1, 0.5),
      row(6, 1, 0, 1, 0, 2, 3, 0, 1),
    ];
    writeFileSync(join(folder, 'updates.csv'), [UPDATES_HEADER, ...lines, ''].join('\n'));
    const [trace, ...others] = readUpdates(folder, data, 2, 100);
    expect(others).toEqual([]);
    expect(trace).toMatchObject({ seed: 5, cut: false, stretches: [{ from: 0, to: 9 }] });
    expect(trace!.intervals.map(({ agent, activity, from, to }) => [agent, activity, from, to])).toEqual([
      [0, 'receiving', 0, 1],
      [0, 'at work', 1, 3],
      [1, 'receiving', 0, 1.5],
      [1, 'at work', 1.5, 8],
    ]);
    expect(
      trace!.updates.map(({ agent, sent, arrived, taken, staleness }) => [
        agent,
        sent,
        arrived,
        taken,
        staleness,
      ]),
    ).toEqual([
      [0, 0, 3, 4, 0],
      [1, 0, 8, 9, 1],
    ]);
    expect(trace!.steps).toEqual([
      { version: 1, time: 4 },
      { version: 2, time: 9 },
    ]);
    // Cut after the first update: the step that the next one belongs to is not there as a whole.
    expect(readUpdates(folder, data, 2, 1)[0]).toMatchObject({ cut: true, updates: [] });
  });

  test.each([
    [
      UPDATES_HEADER.replace('arrived', 'came'),
      row(5, 1, 0, 1, 0, 1, 3, 0, 1),
      'line 1 has no column arrived; the header',
    ],
    [UPDATES_HEADER, 'local-sa,5,1,0', 'line 2 has 4 cells where the header has 12; the same number'],
    [
      UPDATES_HEADER,
      row(5, 1, 0, 1, 0, 1, 3, 0, 1).replace(',3,', ',x,'),
      'line 2, column arrived: "x" is not a number; a number',
    ],
  ])('of a header %s with a row %s it is said: %s is expected', (header, line, text) => {
    writeFileSync(join(folder, 'updates.csv'), `${header}\n${line}\n`);
    expect(() => readUpdates(folder, data, 2, 100)).toThrow(`${join(folder, 'updates.csv')}: ${text}`);
  });

  test('waiting between steps is what the share so far has grown by: (0.5 · 9 − 0.25 · 4)/5 from 4 to 9 s', () => {
    expect(waitingBetweenSteps(series)).toEqual({ times: [0, 4], values: [0.25, 0.7] });
  });
});
