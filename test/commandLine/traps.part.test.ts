/** What lies in the place of a file or folder and is none: one line, at once, and nothing is written through it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { oneIn, oneOfEach } from '../tooling/parts.ts';
import { emptyFolder, fedsa } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const made = join(folder, 'made');
const work = join(folder, 'work');
let key = '';
let part = '';

const PROBLEM = [
  '../problem.json',
  '--step-size',
  '0.1',
  '--rounds',
  '6',
  '--placement',
  'inline',
  '--quiet',
];
const RUN = [
  'run',
  ...PROBLEM,
  '--out',
  'run',
  '--trace',
  '--updates',
  '--uplink-latency',
  '1',
  '--algorithm',
  'local-sa',
  '--policy',
  'first:1',
];
const SWEEP = [
  'sweep',
  '../problem.json',
  '--grid',
  'step-size=0.1',
  '--rounds',
  '6',
  '--algorithm',
  'local-sa',
];
const GRID = [...SWEEP, '--threads', '1', '--quiet', '--reach', '1', '--out', 'grid'];
const STORED = ['run', ...PROBLEM, '--store', 'store', '--no-report', '--out', 'fresh'];

beforeAll(async () => {
  writeTwoAgents(folder);
  mkdirSync(made);
  for (const words of [RUN, GRID, [...STORED.slice(0, -1), 'first']])
    expect(await fedsa(made, ...words)).toMatchObject({ status: 0, stderr: '' });
  key = readdirSync(join(made, 'grid', 'runs'))[0]!;
  const stored = readdirSync(join(made, 'store'))[0]!;
  part = join(stored, readdirSync(join(made, 'store', stored))[0]!);
});
const begin = (): void => {
  cpSync(made, work, { recursive: true });
};
afterEach(() => {
  rmSync(work, { recursive: true, force: true });
});

/** What may lie in the place of a file, by what a line calls it. */
const TRAPS: Readonly<Record<string, (path: string) => void>> = {
  FIFO: (path) => execFileSync('mkfifo', [path]),
  folder: (path) => mkdirSync(path),
  device: (path) => {
    symlinkSync('/dev/zero', path);
  },
};

/** Files, each with the command that reads it. */
const READERS: readonly (readonly [file: string, ...words: string[]])[] = [
  ['run/manifest.json', 'report', 'run'],
  ['run/manifest.json', ...RUN],
  ['run/rounds.csv', 'report', 'run'],
  ['run/rounds.csv', 'replay', 'run'],
  ['run/rounds.csv', 'compare', 'run', 'first'],
  ['run/rounds.csv', 'figure', 'run'],
  ['run/iterates.csv', 'replay', 'run'],
  ['run/iterates.csv', 'export', 'run'],
  ['run/predictions.csv', 'export', 'run'],
  ['run/agents.csv', 'report', 'run'],
  ['run/staleness.csv', 'report', 'run'],
  ['run/updates.csv', 'export', 'run'],
  ['run/trace.json', 'report', 'run'],
  ['run/trace.json', ...RUN],
  ['run/predictions.csv', ...RUN],
  ['run/root.csv', ...RUN],
  ['run/report.html', ...RUN],
  ['run/run.lock', 'report', 'run'],
  ['grid/sweep.json', 'report', 'grid'],
  ['grid/results.csv', 'report', 'grid'],
  ['grid/reach.csv', 'report', 'grid'],
  ['grid/runs/KEY/result.json', ...GRID],
  ['grid/runs/KEY/rounds.csv', ...GRID],
  ['store/PART/result.json', ...STORED],
  ['store/PART/rounds.csv', ...STORED],
  ['scenario.ts', 'run', 'scenario.ts'],
  ['problem.json', 'run', 'problem.json', '--step-size', '0.1'],
  ['problem.json', 'check', 'problem.json'],
  ['timing.json', 'run', '../problem.json', '--step-size', '0.1', '--timing', 'timing.json'],
  ['algorithm.ts', 'run', '../problem.json', '--algorithm', './algorithm.ts'],
  ['imported.ts', 'run', 'importing.ts'],
  ['font.ttf', 'figure', 'run', '--font', 'font.ttf'],
];

