/** Rivals compute what fedsa computes, on problems that are over at once: what the benches rely on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../bench/harness/plan.ts';
import { assertSameModel } from '../../bench/harness/sameWork.ts';
import { timedRun } from '../../bench/harness/timedRun.ts';
import { flatTables, tablesFile } from '../../bench/problems/flatTables.ts';
import { GARNET, LINEAR_FEATURES } from '../../bench/problems/specifications.ts';
import { compiledLoop, vectorisedAgents } from '../../bench/simulation/rivals/timedLoops.ts';
import { postedMessages } from '../../bench/targeted/rivals/postedMessages.ts';

const directory = mkdtempSync(join(tmpdir(), 'fedsa-test-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Agents that three threads cannot share evenly, and an odd d. */
const PROBLEMS = [
  { ...GARNET, agents: 5, dimension: 3 },
  { ...LINEAR_FEATURES, agents: 4, states: 7, dimension: 3 },
];
const PLANS = (['local-sa', 'scafflsa'] as const).flatMap((algorithm) =>
  (['markov', 'iid'] as const).map((sampling): Plan => ({
    algorithm,
    sampling,
    localSteps: 6,
    rounds: 8,
    timedFrom: 4,
    stepSize: 0.05,
  })),
);
const CASES = PROBLEMS.flatMap((problem) => PLANS.map((plan) => ({ problem, plan })));

/** Every plan once, and both problems: numpy takes its time to start. */
const FEW_CASES = [0, 3, 5, 6].map((k) => CASES[k]!);

async function modelsOf(
  rival: (tables: string) => { readonly theta: Float64Array },
  cases: typeof CASES,
): Promise<{ ours: Float64Array; theirs: Float64Array }[]> {
  const file = join(directory, 'tables');
  const pairs = [];
  for (const { problem, plan } of cases) {
    writeFileSync(file, tablesFile(flatTables(problem, 1), plan));
    const { theta } = await timedRun(problem, plan, { placement: 'inline' });
    pairs.push({ ours: Float64Array.from(theta), theirs: rival(file).theta });
  }
  return pairs;
}

const loops = [1, 3].map((threads) => ({ threads, rival: compiledLoop(3, threads, false) }));
const numpy = vectorisedAgents();

describe('Local SA and SCAFFLSA, Markov and i.i.d., on two problems end at the same θ', () => {
  for (const { threads, rival } of loops) {
    it.skipIf('skipped' in rival)(`bit for bit as the C++ loop, threads: ${threads}`, async () => {
      if ('skipped' in rival) return;
      for (const { ours, theirs } of await modelsOf(rival.run, CASES)) expect(theirs).toEqual(ours);
    });
  }

  it.skipIf('skipped' in numpy)('up to rounding as numpy', async () => {
    if ('skipped' in numpy) return;
    for (const { ours, theirs } of await modelsOf(numpy.run, FEW_CASES)) {
      expect(assertSameModel({ own: ours, theirs })).toMatch(/^the same final θ/);
    }
  });
});

it('posted messages end at 1 − (1 − η)^T from zero', async () => {
  const { theta } = await postedMessages(3, 2, 2, { rounds: 4, timedFrom: 2, stepSize: 0.25 });
  expect([...theta]).toEqual([1 - 0.75 ** 4, 1 - 0.75 ** 4]);
});
