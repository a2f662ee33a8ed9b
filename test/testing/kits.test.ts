/** The kits drive the parts of an algorithm one message at a time, and every assertion of theirs fails when it should. */
import { describe, expect, test } from 'vitest';
import { type Algorithm, algorithm } from '../../src/algorithms/algorithm.ts';
import { fedHsa } from '../../src/algorithms/fedHsa.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { message } from '../../src/algorithms/message.ts';
import { scafflsa } from '../../src/algorithms/scafflsa.ts';
import { agentKit, runRounds, scriptedOperator, serverKit } from '../../src/testing/index.ts';
import { answersOf, messageOf } from '../oracles/givenMessages.ts';

const operator = () => scriptedOperator([{ a: 1, b: [1, 3] }]);
const parameters = { stepSize: 0.5 };
const start = (...theta: number[]) => messageOf({ kind: 'roundStarted', localSteps: 2, theta });
const closed = messageOf({ kind: 'roundClosed', theta: [1, 1] });

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' }, { localSteps: false });
const messages = { down: [started], up: [ended] } as const;
/** Mistakes of agents and servers are made in this one, whose rounds change nothing. */
const still = { name: 'still', title: 'Still', source: 'here', parameters: {}, messages } as const;

describe('an agent', () => {
  test('answers, and the answer is compared field by field', () => {
    const kit = agentKit(localSa, parameters, { agent: 3, operator });
    expect(() => kit.answer).toThrow('expected an answer, got none: no message was received yet');
    // θ_2 = 1 − ¼ (1 − θ̄), 3 − ¼ (3 − θ̄)
    const answer = kit.receive(start(0, -1));
    expect(kit.answer).toBe(answer);
    kit.expectAnswer({ kind: 'localModel', agent: 3, round: 1, localSteps: 2, theta: [0.75, 2] });
    kit.expectAnswer({ theta: [0.75, 2 + 1e-13] });
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
    // later messages leave the answer as it was
    kit.receive(start(9, 9));
    expect(answer).toMatchObject({ theta: Float64Array.of(0.75, 2) });
  });

  test('shows what its part shows, and takes notices where the part does', () => {
    const kit = agentKit(scafflsa, parameters, { operator });
    expect(kit.states).toEqual({ control: Float64Array.of(0, 0) });
    kit.receive(start(0, 0));
    kit.note(closed);
    expect(kit.states).not.toEqual({ control: Float64Array.of(0, 0) });
    const other = agentKit(localSa, parameters, { operator });
    expect(other.states).toEqual({});
    expect(() => {
      other.note(closed);
    }).toThrow('expected a part with note() for a message of kind "roundClosed", got one without');
  });

  test('knows its site: number, dimension and trigger', () => {
    const sites: object[] = [];
    const watching: Algorithm = {
      ...localSa,
      agent: (values, site) => {
        const { coins, ...rest } = site;
        expect(coins).toBeTypeOf('function');
        sites.push(rest);
        return localSa.agent(values, site);
      },
    };
    const trigger = { kind: 'bernoulli', probability: 0.5 } as const;
    agentKit(watching, parameters, { operator });
    agentKit(watching, parameters, { agent: 2, operator, trigger });
    expect(sites).toEqual([
      { agent: 0, dimension: 2, trigger: { kind: 'deterministic', localSteps: 1 } },
      { agent: 2, dimension: 2, trigger },
    ]);
  });

  const answering = (answer: (sent: Float64Array) => Float64Array) =>
    agentKit(
      algorithm({
        ...still,
        agent: (_, { dimension }) => {
          let kept = new Float64Array(dimension);
          return {
            ask: (_, work) => {
              work.peek(kept);
            },
            answer: ({ theta }) => {
              kept = theta as typeof kept;
              return ended({ theta: answer(kept) });
            },
            states: () => ({ kept }),
          };
        },
        server: () => {
          throw new Error('there is no server here');
        },
      }),
      {},
      { operator },
    );
  const sent = { ...started({ theta: Float64Array.of(1, 2) }), round: 1, localSteps: 2 };

  test('may write in a message, answer with its vectors and keep them: they are its own', () => {
    const writing = answering((theta) => theta.fill(7));
    writing.receive(sent);
    writing.expectAnswer({ theta: [7, 7] });
    expect([...writing.states.kept!]).toEqual([7, 7]);
    expect([...sent.theta]).toEqual([1, 2]);
  });
});

