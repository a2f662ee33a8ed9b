/** A copy of the project in a folder of its own, in which sources can be changed, built and tested. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project itself. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What belongs to a checkout, or is written by programs of packages: each copy has its own, or none. */
const NOT_COPIED = new Set(['.git', 'node_modules']);
const OWN_OF_PACKAGES = new Set(['.bin', '.package-lock.json']);
const LEFT_OUT_OF_PACKAGES = new Set(['.vite', '.vite-temp', '.cache']);

/** How a program ended; without a status it ran for too long. */
export interface Ended {
  readonly status: number | undefined;
  /** what it printed, of both streams */
  readonly printed: string;
}

export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'fedsa-faults-'));
  #running: ChildProcess | undefined;

  constructor() {
    process.once('exit', this.remove);
    cpSync(ROOT, this.folder, {
      recursive: true,
      filter: (path) => !NOT_COPIED.has(relative(ROOT, path).split(sep)[0]!),
    });
    const packages = join(this.folder, 'node_modules');
    mkdirSync(packages);
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      const [from, to] = [join(ROOT, 'node_modules', name), join(packages, name)];
      if (OWN_OF_PACKAGES.has(name)) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
      else if (!LEFT_OUT_OF_PACKAGES.has(name)) symlinkSync(from, to);
    }
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  /**
   * Runs Node in the copy, without what a test process passes on to its children.
   *
   * @param patience - how long it may take, in seconds
   */
  node(words: readonly string[], patience: number): Promise<Ended> {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$)/.test(name)),
    );
    const child = spawn(process.execPath, words, {
      cwd: this.folder,
      env: { ...env, TMPDIR: tmpdir() },
      stdio: ['ignore', 'pipe', 'pipe'],
      // a group, which is ended with all that it has started
      detached: true,
    });
    this.#running = child;
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    }
    return new Promise((resolve, reject) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        killGroup(child);
      }, patience * 1000);
      child.on('error', reject);
      child.on('close', (status) => {
        clearTimeout(timer);
        this.#running = undefined;
        resolve({ status: late ? undefined : (status ?? 1), printed });
      });
    });
  }

  /** Ends what runs in it, and removes it: also where this process is ended. */
  readonly remove = (): void => {
    process.off('exit', this.remove);
    if (this.#running) killGroup(this.#running);
    rmSync(this.folder, { recursive: true, force: true });
  };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
