/**
 * The lock of a folder for results: a file that names the program that writes there, renewed while that runs. A lock of an ended
 * program is taken over. Of a program on another machine, or in another container, nothing is known here: its lock counts until
 * it has not been renewed for a quarter of an hour, and taking it over is said.
 */
import {
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../values/failure.ts';
import { cannotBeUsed } from './fileCause.ts';
import { refuseLinks } from './links.ts';
import { jsonText } from './jsonText.ts';
import { isOrdinaryFile } from './ordinaryFile.ts';
import { type Program, stateOf, thisProgram } from './program.ts';
import { removeTemporary, temporaryBeside, temporaryLeft } from './temporaryName.ts';

export const LOCK_NAME = 'run.lock';

/** Another program writes in the folder; it may be done soon. */
export class FolderInUse extends InputError {}

/** Attempts at a lock that others are taking over at the same moment. */
const ATTEMPTS = 5;
/** Milliseconds between two renewals of a lock. */
const RENEWED_EVERY = 20_000;
/** Milliseconds without one after which the program of a lock counts as ended, where nothing else is known of it. */
const SILENT_FOR = 900_000;

/** A lock as it lies there. */
interface Found {
  readonly content: string;
  readonly holder: Partial<Program>;
  /** when it was renewed last, in ms by the clock of its file system */
  readonly renewed: number;
}

/** The lock of a directory, held. */
export class DirectoryLock {
  readonly #directory: string;
  readonly #file: string;
  readonly #content: string;
  readonly #renewing: NodeJS.Timeout;
  #renewedAt = Date.now();

  /**
   * Takes the lock.
   *
   * @param directory - exists
   * @param holder - this program; a test may be another
   * @throws InputError in one line if another program holds it; the file system's error if it cannot be written
   */
  constructor(directory: string, holder: Program = thisProgram()) {
    this.#directory = directory;
    this.#file = join(directory, LOCK_NAME);
    this.#content = `${jsonText(holder)}\n`;
    const temporary = temporaryBeside(this.#file);
    try {
      // Made whole before it gets its name: nobody ever reads half a lock.
      writeFileSync(temporary, this.#content, { flag: 'wx' });
      for (let attempt = 0; !this.#links(temporary); attempt++) {
        const found = readLock(this.#file);
        if (found !== undefined && this.#counts(found, holder, statSync(temporary).mtimeMs))
          throw this.#isHeld(found.holder, holder);
        if (attempt === ATTEMPTS) {
          throw new InputError(`${directory}: cannot be locked, since ${this.#file} stays; remove it`);
        }
        if (found !== undefined) this.#remove(found.content);
      }
    } finally {
      rmSync(temporary, { force: true });
    }
    this.#renewing = setInterval(() => {
      this.#renew();
    }, RENEWED_EVERY).unref();
  }

  /** Lets go of it. */
  release(): void {
    clearInterval(this.#renewing);
    this.#remove(this.#content);
  }

  /**
   * Finds out whether the folder is still this program's: one that was paused for long may have lost it. The file is read if the
   * lock has not been renewed in time.
   *
   * @throws Error in one line, as of a disk, where it is not
   */
  refuseLost(): void {
    if (Date.now() - this.#renewedAt < 2 * RENEWED_EVERY || this.#renew()) return;
    throw new Error(
      `${this.#directory}: another program has taken this folder over, or ${this.#file} was removed; nothing more is written`,
      { cause: Object.assign(new Error('the lock is lost'), { code: 'ESTALE', syscall: 'lock' }) },
    );
  }

  /** Whether the lock is still this program's. */
  get isHeld(): boolean {
    return readLock(this.#file)?.content === this.#content;
  }

  #renew(): boolean {
    try {
      if (!this.isHeld) return false;
      const now = new Date();
      utimesSync(this.#file, now, now);
      this.#renewedAt = now.getTime();
      return true;
    } catch {
      return false;
    }
  }

  #links(temporary: string): boolean {
    try {
      linkSync(temporary, this.#file);
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
    const aside = temporaryBeside(this.#file);
    try {
      renameSync(this.#file, aside);
    } catch {
      // Somebody else has removed it, or the whole folder.
      return;
    }
    if (readLock(aside)?.content !== content) renameSync(aside, this.#file);
    else rmSync(aside, { force: true });
  }

  /** Whether the program of a lock may still write; one without a name is nobody's. */
  #counts({ holder, renewed }: Found, mine: Program, now: number): boolean {
    const { host, pid, started } = holder;
    if (typeof host !== 'string' || typeof pid !== 'number' || typeof started !== 'string') return false;
    const state = stateOf({ ...holder, host, pid, started }, mine);
    if (state !== 'unknown' || now - renewed <= SILENT_FOR) return state !== 'ended';
    const minutes = Math.floor((now - renewed) / 60_000);
    process.emitWarning(
      `${this.#directory}: the lock of ${nameOf(holder)} is taken over: it was renewed last ${minutes} minutes ago`,
      'FolderLock',
    );
    return false;
  }

  #isHeld(holder: Partial<Program>, mine: Program): FolderInUse {
    const advice =
      holder.host === mine.host
        ? 'wait for it to end, or choose another folder'
        : `wait for it to end, choose another folder, or remove ${this.#file} if it no longer runs`;
    return new FolderInUse(`${this.#directory}: ${nameOf(holder)} is writing there; ${advice}`);
  }
}

const nameOf = ({ host, pid }: Partial<Program>): string => `process ${pid} on ${host?.split(' ', 1)[0]}`;

/**
 * Takes the lock of a folder for results, and removes what ended programs have left there half-written.
 *
 * @throws InputError in one line if another program holds it, something in it is a link, or it cannot be written
 */
export function lockFor(directory: string): DirectoryLock {
  refuseLinks(directory);
  return lockWithLinks(directory);
}

/** The same in a folder of runs, where a reader may have links to some of them. */
export function lockWithLinks(directory: string): DirectoryLock {
  try {
    const lock = new DirectoryLock(directory);
    removeTemporary(directory);
    return lock;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw cannotBeUsed(directory, 'used for results', error);
  }
}

/**
 * Works in a folder while no other program does.
 *
 * @throws InputError as {@link lockFor}, and whatever the work throws
 */
export async function whileLocked<T>(
  directory: string,
  work: () => Promise<T>,
  lockOf = lockFor,
): Promise<T> {
  const lock = lockOf(directory);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Removes what a program has left in a whole folder that was killed there: its lock, and what is half-written. */
export function tidyUp(directory: string): void {
  if (!existsSync(join(directory, LOCK_NAME)) && temporaryLeft(directory).length === 0) return;
  try {
    lockFor(directory).release();
  } catch {
    // Another program is at work there, or nothing can be written: the folder is whole all the same.
  }
}

/** The lock that lies there; `undefined` where there is none by now. Content that makes no sense is of nobody. */
function readLock(file: string): Found | undefined {
  let content: string;
  let renewed: number;
  try {
    if (!isOrdinaryFile(file)) return undefined;
    renewed = statSync(file).mtimeMs;
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof InputError) throw error;
    return undefined;
  }
  try {
    return { content, renewed, holder: (JSON.parse(content) ?? {}) as Partial<Program> };
  } catch {
    return { content, renewed, holder: {} };
  }
}
