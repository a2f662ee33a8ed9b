/** Real time: events wait for theirs, are told as they happen, and happen again as they were told. */
import { timer } from 'rxjs';
import { expect, test } from 'vitest';
import type { RunningClock } from '../../../actors/clock/clock.ts';
import { RecordedClock, RecordMismatch } from '../../../actors/clock/recordedClock.ts';
import { WallClock } from '../../../actors/clock/wallClock.ts';
import type { ClockEvent } from '../../../src/events/inspection.ts';
import { ticksOf } from '../../../src/values/ticks.ts';

async function runOut(clock: RunningClock): Promise<void> {
  while (await clock.step());
}

/** A few events of all sorts, some of which make others; what happened is written into `log`. */
function play(clock: RunningClock, log: string[], result: number | Promise<number>): void {
  const note = (title: string): void => {
    log.push(`${title} at ${clock.time}`);
  };
  const dropped = clock.at(ticksOf(0.004), 0, 3, () => {
    note('dropped');
  });
  clock.at(ticksOf(0.003), 0, 1, () => {
    note('first');
    clock.at(ticksOf(clock.time + 0.002), 0, 1, () => {
      note('later');
    });
  });
  clock.at(0, 0, 2, () => {
    note('now');
    dropped.cancelled = true;
    clock.whenThere!(result, 2, (value) => {
      note(`result ${value}`);
    });
  });
  timer(4, clock).subscribe(() => {
    note('timer');
  });
}

test('no event comes before its time, the cancelled one never, and each is told with the time it reads', async () => {
  const told: ClockEvent[] = [];
  const log: string[] = [];
  const clock = new WallClock({ report: (event) => told.push(event) });
  play(clock, log, new Promise((resolve) => setTimeout(resolve, 2, 7)));
  await runOut(clock);
  expect(log.map((line) => line.split(' at ')[0]).sort()).toEqual([
    'first',
    'later',
    'now',
    'result 7',
    'timer',
  ]);
  expect(told.map(({ time }) => time)).toEqual(log.map((line) => Number(line.split(' at ')[1])));
  for (const { time, due } of told) expect(time).toBeGreaterThanOrEqual(due);
  expect(told.find(({ event }) => event === 1)?.due).toBe(0.003);
});

test('time begins with the first step, not when the clock is made', async () => {
  const clock = new WallClock({ report: () => undefined });
  const times: number[] = [];
  clock.at(0, 0, 1, () => times.push(clock.time));
  const before = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const waited = (performance.now() - before) / 1000;
  const started = performance.now();
  expect(clock.step()).toBe(true);
  expect(times[0]).toBeLessThanOrEqual((performance.now() - started) / 1000);
  expect(times[0]).toBeLessThan(waited);
});

test.each(['there at once', 'there later'])('a record gives the same again, its result %s', async (when) => {
  const told: ClockEvent[] = [];
  const [first, second]: string[][] = [[], []];
  const wall = new WallClock({ report: (event) => told.push(event) });
  play(wall, first!, new Promise((resolve) => setTimeout(resolve, 3, 7)));
  await runOut(wall);
  const recorded = new RecordedClock(told);
  play(recorded, second!, when === 'there later' ? Promise.resolve(7) : 7);
  await runOut(recorded);
  expect(second).toEqual(first);
  expect(recorded.isCut).toBe(false);
});

test('a record that ends early is cut, and one that does not fit is refused', async () => {
  const log: string[] = [];
  const cut = new RecordedClock([{ event: 2, time: 0.5, agent: 2 }]);
  play(cut, log, 7);
  await runOut(cut);
  expect(log).toEqual(['now at 0.5']);
  expect(cut.isCut).toBe(true);

  const misfits = [
    [{ event: 99, time: 0, agent: 1 }],
    [{ event: 1, time: 0, agent: 2 }],
    [{ event: 2, time: 1, due: 0.5, agent: 2 }],
    [
      { event: 2, time: 1, agent: 2 },
      { event: 1, time: 0.5, agent: 1 },
    ],
    [
      { event: 2, time: 1, agent: 2 },
      { event: 0, time: 2, agent: 3 },
    ],
  ];
  for (const record of misfits) {
    const clock = new RecordedClock(record);
    play(clock, [], 7);
    await expect(runOut(clock)).rejects.toThrow(RecordMismatch);
  }
});

test('a result that fails is thrown by the clock, and one of a stopped run leaves it waiting', async () => {
  const failing = new WallClock({ report: () => undefined });
  failing.whenThere(Promise.reject<number>(new Error('no thread')), 0, () => undefined);
  await expect(runOut(failing)).rejects.toThrow('no thread');

  const stopped = new WallClock({ report: () => undefined });
  const given = Promise.resolve<number | undefined>(undefined);
  const handle = stopped.whenThere(given, 0, () => undefined);
  expect(await stopped.step()).toBe(true);
  expect(await stopped.step()).toBe(true);
  handle.cancelled = true;
  expect(await stopped.step()).toBe(false);
});
