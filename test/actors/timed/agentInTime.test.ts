/** One agent's actor with delays, losses and copies that are written down, and what it tells its part and the server. */
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../actors/clock/virtualClock.ts';
import { AgentInTime } from '../../../actors/replication/agentInTime.ts';
import type { Incoming } from '../../../actors/server/serverProtocol.ts';
import { DispatchBook } from '../../../actors/server/dispatch.ts';
import { scafflsa } from '../../../src/algorithms/scafflsa.ts';
import type { TimedEvent } from '../../../src/events/inspection.ts';
import { MessageLayout } from '../../../src/algorithms/messageLayout.ts';
import { noTraffic } from '../../../src/measurement/metrics/measuredRound.ts';
import { type AgentTiming, agentTiming } from '../../../src/timing/agentTiming.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { messageOf } from '../../oracles/givenMessages.ts';
import { secondsOf, ticksOf } from '../../../src/values/ticks.ts';

/** Agent 0 of SCAFFLSA with H = 1; a local step takes a second, and a message no time. */
function agentWith(timing: Partial<AgentTiming>, hears: (incoming: Incoming, time: number) => void) {
  const clock = new VirtualClock();
  const layout = new MessageLayout(scafflsa, 1);
  const events: TimedEvent[] = [];
  const notes: number[] = [];
  const told: boolean[] = [];
  const actor = new AgentInTime(
    0,
    { ...agentTiming(undefined, 0, 1), ...timing },
    {
      clock,
      layout,
      group: {
        start: (_, { taken }) => {
          told.push(taken);
        },
        note: (_, { round }) => {
          notes.push(round);
        },
        restart: () => undefined,
        take: () => messageOf({ kind: 'localModel', agent: 0, theta: [0] }),
      },
      traffic: noTraffic(),
      workSeconds: undefined,
      uplink: undefined,
      downlink: undefined,
      toServer: (incoming) => {
        hears(incoming, clock.time);
      },
      waitFor: () => undefined,
      lastStep: undefined,
      observe: (event) => {
        events.push(event);
      },
      observeActivity: undefined,
      heard: undefined,
      interventions: undefined,
    },
  );
  const book = new DispatchBook(1);
  const send = (round: number): void => {
    const message = messageOf({ kind: 'roundStarted', round, theta: [0] });
    const notice = messageOf({ kind: 'roundClosed', round: round - 1, theta: [0] });
    actor.send(book.write({ agent: 0, message, version: round - 1, exchange: round, notice }));
  };
  /** Sends it the message of a round at a time. */
  const sends = (time: number, round: number): void => {
    clock.at(ticksOf(time), 0, -1, () => {
      send(round);
    });
  };
  const runs = (): void => {
    while (clock.step());
  };
  const taken = (): number[][] =>
    events.flatMap((event) => (event.kind === 'taken' ? [[event.dispatch, event.time]] : []));
  const account = () => actor.ledger.account();
  /** `told`: of each message that it took up, whether it says that the answer before was taken. */
  return { sends, runs, notes, taken, told, account };
}

describe.each([
  ['accepted', true, [1]],
  ['refused', false, []],
] as const)('a round whose answer is %s', (_, accepted, expected) => {
  test(`is ${accepted ? '' : 'not '}closed by the notice of a message that is never taken up`, () => {
    const agent = agentWith({}, (incoming) => {
      if (incoming.kind === 'answer') incoming.dispatch.accepted = accepted;
    });
    // The messages of rounds 2 and 3 come while round 1 is computed until 1 s: round 2 is skipped.
    agent.sends(0, 1);
    agent.sends(0.25, 2);
    agent.sends(0.5, 3);
    agent.runs();
    expect(agent.taken()).toEqual([
      [1, 0],
      [3, 1],
    ]);
    expect(agent.notes).toEqual(expected);
  });
});

