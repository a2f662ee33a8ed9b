/** A run that is asked for more seeds or algorithms goes on, and its files come out as those of a run that had them from the start. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { RunSettings } from '../../src/index.ts';
import type { Inspection } from '../../src/events/inspection.ts';
import { contents, emptyFolder, fedsa, library, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const { run } = library;

const folder = emptyFolder();
const problem = join(folder, 'problem.json');
const SETTINGS = { stepSize: 0.1, localSteps: 3, rounds: 6, placement: 'inline' } as const;
const CSV = ['rounds.csv', 'iterates.csv'] as const;

/** Runs into a folder; which replications were computed. */
async function ran(out: string, settings: RunSettings, signal?: AbortSignal): Promise<string[]> {
  const computed = new Set<string>();
  const observe = (event: Inspection): void => {
    if (event.kind === 'replicationStarted') {
      computed.add(`${event.replication.algorithm} ${event.replication.seed}`);
    }
  };
  const options = { out: join(folder, out), report: false, observe, ...(signal && { signal }) };
  await run(problem, { ...SETTINGS, ...settings }, options);
  return [...computed];
}

function expectSame(out: string, fresh: string): void {
  for (const file of CSV) expect(text(folder, out, file), file).toBe(text(folder, fresh, file));
  const states = (name: string) =>
    (JSON.parse(text(folder, name, 'manifest.json')) as { state: string; runs: unknown }).runs;
  expect(states(out)).toEqual(states(fresh));
  expect(contents(join(folder, out))).toEqual(contents(join(folder, fresh)));
}

const TWO = { algorithms: ['local-sa', 'fedhsa'] } as const;
const THREE = { algorithms: ['local-sa', 'scafflsa', 'fedhsa'] } as const;

beforeAll(async () => {
  writeTwoAgents(folder);
  await ran('two-3', { ...TWO, seeds: 3 });
  await ran('two-5', { ...TWO, seeds: 5 });
  await ran('three-5', { ...THREE, seeds: 5 });
});

/** A copy of a run that is there. */
function copied(from: string, to: string): string {
  cpSync(join(folder, from), join(folder, to), { recursive: true });
  return to;
}

test('more seeds are computed alone, of one algorithm and of two, of which the second is not at the end', async () => {
  expect(await ran('one', { algorithms: ['local-sa'], seeds: 2 })).toEqual(['local-sa 1', 'local-sa 2']);
  expect(await ran('one', { algorithms: ['local-sa'], seeds: 4 })).toEqual(['local-sa 3', 'local-sa 4']);
  await ran('one-fresh', { algorithms: ['local-sa'], seeds: 4 });
  expectSame('one', 'one-fresh');

  const out = copied('two-3', 'more-seeds');
  expect(await ran(out, { ...TWO, seeds: 5 })).toEqual(['local-sa 4', 'local-sa 5', 'fedhsa 4', 'fedhsa 5']);
  expectSame(out, 'two-5');
  expect(await ran(out, { ...TWO, seeds: 5 })).toEqual([]);
});

test('an algorithm between those that are there, then seeds too; seeds before them', async () => {
  const out = copied('two-3', 'more-algorithms');
  expect(await ran(out, { ...THREE, seeds: 3 })).toEqual(['scafflsa 1', 'scafflsa 2', 'scafflsa 3']);
  expect(await ran(out, { ...THREE, seeds: 5 })).toHaveLength(6);
  expectSame(out, 'three-5');

  const later = { ...TWO, seeds: [2, 4] };
  await ran('later', later);
  expect(await ran('later', { ...TWO, seeds: 5 })).toHaveLength(6);
  expectSame('later', 'two-5');
});

test('the accounts of a timed run go along, also where the growth was broken off', async () => {
  const timed = { ...TWO, timing: { compute: { kind: 'exponential', mean: 1 } } } as const;
  await ran('timed-5', { ...timed, seeds: 5 });
  await ran('timed', { ...timed, seeds: [2, 4] });
  const stop = new AbortController();
  const observe = (event: Inspection): void => {
    if (event.kind === 'replicationEnded' && event.replication.seed === 3) stop.abort();
  };
  const options = { out: join(folder, 'timed'), report: false, signal: stop.signal, observe };
  await run(problem, { ...SETTINGS, ...timed, seeds: 5 }, options);
  expect(await ran('timed', { ...timed, seeds: 5 })).toEqual(
    expect.arrayContaining(['fedhsa 3', 'fedhsa 5']),
  );
  expectSame('timed', 'timed-5');
  for (const file of ['agents.csv', 'staleness.csv']) {
    expect(text(folder, 'timed', file)).toBe(text(folder, 'timed-5', file));
  }
});

