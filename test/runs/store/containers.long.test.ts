/** Programs of two containers with one host name in one store and one sweep: neither takes the other for dead. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../dist/program/main.js', import.meta.url));
const IN_A_CONTAINER = ['--pid', '--fork', '--mount-proc'];

/** Whether this user may make a space of process numbers. */
function mayUnshare(): boolean {
  try {
    execFileSync('unshare', [...IN_A_CONTAINER, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fedsa-containers-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A program with another number than that of the other container's. */
async function inContainer(number: number, words: readonly string[]): Promise<string> {
  // Processes that are no more have had the numbers before.
  const script = `${'/bin/true; '.repeat(number)} "$0" "$@"; echo "status $?"`;
  const shell = ['unshare', ...IN_A_CONTAINER, 'sh', '-c', script, process.execPath, MAIN, ...words];
  const child = spawn(shell[0]!, shell.slice(1), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await once(child, 'close');
  return printed;
}

const SWEEP = [
  ...['sweep', 'quickstart', '--grid', 'step-size=0.01..0.1:log6', '--rounds', '200', '--seeds', '4'],
  ...['--threads', '1', '--no-report', '--quiet'],
];

test.runIf(mayUnshare())('two sweeps in one store, and two in one folder, end whole', async () => {
  for (const [first, second] of [
    ['a', 'b'],
    ['both', 'both'],
  ]) {
    const words = (out: string): string[] => [...SWEEP, '--store', `store-${first}`, '--out', out];
    const ends = await Promise.all([inContainer(0, words(first!)), inContainer(3, words(second!))]);
    expect(ends).toEqual(['status 0\n', 'status 0\n']);
    expect(
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('.tmp-')),
    ).toEqual([]);
  }
  const [a, b, both] = ['a', 'b', 'both'].map((out) =>
    readFileSync(join(folder, out, 'results.csv'), 'utf8'),
  );
  expect([b, both]).toEqual([a, a]);
});
