/**
 * Where messages take no time and a local step takes a second, every policy that waits for all agents
 * is the synchronous run, bit for bit: times, errors, traffic and iterates.
 */
import { describe, expect, it } from 'vitest';
import { algorithmOf } from '../../../src/algorithms/parts.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { RoundRecord } from '../../../src/measurement/metrics/roundRecord.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { policyFault } from '../../../src/algorithms/policyFault.ts';
import { ALL_SEVEN, configurationOf, replicationsOf, type ToldReplication } from '../../oracles/events.ts';
import { threeAgents } from './timedFixture.ts';

const M = 3;

const WAIT_FOR_ALL: readonly PolicyConfiguration[] = [
  { kind: 'synchronous' },
  { kind: 'first', count: M, late: 'drop' },
  { kind: 'first', count: M, late: 'carry' },
  { kind: 'sampled', count: M },
  { kind: 'deadline', seconds: 1e6, late: 'drop' },
  { kind: 'deadline', seconds: 1e6, late: 'carry' },
];

const RUNS: readonly (readonly [string, Partial<RunConfiguration>])[] = [
  ['H = 3', {}],
  [
    'p = 0.3, 40 local steps',
    { trigger: { kind: 'bernoulli', probability: 0.3 }, budget: { kind: 'steps', steps: 40 } },
  ],
  ['every second observation, averaged', { stride: 2, averageFrom: 0.2, drawn: true, lyapunov: true }],
];

/** What the timed run tells besides is compared by itself. */
function plain(records: readonly RoundRecord[]): unknown[] {
  return records.map((record) => ({ ...record.toJSON(), staleness: 0, idle: 0 }));
}

const bare = (runs: readonly ToldReplication[]): unknown[] =>
  runs.map((run) => ({
    ...run,
    records: plain(run.records),
    outcome: { ...run.outcome, work: undefined, selections: undefined },
  }));

describe.each(RUNS)('without delays, %s', (_name, changes) => {
  it.each(WAIT_FOR_ALL)('$kind is the synchronous run', async (policy) => {
    const algorithms = ALL_SEVEN(0.05).filter(
      (configuration) => policyFault(algorithmOf(configuration), policy) === undefined,
    );
    expect(algorithms.length).toBeGreaterThan(3);
    const configuration = configurationOf({ algorithms, seeds: [1, 2], ...changes });
    const atBarrier = await replicationsOf(threeAgents, configuration);
    // The empty model has all defaults, and puts even the synchronous policy on the clock.
    const changed = {
      ...configuration,
      policy,
      timing: {},
      lyapunov: policy.kind === 'synchronous' && configuration.lyapunov,
    };
    const comparable =
      policy.kind === 'synchronous'
        ? atBarrier
        : await replicationsOf(threeAgents, { ...configuration, lyapunov: false });
    const timed = await replicationsOf(threeAgents, changed);
    expect(bare(timed)).toEqual(bare(comparable));
    for (const { records } of timed) {
      expect(records.length).toBeGreaterThan(5);
      for (const record of records.slice(1)) {
        expect(record.staleness).toBe(0);
        expect(record.idle).toBe(0);
      }
    }
  });
});
