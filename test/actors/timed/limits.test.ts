/** A run with limits is the beginning of the same run without them: as many rounds as the limits have room for. */
import { describe, expect, test } from 'vitest';
import type { RoundRecord } from '../../../src/measurement/metrics/roundRecord.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { Limits, RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { TimedEvent } from '../../../src/events/inspection.ts';
import {
  configurationOf,
  FEDHSA,
  LOCAL_SA,
  replicationsIn,
  replicationsOf,
  SCAFFLSA,
  told,
} from '../../oracles/events.ts';
import { agentsThatDiffer, storyOf, threeAgents } from './timedFixture.ts';

const CONSTANT = { kind: 'constant' } as const;
const POLICIES: readonly PolicyConfiguration[] = [
  { kind: 'synchronous' },
  { kind: 'first', count: 2, late: 'carry' },
  { kind: 'deadline', seconds: 4, late: 'drop' },
  { kind: 'sampled', count: 2 },
  { kind: 'buffered', count: 2, weight: CONSTANT },
  { kind: 'asynchronous', mixing: 0.4, weight: { kind: 'polynomial', exponent: 0.5 } },
  { kind: 'bounded-staleness', staleness: 2, mixing: 0.5, weight: CONSTANT },
];

/** Everything that a round may be measured in. */
const RICH: Partial<RunConfiguration> = {
  averageFrom: 0,
  drawn: true,
  timing: {
    compute: { kind: 'exponential', mean: 1 },
    uplinkLatency: { kind: 'uniform', low: 0, high: 1 },
    agents: [{ agents: [0, 0], compute: { kind: 'exponential', mean: 2 } }],
  },
};

/** The rows of a run without limits that its definition leaves to one with them. */
function within(records: readonly RoundRecord[], { seconds = Infinity, bytes = Infinity }: Limits) {
  const [most, direction] = String(bytes).split(':');
  return records.filter(({ time, uplinkBytes, downlinkBytes }) => {
    const sent = { down: downlinkBytes, both: uplinkBytes + downlinkBytes }[direction ?? ''] ?? uplinkBytes;
    return time <= seconds && sent <= Number(most);
  });
}

const all = (changes: Partial<RunConfiguration>): RunConfiguration =>
  configurationOf({ ...RICH, recording: 'all', ...changes });

describe.each(POLICIES)('under $kind', (policy) => {
  const algorithms = [LOCAL_SA(0.1), SCAFFLSA(0.05)];
  test.each<Limits>([
    { seconds: 20 },
    { bytes: 500 },
    { seconds: 25, bytes: 700 },
    { bytes: '700:down' },
    { bytes: '1200:both' },
  ])('%j leaves the rows up to there, and nothing else changes', async (limits) => {
    const long = await replicationsOf(
      threeAgents,
      all({ policy, algorithms, seeds: [2], budget: { kind: 'rounds', rounds: 80 } }),
    );
    const limited = await replicationsOf(
      threeAgents,
      all({ policy, algorithms, seeds: [2], budget: { kind: 'limits', ...limits } }),
    );
    for (const [k, { records, thetas, averages, outcome }] of limited.entries()) {
      const expected = within(long[k]!.records, limits);
      expect(expected.length).toBeGreaterThan(1);
      expect(expected.length).toBeLessThan(81);
      expect(records.map(({ values }) => values)).toEqual(expected.map(({ values }) => values));
      expect(thetas).toEqual(long[k]!.thetas.slice(0, records.length));
      expect(averages).toEqual(long[k]!.averages.slice(0, records.length));
      const { round: rounds, step: steps } = expected.at(-1)!;
      expect(outcome).toMatchObject({ kind: 'completed', rounds, steps });
    }
  });

  test('the last round is recorded when it is known to be the last, as it would have been at once', async () => {
    const budget = { kind: 'limits', seconds: 20 } as const;
    const [every] = await replicationsOf(threeAgents, all({ policy, budget }));
    const last = every!.records.length - 1;
    for (const step of [last + 1, Math.max(2, last - 1)]) {
      const [some] = await replicationsOf(threeAgents, all({ policy, budget, recording: { every: step } }));
      const kept = every!.records.filter(({ round }) => round % step === 0 || round === last);
      expect(some!.records.map(({ values }) => values)).toEqual(kept.map(({ values }) => values));
      expect(some!.thetas.at(-1)).toEqual(every!.thetas.at(-1));
      expect(some!.averages.at(-1)).toEqual(every!.averages.at(-1));
    }
  });
});

