/** Equal decimal times are equal: a run in tenths of seconds is the same run in whole seconds, event by event. */
import { describe, expect, test } from 'vitest';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { ticksOf } from '../../../src/values/ticks.ts';
import { BY_NUMBER, configurationOf, SCAFFLSA } from '../../oracles/events.ts';
import { storyOf, threeAgents } from './timedFixture.ts';

/** Makes the seconds of a case: whole numbers, or tenths of them. */
type Unit = (whole: number) => number;
const WHOLE: Unit = (whole) => whole;
const TENTHS: Unit = (whole) => whole / 10;

/** Everything that happened and was recorded, with times in tenths of their unit. */
async function storyIn(unit: Unit, changes: (unit: Unit) => Partial<RunConfiguration>) {
  const perUnit = ticksOf(unit(1));
  const inUnits = (key: string, value: unknown): unknown =>
    TIMES.has(key) && typeof value === 'number' ? ticksOf(value) / perUnit : value;
  const { events, records, thetas, outcome } = await storyOf(
    threeAgents,
    configurationOf({
      algorithms: [SCAFFLSA(0.1)],
      trigger: { kind: 'deterministic', localSteps: 1 },
      budget: { kind: 'rounds', rounds: 40 },
      trace: true,
      // Random order depends on the tick.
      tieSeed: BY_NUMBER,
      ...changes(unit),
    }),
  );
  const told = records.map(({ round, time, staleness }) => ({ round, time, staleness }));
  return JSON.parse(JSON.stringify({ events, told, thetas, outcome }, inUnits)) as {
    readonly told: readonly { readonly round: number; readonly time: number }[];
    readonly outcome: { readonly kind: string };
  };
}

const TIMES = new Set(
  'time sent arrives arrived takenUp from to computing sending receiving waiting away'.split(' '),
);

const three = (unit: Unit): TimingModel => ({
  compute: unit(1),
  uplinkLatency: unit(1),
  downlinkLatency: unit(1),
});

const CASES: readonly (readonly [string, (unit: Unit) => Partial<RunConfiguration>])[] = [
  ['a deadline', (s) => ({ timing: three(s), policy: { kind: 'deadline', seconds: s(3), late: 'drop' } })],
  [
    'a deadline after three steps of one',
    (s) => ({
      timing: { compute: s(1) },
      trigger: { kind: 'deterministic', localSteps: 3 },
      policy: { kind: 'deadline', seconds: s(3), late: 'carry' },
    }),
  ],
  [
    'a deadline after 25 steps of eleven',
    (s) => ({
      timing: { compute: s(11) },
      trigger: { kind: 'deterministic', localSteps: 25 },
      policy: { kind: 'deadline', seconds: s(275), late: 'drop' },
    }),
  ],
  [
    'the deadline of a quorum',
    (s) => ({ timing: three(s), policy: { kind: 'first', count: 3, late: 'drop', deadline: s(3) } }),
  ],
  [
    'a largest age',
    (s) => ({
      timing: three(s),
      policy: { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' }, largestAge: s(3) },
    }),
  ],
  ['an end', (s) => ({ timing: three(s), budget: { kind: 'limits', seconds: s(9) } })],
  ['a grid in time', (s) => ({ timing: three(s), recording: { seconds: s(3) } })],
  [
    'a crash and a return',
    (s) => ({
      timing: { ...three(s), agents: [{ agents: [1, 1], crash: { at: s(6), returnsAfter: s(3) } }] },
    }),
  ],
  ['absences', (s) => ({ timing: { ...three(s), availability: { on: s(3), off: s(3) } } })],
  ['outages', (s) => ({ timing: { ...three(s), outages: { on: s(7), off: s(3) } } })],
  [
    'days',
    (s) => ({
      timing: {
        ...three(s),
        availability: { on: s(4), off: s(2), day: { period: s(12), on: [1, 2, 1], phase: s(1) } },
      },
    }),
  ],
  [
    'a trace',
    (s) => ({
      timing: {
        ...three(s),
        availabilityTrace: {
          period: s(7),
          agents: [0, 1, 2].map((k) => [[s(k), s(k + 3)] as const, [s(k + 3), s(6)] as const]),
        },
      },
    }),
  ],
  [
    'work for a time',
    (s) => ({ timing: { ...three(s), uplinkLatency: s(2) }, trigger: { kind: 'work', seconds: s(3) } }),
  ],
  [
    'work of a server and its link',
    (s) => ({
      timing: {
        ...three(s),
        serverCompute: s(1),
        serverUplinkBandwidth: 16 / s(1),
        serverDownlinkBandwidth: 16 / s(1),
      },
      policy: { kind: 'buffered', count: 2, weight: { kind: 'constant' } },
    }),
  ],
  [
    'measured times',
    (s) => ({
      timing: {
        measured: {
          everyone: { compute: [1, 2, 3].map(s), uplink: [2, 1, 2].map(s), downlink: [3, 1, 1].map(s) },
        },
      },
      policy: { kind: 'deadline', seconds: s(6), late: 'carry' },
    }),
  ],
];

describe.each(CASES)('%s', (_, changes) => {
  test('in tenths of seconds is the same as in seconds', async () => {
    const [whole, tenths] = await Promise.all([storyIn(WHOLE, changes), storyIn(TENTHS, changes)]);
    expect(whole.outcome.kind).toBe('completed');
    expect(whole.told.length).toBeGreaterThan(3);
    expect(tenths).toEqual(whole);
  });
});

/** Twenty models of small whole times, so that many events are at equal times, under a policy each. */
test.each(Array.from({ length: 20 }, (_, seed) => seed))('model %i of many', async (seed) => {
  const draws = generatorFor(seed, 'decimal times');
  const from = (least: number, most: number): number => least + draws.below(most - least + 1);
  const [compute, up, down, seconds, on, off] = [
    from(1, 3),
    from(0, 3),
    from(0, 2),
    from(9, 12),
    from(3, 9),
    from(1, 4),
  ];
  const policies = (s: Unit) =>
    [
      { kind: 'deadline', seconds: s(seconds), late: 'carry' },
      { kind: 'first', count: 2, late: 'carry', deadline: s(seconds) },
      { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' }, largestAge: s(seconds) },
      { kind: 'buffered', count: 2, weight: { kind: 'constant' } },
    ] as const;
  const changes = (s: Unit): Partial<RunConfiguration> => ({
    policy: policies(s)[seed % 4]!,
    timing: {
      compute: { kind: 'sequence', values: [compute, compute + 1, 1].map(s) },
      uplinkLatency: s(up),
      downlinkLatency: s(down),
      availability: { on: s(on), off: s(off) },
    },
  });
  expect(await storyIn(TENTHS, changes)).toEqual(await storyIn(WHOLE, changes));
});
