/** Order at equal times: each order as often as any other, at each moment, depth, seed and tie seed. */
import { describe, expect, test } from 'vitest';
import { randomTies, type Ties } from '../../../actors/clock/ties.ts';
import { EventQueue } from '../../../actors/clock/eventQueue.ts';

/** The agents 0, …, n − 1 in their order. */
const order = (ties: Ties, agents: number, time: number, depth = 0): number[] =>
  Array.from({ length: agents }, (_, agent) => agent).sort(
    (a, b) => ties(a, time, depth) - ties(b, time, depth),
  );

/** χ² of the 24 orders of four agents, of 24,000: 23 degrees of freedom; above 66.6 with probability 4e-6. */
function chiSquared(orders: Iterable<number[]>): number {
  const counts = new Map<string, number>();
  let all = 0;
  for (const each of orders) {
    counts.set(each.join(), (counts.get(each.join()) ?? 0) + 1);
    all++;
  }
  const mean = all / 24;
  let sum = (24 - counts.size) * mean;
  for (const count of counts.values()) sum += (count - mean) ** 2 / mean;
  return sum;
}

const REPEATS = 24_000;

describe('all orders are equally likely', () => {
  const ties = randomTies(1);
  test.each<[string, (k: number) => number[]]>([
    ['from tick to tick', (k) => order(ties, 4, k)],
    ['from second to second', (k) => order(ties, 4, k * 1e9)],
    ['after 2^32 ticks', (k) => order(ties, 4, k * 2 ** 32)],
    ['beyond 2^53 ticks', (k) => order(ties, 4, 2 ** 53 + 4 * k)],
    ['from depth to depth', (k) => order(ties, 4, 0, k)],
    ['of agents far apart', (k) => [7, 1_000, 65_536, 99_999].sort((a, b) => ties(a, k, 0) - ties(b, k, 0))],
  ])('%s', (_, orderOf) => {
    expect(chiSquared(Array.from({ length: REPEATS }, (__, k) => orderOf(k)))).toBeLessThan(66.6);
  });

  test('from seed to seed', () => {
    const orders = Array.from({ length: 2_400 }, (_, seed) => order(randomTies(seed), 4, 5e9));
    expect(chiSquared(orders)).toBeLessThan(66.6);
  });
});

test('no two agents have one number at one moment', () => {
  const ties = randomTies(3, 8);
  expect(new Set(Array.from({ length: 100_000 }, (_, agent) => ties(agent, 1e9, 0))).size).toBe(100_000);
});

test('seeds and tie seeds have orders of their own, and the same each time', () => {
  const orders = (ties: Ties): string => Array.from({ length: 20 }, (_, k) => order(ties, 5, k)).join(' ');
  const all = [randomTies(1), randomTies(2), randomTies(1, 1), randomTies(1, 2), randomTies(2, 1)];
  expect(new Set(all.map(orders)).size).toBe(5);
  expect(orders(randomTies(2, 1))).toBe(orders(all[4]!));
});

test('one agent’s events stay in the order in which they were scheduled', () => {
  const queue = new EventQueue(randomTies(1));
  const seen: string[] = [];
  for (let k = 0; k < 20; k++)
    for (const agent of [0, 1, 2]) queue.push(5, 1, agent, () => seen.push(`${agent}/${k}`));
  for (let event = queue.pop(); event; event = queue.pop()) event.act();
  const [first, second, third] = order(randomTies(1), 3, 5);
  const inOrder = [first, second, third].flatMap((agent) =>
    Array.from({ length: 20 }, (_, k) => `${agent}/${k}`),
  );
  expect(seen).toEqual(inOrder);
});

test('lower depth comes first, whatever the tie', () => {
  const queue = new EventQueue(randomTies(1));
  for (const [agent, depth] of [
    [0, 2],
    [1, 0],
    [2, 1],
    [3, 0],
  ] as const)
    queue.push(1, 1, agent, () => undefined, depth);
  const depths: number[] = [];
  for (let event = queue.pop(); event; event = queue.pop()) depths.push(event.depth);
  expect(depths).toEqual([0, 0, 1, 2]);
});