describe('what happens exactly at a limit is taken in', () => {
  // H = 3 local steps of a second each: round t is over at 3t s, with 3 · 2 · 8 t = 48 t bytes.
  const timing = { compute: 1 };
  test.each<{ limits: Limits; rounds: number }>([
    { limits: { seconds: 12 }, rounds: 4 },
    { limits: { seconds: 11.999 }, rounds: 3 },
    { limits: { bytes: 192 }, rounds: 4 },
    { limits: { bytes: 191 }, rounds: 3 },
    { limits: { seconds: 12, bytes: 144 }, rounds: 3 },
    { limits: { seconds: 9, bytes: 192 }, rounds: 3 },
    { limits: { seconds: 0 }, rounds: 0 },
    { limits: { bytes: 0 }, rounds: 0 },
    { limits: { bytes: '192:down' }, rounds: 4 },
    { limits: { bytes: '191:down' }, rounds: 3 },
    { limits: { bytes: '288:both' }, rounds: 3 },
    { limits: { bytes: '287:both' }, rounds: 2 },
  ])('$limits: $rounds rounds, timed or not', async ({ limits, rounds }) => {
    for (const model of [timing, undefined]) {
      const configuration = configurationOf({ timing: model, budget: { kind: 'limits', ...limits } });
      const { records, outcome } = await storyOf(threeAgents, configuration);
      expect(outcome).toMatchObject({ kind: 'completed', rounds, steps: 3 * rounds });
      expect(records.map(({ time }) => time)).toEqual(Array.from({ length: rounds + 1 }, (_, t) => 3 * t));
    }
  });

  test('fewer rounds or local steps than the limits have room for end the run, too', async () => {
    const limits = { seconds: 30, bytes: 480 };
    for (const model of [timing, undefined]) {
      for (const budget of [
        { kind: 'rounds', rounds: 2, ...limits },
        { kind: 'steps', steps: 8, ...limits },
      ] as const) {
        const { records } = await storyOf(threeAgents, configurationOf({ timing: model, budget }));
        expect(records.map(({ round }) => round)).toEqual([0, 1, 2]);
      }
    }
  });

  test('two exchanges a round send twice as much: FedHSA has half the rounds', async () => {
    const budget = { kind: 'limits', bytes: 480 } as const;
    const runs = await replicationsOf(
      threeAgents,
      configurationOf({ budget, algorithms: [LOCAL_SA(0.1), FEDHSA(0.1)] }),
    );
    expect(runs.map(({ records }) => records.at(-1)!.round)).toEqual([10, 5]);
  });
});

test('a server step beyond the limit is in none of what is recorded of updates', async () => {
  const configuration = all({
    policy: { kind: 'asynchronous', mixing: 0.5, weight: CONSTANT },
    budget: { kind: 'limits', bytes: 320 },
    updates: true,
  });
  const { events, records } = await storyOf(threeAgents, configuration);
  const applied = events.filter(
    (event): event is TimedEvent & { kind: 'applied' } => event.kind === 'applied',
  );
  expect(applied.at(-1)!.version).toBe(records.at(-1)!.round - 1);
});

test('limits end runs in threads at the same rows, whole replications or agents apart', async () => {
  const budget = { kind: 'limits', seconds: 40 } as const;
  const changes = { ...RICH, budget, recording: { every: 4 }, seeds: [1, 2, 3, 4] };
  const rows = async (more: Partial<RunConfiguration>): Promise<unknown> => {
    const { events, error } = await told(agentsThatDiffer(4), configurationOf({ ...changes, ...more }));
    expect(error).toBeUndefined();
    return replicationsIn(events).map(({ records }) => records.map(({ values }) => values));
  };
  const inline = await rows({});
  expect(await rows({ placement: 'packed', threads: 2 })).toEqual(inline);
  expect(await rows({ placement: 'auto', threads: 1 })).toEqual(inline);
});

describe('on a grid in time a row is the last round by a multiple of Δ', () => {
  /** By the definition, from the rows of all rounds. */
  function onGrid(records: readonly RoundRecord[], spacing: number): RoundRecord[] {
    const { time: end } = records.at(-1)!;
    const kept = new Set([records.at(-1)!]);
    for (let k = 0; k * spacing <= end; k++)
      kept.add(records.filter(({ time }) => Math.round(1e9 * time) <= Math.round(1e9 * k * spacing)).at(-1)!);
    return records.filter((record) => kept.has(record));
  }

  test.each<Partial<RunConfiguration>>([
    RICH,
    { ...RICH, policy: POLICIES[5]! },
    // What is idle by a step is asked when agents have gone on, and some have gone and returned.
    {
      ...RICH,
      policy: POLICIES[4]!,
      timing: {
        ...RICH.timing,
        downlinkLatency: 0.7,
        availability: { on: { kind: 'exponential', mean: 6 }, off: 2 },
      },
    },
    { ...RICH, policy: POLICIES[2]!, budget: { kind: 'limits', seconds: 60 } },
    // A local step takes a tenth: times and multiples are rounded in ways of their own.
    { timing: { compute: 0.1 } },
    { timing: undefined, budget: { kind: 'steps', steps: 100 } },
    { timing: undefined, budget: { kind: 'limits', bytes: 700 } },
  ])('%#', async (changes) => {
    const asked = { budget: { kind: 'rounds', rounds: 60 }, ...changes } as const;
    const [every] = await replicationsOf(threeAgents, configurationOf({ ...asked, recording: 'all' }));
    for (const seconds of [0.1, 0.3, 7, 1000]) {
      const [some] = await replicationsOf(threeAgents, configurationOf({ ...asked, recording: { seconds } }));
      const expected = onGrid(every!.records, seconds);
      expect(some!.records.map(({ values }) => values)).toEqual(expected.map(({ values }) => values));
      expect(some!.outcome).toEqual(every!.outcome);
    }
  });
});
