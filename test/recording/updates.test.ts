/** updates.csv: a row for each update, to the number; whole after a kill; compared by a replay. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { replay, run } from '../../src/index.ts';
import { membership } from '../../src/configuration/replications.ts';
import type { Inspection } from '../../src/events/inspection.ts';
import { openRunDirectory } from '../../src/recording/runDirectory.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { agentsThatDiffer } from '../actors/timed/timedFixture.ts';
import { comparedRows } from '../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../commandLine/twoAgents.ts';
import { configurationOf, SCAFFOLD, told } from '../oracles/events.ts';
import { smallManifest, text } from './smallRun.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const HEADER = 'algorithm,seed,round,agent,dispatch,sent,taken,arrived,staleness,weight,localSteps,bytes';
/** A second a local step and more; messages a quarter and half of one. */
const timing = {
  uplinkLatency: 0.25,
  downlinkLatency: 0.5,
  agents: [1, 2, 4].map((compute, agent) => ({ agents: [agent, agent] as const, compute })),
};
const policy = {
  kind: 'asynchronous',
  mixing: 0.5,
  weight: { kind: 'polynomial', exponent: 1 },
} as const;
const MANIFEST = smallManifest({
  algorithms: [SCAFFOLD(0.05)],
  policy,
  timing,
  updates: true,
  iterates: false,
});
const manifest = {
  ...MANIFEST,
  runs: [1, 2].map((seed) => ({
    algorithm: 'scaffold' as const,
    seed,
    state: 'pending' as const,
    rounds: 0,
    steps: 0,
  })),
};

let events: readonly Inspection[];
beforeAll(async () => {
  const configuration = configurationOf({
    algorithms: [SCAFFOLD(0.05)],
    trigger: { kind: 'deterministic', localSteps: 1 },
    seeds: [1, 2],
    policy,
    timing,
    updates: true,
    budget: { kind: 'rounds', rounds: 6 },
  });
  const all = await told(agentsThatDiffer(3), configuration);
  expect(all.error).toBeUndefined();
  ({ events } = all);
});

const options = { date: () => new Date(0), sync: () => undefined };

/** Records the events of replications that are not done, up to so many of them. */
function record(folder: string, upTo = Infinity): void {
  const directory = openRunDirectory(folder, manifest, options);
  const observer = recorder(directory);
  const isDone = membership(directory.done);
  const missing = events.filter((event) => !('replication' in event && isDone(event.replication)));
  for (const event of missing.slice(0, upTo)) observer.next(event);
  if (upTo === Infinity) observer.finish('completed');
  else directory.flush();
}

test('tells when each update was sent, taken up and came, how stale it was and what it weighed', () => {
  const folder = temporaryFolder();
  record(folder);
  // Cycles of 1.75, 2.75 and 4.75 s; steps at 1.75 (agent 0), 2.75 (1), 3.5 (0), 4.75 (2), 5.25 (0), 5.5 (1) s.
  const rows = [
    [1, 0, 1, 0, 0.5, 1.75, 0, 0.5],
    [2, 1, 1, 0, 0.5, 2.75, 1, 0.25],
    [3, 0, 2, 1.75, 2.25, 3.5, 1, 0.25],
    [4, 2, 1, 0, 0.5, 4.75, 3, 0.125],
    [5, 0, 3, 3.5, 4, 5.25, 1, 0.25],
    [6, 1, 2, 2.75, 3.25, 5.5, 3, 0.125],
  ];
  // Two vectors of two doubles in each answer.
  const lines = [1, 2].flatMap((seed) => rows.map((row) => ['scaffold', seed, ...row, 1, 32].join(',')));
  expect(text(folder, 'updates.csv')).toBe([HEADER, ...lines, ''].join('\n'));
});

describe('a run that was killed', () => {
  test('at any event goes on to the same bytes', () => {
    const whole = temporaryFolder();
    record(whole);
    for (let upTo = 1; upTo < events.length; upTo += 3) {
      const folder = temporaryFolder();
      record(folder, upTo);
      appendFileSync(join(folder, 'updates.csv'), 'scaffold,2,1,0,1,0,0.');
      // The lock of a program that was killed is anybody's; this process lives, so it is taken away by hand.
      rmSync(join(folder, 'run.lock'));
      record(folder);
      for (const name of ['updates.csv', 'agents.csv', 'staleness.csv', 'rounds.csv']) {
        expect(text(folder, name)).toBe(text(whole, name));
      }
    }
  });

  test.each(['updates.csv', 'agents.csv'])('and has lost %s makes it anew', (name) => {
    const [whole, folder] = [temporaryFolder(), temporaryFolder()];
    record(whole);
    record(folder);
    rmSync(join(folder, name));
    record(folder);
    expect(text(folder, name)).toBe(text(whole, name));
  });
});

describe('a replay', () => {
  const folder = temporaryFolder();
  const settings = {
    algorithms: ['scaffold', 'scafflsa'],
    stepSize: 0.05,
    localSteps: 3,
    rounds: 20,
    policy: { kind: 'buffered', count: 2 },
    timing: { compute: { kind: 'exponential', mean: 0.001 }, loss: { uplink: 0.2 } },
    updates: true,
    placement: 'inline',
  } as const;

  beforeAll(() => {
    writeTwoAgents(folder);
  });

  test.each(['virtual', 'wall'] as const)('on the %s clock compares every row', async (clock) => {
    const out = join(folder, clock);
    await run(join(folder, 'problem.json'), { ...settings, clock }, { out, report: false });
    const file = join(out, 'updates.csv');
    const content = readFileSync(file, 'utf8');
    expect(content.trimEnd().split('\n')).toHaveLength(1 + 2 * 20 * 2);
    const same = await replay(out);
    expect(same).toMatchObject({ state: 'same', rows: comparedRows(out) });
    const lines = content.split('\n');
    lines[7] = lines[7]!.replace(/,3,32$/, ',4,32');
    writeFileSync(file, lines.join('\n'));
    expect(await replay(out)).toMatchObject({
      state: 'different',
      difference: expect.stringMatching(
        /^updates\.csv, line 8 .*: localSteps is 4 there and 3 in the replay/,
      ),
    });
  });

  test('of a run that is not timed there is nothing to tell', async () => {
    const { timing: _timing, policy: _policy, ...untimed } = settings;
    await expect(
      run(join(folder, 'problem.json'), untimed, { out: join(folder, 'untimed'), report: false }),
    ).rejects.toThrow('`updates`: it says when each update was sent');
  });
});
