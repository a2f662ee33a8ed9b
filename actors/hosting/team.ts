/**
 * Threads that take the local steps of one thread's agents together. The agents live where their server does; what is shared is
 * each call of a kernel, in chunks of agents that free threads take. Nobody waits for a thread that has not come: the caller
 * does what is left.
 */
import type { Worker } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { ThreadFailure } from '../../src/values/failure.ts';
import { thrownText } from '../../src/values/quoted.ts';
import { builtFile } from '../../src/values/builtProgram.ts';
import type { KernelExports } from '../../src/problems/operators/kernelOperator.ts';
import { WORKSPACE_BYTES } from '../../src/kernels/workspaceLayout.ts';
import type { ThreadKernels } from '../agent/threadResources.ts';
import {
  allocateTeam,
  ASLEEP,
  FAILED,
  INVITED,
  READY,
  STOPPED,
  type Kernel,
  type TeamMemory,
  TeamView,
  WORKING,
} from './teamMemory.ts';
import { TeamPolicy } from './teamPolicy.ts';
import type { MemberTask } from './teamWorker.ts';
import { startThreads } from './workerPool.ts';

/** The caller's number among the threads. */
const CALLER = 0;
/** Local steps of a call, by the end of its name, from its first and its third argument after the agents. */
const STEPS: Readonly<Record<string, (a: number, c: number) => number>> = {
  advance: (_, c) => c,
  accumulate: (a) => a,
  peek: () => 1,
};
/** Agents that a kernel steps side by side: chunks are whole groups, as far as ranges allow. */
const GROUP = 16;
/** Time that a chunk should take, in ms: much longer than to claim it. */
const CHUNK = 0.002;
/** Time, in ms, for which the caller polls for a member's end before it sleeps: on its core the member may then go on. */
const LOOKOUT = 0.02;
/** Looks between two at the clock. */
const LOOKS = 100;
/**
 * Bytes of nothing on either side of a member's workspace, which are never touched and so take no memory. Beside that of the caller,
 * in which it writes as often, both were slower on some processors, though they share no cache line.
 */
const APART = 1 << 19;
/** A sleep, in ms, after which the caller looks whether all members are still there. */
const NAP = 50;
/**
 * Naps after which a member is given up, such as one whose end cannot be seen since its start was not observed: a minute. A call that
 * is shared takes milliseconds, so a busy machine does not come near it. Naps are counted and not the clock, which goes on while the
 * whole program is stopped or the machine asleep.
 */
const MOST_NAPS = 1200;

/** The caller's side of a team. */
export class Team {
  /** the program with its calls shared, in the caller's memory */
  readonly kernels: ThreadKernels;
  readonly #memory: TeamMemory;
  readonly #view: TeamView;
  readonly #policy = new TeamPolicy();
  readonly #pool: Piscina;
  /** threads that have emitted `online`: one may be at work before */
  readonly #started = new Set<Worker>();
  #failure: ThreadFailure | undefined;

  /**
   * @param program - what `kernels` is an instance of
   * @param threads - with the caller's
   */
  constructor(program: WebAssembly.Module, { memory, exports }: ThreadKernels, threads: number) {
    this.#memory = allocateTeam(threads);
    this.#view = new TeamView(this.#memory, exports);
    this.kernels = { memory, exports: this.#sharing(exports) };
    this.#pool = startThreads(builtFile('program/teamWorker.js').href, threads - 1, { isClosed: true });
    for (const thread of this.#pool.threads) thread.once('online', () => this.#started.add(thread));
    for (let member = 1; member < threads; member++) {
      const task: MemberTask = {
        program,
        kernelMemory: memory.memory,
        workspace: memory.allocate(2 * APART + WORKSPACE_BYTES) + APART,
        team: this.#memory,
        member,
      };
      this.#pool.run(task, { name: 'takePart' }).catch((thrown: unknown) => {
        this.#fail(`has failed: ${thrownText(thrown)}`);
      });
    }
  }

  async close(): Promise<void> {
    for (let member = 1; member < this.#memory.threads; member++) this.#view.set(member, STOPPED);
    await this.#pool.destroy();
  }

  /** The same functions, shared. */
  #sharing(exports: KernelExports): KernelExports {
    const shared = Object.entries(exports).map(([name, kernel], number) => {
      const stepsOf = STEPS[name.slice(name.lastIndexOf('_') + 1)];
      return [name, stepsOf === undefined ? kernel : this.#shared(number, kernel as Kernel, stepsOf)];
    });
    return Object.fromEntries(shared) as KernelExports;
  }

  #shared(number: number, kernel: Kernel, stepsOf: (a: number, c: number) => number): Kernel {
    const policy = this.#policy;
    return (records, count, ...values) => {
      const [a = 0, b = 0, c = 0, d = 0] = values;
      const units = count * stepsOf(a, c);
      const expected = policy.expected(number, units);
      if (!policy.isTimed(expected)) {
        kernel(records, count, a, b, c, d);
        return;
      }
      const start = performance.now();
      if (policy.isShared(expected, start)) {
        const groups = Math.max(1, Math.round((CHUNK / expected) * (count / GROUP)));
        this.#view.describe({ kernel: number, chunk: GROUP * groups, records, count, values: [a, b, c, d] });
        const alone = this.#together();
        const end = performance.now();
        policy.shared(expected, end - start, alone, end);
      } else {
        kernel(records, count, a, b, c, d);
        policy.alone(number, units, performance.now() - start);
      }
    };
  }

  /**
   * Does what was described, with all members that come while there is something left.
   *
   * @returns how long the caller computed itself, in ms
   */
  #together(): number {
    if (this.#failure) throw this.#failure;
    const view = this.#view;
    const { threads } = this.#memory;
    for (let member = 1; member < threads; member++) {
      if (view.change(member, READY, INVITED) === ASLEEP && view.change(member, ASLEEP, INVITED) === ASLEEP)
        view.wake(member);
    }
    const start = performance.now();
    view.work(CALLER);
    const alone = performance.now() - start;
    for (let member = 1; member < threads; member++) {
      // A thread that has not come by now need not.
      if (view.change(member, INVITED, READY) === WORKING) this.#await(member);
      if (view.stateOf(member) === FAILED) throw this.#fail('has failed');
    }
    return alone;
  }

  #fail(how: string): ThreadFailure {
    return (this.#failure ??= new ThreadFailure(
      `a thread that takes local steps beside the server’s ${how}`,
    ));
  }

  #await(member: number): void {
    const view = this.#view;
    const until = performance.now() + LOOKOUT;
    do {
      for (let look = 0; look < LOOKS; look++) if (view.stateOf(member) !== WORKING) return;
    } while (performance.now() < until);
    for (let nap = 0; view.stateOf(member) === WORKING; nap++) {
      const running = this.#pool.threads.filter((thread) => this.#mayRun(thread)).length;
      if (running < view.membersThere()) throw this.#fail('has ended');
      if (nap === MOST_NAPS) throw this.#fail('has not ended its part of a call for a minute');
      view.sleepWhileWorking(member, NAP);
    }
  }

  /**
   * Whether a thread may still run, asked without a turn of the event loop, in which alone its `exit` is emitted. Of the loop of a thread
   * that has ended Node says -1, or zeros where it was never asked before; zeros also of one that has not started yet.
   */
  #mayRun(thread: Worker): boolean {
    const { idle, active } = thread.performance.eventLoopUtilization();
    return !this.#started.has(thread) || (idle >= 0 && active > 0);
  }
}
