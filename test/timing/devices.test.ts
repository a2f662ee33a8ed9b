/** Devices: what each agent takes by FedScale's formula, and what goes before it. */
import { expect, test } from 'vitest';
import { timingInSeconds } from './inSeconds.ts';
import { expectedTiming } from '../../src/timing/expected.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { timingFacts } from '../../src/timing/timingWords.ts';

const model: TimingModel = {
  compute: 7,
  uplinkLatency: 0.5,
  devices: {
    list: [
      [20, 800],
      [4, 12000],
    ],
    batch: 10,
  },
  agents: [{ agents: [3, 3], compute: 2 }],
};

test('a round of agent i takes what FedScale gives device i mod n', () => {
  // FedScale: {'computation': 3·batch·steps·ms/1000, 'communication': (up + down) kbit / kbps}.
  const [steps, bytes] = [5, 3200];
  const kilobits = (8 * bytes) / 1024;
  for (const [agent, [milliseconds, speed]] of [
    [0, [20, 800]],
    [1, [4, 12000]],
    [2, [20, 800]],
  ] as const) {
    const timing = timingInSeconds(model, agent, 1);
    expect(timing.computing(steps)).toBeCloseTo((3 * 10 * steps * milliseconds) / 1000, 8);
    expect(timing.uplink(bytes) - 0.5 + timing.downlink(bytes)).toBeCloseTo((2 * kilobits) / speed, 8);
    const load = { localSteps: steps, downlinkBytes: bytes, uplinkBytes: bytes };
    const expected = expectedTiming(model, agent, load);
    expect(expected.computing).toBeCloseTo(timing.computing(steps), 8);
    expect(expected.uplink).toBeCloseTo(timing.uplink(bytes), 8);
  }
});

test('an override of agents precedes the device, field by field', () => {
  const timing = timingInSeconds(model, 3, 1);
  expect(timing.computing(1)).toBe(2);
  expect(timing.downlink(128 * 12000)).toBeCloseTo(1, 8);
});

test('devices are told with their range', () => {
  expect(timingFacts(model)).toContainEqual([
    'Devices',
    '2 devices, agent i has number i mod 2: 0.12 to 0.6 s for a local step, 102000 to 1540000 bytes/s each way',
  ]);
});
