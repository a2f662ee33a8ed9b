/** When packed agents live in the server's thread, and other threads take local steps with it. */
import { describe, expect, test } from 'vitest';
import { loadKernels } from '../../../actors/agent/kernelProgram.ts';
import type { PreparedExperiment } from '../../../actors/experiment/preparedExperiment.ts';
import { areTeamed } from '../../../actors/experiment/teamed.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { ResolvedPlacement } from '../../../src/events/inspection.ts';
import { configurationOf, replicationsOf } from '../../oracles/events.ts';
import { specimen } from '../../oracles/specimens.ts';

const garnets: ProblemSpecification = specimen('garnet', { agents: 40, states: 10, dimension: 10 });
const PACKED: ResolvedPlacement = { name: 'packed', threads: 2, unit: 'agents' };

function teamed(changes: Partial<RunConfiguration>, more: Partial<PreparedExperiment> = {}): boolean {
  return areTeamed({
    specification: garnets,
    problem: buildProblem(garnets),
    answer: { root: undefined, mean: undefined },
    configuration: configurationOf({ initial: new Array<number>(10).fill(0), ...changes }),
    placement: PACKED,
    replications: [],
    kernels: loadKernels(),
    signal: new AbortController().signal,
    ...more,
  });
}

describe('threads take local steps together', () => {
  test('where rounds are short', () => {
    expect(teamed({})).toBe(true);
    // 20 agents a thread, d² + 10 = 110 multiplications a step: 1e8 are reached between these two.
    expect(teamed({ trigger: { kind: 'deterministic', localSteps: 45_450 } })).toBe(true);
    expect(teamed({ trigger: { kind: 'deterministic', localSteps: 45_460 } })).toBe(false);
    expect(teamed({ trigger: { kind: 'bernoulli', probability: 1e-4 } })).toBe(true);
    expect(teamed({ trigger: { kind: 'bernoulli', probability: 1e-5 } })).toBe(false);
  });

  test('but not one thread alone, own threads, agents on a clock, without kernels, or with operators of a user', () => {
    expect(teamed({}, { placement: { ...PACKED, threads: 1 } })).toBe(false);
    expect(teamed({}, { placement: { name: 'own-thread', threads: 40, unit: 'agents' } })).toBe(false);
    expect(teamed({ timing: { compute: 1 } })).toBe(false);
    expect(teamed({}, { kernels: undefined })).toBe(false);
    const module = {
      kind: 'module',
      module: 'file:///m.js',
      export: 'agent',
      agents: 40,
      dimension: 10,
    } as const;
    expect(teamed({}, { specification: module })).toBe(false);
  });
});

test('a run is the same with a team, and where rounds are too long for one', async () => {
  const H = { kind: 'deterministic', localSteps: 45_460 } as const;
  const configuration = configurationOf({
    initial: new Array<number>(10).fill(0),
    trigger: H,
    // some 0.1 s: the other threads start meanwhile
    budget: { kind: 'rounds', rounds: 2 },
  });
  const inline = await replicationsOf(garnets, configuration);
  for (const threads of [2, 3]) {
    expect(teamed({ trigger: H }, { placement: { ...PACKED, threads } })).toBe(threads === 3);
    expect(await replicationsOf(garnets, { ...configuration, placement: 'packed', threads })).toEqual(inline);
  }
});
