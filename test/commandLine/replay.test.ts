/** Runs on the wall clock and on the virtual one, run again from their directories. */
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Manifest } from '../../src/recording/manifest.ts';
import { slippageLine } from '../../src/runs/slippage.ts';
import type { RunSettings } from '../../src/index.ts';
import { comparedRows, contents, emptyFolder, fedsa, library, rows, text } from './builtProgram.ts';
import { writeAgents, writeTwoAgents } from './twoAgents.ts';

const { replay, run } = library;

const folder = emptyFolder();
const AGENTS = 20;
/** Each takes a fortieth of a second of processor time to start, twice; twenty, and a run that is killed: wallClock.long.test.ts. */
const THREADS = 6;

beforeAll(() => {
  writeTwoAgents(folder);
  writeAgents(folder, AGENTS, 'twenty.json');
  writeAgents(folder, THREADS, 'six.json');
});

const TIMING = {
  compute: { kind: 'exponential', mean: 0.0003 },
  uplinkLatency: { kind: 'exponential', mean: 0.001 },
  downlinkLatency: { kind: 'uniform', low: 0, high: 0.002 },
  loss: { uplink: 0.05, downlink: 0.05 },
  duplication: 0.1,
} as const;

const settings = {
  stepSize: 0.05,
  localSteps: 3,
  rounds: 40,
  clock: 'wall',
  timing: TIMING,
} as const;

/** Nothing is lost, so that the synchronous policy can wait for all. */
const CALM = {
  ...settings,
  algorithms: ['local-sa'],
  timing: { compute: TIMING.compute, uplinkLatency: TIMING.uplinkLatency },
  placement: 'inline',
} as const;

