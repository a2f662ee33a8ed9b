/** A clock that is moved by hand: what happens, when, and in which order. */
import { timer } from 'rxjs';
import { expect, test } from 'vitest';
import { manualClock } from '../../src/testing/index.ts';

test('events happen when their time has come, ties by priority, agent and order', () => {
  const clock = manualClock();
  const seen: string[] = [];
  const note = (title: string) => () => seen.push(`${title} at ${clock.time}`);
  clock.at(2, 0, 1, note('agent 1'));
  clock.at(2, 0, 0, note('agent 0'));
  clock.at(2, 1, -1, note('later'));
  clock.at(2, 0, 0, note('agent 0 again'));
  clock.at(3, 0, 0, note('third second'));
  const gone = clock.at(1, 0, 0, note('cancelled'));
  expect(clock.pending).toBe(6);
  gone.cancelled = true;
  expect(clock.pending).toBe(5);
  clock.advance(1.5);
  expect([clock.time, seen]).toEqual([1.5, []]);
  clock.advance(0.5);
  expect(seen).toEqual(['agent 0 at 2', 'agent 0 again at 2', 'agent 1 at 2', 'later at 2']);
  clock.advanceTo(10);
  expect(seen.slice(4)).toEqual(['third second at 3']);
  expect([clock.time, clock.pending]).toEqual([10, 0]);
});

test('what an event schedules for the moment gone to happens, too', () => {
  const clock = manualClock();
  const seen: number[] = [];
  clock.at(1, 0, 0, () => {
    clock.at(1, 9, 9, () => seen.push(clock.time));
    clock.at(1.5, 0, 0, () => seen.push(clock.time));
  });
  clock.advanceTo(1);
  expect(seen).toEqual([1]);
  expect(clock.runAll()).toBe(1);
  expect(seen).toEqual([1, 1.5]);
});

test('it is a scheduler of RxJS, in milliseconds', () => {
  const clock = manualClock();
  const seen: number[] = [];
  timer(500, 1000, clock).subscribe(() => seen.push(clock.time));
  clock.advance(2.6);
  expect(seen).toEqual([0.5, 1.5, 2.5]);
});

test('ties are shuffled by a seed, the same each time', () => {
  const orderOf = (seed: number): number[] => {
    const clock = manualClock(seed);
    const seen: number[] = [];
    for (let agent = 0; agent < 20; agent++) clock.at(1, 0, agent, () => seen.push(agent));
    clock.runAll();
    return seen;
  };
  expect(orderOf(1)).toEqual(orderOf(1));
  expect(orderOf(1)).not.toEqual(orderOf(2));
});

test('time does not go back, and what has no end is told', () => {
  const clock = manualClock();
  clock.advance(2);
  expect(() => clock.advanceTo(1)).toThrow('expected a time from 2 on, got 1');
  expect(() => clock.advance(-1)).toThrow('expected seconds of at least 0, got -1');
  expect(() => clock.advance(NaN)).toThrow('got NaN');
  const forever = (): void => {
    clock.at(clock.time, 0, 0, forever);
  };
  forever();
  expect(() => clock.advance(1)).toThrow('expected to reach 3 s, got 1000000 events by 2 s');
  expect(() => clock.runAll()).toThrow('expected an end, got more than 1000000 events by 2 s');
});
