/** The kit drives behaviours with one message each, and every assertion of it fails when it should. */
import { describe, expect, test } from 'vitest';
import { agentBehaviour, serverBehaviour } from '../../src/behaviours/cast.ts';
import type { AgentBehaviour, ServerBehaviour } from '../../src/behaviours/behaviour.ts';
import type { AlgorithmConfiguration } from '../../src/protocol/configuration.ts';
import { behaviourKit, runRounds, scriptedOperator } from '../../src/testing/index.ts';
import { ALL_SEVEN, LOCAL_SA, SCAFFLSA } from '../oracles/events.ts';

const H2 = { kind: 'deterministic', localSteps: 2 } as const;
const vector = (...entries: number[]): Float64Array => Float64Array.from(entries);
const start = (theta: Float64Array) => ({ kind: 'roundStarted', round: 1, localSteps: 2, theta }) as const;
const agentOf = (algorithm: AlgorithmConfiguration, agent = 0): AgentBehaviour<unknown> =>
  agentBehaviour(algorithm, H2, agent, () => scriptedOperator([{ a: 1, b: [1, agent] }]));

describe('an agent', () => {
  test('answers, and the answer is compared field by field', () => {
    const kit = behaviourKit(agentOf(LOCAL_SA(0.5), 3));
    expect(() => kit.answer).toThrow('expected an answer, got none: no message was received yet');
    // θ_2 = 1 − ¼ (1 − θ̄), 3 − ¼ (3 − θ̄)
    const answer = kit.receive(start(vector(0, -1)));
    expect(kit.answer).toBe(answer);
    kit.expectAnswer({ kind: 'localModel', agent: 3, theta: [0.75, 2] });
    kit.expectAnswer({ theta: vector(0.75, 2 + 1e-13) });
    expect(() => kit.expectAnswer({ theta: [0.75, 2.5] })).toThrow(
      /^expected an answer with theta = \[0\.75, 2\.5\], got theta = \[0\.75, 2\]$/,
    );
    expect(() => kit.expectAnswer({ theta: [0.75, 2 + 1e-13] }, 0)).toThrow('expected an answer with theta');
    expect(() => kit.expectAnswer({ theta: [0.75] })).toThrow('got theta = [0.75, 2]');
    expect(() => kit.expectAnswer({ kind: 'operatorValue' })).toThrow(
      'expected an answer with kind = "operatorValue", got kind = "localModel"',
    );
    expect(() => kit.expectAnswer({ value: [1, 2] })).toThrow(
      'expected an answer with value = [1, 2], got value = undefined',
    );
  });

  test('shows its state, and takes notices where it has a use for them', () => {
    const kit = behaviourKit(agentOf(SCAFFLSA(0.5)));
    // the behaviour owns its state, and may write in it
    const first = structuredClone(kit.state);
    kit.receive(start(vector(0, 0)));
    expect(kit.state).not.toEqual(first);
    kit.note({ kind: 'roundClosed', round: 1, theta: vector(1, 1) });
    expect(() => {
      behaviourKit(agentOf(LOCAL_SA(0.5))).note({ kind: 'roundClosed', round: 1, theta: vector(1, 1) });
    }).toThrow('expected a behaviour with note() for a message of kind "roundClosed", got one without');
  });

  const answering = (
    theta: (sent: Float64Array) => Float64Array,
  ): AgentBehaviour<{ kept: Float64Array | undefined }> => ({
    init: () => ({ kept: undefined }),
    receive: (_state, message) => {
      if (message.kind !== 'roundStarted') throw new TypeError('another message');
      const sent = message.theta as Float64Array;
      return [{ kept: sent }, { kind: 'localModel', agent: 0, round: 1, theta: theta(sent) }];
    },
  });

  test('may not write in a message, answer in its memory or keep it', () => {
    const writing = behaviourKit(answering((sent) => sent.fill(7).slice()));
    expect(() => writing.receive(start(vector(1, 2)))).toThrow(
      'expected theta of the message to stay [1, 2], got [7, 7]: the behaviour wrote in it',
    );
    const sharing = behaviourKit(answering((sent) => sent));
    expect(() => sharing.receive(start(vector(1, 2)))).toThrow('expected theta in memory of its own');
    const keeping = behaviourKit(answering((sent) => sent.slice()));
    keeping.receive(start(vector(1, 2)));
    keeping.expectAnswer({ theta: [1, 2] });
    expect(keeping.state.kept).toEqual(vector(NaN, NaN));
  });
});

