/** A worker pauses once nothing but tasks that it has refused comes round, and no sooner. */
import { expect, test } from 'vitest';
import { Refusals } from '../../../src/runs/sweep/remote/refusals.ts';

/**
 * Tasks that a worker gets of a queue until it pauses: refused ones go back to its end, and for each one refused for the
 * first time the sweep publishes one more.
 *
 * @param tasks - in upper case those that lack a file here
 * @param ahead - how many of them are out at first
 */
function untilPause(tasks: string, ahead: number, refusals = new Refusals()): string {
  const unpublished = Array.from(tasks);
  const queue = unpublished.splice(0, ahead);
  const refused = new Set<string>();
  let taken = '';
  for (;;) {
    const task = queue.shift()!;
    taken += task;
    const isRefused = task !== task.toLowerCase();
    if (!isRefused) refusals.accept();
    const isPaused = isRefused && refusals.refuse(task);
    if (isRefused) queue.push(task);
    if (!isRefused || !refused.has(task)) queue.push(...unpublished.splice(0, 1));
    refused.add(task);
    if (isPaused) return taken;
  }
}

test.each([
  // A comes round before b, which was published for its refusal, and again, before it is known that only A waits.
  ['Ab', 1, 'AAbAA'],
  ['ABCDefgh', 2, 'ABACBDACeBDfACgBDhACBDA'],
  ['A', 2, 'AAA'],
])('%s, with %i out at first, are taken in the order %s', (tasks, ahead, taken) => {
  expect(untilPause(tasks, ahead)).toBe(taken);
});

test('after a pause each task is tried once more', () => {
  const refusals = new Refusals();
  expect(untilPause('ABC', 3, refusals)).toBe('ABCABCA');
  expect(untilPause('ABC', 3, refusals)).toBe('ABCA');
});