const TRAPPED = READERS.map((reader) => Object.keys(TRAPS).map((kind) => [kind, ...reader] as const));

test.each(oneOfEach(TRAPPED))('a %s in the place of %s is refused by %s', async (kind, file, ...words) => {
  begin();
  writeFileSync(join(work, 'importing.ts'), "import './imported.ts';\n");
  const path = join(work, file.replace('KEY', key).replace('PART', part));
  rmSync(path, { force: true });
  TRAPS[kind]!(path);
  const before = readdirSync(dirname(path));
  const { status, stdout, stderr } = await fedsa(work, ...words);
  // A run of a sweep that cannot be used does not end the others: the sweep has failed.
  expect({ status, stdout }).toEqual({
    status: file.startsWith('grid/runs') ? expect.any(Number) : 2,
    stdout: '',
  });
  expect(status).toBeGreaterThan(0);
  expect(stderr).toMatch(
    new RegExp(
      `^fedsa: [^\\n]*(this is a ${kind}|regular file|symbolic link|is not a file|cannot be imported)[^\\n]*\\n$`,
    ),
  );
  expect(readdirSync(dirname(path))).toEqual(before);
});

/** What may be a link, with a command that would write there. */
const WRITERS: readonly (readonly [path: string, ...words: string[]])[] = [
  ['run/figures', 'report', 'run'],
  ['run/report.html', 'report', 'run'],
  ['run/rounds.csv', 'report', 'run'],
  ['run/figures/error.svg', 'report', 'run'],
  ['run/rounds.parquet', 'export', 'run'],
  ['run/manifest.json', ...RUN, '--seeds', '2'],
  ['run/rounds.csv', ...RUN, '--seeds', '2'],
  ['run/figures', ...RUN, '--seeds', '2'],
  ['grid/runs', ...GRID],
  ['grid/runs/KEY', ...GRID],
  ['grid/results.csv', ...GRID],
  ['grid/figures', 'report', 'grid', '--reach', '0.1'],
  ['store/KEY', ...STORED, '--seeds', '2'],
];

test.each(oneIn(2, WRITERS))('a link in the place of %s is not followed by %s', async (path, ...words) => {
  begin();
  const link = join(work, path.replace('store/KEY', `store/${dirname(part)}`).replace('KEY', key));
  const elsewhere = join(work, 'elsewhere');
  try {
    renameSync(link, elsewhere);
  } catch {
    mkdirSync(elsewhere);
  }
  const listed = (): string[] => readdirSync(work, { recursive: true, encoding: 'utf8' }).sort();
  symlinkSync(elsewhere, link);
  const before = listed();
  const { status, stdout, stderr } = await fedsa(work, ...words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^fedsa: [^\n]+: is a symbolic link, which is not written through; [^\n]+\n$/);
  // Which replications a store lacks is known before the run; that it cannot take them, after.
  if (!path.startsWith('store')) expect(listed()).toEqual(before);
});

const CONTROL_CHARACTERS: readonly string[][] = [
  ['run', '../problem.json', '--step-size', '0.1', '--out', 'x\ntouch INJECTED\n#'],
  [
    'sweep',
    '../problem.json',
    '--grid',
    'step-size=0.1',
    '--print',
    'slurm',
    '--out',
    'x\ntouch INJECTED\n#',
  ],
  ['sweep', '../problem.json', '--grid', 'step-size=0.1', '--print', 'kubernetes', '--store', 'a\rb'],
  ['run', '../problem.json', '--step-size', '0.1', '--store', 'a\tb'],
  ['run', 'problem\u001b[2J.json'],
  ['report', 'run\u0000'],
  ['figure', 'run', '--out', 'a\u0085b'],
  ['run', 'quickstart', '--data', 'a\u2028b'],
  ['init', 'a\u007fb'],
];

test.each(oneIn(3, CONTROL_CHARACTERS))('a control character is refused: %j', async (...words) => {
  begin();
  const before = readdirSync(work);
  const { status, stdout, stderr } = await fedsa(work, ...words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^fedsa: ".*": holds the control character U\+[0-9A-F]{4}; [^\n]+\n$/);
  expect(readdirSync(work)).toEqual(before);
});
