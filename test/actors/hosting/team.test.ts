/** A call of a kernel that several threads make together, and when it is shared. */
import type { Worker } from 'node:worker_threads';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { Team } from '../../../actors/hosting/team.ts';
import {
  ABSENT,
  allocateTeam,
  INVITED,
  type Kernel,
  READY,
  TeamView,
  WORKING,
} from '../../../actors/hosting/teamMemory.ts';
import { TeamPolicy } from '../../../actors/hosting/teamPolicy.ts';
import { ThreadFailure } from '../../../src/values/failure.ts';
import { KernelMemory } from '../../../src/kernels/kernelMemory.ts';
import type { KernelExports } from '../../../src/problems/operators/kernelOperator.ts';

/** Views of one team's memory, in one thread; `taken` gets what each has its kernel do. */
function views(threads: number) {
  const memory = allocateTeam(threads);
  const taken: number[][] = [];
  const all = Array.from({ length: threads }, (_, thread) => {
    taken.push([]);
    const kernel: Kernel = (records, count, stepSize) => {
      expect(stepSize).toBe(0.5);
      for (let k = 0; k < count; k++) taken[thread]!.push((records - 0x8000_0000) / 4 + k);
      // the others come in the middle of the first chunk
      if (thread === 0 && taken[0]!.length === count)
        for (const other of all.slice(1)) other.work(all.indexOf(other));
    };
    return new TeamView(memory, { none: () => undefined, kernel } as unknown as KernelExports);
  });
  return { all, taken };
}

describe('a shared call', () => {
  test.each([
    [2, 100, 8],
    [3, 7, 8],
    [4, 1000, 24],
  ])('of %d threads has each of %d agents once, in chunks of %d', (threads, count, chunk) => {
    const { all, taken } = views(threads);
    for (let call = 0; call < 2; call++) {
      for (const single of taken) single.length = 0;
      // an address beyond 2 GB
      all[0]!.describe({ kernel: 1, chunk, records: 0x8000_0000, count, values: [0.5, 0, 3, 1] });
      all[0]!.work(0);
      expect(taken.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, k) => k));
      // who comes second takes all that the first has not begun
      expect(taken[1]!.length).toBe(count - Math.min(chunk, Math.floor(count / threads)));
    }
  });

  test('is made without a member that comes when it is over', () => {
    const [caller, member] = views(2).all as [TeamView, TeamView];
    expect(caller.change(1, READY, INVITED)).toBe(ABSENT);
    member.change(1, ABSENT, READY);
    expect(caller.change(1, READY, INVITED)).toBe(READY);
    expect(caller.change(1, INVITED, READY)).toBe(INVITED);
    expect(member.change(1, INVITED, WORKING)).toBe(READY);
  });
});

describe('calls are shared', () => {
  /**
   * Calls of 1 ms alone that take so long when they are shared, of which the caller computes for `own`; gives the share
   * of time lost, and of calls shared.
   */
  function run(took: (now: number) => number, until: number, custom = (_took: number) => 0.55) {
    const policy = new TeamPolicy();
    let [now, calls, shared, wronglyTimed] = [0, 0, 0, 0];
    for (; now < until; calls++) {
      const expected = policy.expected(0, 1000);
      if (policy.isTimed(expected) !== (calls > 0 || expected === 0)) wronglyTimed++;
      if (policy.isShared(expected, now)) {
        shared++;
        const single = took(now);
        now += single;
        policy.shared(expected, single, custom(single), now);
      } else {
        now += 1;
        policy.alone(0, 1000, 1);
      }
    }
    expect(wronglyTimed).toBe(0);
    return { lost: now / calls - 1, shared: shared / calls };
  }

  test('while that saves time', () => {
    const { lost, shared } = run(() => 0.55, 1000);
    expect(lost).toBeLessThan(-0.44);
    expect(shared).toBeGreaterThan(0.98);
  });

  test('hardly ever where it does not, and again soon after it does', () => {
    const busy = run(() => 5, 20_000);
    expect(busy.lost).toBeLessThan(0.04);
    expect(busy.shared).toBeGreaterThan(0.001);
    // 40 s of which the last 20 are quiet: at most a fifth of a second is missed
    expect(run((now) => (now < 20_000 ? 5 : 0.55), 40_000).shared).toBeGreaterThan(0.6);
  });

  test('where a member is away every other time slice: what that saves and loses is weighed', () => {
    // 3 ms side by side, then a call that waits 4 ms
    let soFar = 0;
    const { lost } = run(() => (++soFar % 6 === 0 ? 4.5 : 0.55), 20_000);
    expect(lost).toBeLessThan(0.05);
  });

  test('also where the caller loses its own core at times, and where a member does so rarely', () => {
    let calls = 0;
    expect(
      run(
        () => (++calls % 5 === 0 ? 4.5 : 0.55),
        5000,
        (took) => took,
      ).shared,
    ).toBeGreaterThan(0.98);
    expect(run(() => (++calls % 50 === 0 ? 4.5 : 0.55), 5000).shared).toBeGreaterThan(0.98);
  });

  test('but not short ones, of which some are timed', () => {
    const policy = new TeamPolicy();
    policy.alone(0, 1000, 1);
    expect(policy.isShared(policy.expected(0, 2), 0)).toBe(false);
    const timed = Array.from({ length: 170 }, () => policy.isTimed(policy.expected(0, 2))).filter(Boolean);
    expect(timed).toHaveLength(10);
  });
});

