/** Runs of the library that write nothing, and rules that end runs. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { readPlayed } from '../../src/runs/play/playedRun.ts';
import type { RunRound } from '../../src/runs/runRound.ts';
import { expectSame, partOf } from '../runs/play/pages.ts';
import { contents, emptyFolder, fedsa, library, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const problem = join(folder, 'problem.json');
const SETTINGS = {
  ...{ algorithms: ['local-sa', 'scaffold'], stepSize: 0.05, localSteps: 3, rounds: 30, seeds: 3 },
  average: 0.3,
  placement: 'inline',
} as const;
const TIMED = {
  ...SETTINGS,
  algorithms: ['local-sa'],
  policy: 'asynchronous:0.5',
  timing: { compute: { kind: 'exponential', mean: 1 } },
} as const;

const { rounds: _rounds, ...OPEN } = TIMED;

beforeAll(() => {
  writeTwoAgents(folder);
});

/** A row of a file against the round that the program got. */
function expectRow(row: Record<string, string>, round: RunRound): void {
  for (const [column, cell] of Object.entries(row)) {
    const [name, index] = column.split('_', 2);
    const vector = name === 'theta' ? round.theta : name === 'average' ? round.average : undefined;
    const value = vector ? vector[Number(index)]! : round[column as keyof RunRound];
    if (column === 'algorithm') expect(value).toBe(cell);
    else expect(Object.is(value ?? NaN, cell === '' ? NaN : Number(cell)), `${column} ${cell}`).toBe(true);
  }
}

