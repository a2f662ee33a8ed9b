/**
 * Runs the shipped scenarios at their quick sizes, one after the other, and makes of what came out the gallery,
 * the figures of the papers' pages, and a small picture of each scenario.
 *
 *     npm run gallery                     all of them
 *     npm run gallery -- NAME …           these alone; the others stay as they are
 *
 * A number of an answer that the rows of its run do not have is named, and the exit status is 1.
 * Scenarios on recorded data are run where FEDSA_AIR_QUALITY names the data; else they stay as they are.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../documents.ts';
import { readRows, type Rows } from '../leads/rows.ts';
import { unfounded } from '../leads/unfounded.ts';
import { type Entry, ENTRIES, pagesOf, readEntries } from './pages.ts';
import { thinned } from './thinned.ts';

const PICTURES = join(ROOT, 'docs/gallery');
const MAIN = join(ROOT, 'dist/program/main.js');

/** What fedsa printed, and its seconds of processor time; `undefined` where it refused. */
function fedsa(
  ...words: readonly string[]
): { readonly output: string; readonly seconds: number } | undefined {
  // `times` of a shell knows what its children have used.
  const line = '"$@" && times';
  const { status, stdout } = spawnSync('sh', ['-c', line, 'sh', process.execPath, MAIN, ...words], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) return undefined;
  const lines = stdout.trimEnd().split('\n');
  const used = /^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/.exec(lines.at(-1)!)!.slice(1).map(Number);
  return { output: lines.slice(0, -2).join('\n'), seconds: 60 * (used[0]! + used[2]!) + used[1]! + used[3]! };
}

/** The ways to draw panels: as the paper does; beside or over one another, in a column or a page; the first that fits is taken. */
function waysFor(panels: number): string[][] {
  const paper = [
    ['--figure', 'paper', '--width', '3.25in', '--height', '2.1in'],
    ['--figure', 'paper', '--width', '5.5in'],
  ];
  const beside = [
    ['--width', '3.25in'],
    ['--width', '5.5in'],
  ];
  const over = beside.map((width) => ['--overlay', ...width]);
  if (panels === 0) return beside;
  return [...paper, ...(panels > 2 ? [...over, ...beside] : [...beside, ...over])];
}

interface Recorded {
  readonly scenario: Pick<Entry, 'name' | 'title' | 'question'> & Partial<Entry>;
}

/** The rounds of the final errors, if there is one such range. */
const windowOf = ({ windows }: Rows): Pick<Entry, 'window'> => {
  const [window, ...others] = new Map(windows.map((each) => [each.join(), each])).values();
  return window === undefined || others.length > 0 ? {} : { window };
};

/** Runs a scenario and writes its picture; `undefined` where it cannot be run here. */
function entryOf(name: string, panels: number, parent: string): Entry | undefined {
  const folder = join(parent, name);
  const words = ['--out', folder];
  const quick = fedsa('run', name, '--quick', ...words);
  const ran = quick ?? fedsa('run', name, ...words);
  if (!ran) return undefined;
  const file = join(parent, `${name}.svg`);
  const drawn = waysFor(panels).some((way) =>
    fedsa('figure', folder, '--band', 'none', '--format', 'svg', ...way, '--out', file),
  );
  if (!drawn) throw new Error(`${name}: no figure fits`);
  writeFileSync(join(PICTURES, `${name}.svg`), thinned(readFileSync(file, 'utf8')));
  const record = join(folder, panels > 0 ? 'panels.json' : 'manifest.json');
  const { scenario } = JSON.parse(readFileSync(record, 'utf8')) as Recorded;
  const { title, question, reproduces, paper, differs } = scenario;
  const path = join(folder, 'answer.txt');
  const answer = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  const rows = readRows(folder);
  for (const number of answer === undefined ? [] : unfounded(answer, rows, question)) {
    process.stderr.write(`${name}: the rows have no ${number}\n`);
    process.exitCode = 1;
  }
  return {
    ...{ name, title, question, isQuick: quick !== undefined, seconds: Math.max(1, Math.round(ran.seconds)) },
    ...(reproduces && { reproduces }),
    ...(paper && { paper }),
    ...(differs && { differs }),
    ...windowOf(rows),
    ...(answer !== undefined && { answer }),
  };
}

const asked = process.argv.slice(2);
const listed = JSON.parse(fedsa('list', '--json')!.output) as readonly {
  readonly name: string;
  readonly panels: readonly string[];
}[];
const entries = new Map(readEntries().map((entry) => [entry.name, entry]));
mkdirSync(PICTURES, { recursive: true });
const parent = mkdtempSync(join(tmpdir(), 'fedsa-gallery-'));
try {
  for (const { name, panels } of listed.filter(
    (candidate) => asked.length === 0 || asked.includes(candidate.name),
  )) {
    const entry = entryOf(name, panels.length, parent);
    process.stderr.write(`${name}${entry ? '' : ': cannot be run here'}\n`);
    if (!entry) continue;
    entries.set(name, entry);
    const kept = listed.flatMap((entry) => entries.get(entry.name) ?? []);
    writeFileSync(ENTRIES, `${JSON.stringify(kept, null, 2)}\n`);
  }
} finally {
  rmSync(parent, { recursive: true, force: true });
}
for (const [path, text] of pagesOf(readEntries())) writeFileSync(join(ROOT, path), text);
