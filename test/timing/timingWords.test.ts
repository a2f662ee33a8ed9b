/** A timing model in words. */
import { expect, test } from 'vitest';
import { type Distribution, lawText } from '../../src/timing/distribution.ts';
import { timingFacts } from '../../src/timing/timingWords.ts';

test.each<[Distribution, string]>([
  [0.5, '0.5 s'],
  [{ kind: 'uniform', low: 1, high: 2 }, 'uniform from 1 to 2 s'],
  [{ kind: 'exponential', mean: 2 }, 'exponential of mean 2 s'],
  [{ kind: 'log-normal', median: 1, sigma: 0.5 }, 'log-normal of median 1 s and σ = 0.5'],
  [{ kind: 'pareto', scale: 1, shape: 1.5 }, 'Pareto from 1 s on, of tail exponent 1.5'],
  [{ kind: 'shifted-exponential', shift: 1, scale: 2 }, '1 s and an exponential of mean 2 s'],
  [{ kind: 'half-normal', scale: 2 }, 'half-normal of scale 2 s'],
  [{ kind: 'weibull', scale: 2, shape: 0.5 }, 'Weibull of scale 2 s and shape 0.5'],
  [{ kind: 'gamma', shape: 2, scale: 3 }, 'gamma of shape 2 and scale 3 s'],
  [{ kind: 'empirical', values: [1, 1, 2] }, 'one of 3 measured values, of mean 1.33333 s'],
])('%j is told as "%s"', (law, text) => {
  expect(lawText(law, 's')).toBe(text);
});

test('a model is told fact by fact, the exceptions after what holds for all', () => {
  expect(
    timingFacts({
      compute: 2,
      slowness: { kind: 'uniform', low: 1, high: 5 },
      speed: { kind: 'two-state', factor: 5, fast: 100, slow: 20 },
      uplinkBandwidth: 1000,
      availability: { on: { kind: 'exponential', mean: 10 }, off: 5 },
      crash: { at: 100, returnsAfter: 20 },
      loss: { uplink: 0.1, downlink: { kind: 'gilbert-elliott', toBad: 0.1, toGood: 0.4, lossInBad: 0.5 } },
      dropout: 0.2,
      serverUplinkBandwidth: 1e6,
      serverCompute: { kind: 'exponential', mean: 0.1 },
      agents: [
        { agents: [3, 3], compute: 20, computeDraw: 'dispatch' },
        {
          agents: [4, 6],
          crash: { at: 7 },
          speed: { kind: 'markov', factors: [1, 2, 3], sojourns: [4, 5, 6], group: 2 },
        },
      ],
    }),
  ).toEqual([
    ['Local step', '2 s'],
    ['Uplink bandwidth', '1000 bytes/s'],
    ['Slowness', 'compute times by a factor of each agent’s own: uniform from 1 to 5 ×'],
    ['Speed', 'compute times by 1 for 100 s and 5 for 20 s in the mean, in turn'],
    ['Availability', 'on: exponential of mean 10 s, off: 5 s, in turn'],
    ['Crash', 'at 100 s, back after 20 s'],
    ['Dropout', 'a message from the server is never answered with probability 0.2'],
    ['Uplink loss', 'a message to the server is lost with probability 0.1'],
    [
      'Downlink loss',
      'a message from the server is lost with probability 0.5 in bad stretches of 2.5 messages on average, else 0 (Gilbert–Elliott): 0.1 in all',
    ],
    ['Server uplink', '1000000 bytes/s, shared'],
    ['Server', 'exponential of mean 0.1 s of work each time it takes answers in'],
    ['Local step, agent 3', '20 s'],
    ['Compute time, agent 3', 'one draw for all local steps of a dispatch'],
    [
      'Speed, agents 4 to 6',
      'compute times by 1 for 4 s, 2 for 5 s, 3 for 6 s in the mean, in random order, all agents of group 2 together',
    ],
    ['Crash, agents 4 to 6', 'at 7 s, for good'],
  ]);
});

test('when agents are there, and what was measured', () => {
  const day = { period: 24, on: [1, 2], off: [3, 4], phase: 5 } as const;
  expect(
    timingFacts({
      availability: { on: 3, off: 1, start: 'stationary', day },
      outages: { on: 9, off: 2, group: 1 },
      availabilityTrace: { period: 10, agents: [[[0, 1]], [[2, 3]]] },
      measured: { order: 'resampled', agents: [{ compute: [1, 2] }, { compute: [3] }] },
    }),
  ).toEqual([
    ['Measured', 'compute of 3 dispatches of 2 agents, drawn with replacement'],
    ['Availability', 'on: 3 s, off: 1 s, in turn, from a stationary start'],
    [
      'Day',
      '24 s, in which times on are longer by 1, 2, times off by 3, 4; 5 s of an agent’s day have passed at the start',
    ],
    ['Outages', 'all agents of group 1 together, on: 9 s, off: 2 s, in turn'],
    ['Availability trace', 'when each of 2 agents is there, again every 10 s'],
  ]);
});
