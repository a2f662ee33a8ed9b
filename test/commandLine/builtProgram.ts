/** Runs the built `fedsa` from an empty folder: called in the test's own process, or in one of its own as a user does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, vi } from 'vitest';
import { byPart } from '../tooling/parts.ts';
// Its compiler stays in the folder where it was first loaded, which must not be one that a test removes.
import 'esbuild';

const BUILT = new URL('../../dist/program/', import.meta.url);
const MAIN = fileURLToPath(new URL('main.js', BUILT));
const { runProgram } = (await import(
  new URL('program.js', BUILT).href
)) as typeof import('../../src/commandLine/program.ts');

/** The built library: its threads need no loader. */
export const library = (await import(new URL('index.js', BUILT).href)) as typeof import('../../src/index.ts');

/** A program that is still busy after so many milliseconds hangs; long tests have many at a time. */
const PATIENCE = byPart(50_000, 200_000);

/** How a process ended. */
export interface Ended {
  /** `null` where a signal ended it */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program under way. */
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once what has been printed on standard output satisfies the condition, or the program has ended. */
  saw(condition: (stdout: string) => boolean): Promise<void>;
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new, empty folder, far from the project; removed at the end of the test file. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fedsa-user-'));
  folders.push(folder);
  return folder;
}

/** Starts `fedsa` as a process, with the given arguments in a folder. */
export function start(folder: string, ...args: readonly string[]): Started {
  return startFrom(folder, [process.execPath, MAIN, ...args]);
}

/** Likewise, where another number of milliseconds is long enough to be a fault. */
export function startPatiently(folder: string, patience: number, ...args: readonly string[]): Started {
  return startFrom(folder, [process.execPath, MAIN, ...args], patience);
}

/** Has a shell start a process `fedsa`, which is `exec "$0" "$@"` there; for Linux and macOS. */
export function fedsaBy(shell: string, folder: string, ...args: readonly string[]): Promise<Ended> {
  return startFrom(folder, ['sh', '-c', shell, process.execPath, MAIN, ...args]).ended;
}

/** Runs a process `fedsa` to its end that may write no file of any length: a disk that is full to the last byte. */
export const fedsaWithoutRoom = (folder: string, ...args: readonly string[]): Promise<Ended> =>
  fedsaBy('ulimit -f 0; exec "$0" "$@"', folder, ...args);

/** Starts a process `fedsa` with variables in its environment. */
export function startWith(variables: NodeJS.ProcessEnv, folder: string, ...args: readonly string[]): Started {
  return startFrom(folder, [process.execPath, MAIN, ...args], PATIENCE, variables);
}

function startFrom(
  folder: string,
  [file, ...args]: readonly string[],
  patience = PATIENCE,
  variables: NodeJS.ProcessEnv = {},
): Started {
  // No data set and no store of the developer's own machine.
  const { FEDSA_AIR_QUALITY: _data, FEDSA_STORE: _store, ...env } = process.env;
  const child = spawn(file!, args, {
    cwd: folder,
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const watching = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const look of watching) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    const impatience = setTimeout(() => {
      child.kill('SIGKILL');
      reject(
        new Error(
          `fedsa ${args.join(' ')} still ran after ${patience} ms; it had printed: ${stdout}${stderr}`,
        ),
      );
    }, patience);
    child.on('close', (status) => {
      clearTimeout(impatience);
      resolve({ status, stdout, stderr });
    });
  });
  return {
    child,
    ended,
    saw: async (condition) => {
      const seen = new Promise<void>((resolve) => {
        const look = (): void => {
          if (condition(stdout)) resolve();
        };
        watching.add(look);
        look();
      });
      await Promise.race([seen, ended]);
    },
  };
}

/** Runs a process `fedsa` to its end: for what only a process shows. */
export async function fedsaProcess(folder: string, ...args: readonly string[]): Promise<Ended> {
  return start(folder, ...args).ended;
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Calls the program in this process, which takes a tenth of the time: working directory, output and
 * environment are as a process of its own would have them. Calls wait for each other.
 */
export async function fedsa(folder: string, ...args: readonly string[]): Promise<Ended> {
  const mine = turn.then(() => called(folder, args));
  turn = mine.catch(() => undefined);
  return mine;
}

async function called(folder: string, args: readonly string[]): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  const home = process.cwd();
  const data = process.env.FEDSA_AIR_QUALITY;
  delete process.env.FEDSA_AIR_QUALITY;
  process.chdir(folder);
  try {
    return { status: await runProgram(args), ...printed };
  } finally {
    process.chdir(home);
    if (data !== undefined) process.env.FEDSA_AIR_QUALITY = data;
    for (const spy of spies) spy.mockRestore();
  }
}

/** The files and folders below a folder, sorted. */
export function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}

/** Bytes of a file, or of all files of a folder, as text to compare. */
export function text(...path: readonly string[]): string {
  return readFileSync(join(...path), 'utf8');
}

/** How many rows a replay compares: those of every such file that a run directory has. */
export function comparedRows(directory: string): number {
  const names = ['rounds.csv', 'iterates.csv', 'updates.csv', 'agents.csv', 'staleness.csv'];
  const present = names.filter((name) => existsSync(join(directory, name)));
  return present.reduce((sum, name) => sum + rows(directory, name).length, 0);
}

/** Rows of a CSV file without quotes, by column. */
export function rows(...path: readonly string[]): Record<string, string>[] {
  const content = text(...path);
  if (!content.endsWith('\n')) throw new Error(`${path.join('/')} ends within a row`);
  const [header, ...lines] = content.trimEnd().split('\n');
  const columns = header!.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    if (cells.length !== columns.length) throw new Error(`${path.join('/')}: ${line} is no whole row`);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]!]));
  });
}
