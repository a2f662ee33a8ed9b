/**
 * `npm run bytes -- [word …]`: runs the cases whose keys have words that begin with all of these, and compares
 * every byte with the table. `--every N` takes every N-th of them; `--write` puts into the table what came out;
 * `--keep FOLDER` keeps the runs' files, to be compared with those of another commit; `--refusals` prints
 * the lines of what is refused, `--all` more than the first lines of what differs. `--theory` compares what theory
 * says instead of bytes; `--pages` the pages and figures of reports.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { allCases } from './cases.ts';
import { compareTheory } from './compareTheory.ts';
import { changedPages } from './comparePages.ts';
import { inProcesses } from './processes.ts';
import type { Found } from './runCase.ts';
import { difference, readTable, writeTable } from './table.ts';

const PROCESSES = 2;
/** Lines that are printed of what differs. */
const MOST_LINES = 40;

const { values: asked, positionals: words } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    keep: { type: 'string' },
    all: { type: 'boolean', default: false },
    refusals: { type: 'boolean', default: false },
    processes: { type: 'string', default: String(PROCESSES) },
    theory: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
  },
});

const folderOf = (key: string): string => resolve(join(asked.keep!, key.replaceAll(' ', '_')));

/** A line for each case that differs, and one that counts. */
function compare(found: ReadonlyMap<string, Found>, gone: readonly string[]): void {
  const table = readTable();
  const next = new Map(table);
  const lines: string[] = [];
  const counts = { same: 0, changed: 0, new: 0, gone: gone.length };
  for (const [key, { print, line }] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    next.set(key, print);
    const before = table.get(key);
    const fault = before === undefined ? 'is not in the table' : difference(before, print);
    counts[before === undefined ? 'new' : fault === undefined ? 'same' : 'changed']++;
    const message = line === undefined ? '' : ` (${line})`;
    if (fault !== undefined) lines.push(`${key}: ${fault}${message}`);
    else if (asked.refusals && line !== undefined) lines.push(`${key}: ${line}`);
  }
  for (const key of gone) {
    next.delete(key);
    lines.push(`${key}: is no case any more`);
  }
  for (const line of asked.all ? lines : lines.slice(0, MOST_LINES)) console.log(line);
  if (!asked.all && lines.length > MOST_LINES) console.log(`and ${lines.length - MOST_LINES} more (--all)`);
  console.log(
    Object.entries(counts)
      .map(([title, count]) => `${count} ${title}`)
      .join(', '),
  );
  if (asked.write) writeTable(next);
  else if (counts.changed + counts.new + counts.gone > 0) process.exitCode = 1;
}

const has = (key: string): boolean =>
  words.every((word) => key.split(' ').some((candidate) => candidate.startsWith(word)));
/** Runs the cases, and compares the hashes of their files. */
async function compareBytes(): Promise<void> {
  const keys = (await allCases()).map(({ key }) => key);
  const chosen = keys.filter(has).filter((_, index) => index % Number(asked.every) === 0);
  const gone = [...readTable().keys()].filter((key) => has(key) && !keys.includes(key));
  const questions = chosen.map((key) => ({ key, ...(asked.keep !== undefined && { keep: folderOf(key) }) }));
  compare(await inProcesses<Found>('worker.ts', questions, Number(asked.processes)), gone);
}

if (asked.pages) {
  const changed = await changedPages(asked.write);
  for (const path of changed) console.log(path);
  console.log(`${changed.length} pages and figures differ`);
  if (changed.length > 0 && !asked.write) process.exitCode = 1;
} else if (!asked.theory) await compareBytes();
else {
  const isSame = await compareTheory({
    has,
    every: Number(asked.every),
    processes: Number(asked.processes),
    write: asked.write,
    most: asked.all ? Infinity : MOST_LINES,
  });
  if (!isSame && !asked.write) process.exitCode = 1;
}
