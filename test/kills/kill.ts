/** A signal at a random moment of a command's life, and how the command may then end. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Generator } from '../../src/maths/generator.ts';
import { type Started, startWith } from '../commandLine/builtProgram.ts';

const COUNTING = fileURLToPath(new URL('killAtChange.mjs', import.meta.url));

/** How long a command takes that nobody disturbs, and how often it changes a file. */
export interface Life {
  /** in ms */
  readonly length: number;
  readonly changes: number;
}

/** A signal to be sent: after some ms, or at the change of a file of some number. */
export interface Kill {
  readonly victim: 'command' | 'worker' | 'server';
  readonly signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT';
  readonly after?: number;
  readonly change?: number;
  /** whether half of that change is made */
  readonly isTorn: boolean;
}

const SIGNALS = ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGINT'] as const;
const VICTIMS = ['command', 'command', 'worker', 'server'] as const;

/** Draws one of a command: half of them uniform in its life, half uniform among its changes of files. */
export function drawKill(random: Generator, { length, changes }: Life): Kill {
  const victim = 'command';
  const signal = SIGNALS[random.below(SIGNALS.length)]!;
  const [isTimed, place, isTorn] = [random.below(2) === 0, random.uniform(), random.below(4) > 0];
  return isTimed
    ? { victim, signal, after: place * length, isTorn: false }
    : { victim, signal, change: 1 + Math.floor(place * changes), isTorn: isTorn && signal === 'SIGKILL' };
}

/** Draws one of a command that computes over a cluster: of half of them a worker or the server is the victim. */
export function drawKillInCluster(random: Generator, life: Life): Kill {
  const victim = VICTIMS[random.below(VICTIMS.length)]!;
  const kill = drawKill(random, life);
  return victim === 'command'
    ? kill
    : { victim, signal: kill.signal, after: random.uniform() * life.length, isTorn: false };
}

/** `SIGKILL before change 12`, `worker SIGINT after 300 ms` */
export function killText({ victim, signal, after, change, isTorn }: Kill): string {
  const moment =
    after === undefined
      ? `${isTorn ? 'within' : 'before'} change ${change!}`
      : `after ${Math.round(after)} ms`;
  return `${victim === 'command' ? '' : `${victim} `}${signal} ${moment}`;
}

/** Starts a command whose changes of files are counted in a file; it is killed at one of them where a kill says so. */
export function startCounted(
  counter: string,
  { change: at, signal, isTorn }: Partial<Kill>,
  folder: string,
  words: readonly string[],
): Started {
  rmSync(counter, { force: true });
  rmSync(`${counter}.killed`, { recursive: true, force: true });
  const variables = {
    NODE_OPTIONS: `--import=${COUNTING}`,
    KILL_AT_CHANGE: JSON.stringify({ counter, at, signal, isTorn }),
  };
  return startWith(variables, folder, ...words);
}
