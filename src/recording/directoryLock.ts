/**
 * The lock of a run directory: a file that names the program that writes there. One that a dead program has
 * left, on this machine, is taken over; of another machine that is not known here, so its lock counts, unless it is
 * of an earlier start of the same task of a cluster.
 */
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../protocol/failure.ts';
import { fileCause } from './fileCause.ts';
import { isOrdinaryFile } from './ordinaryFile.ts';

export const LOCK_NAME = 'run.lock';

/** A program that runs. */
export interface Holder {
  readonly host: string;
  readonly pid: number;
  /** distinguishes it from an earlier one of the same number, where the system says */
  readonly started: string;
  /** of a cluster, which starts it again only once it has ended: FEDSA_TASK in the environment */
  readonly task?: string | undefined;
}

/** Another program writes in the folder; it may be done soon. */
export class FolderInUse extends InputError {}

/** Attempts at a lock that others are taking over at the same moment. */
const ATTEMPTS = 5;

/** The lock of a directory, held. */
export class DirectoryLock {
  readonly #file: string;
  readonly #content: string;

  /**
   * Takes the lock.
   *
   * @param directory - exists
   * @param holder - this process; a test may be another
   * @throws InputError in one line if another program holds it; the file system's error if it cannot be written
   */
  constructor(directory: string, holder: Holder = thisProcess()) {
    this.#file = join(directory, LOCK_NAME);
    this.#content = `${JSON.stringify(holder)}\n`;
    const own = `${this.#file}.${holder.pid}`;
    rmSync(own, { force: true });
    try {
      // Made whole before it gets its name: nobody ever reads half a lock.
      writeFileSync(own, this.#content, { flag: 'wx' });
      for (let attempt = 0; !this.#links(own); attempt++) {
        const found = readLock(this.#file);
        if (found !== undefined && isAlive(found.holder, holder))
          throw isHeld(directory, this.#file, found.holder);
        if (attempt === ATTEMPTS) {
          throw new InputError(`${directory}: cannot be locked, since ${this.#file} stays; remove it`);
        }
        if (found !== undefined) this.#remove(found.content);
      }
    } finally {
      rmSync(own, { force: true });
    }
  }

  /** Lets go of it. */
  release(): void {
    this.#remove(this.#content);
  }

  #links(own: string): boolean {
    try {
      linkSync(own, this.#file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      // Some file systems have no links; between two programs there the first to write wins.
      try {
        writeFileSync(this.#file, this.#content, { flag: 'wx' });
        return true;
      } catch (second) {
        if ((second as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw second;
      }
    }
  }

  /** Removes the lock if it is still the one with that content; another one is put back. */
  #remove(content: string): void {
    const aside = `${this.#file}.${process.pid}.aside`;
    try {
      renameSync(this.#file, aside);
    } catch {
      // Somebody else has removed it, or the whole folder.
      return;
    }
    if (readLock(aside)?.content !== content) renameSync(aside, this.#file);
    else rmSync(aside, { force: true });
  }
}

/**
 * Takes the lock of a folder for results.
 *
 * @throws InputError in one line if another program holds it, or it cannot be written
 */
export function lockFor(directory: string): DirectoryLock {
  try {
    return new DirectoryLock(directory);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${directory}: this folder cannot be used for results (${fileCause(error)})`);
  }
}

/**
 * Works in a folder while no other program does.
 *
 * @throws InputError as {@link lockFor}, and whatever the work throws
 */
export async function whileLocked<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const lock = lockFor(directory);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** The lock that lies there; `undefined` where there is none by now. Content that makes no sense is of nobody. */
function readLock(file: string): { readonly content: string; readonly holder: Partial<Holder> } | undefined {
  let content: string;
  try {
    if (!isOrdinaryFile(file)) return undefined;
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof InputError) throw error;
    return undefined;
  }
  try {
    return { content, holder: (JSON.parse(content) ?? {}) as Partial<Holder> };
  } catch {
    return { content, holder: {} };
  }
}

function isAlive({ host, pid, started, task }: Partial<Holder>, mine: Holder): boolean {
  if (typeof host !== 'string' || typeof pid !== 'number') return false;
  if (host !== thisHost()) return task === undefined || task !== mine.task;
  return isRunning(pid) && startOf(pid) === started;
}

/** Whether there is a process of this number on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function isHeld(directory: string, file: string, { host, pid }: Partial<Holder>): FolderInUse {
  const advice =
    host === thisHost()
      ? 'wait for it to end, or choose another folder'
      : `wait for it to end, choose another folder, or remove ${file} if it no longer runs`;
  return new FolderInUse(
    `${directory}: process ${pid} on ${host?.split(' ', 1)[0]} is writing there; ${advice}`,
  );
}

let own: Holder | undefined;

/** Looked up once: a sweep takes a lock for each of its runs. */
const thisProcess = (): Holder =>
  (own ??= {
    ...{ host: thisHost(), pid: process.pid, started: startOf(process.pid) },
    task: process.env.FEDSA_TASK === '' ? undefined : process.env.FEDSA_TASK,
  });

/** The machine; on Linux with its space of process numbers, of which containers have their own. */
function thisHost(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** When a process started, on Linux: since which start of the machine, and after how many ticks of it. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in brackets, which may hold anything; the start is the 22nd.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!}`;
  } catch {
    return '';
  }
}