describe('a server', () => {
  const answers = [1, 3].map(
    (x, agent) => ({ kind: 'localModel', agent, round: 1, theta: vector(x, 0) }) as const,
  );

  test('opens rounds and ends them', () => {
    const kit = behaviourKit(serverBehaviour(LOCAL_SA(0.5)), [5, 6]);
    expect(() => kit.output).toThrow('expected a broadcast, got none: no round was opened yet');
    kit.open(1, 4);
    kit.expectBroadcast({ kind: 'roundStarted', round: 1, localSteps: 4, theta: [5, 6] });
    expect(() => kit.expectBroadcast({ localSteps: 5 })).toThrow(
      'expected a broadcast with localSteps = 5, got localSteps = 4',
    );
    expect(() => kit.expectRoundCompleted()).toThrow(
      'expected the end of a round, got a broadcast of kind "roundStarted"',
    );
    kit.receive(answers);
    kit.expectRoundCompleted({
      round: 1,
      startedFrom: [5, 6],
      theta: [2, 0],
      localModels: [
        [1, 0],
        [3, 0],
      ],
    });
    expect(() => kit.expectRoundCompleted({ theta: [2, 1] })).toThrow('got theta = [2, 0]');
    expect(() => kit.expectRoundCompleted({ localModels: [[1, 0]] })).toThrow('localModels = [[1, 0]], got');
    expect(() => kit.expectBroadcast({})).toThrow('expected a broadcast, got the end of round 1');
    expect(kit.state).toEqual({ theta: vector(2, 0) });
  });

  test('may not write in an answer, and needs its initial model', () => {
    const server = serverBehaviour(LOCAL_SA(0.5));
    const writing: ServerBehaviour<unknown> = {
      ...server,
      receive: (state, given) => {
        if (given[1]?.kind === 'localModel') (given[1].theta as Float64Array)[0] = 9;
        return server.receive(state, given);
      },
    };
    const kit = behaviourKit(writing, [0, 0]);
    expect(() => kit.receive(answers)).toThrow(
      'expected the answer of agent 1 to be left as it was, with theta = [3, 0], got theta = [9, 0]',
    );
    // @ts-expect-error -- the second argument is missing
    expect(() => behaviourKit(server)).toThrow('expected the initial model of a server');
  });
});

test.each(ALL_SEVEN(0.1))(
  'all behaviours of $name keep the rules of messages for 200 rounds',
  (algorithm) => {
    const models = runRounds({
      server: serverBehaviour(algorithm, 2),
      agents: [0, 1].map((agent) => agentOf(algorithm, agent)),
      initial: [0, 0],
      localSteps: 2,
      rounds: 200,
    });
    // The mean operator is (1, ½) − θ; SCAFFOLD's and momentum's steps come there as well.
    expect(models).toHaveLength(201);
    expect(models[0]).toEqual([0, 0]);
    expect(models[200]![0]).toBeCloseTo(1, 8);
    expect(models[200]![1]).toBeCloseTo(0.5, 8);
  },
);

test('a round that does not end is told', () => {
  const server: ServerBehaviour<unknown> = {
    ...serverBehaviour(LOCAL_SA(0.1)),
    receive: (state) => [state, start(vector(0, 0))],
  };
  const settings = { server, agents: [agentOf(LOCAL_SA(0.1))], initial: [0, 0], localSteps: 2, rounds: 1 };
  expect(() => runRounds(settings)).toThrow('expected round 1 to end within 100 exchanges');
});
