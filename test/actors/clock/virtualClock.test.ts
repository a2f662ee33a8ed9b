/** Virtual time: for events, and for RxJS's own operators. */
import { delay, interval, map, merge, of, take, timeout, timer } from 'rxjs';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../../actors/clock/virtualClock.ts';
import { ticksOf } from '../../../src/values/ticks.ts';

function runAll(clock: VirtualClock): void {
  while (clock.step());
}

test('goes from event to event, and what is scheduled in the past happens now', () => {
  const clock = new VirtualClock();
  const told: [string, number][] = [];
  const tell = (title: string) => () => told.push([title, clock.time]);
  clock.at(ticksOf(2), 0, 0, tell('late'));
  clock.at(ticksOf(1), 0, 0, () => {
    tell('early')();
    clock.at(ticksOf(0.5), 0, 0, tell('past'));
  });
  runAll(clock);
  expect(told).toEqual([
    ['early', 1],
    ['past', 1],
    ['late', 2],
  ]);
  expect(clock.time).toBe(2);
});

test('a cancelled event does not happen, and takes no time', () => {
  const clock = new VirtualClock();
  const event = clock.at(ticksOf(5), 0, 0, () => {
    throw new Error('it was cancelled');
  });
  clock.at(ticksOf(1), 0, 0, () => {
    event.cancelled = true;
  });
  runAll(clock);
  expect(clock.time).toBe(1);
});

test('RxJS counts its milliseconds on it', () => {
  const clock = new VirtualClock();
  const told: [string, number][] = [];
  const tell = (title: string): void => void told.push([title, clock.time]);
  interval(1000, clock)
    .pipe(take(3))
    .subscribe((k) => {
      tell(`tick ${k}`);
    });
  of('delayed').pipe(delay(1500, clock)).subscribe(tell);
  timer(10_000, clock)
    .pipe(timeout({ each: 2500, scheduler: clock, with: () => of('gave up') }))
    .subscribe((entry) => {
      tell(String(entry));
    });
  runAll(clock);
  expect(told).toEqual([
    ['tick 0', 1],
    ['delayed', 1.5],
    ['tick 1', 2],
    ['gave up', 2.5],
    ['tick 2', 3],
  ]);
});

test('unsubscribing leaves nothing to happen', () => {
  const clock = new VirtualClock();
  let ticks = 0;
  const subscription = interval(1000, clock).subscribe(() => {
    if (++ticks === 4) subscription.unsubscribe();
  });
  runAll(clock);
  expect(ticks).toBe(4);
  expect(clock.time).toBe(4);
});

test('of RxJS and a message at the same moment the message goes first', () => {
  const clock = new VirtualClock();
  const told: string[] = [];
  merge(timer(1000, clock).pipe(map(() => 'timer'))).subscribe((text) => told.push(text));
  clock.at(ticksOf(1), 0, 3, () => told.push('message'));
  runAll(clock);
  expect(told).toEqual(['message', 'timer']);
});
