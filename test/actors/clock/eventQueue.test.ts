/** The order of events, against sorting. */
import { describe, expect, test } from 'vitest';
import { EventQueue } from '../../../actors/clock/eventQueue.ts';
import { randomTies } from '../../../actors/clock/ties.ts';
import { generatorFor } from '../../../src/maths/generator.ts';

const nothing = (): void => undefined;

function drain(queue: EventQueue): { time: number; priority: number; agent: number }[] {
  const out = [];
  for (let event = queue.pop(); event !== undefined; event = queue.pop()) {
    const { time, priority, agent } = event;
    out.push({ time, priority, agent });
  }
  return out;
}

test('2,000 random events, pushed and popped in turn, come as sorting by (time, priority, agent, order) has them', () => {
  const generator = generatorFor(1, 'events');
  const queue = new EventQueue();
  const waiting: { key: readonly number[]; name: number }[] = [];
  const popped: number[] = [];
  const expected: number[] = [];
  let name = 0;
  const push = (): void => {
    // Few values, so that ties of every depth occur.
    const key = [generator.below(20), generator.below(2), generator.below(4)] as const;
    const custom = name++;
    queue.push(key[0], key[1], key[2], () => popped.push(custom));
    waiting.push({ key: [...key, custom], name: custom });
  };
  const pop = (): void => {
    waiting.sort((a, b) => a.key.map((x, k) => x - b.key[k]!).find((x) => x !== 0) ?? 0);
    expected.push(waiting.shift()!.name);
    queue.pop()!.act();
  };
  for (let k = 0; k < 2000; k++) {
    push();
    if (generator.uniform() < 0.4) pop();
  }
  while (waiting.length > 0) pop();
  expect(popped).toEqual(expected);
  expect(queue.pop()).toBeUndefined();
  expect(queue.nextTime).toBe(Infinity);
});

test('events for now, for earlier than any and for later come in order, and the queue knows how many and when', () => {
  const queue = new EventQueue();
  const push = (time: number, agent: number): void => void queue.push(time, 0, agent, nothing);
  const next = (): [number, number, number] => {
    const { time, agent } = queue.pop()!;
    return [time, agent, queue.size];
  };
  for (const [time, agent] of [
    [5, 0],
    [3, 1],
    [3, 0],
    [4, 2],
  ] as const)
    push(time, agent);
  expect([queue.size, queue.nextTime]).toEqual([4, 3]);
  expect(next()).toEqual([3, 0, 3]);
  // While the time is 3: one for now that goes first, two that do not.
  push(3, 0);
  push(3, 7);
  push(5, 1);
  expect([next(), next(), next()]).toEqual([
    [3, 0, 5],
    [3, 1, 4],
    [3, 7, 3],
  ]);
  push(1, 9);
  expect(queue.nextTime).toBe(1);
  expect([next(), next(), next(), next()].map(([time, agent]) => [time, agent])).toEqual([
    [1, 9],
    [4, 2],
    [5, 0],
    [5, 1],
  ]);
  expect([queue.size, queue.nextTime]).toEqual([0, Infinity]);
});

describe('ties', () => {
  const order = (seed: number | undefined): number[] => {
    const queue = new EventQueue(seed === undefined ? undefined : randomTies(seed));
    for (let agent = 0; agent < 10; agent++) queue.push(1, 0, agent, nothing);
    queue.push(1, 1, 0, nothing);
    queue.push(0.5, 1, 99, nothing);
    return drain(queue).map(({ agent }) => agent);
  };

  test('go by agent without a seed, and by the seed with one; time and priority still come first', () => {
    expect(order(undefined)).toEqual([99, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
    expect(order(1)).toEqual(order(1));
    expect(order(1)).not.toEqual(order(2));
    for (const seed of [1, 2]) {
      expect(order(seed)[0]).toBe(99);
      expect(order(seed).at(-1)).toBe(0);
      expect(order(seed).slice(1, 11).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
  });
});

test('a time that is none is a programming error', () => {
  expect(() => new EventQueue().push(Infinity, 0, 0, nothing)).toThrow(RangeError);
  expect(() => new EventQueue().push(NaN, 0, 0, nothing)).toThrow(RangeError);
});