describe('a server', () => {
  const answers = answersOf('localModel', { theta: [1, 0] }, { theta: [3, 0] });

  test('opens rounds and ends them', () => {
    const kit = serverKit(localSa, parameters, { initial: [5, 6], agents: 2 });
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
    kit.open(2, 1);
    kit.expectBroadcast({ round: 2, theta: [2, 0] });
  });

  test('is not given answers of two kinds', () => {
    const kit = serverKit(fedHsa, parameters, { initial: [0], agents: 2 });
    kit.open(1, 1);
    const [value] = answersOf('operatorValue', { value: [0] });
    const [difference] = answersOf('localDifference', { difference: [0] });
    expect(() => kit.receive([value!, difference!])).toThrow(
      'the agents’ part, round 1: answers of kinds "operatorValue" and "localDifference" are in one exchange',
    );
  });

  /** A server with a mistake. */
  const mistaken = (receive: (theta: Float64Array, answer: Readonly<Float64Array>) => void) =>
    serverKit(
      algorithm({
        ...still,
        agent: () => {
          throw new Error('there is no agent here');
        },
        server: (_, { initial }) => {
          const theta = Float64Array.from(initial);
          return {
            model: () => theta,
            open: () => started({ theta }),
            receive: ({ all }) => {
              receive(theta, all[1]!.theta);
              return { localModels: () => [] };
            },
          };
        },
      }),
      {},
      { initial: [0, 0], agents: 2 },
    );
  const messages = answersOf('ended', { theta: [1, 0] }, { theta: [3, 0] });

  test('may not write in an answer', () => {
    const kit = mistaken((_, answer) => ((answer as Float64Array)[0] = 9));
    kit.open(1, 1);
    expect(() => kit.receive(messages)).toThrow(
      'expected the answer of agent 1 to be left as it was, with theta = [3, 0], got theta = [9, 0]',
    );
  });

  test('may not write in a vector that it has sent: messages under way hold it', () => {
    const kit = mistaken((theta) => (theta[0] = 9));
    const broadcast = kit.open(1, 1);
    expect(() => kit.receive(messages)).toThrow(
      'expected the broadcast to be left as it was sent, with theta = [0, 0], got theta = [9, 0]',
    );
    expect(broadcast).toMatchObject({ theta: Float64Array.of(0, 0) });
    expect(() => kit.open(2, 1)).toThrow('expected the broadcast to be left as it was sent');
  });
});

describe('rounds', () => {
  test('are those of the parts: with G = b_i − θ, b = 1 and 3, η = ½ and H = 1 from 0 to 1, 1.5 and 1.75', () => {
    const models = runRounds({
      algorithm: localSa,
      parameters,
      agents: 2,
      operator: (agent) => scriptedOperator([{ a: 1, b: [1 + 2 * agent] }]),
      initial: [0],
      localSteps: 1,
      rounds: 3,
    });
    expect(models).toEqual([[0], [1], [1.5], [1.75]]);
  });

  test('that do not end are reported', () => {
    const again = message('again', { theta: 'θ̄' }, { localSteps: false });
    const { messages } = localSa;
    const endless: Algorithm = {
      ...localSa,
      messages: { ...messages, down: [...messages.down, again] },
      server: (values, site) => ({
        ...localSa.server(values, site),
        receive: () => again({ theta: Float64Array.of(0, 0) }),
      }),
    };
    const settings = { algorithm: endless, parameters, agents: 1, operator, initial: [0, 0] };
    expect(() => runRounds({ ...settings, localSteps: 2, rounds: 1 })).toThrow(
      'expected round 1 to end within 100 exchanges',
    );
  });

  test('that ask for their local steps twice are refused', () => {
    const twice: Algorithm = {
      ...localSa,
      server: (values, site) => ({ ...localSa.server(values, site), receive: () => start(0, 0) }),
    };
    const settings = { algorithm: twice, parameters, agents: 1, operator, initial: [0, 0] };
    expect(() => runRounds({ ...settings, localSteps: 2, rounds: 1 })).toThrow(
      '"roundStarted" asks for local steps after another message of its round did',
    );
  });
});
