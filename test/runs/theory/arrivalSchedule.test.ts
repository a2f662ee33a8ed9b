/** A schedule has the rounds of its run, and no more: a server step beyond a limit is made, and is none of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../../src/events/inspection.ts';
import { run } from '../../../src/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { parseProblemFile } from '../../../src/inputs/problemFile/problemFile.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import { readArrivals } from '../../../src/recording/arrivals.ts';
import { readManifest } from '../../../src/recording/readManifest.ts';
import { arrivalSchedule } from '../../../src/runs/theory/arrivalSchedule.ts';
import { knownProblem, type KnownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { emptyFolder, rows } from '../../commandLine/builtProgram.ts';
import { writeAgents } from '../../commandLine/twoAgents.ts';
import { configurationOf, LOCAL_SA } from '../../oracles/events.ts';

const folder = emptyFolder();
const problem = join(folder, 'problem.json');
writeAgents(folder, 4, 'problem.json');

const settings = {
  algorithms: ['local-sa'],
  stepSize: 0.05,
  localSteps: 3,
  policy: { kind: 'asynchronous', mixing: 0.5 },
  sampling: 'exact',
  timing: { compute: { kind: 'exponential', mean: 0.0002 }, loss: { uplink: 0.3 } },
  placement: 'inline',
} as const;

/** Bytes: a vector of two numbers. Some answers are lost, so that seeds have other numbers of rounds. */
const ANSWER = 16;

test.each([20, 20.5, 21])('a curve ends with its run, of %d answers', async (answers) => {
  const bytes = answers * ANSWER;
  const out = join(folder, `bytes-${bytes}`);
  await run(problem, { ...settings, seeds: 3, bytes }, { out, report: false });
  const { exact } = readManifest(out).predictions[0]!;
  if (exact === undefined || 'reason' in exact) throw new Error(exact?.reason);
  const errors = rows(out, 'rounds.csv');
  expect(exact.arrivals).toHaveLength(3);
  for (const { seed, meanSquare } of exact.arrivals!) {
    const custom = errors.filter((row) => Number(row.seed) === seed);
    expect(meanSquare).toHaveLength(custom.length);
    expect(meanSquare.length).toBeGreaterThan(5);
    custom.forEach(({ error }, at) => {
      expect(meanSquare[at]).toBeCloseTo(Number(error), 12);
    });
  }
});

describe('of a record', () => {
  const built = buildProblem(parseProblemFile(readFileSync(problem, 'utf8'), 'problem.json'));
  const configuration: RunConfiguration = configurationOf({
    algorithms: [LOCAL_SA(0.05)],
    policy: { ...settings.policy, weight: { kind: 'constant' } },
    timing: settings.timing,
    trigger: { kind: 'deterministic', localSteps: 3 },
    budget: { kind: 'rounds', rounds: 30 },
    sampling: 'exact',
    clock: 'wall',
    initial: [0, 0],
  });
  const { agents, root } = knownProblem(built, solveProblem(built), {
    ...configuration,
    policy: { kind: 'synchronous' },
  }) as KnownProblem;
  const means = agents.map(({ mean }) => mean);

  const scheduled = (record: readonly RecordedEvent[], seconds: number) =>
    arrivalSchedule(
      {
        configuration: { ...configuration, budget: { kind: 'rounds', rounds: 30, seconds } },
        algorithm: configuration.algorithms[0]!,
        seed: 1,
        means,
        root,
        rounds: 30,
        record,
      },
      Infinity,
    );

  test('the first event after its time adds nothing', async () => {
    const out = join(folder, 'wall');
    await run(problem, { ...settings, rounds: 30, clock: 'wall' }, { out, report: false });
    const record = [...readArrivals(out, { algorithm: 'local-sa', seed: 1 })];
    expect(record.length).toBeGreaterThan(60);
    const lengths: number[] = [];
    for (let k = 1; k < record.length; k++) {
      if (!(record[k]!.time > record[k - 1]!.time)) continue;
      const until = (record[k]!.time + record[k - 1]!.time) / 2;
      const before = await scheduled(record.slice(0, k), until);
      expect(await scheduled(record.slice(0, k + 1), until)).toEqual(before);
      lengths.push(before.noiseFree.length);
    }
    expect(Math.max(...lengths)).toBeGreaterThan(20);
  });
});
