/** A timed run with delays written down one by one, walked through by hand. */
import { describe, expect, test } from 'vitest';
import { fedHsa } from '../../src/algorithms/fedHsa.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { probeSystem, scriptedOperator, type SystemSettings } from '../../src/testing/index.ts';

/** Two agents that step by ½ towards 1 and 3; agent 0 computes 1 s, agent 1 4 s. */
const twoAgents: SystemSettings = {
  algorithm: localSa,
  parameters: { stepSize: 0.5 },
  agents: 2,
  initial: [0],
  operator: (agent) => scriptedOperator([{ a: 1, b: [1 + 2 * agent] }]),
  rounds: 2,
  scripts: [{ compute: [1] }, { compute: [4] }],
};
const free = { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' } } as const;

describe('in rounds of all', () => {
  test('messages come when they must', async () => {
    const probe = await probeSystem(twoAgents);
    for (const to of [0, 1]) {
      probe.expectMessage({ from: 'server', to, kind: 'roundStarted', arrives: 0, content: { theta: [0] } });
    }
    probe.expectNoMessage(0.5);
    expect(probe.time).toBe(0.5);
    expect([probe.activity(0), probe.activity(1)]).toEqual(['computing', 'computing']);
    const answer = probe.expectMessage({
      from: 0,
      to: 'server',
      kind: 'localModel',
      content: { theta: [0.5] },
    });
    expect([answer.sent, answer.dispatch, probe.time]).toEqual([1, 1, 1]);
    expect(probe.activity(0)).toBe('waiting');
    probe.expectNoMessage(2.9);
    expect(() => {
      probe.expectNoMessage(1, { from: 1 });
    }).toThrow(
      'expected no message by 4.9 s, got one of kind "localModel" from agent 1 to the server at 4 s',
    );
    probe.expectNoMessage(0.05, { to: 0 });
    expect(probe.model).toEqual([0]);
    probe.expectApplied({ agent: 0, staleness: 0 });
    expect(probe.time).toBe(4);
    expect(probe.model).toEqual([1]);
    expect(() => probe.expectApplied({ agent: 0 })).toThrow(
      'expected the next update with agent = 0, got agent = 1',
    );
    probe.expectApplied({ agent: 1, version: 0 });
    probe.expectOutcome({ kind: 'completed', rounds: 2 });
    expect(() => {
      probe.expectOutcome({ rounds: 3 });
    }).toThrow('expected an outcome with rounds = 3, got rounds = 2');
  });

  test('another message than the expected one, or none, is told', async () => {
    const probe = await probeSystem(twoAgents);
    expect(() => probe.expectMessage({ from: 'server', to: 0, kind: 'roundClosed' })).toThrow(
      'expected a message of kind "roundClosed" from the server to agent 0, got one of kind "roundStarted" at 0 s',
    );
    expect(() => probe.expectMessage({ from: 'server', to: 0, kind: 'roundStarted', arrives: 2 })).toThrow(
      'with arrives = 2, got arrives = 0',
    );
    expect(() =>
      probe.expectMessage({ from: 'server', to: 0, kind: 'roundStarted', content: { theta: [1] } }),
    ).toThrow('with theta = [1], got theta = [0]');
    for (let round = 0; round < 2; round++)
      probe.expectMessage({ from: 1, to: 'server', kind: 'localModel' });
    expect(() => probe.expectMessage({ from: 1, to: 'server', kind: 'localModel' })).toThrow(
      'expected a message of kind "localModel" from agent 1 to the server, got none by the end of the run at 8 s',
    );
    expect(() => {
      probe.advanceTo(3);
    }).toThrow('expected a time from 8 on, got 3');
    expect(() => {
      probe.advance(-1);
    }).toThrow('expected seconds of at least 0, got -1');
  });
});

describe('faults', () => {
  test('a lost message, a second copy and a late answer are dead letters', async () => {
    const probe = await probeSystem({
      ...twoAgents,
      policy: { kind: 'first', count: 1, late: 'drop' },
      rounds: 4,
      scripts: [
        { compute: [1], uplink: [0.1], duplicates: [1] },
        { compute: [0.5, 5], uplink: [2, 0], losesUplink: [2] },
      ],
    });
    expect(probe.deadLetters()).toEqual([]);
    expect(() => probe.expectDeadLetter('lost', { from: 0 })).toThrow(
      'expected a dead letter with { reason: "lost", from: 0 }, got ["duplicate", "late"',
    );
    // Agent 1's answer of round 1 leaves at 0.5 s and comes at 2.5 s.
    expect(probe.expectDeadLetter('late', { from: 1 }).time).toBe(2.5);
    expect(probe.deadLetters().map(({ reason }) => reason)).toContain('late');
    expect(() => probe.expectDeadLetter('late', { from: 1, dispatch: 1 })).toThrow('expected a dead letter');
  });

  test('what is lost does not arrive', async () => {
    const probe = await probeSystem({ ...twoAgents, scripts: [{ compute: [1] }, { losesUplink: [1] }] });
    expect(probe.expectDeadLetter('lost', { from: 1, to: 'server', dispatch: 1 }).time).toBe(1);
    probe.expectMessage({ from: 1, to: 'server', kind: 'localModel', dispatch: 2, arrives: 2 });
  });

  test('a run in which nothing can happen any more says whom it waits for', async () => {
    const probe = await probeSystem({
      ...twoAgents,
      scripts: [{ compute: [1] }, { compute: [4], crash: { at: 2 } }],
    });
    probe.expectOutcome({ kind: 'stalled', rounds: 0, waitingFor: [1] });
    expect(() => probe.expectApplied({ agent: 0 })).toThrow('expected an update with { agent: 0 }, got none');
  });

  test('what comes to an agent that has crashed is undeliverable', async () => {
    const probe = await probeSystem({
      ...twoAgents,
      policy: free,
      rounds: 8,
      scripts: [{ compute: [1] }, { compute: [1], downlink: [0, 3], crash: { at: 2 } }],
    });
    expect(probe.expectDeadLetter('undeliverable', { to: 1 }).time).toBe(4);
  });
});

test('a mailbox holds what has come while the agent was away or at work', async () => {
  const probe = await probeSystem({
    ...twoAgents,
    policy: { kind: 'first', count: 1, late: 'carry' },
    rounds: 6,
  });
  probe.expectMailbox(1, []);
  probe.advanceTo(2.5);
  // Rounds 2 and 3 began at 1 s and 2 s, while agent 1 computes for the first until 4 s.
  probe.expectMailbox(1, [2, 3]);
  expect(() => {
    probe.expectMailbox(1, [2]);
  }).toThrow('expected dispatches [2] in the mailbox of agent 1 at 2.5 s, got [2, 3]');
  // It takes the newest, and the others are of no use.
  expect(probe.expectDeadLetter('unread', { to: 1, dispatch: 2 }).time).toBe(4);
  // At 4 s it takes the one of round 4; its late answer ends round 5, and what the server sends then comes after that.
  probe.expectMailbox(1, [5, 6]);
});

test('without rounds updates come in the order of their times, with the staleness of a calculation by hand', async () => {
  const probe = await probeSystem({ ...twoAgents, policy: free, rounds: 5 });
  for (const [version, [agent, time, staleness]] of [
    [0, 1, 0],
    [0, 2, 0],
    [0, 3, 0],
    [0, 4, 0],
    [1, 4, 4],
  ].entries())
    probe.expectApplied({ agent: agent!, time: time!, staleness: staleness!, weight: 0.5, version });
});

test('settings that make no system are told', async () => {
  await expect(probeSystem({ ...twoAgents, agents: 1 })).rejects.toThrow(
    'expected scripts for at most 1 agents, got 2',
  );
  await expect(probeSystem({ ...twoAgents, algorithm: fedHsa, policy: free })).rejects.toThrow(
    'expected a policy that fedhsa can have, got asynchronous',
  );
  await expect(probeSystem({ ...twoAgents, scripts: [{ compute: [] }] })).rejects.toThrow(
    'timing script: expected seconds of at least 0 in compute, got none',
  );
  await expect(probeSystem({ ...twoAgents, scripts: [{ uplink: [1, -2] }] })).rejects.toThrow('got -2');
});