describe('an agent that crashes at 1 s and returns at 2 s', () => {
  /** The first message takes 10 s, the others 1 s. */
  const agentThatReturns = () => {
    const delays = [10];
    const heard: [string, number][] = [];
    const agent = agentWith(
      { crashes: { at: ticksOf(1), returns: ticksOf(2) }, downlink: () => ticksOf(delays.shift() ?? 1) },
      ({ kind }, time) => {
        heard.push([kind, time]);
      },
    );
    return { ...agent, heard };
  };

  test('does not take up the message of its earlier life, which comes at 10 s', () => {
    const agent = agentThatReturns();
    agent.sends(0, 1);
    agent.runs();
    expect(agent.taken()).toEqual([]);
    expect(agent.heard).toEqual([['returned', 2]]);
  });

  test('gets what is sent to it on its return before that, at 4 s', () => {
    const agent = agentThatReturns();
    agent.sends(0, 1);
    agent.sends(3, 2);
    agent.runs();
    expect(agent.taken()).toEqual([[2, 4]]);
  });
});

test('an agent that has returned from a crash hears nothing of the answer of its earlier life', () => {
  const agent = agentWith({ crashes: { at: ticksOf(3), returns: ticksOf(4) } }, (incoming) => {
    if (incoming.kind === 'answer') incoming.dispatch.accepted = false;
  });
  // Its first answer is refused, which it hears at 2 s and has forgotten at 4 s.
  for (const [k, time] of [0, 2, 5].entries()) agent.sends(time, k + 1);
  agent.runs();
  expect(agent.told).toEqual([true, false, true]);
});

test('a message that is lost holds none of those after it up', () => {
  const delays = [10, 1].map(ticksOf);
  const losses = [true, false];
  const agent = agentWith(
    { downlink: () => delays.shift()!, losesDownlink: () => losses.shift()! },
    () => undefined,
  );
  agent.sends(0, 1);
  agent.sends(1, 2);
  agent.runs();
  expect(agent.taken()).toEqual([[2, 2]]);
});

describe('of two messages under way from 1 to 4 s and from 2 to 5 s the agent is receiving', () => {
  const receiving = (model: TimingModel): number => {
    const delays = [3, 3].map(ticksOf);
    const timing = { ...agentTiming(model, 0, 1), downlink: () => delays.shift()! };
    const agent = agentWith(timing, () => undefined);
    agent.sends(1, 1);
    agent.sends(2, 2);
    agent.runs();
    expect(agent.taken()).toEqual([[2, 10]]);
    return agent.account().receiving;
  };

  test('for 3 s, each second once, where it is off from 4 to 10 s', () => {
    expect(receiving({ availability: { on: 4, off: 6 } })).toBe(3);
  });

  test('never, where it is off from 0 to 10 s', () => {
    expect(receiving({ availabilityTrace: { period: 20, agents: [[[10, 20]]] } })).toBe(0);
  });
});

test('an answer that is lost has no second copy, and takes its coin all the same', () => {
  const heard: string[] = [];
  const losses = [true, false];
  const coins = [true, false];
  const agent = agentWith(
    { losesUplink: () => losses.shift()!, duplicates: () => coins.shift()! },
    ({ kind }) => {
      heard.push(kind);
    },
  );
  agent.sends(0, 1);
  agent.sends(2, 2);
  agent.runs();
  expect(heard).toEqual(['missing', 'answer']);
});

test('an answer has come when its first copy has, also if the second finds the server still at work', () => {
  const arrivals: number[] = [];
  const agent = agentWith(
    { uplink: () => ticksOf(1), duplicates: () => true, secondUplink: () => ticksOf(4) },
    (incoming, time) => {
      if (incoming.kind === 'answer') arrivals.push(time, secondsOf(incoming.dispatch.arrived));
    },
  );
  agent.sends(0, 1);
  agent.runs();
  expect(arrivals).toEqual([2, 2, 5, 2]);
});
