/** A program that writes results, as other programs can judge it: by its machine, its space of process numbers, and its start. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A program that runs. */
export interface Program {
  /** name of the machine; on Linux with the space of process numbers, of which containers have their own */
  readonly host: string;
  readonly pid: number;
  /** distinguishes it from an earlier one of the same number: the start of the machine, and ticks of it; empty where unknown */
  readonly started: string;
  /** `/etc/machine-id`; empty where there is none */
  readonly machine?: string | undefined;
  /** of a cluster, which starts it again only once it has ended: FEDSA_TASK in the environment */
  readonly task?: string | undefined;
}

/** The space of process numbers of the machine itself, not of a container, is the same on every Linux. */
const OUTERMOST = 'pid:[4026531836]';

let current: Program | undefined;

/** Looked up once: a sweep takes a lock for each of its runs. */
export const thisProgram = (): Program =>
  (current ??= {
    ...{ host: thisHost(), pid: process.pid, started: startOf(process.pid), machine: machineId() },
    task: process.env.FEDSA_TASK === '' ? undefined : process.env.FEDSA_TASK,
  });

/**
 * Whether another program runs, as far as this one can know: process numbers mean something only within one space of them, and
 * between two starts of a machine.
 */
export function stateOf(
  { host, pid, started, machine, task }: Program,
  mine: Program,
): 'running' | 'ended' | 'unknown' {
  const [theirBoot, myBoot] = [bootOf(started), bootOf(mine.started)];
  if (host === mine.host && (theirBoot === myBoot || theirBoot === ''))
    return isRunning(pid) && startOf(pid) === started ? 'running' : 'ended';
  // The machine itself has started again since: none of its programs has outlived that.
  if (host === mine.host && host.endsWith(OUTERMOST) && machine && machine === mine.machine) return 'ended';
  return task !== undefined && task === mine.task ? 'ended' : 'unknown';
}

/** Whether there is a process of this number in this space of them. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

const bootOf = (started: string): string => started.split(' ', 1)[0]!;

function thisHost(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    return '';
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
