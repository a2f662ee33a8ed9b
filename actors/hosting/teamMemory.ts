/**
 * Memory that the threads of a team share next to the kernels' memory: the call under way, which agents of it have been taken, and
 * what each member is at.
 */
import type { KernelExports } from '../../src/problems/operators/kernelOperator.ts';

/** State of a member: still starting, looking out for a call, asleep, asked to join one, in it, to go, or failed in one. */
export const ABSENT = 0;
export const READY = 1;
export const ASLEEP = 2;
export const INVITED = 3;
export const WORKING = 4;
export const STOPPED = 5;
export const FAILED = 6;

/** Words of two cache lines: threads that write side by side in one, or in a pair, slow each other down. */
const PAIR = 32;
/** The first pair: whether the caller sleeps; then the call, which changes only while no member works. */
const CALLER_SLEEPS = 0;
const KERNEL = 1;
const RECORDS = 2;
const COUNT = 3;
const CHUNK = 4;
const ARGUMENTS = 4;
const BYTES_PER_WORD = 4;

/** Crosses to the members as it is. */
export interface TeamMemory {
  readonly words: Int32Array;
  readonly values: Float64Array;
  /** the members and the caller */
  readonly threads: number;
}

/** Any of the three functions of a family; peek and accumulate leave the last arguments unread. */
export type Kernel = (
  records: number,
  count: number,
  ...values: readonly [a?: number, b?: number, c?: number, d?: number]
) => void;

/** A call of a kernel, which threads share. */
export interface SharedCall {
  /** its number */
  readonly kernel: number;
  /** agents that a thread takes at a time */
  readonly chunk: number;
  readonly records: number;
  readonly count: number;
  readonly values: readonly [number, number, number, number];
}

/** Memory for a team, all zero: its members are absent. */
export function allocateTeam(threads: number): TeamMemory {
  return {
    words: new Int32Array(new SharedArrayBuffer(BYTES_PER_WORD * PAIR * (1 + 2 * threads))),
    values: new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT * ARGUMENTS)),
    threads,
  };
}

/** The memory as one of the threads sees it. */
export class TeamView {
  readonly #words: Int32Array;
  readonly #values: Float64Array;
  readonly #threads: number;
  /** by number, which is the same for all instances of the program */
  readonly #kernels: readonly Kernel[];

  constructor({ words, values, threads }: TeamMemory, exports: KernelExports) {
    this.#words = words;
    this.#values = values;
    this.#threads = threads;
    this.#kernels = Object.values(exports) as Kernel[];
  }

  /** Writes a call down; no member may be at work. */
  describe({ kernel, chunk, records, count, values }: SharedCall): void {
    this.#words[KERNEL] = kernel;
    this.#words[RECORDS] = records;
    this.#words[COUNT] = count;
    this.#words[CHUNK] = chunk;
    this.#values.set(values);
    for (let range = 0; range < this.#threads; range++) Atomics.store(this.#words, this.#takenOf(range), 0);
  }

  /**
   * Does what is left of the call: the thread's own range of agents first, whose tables are in its core's cache, then
   * what others have not come to.
   *
   * @param thread - 0: the caller
   */
  work(thread: number): void {
    const words = this.#words;
    const kernel = this.#kernels[words[KERNEL]!]!;
    const records = words[RECORDS]! >>> 0;
    const count = words[COUNT]!;
    const chunk = words[CHUNK]!;
    const values = this.#values;
    for (let k = 0; k < this.#threads; k++) {
      const range = (thread + k) % this.#threads;
      const first = Math.floor((range * count) / this.#threads);
      const end = Math.floor(((range + 1) * count) / this.#threads);
      const taken = this.#takenOf(range);
      for (;;) {
        const at = first + Atomics.add(words, taken, chunk);
        if (at >= end) break;
        kernel(
          records + BYTES_PER_WORD * at,
          Math.min(chunk, end - at),
          values[0],
          values[1],
          values[2],
          values[3],
        );
      }
    }
  }

  stateOf(member: number): number {
    return Atomics.load(this.#words, this.#stateWord(member));
  }

  /** How many members have started. */
  membersThere(): number {
    let present = 0;
    for (let member = 1; member < this.#threads; member++) if (this.stateOf(member) !== ABSENT) present++;
    return present;
  }

  /** Changes a state, and gives what it was before; not changed where it is not `from`. */
  change(member: number, from: number, to: number): number {
    return Atomics.compareExchange(this.#words, this.#stateWord(member), from, to);
  }

  /** Sets a state, whatever it was, and wakes those that wait for it. */
  set(member: number, state: number): void {
    Atomics.store(this.#words, this.#stateWord(member), state);
    Atomics.notify(this.#words, this.#stateWord(member));
  }

  wake(member: number): void {
    Atomics.notify(this.#words, this.#stateWord(member));
  }

  /** A member sleeps until its state is another one. */
  sleep(member: number): void {
    Atomics.wait(this.#words, this.#stateWord(member), ASLEEP);
  }

  /** A member has nothing left to do in a call, or can do nothing more; wakes the caller if it sleeps. */
  finish(member: number, state: typeof READY | typeof FAILED): void {
    this.change(member, WORKING, state);
    if (Atomics.load(this.#words, CALLER_SLEEPS) === 1) this.wake(member);
  }

  /** The caller sleeps until a member is no longer at work, or so many milliseconds. */
  sleepWhileWorking(member: number, milliseconds: number): void {
    Atomics.store(this.#words, CALLER_SLEEPS, 1);
    Atomics.wait(this.#words, this.#stateWord(member), WORKING, milliseconds);
    Atomics.store(this.#words, CALLER_SLEEPS, 0);
  }

  #stateWord(member: number): number {
    return PAIR * (1 + member);
  }

  #takenOf(range: number): number {
    return PAIR * (1 + this.#threads + range);
  }
}
