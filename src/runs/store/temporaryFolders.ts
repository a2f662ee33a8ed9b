/** The names under which folders of runs are written before they are whole, and what dead programs have left of them. */
import { readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isRunning } from '../../recording/directoryLock.ts';

/** `.tmp-HOST-PID-THREAD` */
const host = hostname().replace(/[^A-Za-z0-9]/g, '');
const OURS = /^\.tmp-([A-Za-z0-9]*)-(\d+)-\d+$/;

/** One for each thread, beside the folder that it is to become. */
export const temporaryFolder = (folder: string): string =>
  join(dirname(folder), `.tmp-${host}-${process.pid}-${threadId}`);

/**
 * Removes those of programs on this machine that do not run any more.
 *
 * @param own - whether those of this program, too: none of its threads computes
 */
export function removeTemporary(directory: string, own: boolean): void {
  for (const name of readdirSync(directory)) {
    const [, on, pid] = OURS.exec(name) ?? [];
    if (on !== host) continue;
    if (Number(pid) === process.pid ? own : !isRunning(Number(pid)))
      rmSync(join(directory, name), { recursive: true, force: true });
  }
}
