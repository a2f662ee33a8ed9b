/**
 * The names under which files and folders are written before they are whole. A random word keeps any two apart; the rest says
 * whose a name is, so that those that ended programs have left can be removed.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Program, stateOf, thisProgram } from './program.ts';

/** `.tmp-SYSTEM-PID-TICKS-WORD`; a system is a machine since its start, with one space of process numbers */
const OURS = /^\.tmp-([0-9a-f]{12})-(\d+)-(\d*)-[0-9a-f]{16}$/;
/** Milliseconds after which what nobody here can judge is removed: only copies of results are written so, and in less time. */
const UNKNOWN_FOR = 7 * 86_400_000;

const [boot, ticks = ''] = thisProgram().started.split(' ');
const system = createHash('sha256').update(`${thisProgram().host} ${boot!}`).digest('hex').slice(0, 12);

/** A name in a folder that nobody else has. */
export const temporaryIn = (directory: string): string =>
  join(directory, `.tmp-${system}-${process.pid}-${ticks}-${randomBytes(8).toString('hex')}`);

/** A name beside what is to get its own in the end. */
export const temporaryBeside = (path: string): string => temporaryIn(dirname(path));

/**
 * Files and folders that ended programs have left in a folder under such names.
 *
 * @param takesMine - whether those of this program, too: none of its threads writes there
 */
export const temporaryLeft = (directory: string, takesMine = false): string[] =>
  readdirSync(directory).flatMap((name) => {
    const [, on, pid, start] = OURS.exec(name) ?? [];
    if (on === undefined) return [];
    const path = join(directory, name);
    return isLeft(path, on === system ? writerOf(Number(pid), start!) : undefined, takesMine) ? [path] : [];
  });

/** Removes them. */
export function removeTemporary(directory: string, takesMine = false): void {
  for (const path of temporaryLeft(directory, takesMine)) rmSync(path, { recursive: true, force: true });
}

/** Makes a folder where something is to be made, and removes it. @throws the file system's error where that cannot be */
export function tryIn(path: string): void {
  let folder = resolve(path);
  while (!existsSync(folder)) folder = dirname(folder);
  removeTemporary(folder);
  const tried = temporaryIn(folder);
  mkdirSync(tried);
  rmdirSync(tried);
}

function isLeft(path: string, writer: Program | undefined, takesMine: boolean): boolean {
  if (writer === undefined) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && Date.now() - stats.mtimeMs > UNKNOWN_FOR;
  }
  const isMine = writer.pid === process.pid && writer.started === thisProgram().started;
  return isMine ? takesMine : stateOf(writer, thisProgram()) === 'ended';
}

/** A program of this system. */
const writerOf = (pid: number, start: string): Program => ({
  ...{ host: thisProgram().host, pid, started: start === '' ? '' : `${boot!} ${start}` },
});
