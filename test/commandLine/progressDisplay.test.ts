/** A run says how far it is: first how many threads have started, then its rounds. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { progressDisplay } from '../../src/commandLine/progressDisplay.ts';
import { placementLine } from '../../src/commandLine/runWords.ts';
import type { Inspection } from '../../src/events/inspection.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('threads that start are counted, and then the rounds', () => {
  const lines: string[] = [];
  const stream = { isTTY: false, write: (text: string) => lines.push(text) > 0 };
  const display = progressDisplay(stream as unknown as NodeJS.WriteStream, 'fast: ');
  const none = { kind: 'progressed', rounds: 0, totalRounds: 2000, error: NaN } as const;
  for (let second = 1; second <= 30; second++) {
    vi.advanceTimersByTime(1000);
    const started = 40 * second;
    display.observe(
      started < 1000
        ? { ...none, threads: { started, all: 1000 } }
        : { ...none, rounds: 100 * (second - 25), error: 0.25 },
    );
  }
  display.stop();
  expect(lines).toEqual([
    'fast: 400 of 1,000 threads started · 15 s left\n',
    'fast: 800 of 1,000 threads started · 5 s left\n',
    'fast: 500 of 2,000 rounds · error 0.25 · 15 s left\n',
  ]);
});

test('a placement that was chosen is said with its reason, one that was asked for is not; many threads are announced', () => {
  const placed = (threads: number, unit: 'agents' | 'replications', why?: string): Inspection => ({
    kind: 'placed',
    placement: { name: 'own-thread', threads, unit },
    why,
  });
  expect(placementLine(placed(100_000, 'agents'))).toMatch(
    /^100,000 threads take about .* to start, and 1,400 GB$/,
  );
  expect(placementLine(placed(2, 'agents'))).toBeUndefined();
  expect(placementLine(placed(100_000, 'replications'))).toBeUndefined();
  expect(placementLine(placed(2, 'agents', 'the clock is real'))).toBe(
    'placement own-thread on 2 threads: the clock is real',
  );
});
