/**
 * Agents that come and go, are fast and slow, and have measured delays, against loops of each agent's own: without a server that holds
 * anybody up, who answers when is all the agents' answers by time.
 */
import { describe, expect, test } from 'vitest';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { scriptedRun } from './scriptedRun.ts';
import { agentsThatDiffer } from './timedFixture.ts';
import { timingInSeconds } from '../../timing/inSeconds.ts';

const M = 4;
const STEPS = 60;
const problem = buildProblem(agentsThatDiffer(M));
const policy: PolicyConfiguration = { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' } };
const law = (mean: number) => ({ kind: 'exponential', mean }) as const;

const run = (timing: TimingModel) =>
  scriptedRun(problem, {
    policy,
    timing,
    trigger: { kind: 'deterministic', localSteps: 1 },
    budget: { kind: 'rounds', rounds: STEPS },
  });

const stretches = [0, 1, 2, 3].map((agent): [number, number][] => [
  [agent, 7 + agent],
  [9 + agent, 14],
]);

const MODELS: readonly (readonly [string, TimingModel])[] = [
  ['a record', { availabilityTrace: { period: 16, agents: stretches } }],
  [
    'a record and outages',
    { availabilityTrace: { period: 16, agents: stretches }, outages: { on: law(9), off: law(2) } },
  ],
  [
    'a day, outages and a speed',
    {
      availability: {
        on: law(6),
        off: law(2),
        start: 'stationary',
        day: { period: 12, on: [1, 0.2], phase: { kind: 'uniform', low: 0, high: 12 } },
      },
      outages: { on: law(9), off: 1 },
      speed: { kind: 'two-state', factor: 4, fast: 3, slow: 2 },
    },
  ],
];

describe.each(MODELS)('%s', (_name, model) => {
  test('who answers when', async () => {
    const measured = {
      agents: [0, 1, 2, 3].map((agent) => ({
        compute: [1.5 + agent / 7, 0.75, 3],
        uplink: [0.25, 0.125 + agent / 11, 0.5],
      })),
    };
    const { events } = await run({ ...model, measured });
    const found = events.flatMap((event) =>
      event.kind === 'applied' ? [[event.agent, event.takenUp, event.arrived]] : [],
    );
    const expected: number[][] = [];
    for (let agent = 0; agent < M; agent++) {
      // Work of another timing of the same draws is walked through in small pieces.
      const timing = timingInSeconds(model, agent, 1);
      const { compute, uplink } = measured.agents[agent]!;
      let now = 0;
      for (let k = 0; k < STEPS; k++) {
        const taken = timing.availableFrom(now);
        let at = taken;
        let left = compute[k % 3]!;
        while (left > 0) {
          const piece = Math.min(left, 0.1);
          at = timing.endOfWork(at, piece);
          left -= piece;
        }
        now = at + uplink[k % 3]!;
        expected.push([agent, taken, now]);
      }
    }
    expected.sort((a, b) => a[2]! - b[2]! || a[0]! - b[0]!);
    expect(found).toHaveLength(STEPS);
    for (const [k, [agent, taken, arrived]] of found.entries()) {
      expect(agent).toBe(expected[k]![0]);
      expect(taken).toBeCloseTo(expected[k]![1]!, 7);
      expect(arrived).toBeCloseTo(expected[k]![2]!, 7);
    }
  });
});

test('who is gone after the end of a record is waited for in vain', async () => {
  const availabilityTrace = { agents: [[[0, 4.5]], [[0, 9]], [[0, 1]], [[2, 3]]] as [number, number][][] };
  const { events, outcome } = await run({ compute: 2, availabilityTrace });
  const found = events.flatMap((event) => (event.kind === 'applied' ? [[event.agent, event.time]] : []));
  // Agents of one time in any order.
  expect(found.sort(([a, t], [b, u]) => t! - u! || a! - b!)).toEqual([
    [0, 2],
    [1, 2],
    [0, 4],
    [1, 4],
    [1, 6],
    [1, 8],
  ]);
  expect(outcome).toMatchObject({ kind: 'stalled', waitingFor: [0, 1, 2, 3] });
});
