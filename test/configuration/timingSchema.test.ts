/** A timing model is checked field by field; what is wrong is told with its path. */
import { expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import { checkDefinition } from '../../src/configuration/checkDefinition.ts';

const DEFINITION = {
  name: 's-1',
  title: 't',
  question: '',
  problem: { kind: 'problem-file', path: 'p.json' },
};

/** The line of the InputError that is thrown, after the file's name. */
function refusal(fields: object): string {
  try {
    checkDefinition({ ...DEFINITION, ...fields }, 'x');
  } catch (error) {
    if (error instanceof InputError) return error.message.replace(/^x: /, '');
    throw error;
  }
  return 'not refused';
}

test('a model with everything is taken as it is', () => {
  const timing = {
    compute: { kind: 'log-normal', median: 1, sigma: 2 },
    uplinkLatency: { kind: 'uniform', low: 0, high: 2 },
    downlinkLatency: 0,
    speed: { kind: 'markov', factors: [1, 2, 10], sojourns: [100, 50, 5] },
    uplinkBandwidth: { kind: 'pareto', scale: 1000, shape: 2 },
    downlinkBandwidth: 1e6,
    availability: {
      on: { kind: 'exponential', mean: 10 },
      off: 2,
      day: { period: 24, on: [1, 2], phase: 3 },
    },
    outages: { on: 100, off: 5, start: 'stationary', group: 1 },
    availabilityTrace: {
      period: 10,
      agents: [
        [
          [0, 2],
          [3, 5],
        ],
      ],
    },
    measured: { order: 'resampled', agents: [{ compute: [1, 2], uplink: [0, 1] }] },
    dropout: 0,
    crash: { at: { kind: 'gamma', shape: 2, scale: 3 }, returnsAfter: 0 },
    loss: { uplink: 0.5 },
    duplication: 0.25,
    serverUplinkBandwidth: 1e6,
    serverDownlinkBandwidth: 1e7,
    serverCompute: { kind: 'exponential', mean: 0.1 },
    agents: [{ agents: [0, 3], compute: { kind: 'empirical', values: [0, 1] } }],
  };
  expect(checkDefinition({ ...DEFINITION, timing }, 'x').timing).toEqual(timing);
});

test.each<{ fields: object; message: string }>([
  {
    fields: { timing: { compute: { kind: 'exponential', mean: 0 } } },
    message: 'timing.compute.mean: must be greater than 0 (found 0)',
  },
  { fields: { timing: { compute: -1 } }, message: 'timing.compute: must be 0 or greater (found -1)' },
  {
    fields: { timing: { compute: 'fast' } },
    message: 'timing.compute: must be a number, or a law { kind, … } (found "fast")',
  },
  {
    fields: { timing: { compute: { kind: 'normal', mean: 1 } } },
    message: 'timing.compute.kind: must be "exponential", "uniform"',
  },
  {
    fields: { timing: { uplinkLatency: { kind: 'uniform', low: 3, high: 2 } } },
    message: 'timing.uplinkLatency.low: must be at most HIGH (found 3)',
  },
  {
    fields: { timing: { uplinkLatency: { kind: 'empirical', values: [] } } },
    message: 'timing.uplinkLatency.values: must have at least 1 entry (found [])',
  },
  {
    fields: { timing: { uplinkLatency: { kind: 'empirical', values: [1, -2] } } },
    message: 'timing.uplinkLatency.values[1]: must be 0 or greater (found -2)',
  },
  {
    fields: { timing: { uplinkBandwidth: 0 } },
    message: 'timing.uplinkBandwidth: must be greater than 0 (found 0)',
  },
  {
    fields: { timing: { uplinkBandwidth: { kind: 'uniform', low: 0, high: 2 } } },
    message: 'timing.uplinkBandwidth.low: must be greater than 0 (found 0)',
  },
  {
    fields: { timing: { availability: { on: 0, off: 0 } } },
    message: 'timing.availability.on: must be greater than 0 (found 0)',
  },
  {
    fields: {
      timing: { availability: { on: { kind: 'pareto', scale: 1, shape: 1 }, off: 1, start: 'stationary' } },
    },
    message: 'timing.availability.start: must be "on": these times have no mean, or no stationary law',
  },
  {
    fields: {
      timing: { availability: { on: 2, off: 1, start: 'stationary', day: { period: 24, on: [1] } } },
    },
    message:
      'timing.availability.start: must be "on": with a day, the stationary law is known of exponential times alone',
  },
  {
    fields: { timing: { availability: { on: 2, off: 1, day: { period: 24, on: [1, 2], off: [1] } } } },
    message: 'timing.availability.day.off: must have as many entries as on, 2',
  },
  {
    fields: { timing: { outages: { on: 2, off: 1, group: -1 } } },
    message: 'timing.outages.group: must be 0 or greater (found -1)',
  },
  {
    fields: {
      timing: {
        availabilityTrace: {
          agents: [
            [
              [0, 2],
              [1, 3],
            ],
          ],
        },
      },
    },
    message: 'timing.availabilityTrace.agents[0][1]: must not begin before the one before it has ended',
  },
  {
    fields: { timing: { availabilityTrace: { period: 2, agents: [[[0, 1]], [[0, 3]]] } } },
    message: 'timing.availabilityTrace.agents[1]: must end by the period, 2',
  },
  {
    fields: { timing: { measured: { everyone: { compute: [1, 2], uplink: [1] } } } },
    message: 'timing.measured.everyone: must have as many entries in each column (2, 1)',
  },
  {
    fields: { timing: { measured: { everyone: {} } } },
    message: 'timing.measured.everyone: must have compute, uplink or downlink',
  },
  {
    fields: { timing: { measured: { order: 'in-order' } } },
    message: 'timing.measured: must have either agents or everyone',
  },
  {
    fields: { timing: { agents: [{ agents: [0, 1], serverCompute: 1 }] } },
    message: 'timing.agents[0]: has an unknown field, "serverCompute"',
  },
  { fields: { timing: { dropout: 1 } }, message: 'timing.dropout: must be less than 1 (found 1)' },
  {
    fields: { timing: { loss: { uplink: -0.1 } } },
    message: 'timing.loss.uplink: must be 0 or greater (found -0.1)',
  },
  {
    fields: { timing: { agents: [{ agents: [4, 2] }] } },
    message: 'timing.agents[0].agents: must be [first, last] with first ≤ last (found [4,2])',
  },
  {
    fields: { timing: { agents: [{ agents: [0, 1], crash: { at: { kind: 'exponential', mean: -1 } } }] } },
    message: 'timing.agents[0].crash.at.mean: must be greater than 0 (found -1)',
  },
  {
    fields: { timing: { velocity: 3 } },
    message: 'timing: has an unknown field, "velocity"',
  },
  {
    fields: { timing: { speed: { kind: 'two-state', factor: 2, fast: 0, slow: 1 } } },
    message: 'timing.speed.fast: must be greater than 0 (found 0)',
  },
  {
    fields: { timing: { speed: { kind: 'markov', factors: [1, 2, 3], sojourns: [1, 2] } } },
    message: 'timing.speed.sojourns: must have as many entries as factors, 3 (found [1,2])',
  },
  {
    fields: { panels: { a: { title: 'A', timing: { compute: { kind: 'pareto', scale: 1, shape: 0 } } } } },
    message: 'panels.a.timing.compute.shape: must be greater than 0 (found 0)',
  },
])('$message', ({ fields, message }) => {
  expect(refusal(fields).startsWith(message)).toBe(true);
});
