/**
 * `npm run bytes -- [word …]`: runs the cases whose keys have words that begin with all of these, and compares
 * every byte with the table. `--every N` takes every N-th of them; `--write` puts into the table what came out;
 * `--keep FOLDER` keeps the runs' files, to be compared with those of another commit; `--refusals` prints
 * the lines of what is refused, `--all` more than the first lines of what differs.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { allCases } from './cases.ts';
import type { Found } from './runCase.ts';
import { difference, readTable, writeTable } from './table.ts';
import type { Answer, Question } from './worker.ts';

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
  },
});

/** Runs the cases in processes side by side. */
async function runAll(keys: readonly string[]): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  const waiting = [...keys];
  const serve = (child: ChildProcess): Promise<void> =>
    new Promise((done, fail) => {
      const next = (): void => {
        const key = waiting.shift();
        if (key === undefined) child.disconnect();
        else
          child.send({
            key,
            ...(asked.keep === undefined ? {} : { keep: folderOf(key) }),
          } satisfies Question);
      };
      child.on('message', (answer: Answer) => {
        if (answer !== 'ready') found.set(answer.key, answer.found);
        next();
      });
      child.on('exit', (status) => {
        if (status === 0) done();
        else fail(new Error(`a process that ran cases ended with status ${String(status)}`));
      });
    });
  const start = new URL('start.mjs', import.meta.url);
  await Promise.all(Array.from({ length: Number(asked.processes) }, () => serve(fork(start, ['worker.ts']))));
  return found;
}

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
    const said = line === undefined ? '' : ` (${line})`;
    if (fault !== undefined) lines.push(`${key}: ${fault}${said}`);
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
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  );
  if (asked.write) writeTable(next);
  else if (counts.changed + counts.new + counts.gone > 0) process.exitCode = 1;
}

const has = (key: string): boolean =>
  words.every((word) => key.split(' ').some((one) => one.startsWith(word)));
const keys = (await allCases()).map(({ key }) => key);
const chosen = keys.filter(has).filter((_, index) => index % Number(asked.every) === 0);
const gone = [...readTable().keys()].filter((key) => has(key) && !keys.includes(key));
compare(await runAll(chosen), gone);