function spin(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** Where a member says that it is at work, in the kernels' memory. */
const CAME = 1024;

/** (module (import "env" "memory" …) (func (export "linearMean_advance") …)): says that it came, and then a loop without end, or a trap. */
const programOf = (body: readonly number[]): WebAssembly.Module => {
  const named = (text: string): number[] => [text.length, ...Buffer.from(text)];
  const code = [0, 0x41, 0x80, 0x08, 0x41, 1, 0x36, 2, 0, ...body, 0x0b];
  const sections = [
    [1, [1, 0x60, 0, 0]],
    [2, [1, ...named('env'), ...named('memory'), 2, 3, 1, 0x80, 0x80, 4]],
    [3, [1, 0]],
    [7, [1, ...named('linearMean_advance'), 0, 0]],
    [10, [1, code.length, ...code]],
  ] as const;
  const bytes = sections.flatMap(([id, content]) => [id, content.length, ...content]);
  return new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...bytes));
};

const ENDLESS = [0x03, 0x40, 0x0c, 0, 0x0b];

describe('a member that', () => {
  test.each([
    ['ends in the middle of a chunk', ENDLESS, /server’s has ended$/],
    ['fails there', [0], /server’s has failed$/],
    ['does not end a chunk', ENDLESS, /server’s has not ended its part of a call for a minute$/],
  ])('%s fails the call', async (text, body, message) => {
    const isEnded = text !== 'does not end a chunk';
    // A minute of naps is over at once.
    if (!isEnded) vi.spyOn(TeamView.prototype, 'sleepWhileWorking').mockReturnValue();
    const threads: Worker[] = [];
    const note = (worker: Worker): unknown => threads.push(worker);
    process.on('worker', note);
    const memory = new KernelMemory();
    const came = memory.int32(CAME, 1);
    const kernel: Kernel = () => {
      spin(5);
      if (Atomics.load(came, 0) === 0 || !isEnded) return;
      void threads[0]!.terminate();
      // By the time the caller looks for it, it is no more.
      spin(30);
    };
    const exports = { linearMean_advance: kernel } as unknown as KernelExports;
    const team = new Team(programOf(body), { memory, exports }, 2);
    try {
      let start = 0;
      const untilItFails = async (): Promise<never> => {
        for (;;) {
          start = performance.now();
          team.kernels.exports.linearMean_advance(0, 64, 0.1, 0, 10, 1);
          // the member starts meanwhile
          await sleep(1);
        }
      };
      const error: unknown = await untilItFails().catch((thrown: unknown) => thrown);
      expect(performance.now() - start).toBeLessThan(2000);
      expect(error).toBeInstanceOf(ThreadFailure);
      expect((error as Error).message).toMatch(message);
    } finally {
      vi.restoreAllMocks();
      await threads[0]!.terminate();
      process.off('worker', note);
      await team.close();
    }
  });
});