describe('a run in memory', () => {
  test.each([
    ['at the barrier', SETTINGS],
    ['on a clock', TIMED],
    ['until its seconds are over', { ...OPEN, average: 0, seconds: 20 }],
  ])(
    'has the rounds, iterates and predictions of the run in a folder %s, bit for bit',
    async (name, settings) => {
      const before = contents(folder);
      const outcome = await library.run(problem, settings, { out: false });
      expect(contents(folder)).toEqual(before);
      expect(existsSync('runs')).toBe(false);
      const out = join(folder, name);
      const written = await library.run(problem, settings, { out, report: false });
      const [rounds, iterates] = [rows(out, 'rounds.csv'), rows(out, 'iterates.csv')];
      expect(outcome.rounds).toHaveLength(rounds.length);
      for (const [at, round] of outcome.rounds.entries()) {
        expectRow(rounds[at]!, round);
        expectRow(iterates[at]!, round);
      }
      expect(outcome.predictions).toEqual(written.manifest.predictions);
      expect(outcome.manifest.runs).toEqual(written.manifest.runs.map(({ beside: _, ...run }) => run));
      expect(outcome.algorithms).toEqual(written.algorithms);
      expect(outcome).toMatchObject({ state: 'completed', failure: undefined });
      const given: RunRound[] = [];
      for await (const round of library.runs(problem, settings)) given.push(round);
      expect(given).toEqual(outcome.rounds);
    },
  );

  test('of which the loop is left ends there', async () => {
    const seen: number[] = [];
    let ended: unknown;
    const observe = (inspection: { readonly kind: string }): void => {
      if (inspection.kind === 'replicationEnded') ended = inspection;
    };
    for await (const { round } of library.runs(
      problem,
      { ...SETTINGS, rounds: 2_000_000, seeds: 1 },
      { observe },
    )) {
      seen.push(round);
      if (round === 5) break;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
    expect(ended).toMatchObject({ outcome: { kind: 'interrupted' } });
  });

  test('waits where the loop over its rounds takes long', async () => {
    let computed = 0;
    let taken = 0;
    let ahead = 0;
    const observe = (inspection: { readonly kind: string }): void => {
      if (inspection.kind === 'roundRecorded') computed++;
    };
    const settings = {
      ...SETTINGS,
      algorithms: ['local-sa'],
      rounds: 100_000,
      record: 'all',
      seeds: 1,
    } as const;
    for await (const _ of library.runs(problem, settings, { observe })) {
      if (++taken % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      ahead = Math.max(ahead, computed - taken);
      if (taken === 1000) break;
    }
    expect(taken).toBe(1000);
    // Those of a turn of the run; without waiting 80,000 that are left.
    expect(ahead).toBeLessThan(60_000);
  });

  test('throws what fails it, and what ends it from outside', async () => {
    const all = async (settings: object, options = {}): Promise<void> => {
      for await (const _ of library.runs(problem, { ...SETTINGS, ...settings }, options));
    };
    await expect(all({ stepSize: 100, rounds: 500 })).rejects.toThrow(/diverged/);
    await expect(all({ localSteps: 0, recording: 'all' })).rejects.toThrow(
      new library.InputError(
        'settings: localSteps: must be 1 or greater (found 0); the object has an unknown field, "recording" (did you mean record?)',
      ),
    );
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(all({}, { signal })).rejects.toThrow('enough');
    await expect(library.run(problem, { ...SETTINGS, trace: true }, { out: false })).rejects.toThrow(
      'trace: writes a file, and a run in memory has none; leave it out, or give out',
    );
  });
});

describe('a rule ends each seed', () => {
  const stopWhen = ({ algorithm, seed, round }: RunRound): boolean =>
    algorithm === 'local-sa' && round === 4 + seed;

  test('at exactly its round, in every placement', async () => {
    const whole = await library.run(problem, SETTINGS, { out: false });
    const kept = whole.rounds.filter(
      ({ algorithm, seed, round }) => algorithm === 'scaffold' || round <= 4 + seed,
    );
    expect(kept).toHaveLength(6 + 7 + 8 + 3 * 31);
    const { placement: _, ...anywhere } = SETTINGS;
    for (const placed of [
      {},
      { placement: 'inline' },
      { placement: 'packed', threads: 1 },
      { placement: 'own-thread' },
      // Enough seeds for threads of their own, but the rule stays here.
      { threads: 1 },
    ] as const) {
      const { rounds, manifest } = await library.run(
        problem,
        { ...anywhere, ...placed },
        { out: false, stopWhen },
      );
      expect(rounds).toEqual(kept);
      expect(manifest.runs.map(({ state, rounds, stopped }) => [state, rounds, stopped])).toEqual([
        ...[5, 6, 7].map((rounds) => ['completed', rounds, true]),
        ...[30, 30, 30].map((rounds) => ['completed', rounds, undefined]),
      ]);
    }
  });

  test('is asked at the start, too', async () => {
    const seen: number[] = [];
    const outcome = await library.run(
      problem,
      { ...SETTINGS, seeds: 1, algorithms: ['local-sa'] },
      {
        out: false,
        stopWhen: ({ round, error, theta }) => {
          seen.push(round);
          expect(theta).toHaveLength(2);
          return error >= 0;
        },
      },
    );
    expect(seen).toEqual([0]);
    expect(outcome.manifest.runs).toMatchObject([{ state: 'completed', rounds: 0, steps: 0, stopped: true }]);
  });

  test('on a grid of seconds, before the round that comes after it', async () => {
    const settings = { ...TIMED, record: { seconds: 2 }, updates: true, seeds: 1 } as const;
    const last = (name: string): number => Number(rows(folder, name, 'updates.csv').at(-1)!.round);
    const rule = ({ round }: RunRound): boolean => round >= 8;
    const { manifest } = await library.run(problem, settings, {
      ...{ out: join(folder, 'grid'), report: false, stopWhen: rule },
    });
    const { rounds } = manifest.runs[0]!;
    expect(rounds).toBeGreaterThanOrEqual(8);
    expect(rows(folder, 'grid', 'rounds.csv').at(-1)).toMatchObject({ round: String(rounds) });
    expect(last('grid')).toBe(rounds);
    expect(await library.replay(join(folder, 'grid'))).toMatchObject({ state: 'same', complete: true });
  });

  describe.each([
    ['barrier', SETTINGS],
    ['clock', TIMED],
    [
      'wall',
      { ...TIMED, clock: 'wall', timing: { compute: { kind: 'exponential', mean: 0.001 } }, seeds: 2 },
    ],
  ])('and is recorded (%s):', (name, settings) => {
    const out = join(folder, `stopped-${name}`);
    beforeAll(async () => {
      await library.run(problem, settings as never, { out, stopWhen });
    });

    test('a replay stops there, too', async () => {
      const found = await library.replay(out);
      expect(found).toMatchObject({ state: 'same', difference: undefined, complete: true });
      expect(found.rows).toBeGreaterThanOrEqual(2 * rows(out, 'rounds.csv').length);
      const lengths = rows(out, 'rounds.csv').filter(({ algorithm }) => algorithm === 'local-sa');
      expect(lengths.filter(({ seed }) => seed === '1')).toHaveLength(6);
    });

    test('the report says so, and holds no expectation against its floor', async () => {
      const page = text(out, 'report.html');
      expect(page).toContain('A rule of its program ended');
      expect(page).toMatch(/completed, \d by the rule \(rounds 5–\d\)/);
      const { stdout } = await fedsa(folder, 'report', out, '--json');
      expect(stdout).not.toContain('"expected":{');
    });
  });

  test('a run that was ended by one is not continued without it, nor run elsewhere', async () => {
    const out = join(folder, 'stopped-barrier');
    const before = text(out, 'rounds.csv');
    await expect(library.run(problem, SETTINGS, { out, report: false })).rejects.toThrow(
      /configuration\.stopWhen is .* there and not given here/,
    );
    expect((await fedsa(folder, 'run', out, '--rounds', '9')).stderr).toContain(
      'a rule of the program that ran it ended it; run that program again',
    );
    expect((await fedsa(folder, 'replay', out, '--with', 'step-size=0.1')).stderr).toContain(
      'a rule of its program ended it',
    );
    await expect(
      library.run(problem, SETTINGS, { out: join(folder, 'x'), store: join(folder, 's'), stopWhen }),
    ).rejects.toThrow('`store`: a rule of its program ends the run, which has no hash; leave it out');
    expect(await library.run(problem, SETTINGS, { out, report: false, stopWhen })).toMatchObject({
      wasComplete: true,
    });
    expect(text(out, 'rounds.csv')).toBe(before);
  });

  test('compare names it', async () => {
    await library.run(problem, SETTINGS, { out: join(folder, 'whole'), report: false });
    const { differences } = await library.compare(join(folder, 'stopped-barrier'), join(folder, 'whole'));
    expect(differences).toMatchObject([
      { field: 'stopWhen', values: [String(stopWhen), undefined], decides: true },
    ]);
  });

  test('one that answers neither true nor false, or throws, fails the run with one line', async () => {
    const failureOf = async (rule: () => unknown): Promise<string | undefined> =>
      (await library.run(problem, SETTINGS, { out: false, stopWhen: rule as never })).failure;
    expect(await failureOf(() => undefined)).toBe(
      'stopWhen: must return true or false at once (returned undefined)',
    );
    expect(await failureOf(async () => Promise.resolve(true))).toMatch(
      /^stopWhen: must return true or false at once/,
    );
    expect(
      await failureOf(() => {
        throw new Error('no idea');
      }),
    ).toBe('stopWhen threw: no idea');
  });

  test('a page computes it again up to there', async () => {
    const out = join(folder, 'stopped-barrier');
    await library.report(out, { interactive: true });
    const run = readPlayed(partOf(join(out, 'report.html'), 'run'));
    await expectSame(run);
    expect(run.recorded!.replications.map(({ rows, stopped }) => [rows, stopped])).toContainEqual([6, true]);
  });
});

// Under tsx Piscina can require a thread's program: fedsa is in the thread twice.
test('threads of a program under tsx know the algorithm of a file', () => {
  const program = `
    import { run } from ${JSON.stringify(pathToFileURL('dist/program/index.js').href)};
    const settings = { algorithms: ['./own.ts'], rounds: 2, placement: 'packed' };
    const { state, failure } = await run('problem.json', settings, { out: false });
    console.log(state, failure);`;
  writeFileSync(join(folder, 'program.mts'), program);
  writeFileSync(
    join(folder, 'own.ts'),
    `import { algorithm, averaging, message } from 'fedsa';
    const [down, up] = ['down', 'up'].map((name) => message(name, { theta: 'θ' }));
    export const own = algorithm({
      name: 'own', title: 'Own', source: 'a test', parameters: {}, messages: { down: [down], up: [up] },
      agent: () => ({
        ask: ({ theta, localSteps }, work) => work.advance(theta, 0.1, undefined, localSteps),
        answer: (_, work) => up({ theta: work.theta }),
      }),
      server: (_, { initial }) => averaging(initial, down, (_, average) => average),
    });`,
  );
  const words = ['--import', import.meta.resolve('tsx'), 'program.mts'];
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  expect(stdout + stderr).toBe('completed undefined\n');
});
