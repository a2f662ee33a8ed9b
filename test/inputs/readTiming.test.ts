/** A timing model from a file: everything that a scenario can say, tables by name, and what is wrong named with its field. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTiming } from '../../src/inputs/readTiming.ts';
import { type TimingModel, timingModel } from '../../src/timing/timingModel.ts';
import { temporaryFolder } from '../recording/temporaryFolder.ts';

const folder = temporaryFolder();
const read = (text: string): TimingModel => {
  writeFileSync(join(folder, 'times.json'), text);
  return readTiming(join(folder, 'times.json'));
};

const law = { kind: 'exponential', mean: 2 } as const;
const day = {
  period: 86_400,
  on: [1, 2, 1],
  off: [1, 0.5, 1],
  phase: { kind: 'uniform', low: 0, high: 9 },
} as const;
const WHOLE: TimingModel = {
  compute: { kind: 'sequence', first: [9], values: [1, 2] },
  computeDraw: 'dispatch',
  slowness: { kind: 'log-normal', median: 1, sigma: 0.5 },
  speed: { kind: 'markov', factors: [1, 2, 8], sojourns: [9, 3, 1] },
  uplinkLatency: { kind: 'weibull', scale: 1, shape: 2 },
  downlinkLatency: 0.5,
  uplinkBandwidth: { kind: 'gamma', shape: 2, scale: 50 },
  downlinkBandwidth: 100,
  availability: { on: law, off: law, start: 'stationary', day },
  outages: { on: 50, off: law, group: 1 },
  availabilityTrace: {
    period: 100,
    agents: [
      [
        [0, 40],
        [50, 90],
      ],
    ],
  },
  measured: { order: 'resampled', agents: [{ compute: [1, 2], uplink: [0, 0.5] }] },
  devices: { list: [[20, 800]], batch: 2 },
  dropout: 0.1,
  crash: { at: 40, returnsAfter: law },
  loss: { uplink: 0.1, downlink: 0.2 },
  duplication: 0.05,
  serverUplinkBandwidth: 1e3,
  serverDownlinkBandwidth: 2e3,
  serverCompute: { kind: 'half-normal', scale: 0.1 },
  agents: [{ agents: [0, 3], speed: { kind: 'two-state', factor: 5, fast: 20, slow: 4 } }],
};

test('every field that a scenario’s timing model has is read as it stands', () => {
  expect(read(JSON.stringify(WHOLE))).toEqual(WHOLE);
  // A field that the model gains must be in it.
  expect(Object.keys(WHOLE).sort()).toEqual(Object.keys((timingModel as { fields: object }).fields).sort());
});

test('tables of numbers may lie beside it, and become numbers', () => {
  writeFileSync(join(folder, 'there.csv'), 'agent,from,to\n0,5,8\n0,0,2\n');
  writeFileSync(join(folder, 'delays.csv'), 'compute,uplink\n3,0.5\n4,0.25\n');
  writeFileSync(join(folder, 'steps.csv'), 'seconds\n1\n2\n');
  writeFileSync(join(folder, 'devices.csv'), 'computation,communication\n5,1000\n');
  const named = {
    compute: { kind: 'empirical', file: 'steps.csv' },
    availabilityTrace: { file: 'there.csv', period: 9 },
    devices: { file: 'devices.csv', batch: 20 },
    agents: [{ agents: [0, 0], measured: { file: 'delays.csv', order: 'resampled' } }],
  };
  expect(read(JSON.stringify(named))).toEqual({
    compute: { kind: 'empirical', values: [1, 2] },
    availabilityTrace: {
      period: 9,
      agents: [
        [
          [0, 2],
          [5, 8],
        ],
      ],
    },
    devices: { list: [[5, 1000]], batch: 20 },
    agents: [
      {
        agents: [0, 0],
        measured: { order: 'resampled', everyone: { compute: [3, 4], uplink: [0.5, 0.25] } },
      },
    ],
  });
});

test.each([
  ['{"compute": {"kind": "exponential", "mean": -1}}', 'compute.mean: must be greater than 0 (found -1)'],
  [
    '{"compute": 1, "agents": [{"agents": [1, 0]}]}',
    'agents[0].agents: must be [first, last] with first ≤ last',
  ],
  ['{"outages": {"on": 2}}', 'outages.off: must be a number, or a law'],
  ['{"comput": 1}', 'the timing model has an unknown field, "comput" (did you mean compute?)'],
  [
    '{"compute": 1, "loss": {"uplink": 0, "uplink": 1}}',
    'line 1, column 38: loss.uplink: given twice; expected once',
  ],
  ['[1]', 'the timing model must be an object'],
  ['{"dropout": 1e999}', 'dropout: must be a finite number'],
  ['{"compute": 1,}', "line 1, column 15: found '}'"],
  ['{"measured": {"file": "none.csv"}}', /measured: .*none\.csv: cannot be read: no such file/],
  [
    '{"measured": {"file": "delays.csv", "order": "any"}}',
    'measured.order: must be "in-order" or "resampled"',
  ],
  [
    '{"availabilityTrace": {"file": "there.csv", "period": 6}}',
    /availabilityTrace: .*there\.csv: line 2: to must be/,
  ],
  ['{"speed": {"file": "delays.csv"}}', 'speed.kind: is missing'],
])('%s is refused in one line', (text, fault) => {
  let message = '';
  try {
    read(text);
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message.startsWith(`${join(folder, 'times.json')}: `)).toBe(true);
  expect(message.split('\n')).toHaveLength(1);
  if (typeof fault === 'string') expect(message).toContain(`times.json: ${fault}`);
  else expect(message).toMatch(fault);
});
