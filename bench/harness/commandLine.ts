/** The command line as a process of its own. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/src/commandLine/main.js', import.meta.url));

export interface Finished {
  readonly stdout: string;
  /** from before the process starts until it has ended */
  readonly seconds: number;
}

/** Runs `fedsa` to its end; throws where it does not end well. */
export function fedsa(words: readonly string[]): Finished {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`fedsa ${words.join(' ')} ended with status ${status}: ${stderr}`);
  return { stdout, seconds };
}
