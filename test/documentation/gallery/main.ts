/**
 * Runs the shipped scenarios at their quick sizes, one after the other, and makes of what came out the gallery,
 * the figures of the papers' pages, and a small picture of each scenario.
 *
 *     npm run gallery                     all of them
 *     npm run gallery -- NAME …           these alone; the others stay as they are
 *     npm run gallery -- --runs FOLDER    keeps the runs there, and does not repeat those that are there
 *     npm run gallery -- --times          runs them again for their processor times, and changes nothing else
 *
 * A number of an answer that the rows of its run do not have is named, and the exit status is 1.
 * Scenarios on recorded data are run where FEDSA_AIR_QUALITY names the data; else they stay as they are.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../documents.ts';
import { readRows, type Rows } from '../leads/rows.ts';
import { unfounded } from '../leads/unfounded.ts';
import { leadPicture } from './leadPicture.ts';
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

/** The picture that leads a run's page; several axes side by side as one figure, as wide as a column or as a page. */
function pictureOf(folder: string, panels: number, scratch: string): string {
  const lead = leadPicture(readFileSync(join(folder, 'report.html'), 'utf8'));
  if (lead !== undefined) return lead;
  const file = join(scratch, 'figure.svg');
  const widths = panels > 2 ? ['5.5in'] : ['3.25in', '5.5in'];
  const ways = [['--figure', 'paper'], []].flatMap((layout) =>
    widths.map((width) => [...layout, '--width', width]),
  );
  const drawn = ways.some((way) =>
    fedsa('figure', folder, '--band', 'none', '--format', 'svg', ...way, '--out', file),
  );
  if (!drawn) throw new Error(`${folder}: no figure fits`);
  return readFileSync(file, 'utf8');
}

interface Recorded {
  readonly scenario: Pick<Entry, 'name' | 'title' | 'question'> & Partial<Entry>;
}

/** The rounds of the final errors, if there is one such range. */
const windowOf = ({ windows }: Rows): Pick<Entry, 'window'> => {
  const [window, ...others] = new Map(windows.map((each) => [each.join(), each])).values();
  return window === undefined || others.length > 0 ? {} : { window };
};

/** What a run of a scenario cost, at its quick size where it has one; `undefined` where it cannot be run here. */
function runOf(name: string, folder: string): Pick<Entry, 'isQuick' | 'seconds'> | undefined {
  const words = ['run', name, '--out', folder];
  const quick = fedsa(...words, '--quick');
  const ran = quick ?? fedsa(...words);
  return ran && { isQuick: quick !== undefined, seconds: Math.max(1, Math.round(ran.seconds)) };
}

/** Runs a scenario, unless its run is there, and writes its picture; `undefined` where it cannot be run here. */
function entryOf(name: string, panels: number, parent: string, before?: Entry): Entry | undefined {
  const folder = join(parent, name);
  const isThere = before !== undefined && existsSync(folder);
  if (isThere) fedsa('report', folder);
  const run = isThere ? before : runOf(name, folder);
  if (!run) return undefined;
  writeFileSync(join(PICTURES, `${name}.svg`), thinned(pictureOf(folder, panels, parent)));
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
    ...{ name, title, question, isQuick: run.isQuick, seconds: run.seconds },
    ...(reproduces && { reproduces }),
    ...(paper && { paper }),
    ...(differs && { differs }),
    ...windowOf(rows),
    ...(answer !== undefined && { answer }),
  };
}

const { values: options, positionals: asked } = parseArgs({
  options: { runs: { type: 'string' }, times: { type: 'boolean' } },
  allowPositionals: true,
});
const listed = JSON.parse(fedsa('list', '--json')!.output) as readonly {
  readonly name: string;
  readonly panels: readonly string[];
}[];
const entries = new Map(readEntries().map((entry) => [entry.name, entry]));
mkdirSync(PICTURES, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), 'fedsa-gallery-'));
const parent = options.runs ?? scratch;
try {
  for (const { name, panels } of listed.filter(
    (candidate) => asked.length === 0 || asked.includes(candidate.name),
  )) {
    const before = entries.get(name);
    const timed = options.times && before && runOf(name, join(scratch, name));
    const entry = options.times
      ? timed && { ...before, ...timed }
      : entryOf(name, panels.length, parent, before);
    process.stderr.write(`${name}${entry ? '' : ': cannot be run here'}\n`);
    if (!entry) continue;
    entries.set(name, entry);
    const kept = listed.flatMap((entry) => entries.get(entry.name) ?? []);
    writeFileSync(ENTRIES, `${JSON.stringify(kept, null, 2)}\n`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const [path, text] of pagesOf(readEntries())) writeFileSync(join(ROOT, path), text);
