/** A replication on the wall clock begins when all of its agents could start. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HostQueues, queuesLength } from '../../../actors/hosting/hostQueues.ts';
import { InlineAgents } from '../../../actors/hosting/inlineAgents.ts';
import { allocateSlots } from '../../../actors/hosting/slots.ts';
import { runOnClock } from '../../../actors/replication/eventDriver.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { ClockEvent } from '../../../src/events/inspection.ts';
import { configurationOf } from '../../oracles/events.ts';
import { threeAgents } from './timedFixture.ts';

const problem = buildProblem(threeAgents);
const configuration = configurationOf({ clock: 'wall' });
const { agents, dimension } = problem;
const plan = { ...configuration, algorithm: configuration.algorithms[0]!, seed: 1, agents, dimension };

test('nothing happens before the agents are ready, and the time until then does not count', async () => {
  class SlowToStart extends InlineAgents {
    async ready(): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, 30));
      isReady = true;
    }
  }
  let isReady = false;
  const events: ClockEvent[] = [];
  const began = performance.now();
  await runOnClock(
    {
      plan,
      answer: { root: undefined, mean: undefined },
      observer: {
        observe: (event) => {
          if (event.kind !== 'clocked') return;
          expect(isReady).toBe(true);
          events.push(event.event);
        },
        stopping: () => false,
      },
    },
    new SlowToStart({ problem, kernels: undefined }, plan),
  );
  const took = (performance.now() - began) / 1000;
  expect(events.length).toBeGreaterThan(0);
  // setTimeout may be early by a millisecond.
  expect(events.at(-1)!.time).toBeLessThan(took - 0.029);
});

test('agents in threads are ready once every one of their hosts is', async () => {
  const shape = { first: 0, agents: 3, dimension, vectors: 1, hosts: 2, atBarrier: false };
  const queues = new HostQueues(allocateSlots(shape, queuesLength(shape)));
  const heard: string[] = [];
  const all = queues.allOpen(() => false).then(() => heard.push('all are open'));
  for (const host of ['first', 'second']) {
    await setImmediate();
    heard.push(`${host} opens`);
    queues.open();
  }
  await all;
  expect(heard).toEqual(['first opens', 'second opens', 'all are open']);
});