/** Paths, sizes and times of all files of a folder: what changes if anything does. */
function state(directory: string): string[] {
  return contents(directory).map((name) => {
    const { size, mtimeMs } = statSync(join(directory, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

test.each([
  [THREADS, 'six.json', 'own-thread', { kind: 'asynchronous', mixing: 0.5 }],
  [THREADS, 'six.json', 'packed', { kind: 'first', count: 3 }],
  [AGENTS, 'twenty.json', 'inline', { kind: 'deadline', seconds: 0.003 }],
] as const)(
  '%d agents (%s) with random delays, %s, under %j, replay bit for bit and leave the folder as it is',
  async (agents, problem, placement, policy) => {
    const out = join(folder, `delays-${placement}-${policy.kind}`);
    // The third one's agents draw coins.
    const compressed = { name: 'compressed-lsa', compressor: 'rand-k:1' } as const;
    const algorithms = ['local-sa', 'scafflsa', compressed] as const;
    const options = { out, report: false };
    // Theory along the arrivals of independent draws costs nothing.
    await run(
      join(folder, problem),
      { ...settings, algorithms, policy, placement, sampling: 'iid' },
      options,
    );
    const before = state(out);
    const found = await replay(out);
    expect(found).toMatchObject({ state: 'same', difference: undefined, complete: true });
    // Rounds 0 to 40 of each algorithm, and each agent's account.
    expect(rows(out, 'rounds.csv')).toHaveLength(3 * 41);
    expect(rows(out, 'agents.csv')).toHaveLength(3 * agents);
    expect(found.rows).toBe(comparedRows(out));
    expect(state(out)).toEqual(before);
    // Real time: nothing comes before it is due, and rounds are at the times of events.
    const arrivals = rows(out, 'arrivals.csv');
    for (const { time, due } of arrivals) expect(Number(time)).toBeGreaterThanOrEqual(Number(due));
    const times = new Set(arrivals.map(({ time }) => time));
    for (const { time, round } of rows(out, 'rounds.csv'))
      expect(round === '0' || times.has(time)).toBe(true);
  },
);

test('the synchronous policy without delays gives the iterates of the virtual clock', async () => {
  const common = { ...settings, timing: undefined, placement: 'packed', threads: 2 } as const;
  const problem = join(folder, 'problem.json');
  const { timing: _none, ...plain } = common;
  await run(problem, plain, { out: join(folder, 'wall'), report: false });
  await run(problem, { ...plain, clock: 'virtual' }, { out: join(folder, 'virtual'), report: false });
  expect(text(folder, 'wall', 'iterates.csv')).toBe(text(folder, 'virtual', 'iterates.csv'));
  expect(await replay(join(folder, 'wall'))).toMatchObject({ state: 'same' });
});

test('a run that ends by its seconds ends by then, on either clock, replays, and is complete when asked for again', async () => {
  const { rounds: _none, ...open } = settings;
  for (const clock of ['wall', 'virtual'] as const) {
    const out = join(folder, `seconds-${clock}`);
    const policy = { kind: 'buffered', count: 3 } as const;
    const limited = {
      ...open,
      policy,
      clock,
      seconds: 0.1,
      placement: 'inline',
      record: { every: 5 },
    } as const;
    const algorithms = ['local-sa'] as const;
    const target = join(folder, 'twenty.json');
    await run(target, { ...limited, algorithms }, { out, report: false });
    const manifest = JSON.parse(text(out, 'manifest.json')) as Manifest;
    expect(manifest).toMatchObject({ state: 'completed', configuration: { budget: { seconds: 0.1 } } });
    const recorded = rows(out, 'rounds.csv');
    // How far real time goes is up to the machine: the start at least.
    expect(recorded.length).toBeGreaterThan(clock === 'virtual' ? 2 : 0);
    expect(Number(recorded.at(-1)!.round)).toBe(manifest.runs[0]!.rounds);
    for (const { time } of recorded) expect(Number(time)).toBeLessThanOrEqual(0.1);
    const found = await replay(out);
    expect(found).toMatchObject({ state: 'same', complete: true, rows: comparedRows(out) });
    const before = state(out);
    await run(target, { ...limited, algorithms }, { out, report: false });
    expect(state(out)).toEqual(before);
  }
});

test('a run on the virtual clock replays, timed or in step', async () => {
  const virtual = {
    ...CALM,
    timing: TIMING,
    clock: 'virtual',
    policy: { kind: 'buffered', count: 5 },
  } as const;
  await run(join(folder, 'twenty.json'), virtual, { out: join(folder, 'timed'), report: false });
  expect(await replay(join(folder, 'timed'))).toMatchObject({
    state: 'same',
    rows: comparedRows(join(folder, 'timed')),
  });
  const shipped = [
    'run',
    'quickstart',
    '--rounds',
    '5',
    '--seeds',
    '1',
    '--out',
    'shipped',
    '--no-report',
    '--quiet',
    '--placement',
    'inline',
  ];
  expect((await fedsa(folder, ...shipped)).status).toBe(0);
  expect(await fedsa(folder, 'replay', 'shipped')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Replayed \d+ rows: every number came out bit for bit\.$/m) as string,
  });
  expect(existsSync(join(folder, 'timed', 'arrivals.csv'))).toBe(false);
});

test('a number that was changed is told with its place, a missing row and a wrong record, too', async () => {
  const out = join(folder, 'changed');
  await run(join(folder, 'problem.json'), CALM, { out, report: false });
  const whole = text(out, 'rounds.csv');
  const lines = whole.split('\n');
  const cells = lines[6]!.split(',');
  const error = cells[5]!;
  cells[5] = '0.125';
  writeFileSync(join(out, 'rounds.csv'), lines.with(6, cells.join(',')).join('\n'));
  const ended = await fedsa(folder, 'replay', 'changed');
  expect(ended.status).toBe(1);
  expect(ended.stderr).toBe(
    `fedsa: changed: rounds.csv, line 7 (local-sa with seed 1, round 5): error is 0.125 there and ${error} in the replay\n`,
  );
  cells[5] = '7'.repeat(5_000_000);
  writeFileSync(join(out, 'rounds.csv'), lines.with(6, cells.join(',')).join('\n'));
  expect((await replay(out)).difference).toBe(
    `rounds.csv, line 7 (local-sa with seed 1, round 5): error is ${'7'.repeat(60)}… (5000000 characters) there and ${error} in the replay`,
  );
  writeFileSync(join(out, 'rounds.csv'), `${lines.slice(0, 9).join('\n')}\n`);
  expect((await replay(out)).difference).toBe('rounds.csv: ends before line 10, and the replay continues');
  writeFileSync(join(out, 'rounds.csv'), whole);

  const arrivals = text(out, 'arrivals.csv').split('\n');
  writeFileSync(join(out, 'arrivals.csv'), `${arrivals.slice(0, 20).join('\n')}\n`);
  // Of each round that it still comes to there is a row in rounds.csv, behind the header, and one in iterates.csv.
  const shorter = await replay(out);
  expect(shorter.rows).toBeGreaterThan(2);
  expect(shorter.difference).toBe(`rounds.csv, line ${1 + shorter.rows / 2 + 1}: the replay ends before it`);
  writeFileSync(join(out, 'arrivals.csv'), arrivals.with(3, 'local-sa,1,999,0.5,0,1').join('\n'));
  expect((await replay(out)).difference).toContain('arrivals.csv: event 999 of agent 1 does not come up');
});

// Ten runs and replays, half of them on the wall clock: a second.
test('a number of agents.csv or staleness.csv that was changed is named, on either clock; rounds come first', async () => {
  const policy = { kind: 'buffered', count: 2 } as const;
  for (const clock of ['virtual', 'wall'] as const) {
    const out = join(folder, `accounts-${clock}`);
    await run(join(folder, 'problem.json'), { ...CALM, policy, clock, seeds: 2 }, { out, report: false });
    const changed = async (name: string, line: number, cell: number): Promise<string | undefined> => {
      const whole = text(out, name);
      const lines = whole.split('\n');
      writeFileSync(
        join(out, name),
        lines.with(line - 1, lines[line - 1]!.split(',').with(cell, '77').join()).join('\n'),
      );
      const { state, difference } = await replay(out);
      expect(state).toBe('different');
      const found = difference;
      writeFileSync(join(out, name), whole);
      return found;
    };
    // Rows of two agents a seed; columns algorithm, seed, agent, computing, …
    expect(await changed('agents.csv', 5, 10)).toMatch(
      /^agents\.csv, line 5 \(local-sa with seed 2, agent 1\): late is 77 there and \d+ in the replay$/,
    );
    expect(await changed('staleness.csv', 2, 4)).toMatch(
      /^staleness\.csv, line 2 \(local-sa with seed 1, agent 0\): updates is 77 there and \d+ in the replay$/,
    );
    const agents = text(out, 'agents.csv');
    writeFileSync(join(out, 'agents.csv'), agents.split('\n').slice(0, 4).join('\n') + '\n');
    expect((await replay(out)).difference).toBe('agents.csv: ends before line 5, and the replay continues');
    expect(await changed('rounds.csv', 30, 5)).toMatch(/^rounds\.csv, line 30 /);
  }
});

test('no run directory, and a problem that is gone or another, are bad input in one line', async () => {
  const out = join(folder, 'orphan');
  const problem = join(folder, 'own.json');
  const content = readFileSync(join(folder, 'problem.json'), 'utf8');
  writeFileSync(problem, content);
  await run(problem, { ...CALM, rounds: 3 }, { out, report: false });
  expect(await replay(out)).toMatchObject({ state: 'same' });
  writeFileSync(problem, `${content} `);
  await expect(replay(out)).rejects.toThrow('has changed since the run (SHA-256');
  renameSync(problem, `${problem}.old`);
  const ended = await fedsa(folder, 'replay', 'orphan');
  expect(ended.status).toBe(2);
  expect(ended.stderr).toContain('own.json, which is missing; restore it');
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect((await fedsa(folder, 'replay', 'nowhere')).status).toBe(2);
});

test('strict tells how often and how far real time fell behind, and is refused where it means nothing', async () => {
  const problem = join(folder, 'problem.json');
  const strictly = async (strict: number, more: RunSettings = {}) =>
    run(
      problem,
      { ...CALM, rounds: 3, strict, ...more },
      { out: join(folder, `strict-${strict}`), report: false },
    );
  const { slippage } = await strictly(1e-9);
  const arrivals = rows(folder, 'strict-1e-9', 'arrivals.csv');
  const slips = arrivals.map(({ time, due }) => Number(time) - Number(due));
  expect(slippage).toEqual({
    tolerance: 1e-9,
    events: slips.length,
    late: slips.filter((slip) => slip > 1e-9).length,
    worst: Math.max(...slips),
  });
  expect(slippage!.late).toBeGreaterThan(0);
  expect(slippageLine(slippage!)).toContain(
    `${slippage!.late} of ${slips.length} events came more than 1e-9 s late`,
  );
  expect(slippageLine((await strictly(1000)).slippage!)).toContain('none of');
  await expect(strictly(1, { clock: 'virtual' })).rejects.toThrow('`strict`: it reports');
  await expect(strictly(1, { verify: true })).rejects.toThrow('`verify`: it goes by');
  const told = await fedsa(
    folder,
    ...[
      'run',
      'problem.json',
      '--algorithm',
      'local-sa',
      '--step-size',
      '0.05',
      '--rounds',
      '3',
      '--clock',
      'wall',
    ],
    ...['--compute', '0.0001', '--placement', 'inline', '--strict', '--no-report', '--out', 'told'],
  );
  expect(told.stdout).toMatch(/^Real time (kept up|fell behind).* more than 0\.05 s late/m);
});
