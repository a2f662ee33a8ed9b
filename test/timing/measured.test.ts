/** Measured delays: in their order, or rows drawn from the documented stream. */
import { expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { timingInSeconds } from './inSeconds.ts';
import { expectedTiming } from '../../src/timing/expected.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';

const everyone = { compute: [5, 1, 3], uplink: [0.5, 0.1, 0.3] };
const times = <T>(count: number, title: (k: number) => T): T[] =>
  Array.from({ length: count }, (_, k) => title(k));

test('in order they are used one after another by each agent, and again', () => {
  const model: TimingModel = { measured: { everyone }, downlinkLatency: 2, slowness: 2, compute: 100 };
  for (const agent of [0, 4]) {
    const timing = timingInSeconds(model, agent, 1);
    expect(times(5, () => [timing.computing(10), timing.downlink(8), timing.uplink(8)])).toEqual([
      [10, 2, 0.5],
      [2, 2, 0.1],
      [6, 2, 0.3],
      [10, 2, 0.5],
      [2, 2, 0.1],
    ]);
    // What takes no local steps takes no time and no row.
    expect([timing.computing(0), timing.computing(10)]).toEqual([0, 6]);
  }
  const load = { localSteps: 10, downlinkBytes: 8, uplinkBytes: 8 };
  const { computing, downlink, uplink } = expectedTiming(model, 0, load);
  expect([computing, downlink]).toEqual([6, 2]);
  expect(uplink).toBeCloseTo(0.3, 15);
});

test('each agent has its own', () => {
  const model: TimingModel = { measured: { agents: [{ downlink: [1] }, { downlink: [2, 3] }] } };
  const timing = timingInSeconds(model, 1, 1);
  expect(times(3, () => timing.downlink(8))).toEqual([2, 3, 2]);
  expect(timing.computing(4)).toBe(4);
});

test('resampled, the k-th of each column are of one dispatch, drawn from a stream of their own', () => {
  const timing = timingInSeconds({ measured: { order: 'resampled', everyone } }, 2, 7);
  const stream = generatorFor(7, 'delay', 2, 'measured');
  const second = generatorFor(7, 'delay', 2, 'second-measured');
  for (const row of times(50, () => stream.below(3))) {
    expect(timing.computing(10)).toBe(everyone.compute[row]);
    expect(timing.secondUplink(8)).toBe(everyone.uplink[second.below(3)]);
    expect(timing.uplink(8)).toBe(everyone.uplink[row]);
  }
});
