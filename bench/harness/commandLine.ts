/** The command line as a process of its own. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/program/main.js', import.meta.url));

/** The library as a scenario file anywhere on this machine imports it. */
export const LIBRARY = new URL('../../dist/program/index.js', import.meta.url).href;

/**
 * Says at the end of a process how many kilobytes of memory it had at its peak and how many seconds of processor time it
 * took, all threads included. On Linux that is VmHWM: what getrusage() gives begins at the size of the process that it was forked from.
 */
const RESOURCES_HOOK = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  const STATUS = '/proc/self/status';
  const peak = () => existsSync(STATUS)
    ? /VmHWM:\\s*(\\d+) kB/.exec(readFileSync(STATUS, 'utf8'))[1]
    : process.resourceUsage().maxRSS;
  const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
  if (isMainThread) process.on('exit', () => console.error('peak: ' + peak() + '\\ncpu: ' + cpu()));
`)}`;

export interface Finished {
  readonly stdout: string;
  /** from before the process starts until it has ended */
  readonly seconds: number;
  /** resident memory at its peak; NaN unless it was asked for */
  readonly megabytes: number;
  /** processor time, of its start as well; likewise */
  readonly cpu: number;
}

/** Runs `fedsa` to its end; throws where it does not end well. */
export const fedsa = (words: readonly string[], watch?: Watch): Finished =>
  processFrom([MAIN, ...words], watch);

type Watch = 'nothing' | 'resources';

/** The same of any program of Node's, its file first. */
export function processFrom(words: readonly string[], watch: Watch = 'nothing'): Finished {
  const hook = watch === 'resources' ? ['--import', RESOURCES_HOOK] : [];
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [...hook, ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${words.join(' ')} ended with status ${status}: ${stderr}`);
  const kilobytes = /^peak: (\d+)$/m.exec(stderr)?.[1];
  const cpu = Number(/^cpu: (\S+)$/m.exec(stderr)?.[1] ?? NaN);
  return { stdout, seconds, megabytes: kilobytes === undefined ? NaN : Number(kilobytes) / 1024, cpu };
}
