/** When the server's thread hosts agents itself. */
import { describe, expect, test } from 'vitest';
import { serverHosts } from '../../../actors/experiment/serverHosts.ts';
import type { PreparedExperiment } from '../../../actors/experiment/preparedExperiment.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import type { RunConfiguration } from '../../../src/protocol/configuration.ts';
import type { ResolvedPlacement } from '../../../src/protocol/inspection.ts';
import { configurationOf, replicationsOf } from '../../oracles/events.ts';
import { specimen } from '../../oracles/specimens.ts';

const garnets: ProblemSpecification = specimen('garnet', { agents: 40, states: 10, dimension: 10 });
const PACKED: ResolvedPlacement = { name: 'packed', threads: 2, unit: 'agents' };

function hosts(changes: Partial<RunConfiguration>, more: Partial<PreparedExperiment> = {}): boolean {
  return serverHosts({
    specification: garnets,
    problem: buildProblem(garnets),
    answer: { root: undefined, mean: undefined },
    configuration: configurationOf({ initial: new Array<number>(10).fill(0), ...changes }),
    placement: PACKED,
    replications: [],
    kernels: undefined,
    signal: new AbortController().signal,
    ...more,
  });
}

describe('the server’s thread hosts a share of packed agents', () => {
  test('where rounds are short', () => {
    expect(hosts({})).toBe(true);
    // 20 agents a host, d² + 10 = 110 multiplications a step: 2e7 are reached between these two.
    expect(hosts({ trigger: { kind: 'deterministic', localSteps: 9_090 } })).toBe(true);
    expect(hosts({ trigger: { kind: 'deterministic', localSteps: 9_100 } })).toBe(false);
    expect(hosts({ trigger: { kind: 'bernoulli', probability: 1e-3 } })).toBe(true);
    expect(hosts({ trigger: { kind: 'bernoulli', probability: 1e-4 } })).toBe(false);
  });

  test('but not one thread alone, own threads, agents on a clock, or operators of a user', () => {
    expect(hosts({}, { placement: { ...PACKED, threads: 1 } })).toBe(false);
    expect(hosts({}, { placement: { name: 'own-thread', threads: 40, unit: 'agents' } })).toBe(false);
    expect(hosts({ timing: { compute: 1 } })).toBe(false);
    const module = {
      kind: 'module',
      module: 'file:///m.js',
      export: 'agent',
      agents: 40,
      dimension: 10,
    } as const;
    expect(hosts({}, { specification: module })).toBe(false);
  });
});

test('a run is the same with long rounds, of which no server’s thread is a part, and with short ones', async () => {
  const H = { kind: 'deterministic', localSteps: 9_100 } as const;
  const configuration = configurationOf({
    initial: new Array<number>(10).fill(0),
    trigger: H,
    budget: { kind: 'rounds', rounds: 3 },
  });
  const inline = await replicationsOf(garnets, configuration);
  for (const threads of [2, 3]) {
    expect(hosts({ trigger: H }, { placement: { ...PACKED, threads } })).toBe(threads === 3);
    expect(await replicationsOf(garnets, { ...configuration, placement: 'packed', threads })).toEqual(inline);
  }
});
