/** Runs the built `fedsa` as a user does: a process of its own, from an empty folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../dist/src/commandLine/main.js', import.meta.url));

/** A program that is still busy after so many milliseconds hangs. */
const PATIENCE = 50_000;

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

/** Starts `fedsa` with the given arguments in a folder. */
export function start(folder: string, ...args: readonly string[]): Started {
  // No data set of the developer's own machine.
  const { FEDSA_AIR_QUALITY: _none, ...env } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env,
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
          `fedsa ${args.join(' ')} still ran after ${PATIENCE} ms; it had printed: ${stdout}${stderr}`,
        ),
      );
    }, PATIENCE);
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

/** Runs `fedsa` to its end. */
export async function fedsa(folder: string, ...args: readonly string[]): Promise<Ended> {
  return start(folder, ...args).ended;
}

/** The files and folders below a folder, sorted. */
export function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}

/** Bytes of a file, or of all files of a folder, as text to compare. */
export function text(...path: readonly string[]): string {
  return readFileSync(join(...path), 'utf8');
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