test('a run that records its updates does not grow: they are in the order in which they came', async () => {
  const timed = { ...TWO, timing: { compute: 1 } } as const;
  const told = /configuration\.seeds has 1 entries there and 2 here/;
  await ran('updates', { ...timed, updates: true, seeds: 1 });
  await expect(ran('updates', { ...timed, updates: true, seeds: 2 })).rejects.toThrow(told);
});

test('a growth that is broken off is completed, at whatever point it was, with nothing computed twice that was kept', async () => {
  // After the rows of every first so many replications, and with the manifest that was there before the rows were set aside.
  const whole = copied('two-3', 'broken');
  const stop = new AbortController();
  await run(
    problem,
    { ...SETTINGS, ...TWO, seeds: 5 },
    {
      out: join(folder, whole),
      report: false,
      signal: stop.signal,
      observe: (event) => {
        if (event.kind === 'replicationEnded' && event.replication.seed === 4) stop.abort();
      },
    },
  );
  expect(existsSync(join(folder, whole, 'earlier', 'manifest.json'))).toBe(true);
  const set = (out: string, lines: number): void => {
    for (const file of CSV) {
      const rows = readFileSync(join(folder, whole, file), 'utf8')
        .split('\n')
        .slice(0, lines);
      writeFileSync(join(folder, out, file), rows.map((row) => `${row}\n`).join(''));
    }
  };
  for (const lines of [0, 1, 8, 9, 22, 25]) {
    const out = copied(whole, `broken-${lines}`);
    set(out, lines);
    const computed = await ran(out, { ...TWO, seeds: 5 });
    expect(computed).toEqual(expect.arrayContaining(['local-sa 5', 'fedhsa 4', 'fedhsa 5']));
    expect(computed.filter((name) => !/[45]$/.test(name))).toEqual([]);
    expectSame(out, 'two-5');
  }
  // Killed between setting aside and the new manifest: the old one calls rows complete that are gone.
  const out = copied(whole, 'broken-manifest');
  writeFileSync(join(folder, out, 'manifest.json'), text(folder, 'two-3', 'manifest.json'));
  set(out, 0);
  expect(await ran(out, { ...TWO, seeds: 5 })).toHaveLength(4);
  expectSame(out, 'two-5');
  // And with the earlier run asked for again: it is taken back as it was.
  const back = copied(whole, 'broken-back');
  writeFileSync(join(folder, back, 'manifest.json'), text(folder, 'two-3', 'manifest.json'));
  set(back, 0);
  expect(await ran(back, { ...TWO, seeds: 3 })).toEqual([]);
  expectSame(back, 'two-3');
});

test('more than more seeds or algorithms is refused, with what differs; the folder stays as it was', async () => {
  const args = [
    'run',
    'problem.json',
    '--algorithm',
    'local-sa,fedhsa',
    '--local-steps',
    '3',
    '--rounds',
    '6',
  ];
  const before = CSV.map((file) => text(folder, 'two-5', file));
  for (const [more, pattern] of [
    [['--step-size', '0.1', '--seeds', '3'], /configuration\.seeds has 5 entries there and 3 here/],
    [
      ['--step-size', '0.2', '--seeds', '6'],
      /configuration\.algorithms\[0\]\.stepSize is 0\.1 there and 0\.2 here/,
    ],
    [['--step-size', '0.1', '--seeds', '5,4,3,2,1'], /configuration\.seeds\[0\] is 1 there and 5 here/],
  ] as const) {
    const { status, stderr } = await fedsa(
      folder,
      ...args,
      ...more,
      '--placement',
      'inline',
      '--out',
      'two-5',
    );
    expect([status, stderr]).toEqual([2, expect.stringMatching(pattern)]);
  }
  expect(CSV.map((file) => text(folder, 'two-5', file))).toEqual(before);
  expect(existsSync(join(folder, 'two-5', 'earlier'))).toBe(false);
});
