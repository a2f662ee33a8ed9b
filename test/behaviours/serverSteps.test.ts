/** Minibatch SGD, Local SGD-M and SCAFFOLD, driven with one call each: no run, no thread, no stream. */
import { describe, expect, test } from 'vitest';
import type { AgentBehaviour, RoundCompleted } from '../../src/behaviours/behaviour.ts';
import { momentumAgent, momentumServer } from '../../src/behaviours/localSgdMomentum.ts';
import { minibatchSgdAgent, minibatchSgdServer } from '../../src/behaviours/minibatchSgd.ts';
import { scaffoldAgent, scaffoldServer } from '../../src/behaviours/scaffold.ts';
import { computing } from '../../src/behaviours/stagedBehaviour.ts';
import type { Downlink, Uplink } from '../../src/protocol/messages.ts';
import { ownUniforms } from '../oracles/explicitProblem.ts';
import { add, subtract } from '../oracles/plainMatrices.ts';
import { scriptedOperator } from '../../src/testing/scriptedOperator.ts';

const vector = (...entries: number[]): Float64Array => Float64Array.from(entries);
/** Operators that do not depend on θ: G = b. */
const values = (...b: number[]) => scriptedOperator(b.map((x) => ({ a: 0, b: [x] })));

/** Calls one agent. */
function driven<State>(behaviour: AgentBehaviour<State>) {
  let state = behaviour.init();
  return (message: Downlink): Uplink => {
    const [next, answer] = behaviour.receive(state, message);
    state = next;
    return answer;
  };
}

function completed(out: Downlink | RoundCompleted): RoundCompleted {
  if (out.kind !== 'roundCompleted') throw new Error('the round should be over');
  return out;
}

const models = (...thetas: number[]): Uplink[] =>
  thetas.map((x, agent) => ({ kind: 'localModel', agent, round: 1, theta: vector(x) }));

describe('Minibatch SGD', () => {
  test('its agent averages 3 values at w = 1, those of G = b − θ with b = 1, 2 and 6: 2, and stays at w', () => {
    const operator = scriptedOperator([1, 2, 6, 11].map((b) => ({ a: 1, b: [b] })));
    const send = driven(
      computing(
        () => minibatchSgdAgent(2),
        () => operator,
      ),
    );
    const theta = vector(1);
    expect(send({ kind: 'roundStarted', round: 1, localSteps: 3, theta })).toEqual({
      kind: 'operatorValue',
      agent: 2,
      round: 1,
      value: vector(2),
    });
    expect(theta).toEqual(vector(1));
    expect(operator.used()).toBe(3);
    // the next round begins with the observation after them
    expect(send({ kind: 'roundStarted', round: 2, localSteps: 1, theta })).toMatchObject({
      value: vector(10),
    });
  });

  test('its server steps to w + γ mean ĝ_i = 4 + 0.5 · 3, and tells that the agents were at 4', () => {
    const server = minibatchSgdServer(0.5);
    const [opened, message] = server.open(server.init(vector(4)), 7, 20);
    expect(message).toEqual({ kind: 'roundStarted', round: 7, localSteps: 20, theta: vector(4) });
    const answers = [2, 4].map((x, agent): Uplink => ({
      kind: 'operatorValue',
      agent,
      round: 7,
      value: vector(x),
    }));
    const [ended, out] = server.receive(opened, answers);
    expect(out).toMatchObject({ round: 7, startedFrom: vector(4), theta: vector(5.5) });
    expect(completed(out).localModels()).toEqual([vector(4), vector(4)]);
    expect(ended.theta).toEqual(vector(5.5));
  });
});

describe('Local SGD-M', () => {
  const start = (localSteps: number, theta: number, momentum: number): Downlink => ({
    kind: 'momentumRoundStarted',
    round: 1,
    localSteps,
    theta: vector(theta),
    momentum: vector(momentum),
  });

  test('its agent goes from w = 1 by v_0 = −½ · 1 + ½ · 2 and v_1 = −½ · 4 + ½ · 2 to 1 − ½ (½ − 1) = 1.25', () => {
    const operator = values(1, 4);
    const send = driven(
      computing(
        (d) => momentumAgent(3, d, 0.5, 0.5),
        () => operator,
      ),
    );
    expect(send(start(2, 1, 2))).toEqual({ kind: 'localModel', agent: 3, round: 1, theta: vector(1.25) });
    expect(operator.used()).toBe(2);
  });

  test('its agent keeps no momentum of its own: the same broadcast gets the same answer', () => {
    const send = driven(
      computing(
        (d) => momentumAgent(0, d, 0.5, 0.5),
        () => values(1),
      ),
    );
    expect(send(start(3, 1, 2))).toEqual(send(start(3, 1, 2)));
  });

  test('its agent evaluates at its own w_k: with G = −θ, β = 1 and η = ½ two steps go from 8 to 2', () => {
    const send = driven(
      computing(
        (d) => momentumAgent(0, d, 0.5, 1),
        () => scriptedOperator([{ a: 1, b: [0] }]),
      ),
    );
    expect(send(start(2, 8, 100))).toMatchObject({ theta: vector(2) });
  });

  test('its server takes v = (w − mean w_i)/(ηK) with the round’s own K, steps by −γ v and sends both', () => {
    const server = momentumServer(0.5, 2);
    const [first, opening] = server.open(server.init(vector(4)), 1, 2);
    expect(opening).toEqual(start(2, 4, 0));
    // (4 − 2)/(½ · 2) = 2 and 4 − 2 · 2 = 0
    const [ended, out] = server.receive(first, models(1, 3));
    expect(out).toMatchObject({ round: 1, startedFrom: vector(4), theta: vector(0) });
    expect(completed(out).localModels()).toEqual([vector(1), vector(3)]);
    // K = 4: (0 − 2)/(½ · 4) = −1 and 0 + 2 · 1 = 2
    const [second, broadcast] = server.open(ended, 2, 4);
    expect(broadcast).toEqual({ ...start(4, 0, 2), round: 2 });
    expect(server.receive(second, models(1, 3))[0]).toMatchObject({ theta: vector(2), momentum: vector(-1) });
  });
});

describe('SCAFFOLD', () => {
  const start = (round: number, localSteps: number, theta: number, control: number): Downlink => ({
    kind: 'controlledRoundStarted',
    round,
    localSteps,
    theta: vector(theta),
    control: vector(control),
  });

  test('its agent’s c_i becomes minus the average of its values over the round: −2, −6 and −4', () => {
    // G = b: Δy = ηK (mean b + c_i − c), so c_i⁺ = c_i − c − Δy/(ηK) = −mean b.
    const send = driven(
      computing(
        (d) => scaffoldAgent(1, d, 0.5),
        () => values(1, 3, 5, 7, 1, 2, 9),
      ),
    );
    // c_i = c = 0: Δy = ½ (1 + 3)
    expect(send(start(1, 2, 10, 0))).toEqual({
      kind: 'controlledDifference',
      agent: 1,
      round: 1,
      difference: vector(2),
      controlDifference: vector(-2),
    });
    // c_i − c = −2 + 3 = 1: Δy = ½ (6 + 8); Δc_i = −6 + 2
    expect(send(start(2, 2, 10, -3))).toMatchObject({
      difference: vector(7),
      controlDifference: vector(-4),
    });
    // c_i − c = −6 − 1 = −7, K = 3: Δy = ½ (−6 − 5 + 2); Δc_i = −4 + 6
    expect(send(start(3, 3, 10, 1))).toMatchObject({
      difference: vector(-4.5),
      controlDifference: vector(2),
    });
  });

  test('its agent evaluates at its own y: with G = −θ and η = ½ two steps from 8 give Δy = −6 and Δc = 6', () => {
    const send = driven(
      computing(
        (d) => scaffoldAgent(0, d, 0.5),
        () => scriptedOperator([{ a: 1, b: [0] }]),
      ),
    );
    expect(send(start(1, 2, 8, 0))).toMatchObject({ difference: vector(-6), controlDifference: vector(6) });
  });

  test('its agent keeps nothing of a message that the caller overwrites afterwards', () => {
    const [untouched, overwritten] = [0, 1].map(() =>
      driven(
        computing(
          (d) => scaffoldAgent(0, d, 0.5),
          () => values(1, 3),
        ),
      ),
    );
    const message = start(1, 2, 10, 5);
    if (message.kind !== 'controlledRoundStarted') throw new Error('SCAFFOLD opens otherwise');
    untouched!(start(1, 2, 10, 5));
    overwritten!(message);
    message.theta.fill(NaN);
    message.control.fill(NaN);
    expect(overwritten!(start(2, 2, 1, 1))).toEqual(untouched!(start(2, 2, 1, 1)));
  });

  test('its server steps to x + α_g mean Δy = 4 + 0.5 · 3, adds mean Δc = 3 to c, and sends both', () => {
    const server = scaffoldServer(0.5);
    const [opened, opening] = server.open(server.init(vector(4)), 1, 20);
    expect(opening).toEqual(start(1, 20, 4, 0));
    const answers = [1, 5].map((x, agent): Uplink => ({
      kind: 'controlledDifference',
      agent,
      round: 1,
      difference: vector(x),
      controlDifference: vector(x),
    }));
    const [ended, out] = server.receive(opened, answers);
    expect(out).toMatchObject({ round: 1, startedFrom: vector(4), theta: vector(5.5) });
    // y_{i,K} = x + Δy_i, not scaled by α_g
    expect(completed(out).localModels()).toEqual([vector(5), vector(9)]);
    expect(server.open(ended, 2, 20)[1]).toEqual(start(2, 20, 5.5, 3));
    // c is added to, not replaced
    const [again] = server.receive(ended, answers);
    expect(again.control).toEqual(vector(6));
  });

  test('has Σ c_i = M c over 7 agents after each of 100 rounds of 1 to 6 local steps, to 1e-12', () => {
    const uniform = ownUniforms(6);
    const agents = Array.from({ length: 7 }, (_, i) => {
      const script = Array.from({ length: 11 }, () => ({
        a: 0.5 + uniform(),
        b: [4 * uniform() - 2, i + uniform()],
      }));
      const behaviour = computing(
        (d) => scaffoldAgent(i, d, 0.1),
        () => scriptedOperator(script),
      );
      return { behaviour, state: behaviour.init() };
    });
    const server = scaffoldServer(0.7);
    let state = server.init(vector(1, -1));
    let largest = 0;
    for (let round = 1; round <= 100; round++) {
      const [opened, message] = server.open(state, round, 1 + Math.floor(6 * uniform()));
      const answers = agents.map((agent) => {
        const [next, answer] = agent.behaviour.receive(agent.state, message);
        agent.state = next;
        return answer;
      });
      [state] = server.receive(opened, answers);
      // Of a taken answer each agent hears with its next message.
      const controls = agents.map(({ state: { control, difference } }) => add([...control], [...difference]));
      const rest = subtract(
        controls.reduce(add),
        [...state.control].map((x) => 7 * x),
      );
      largest = Math.max(largest, ...controls.flat().map(Math.abs));
      // a hundred additions to numbers of size 10, each rounded at 2e-15
      expect(Math.max(...rest.map(Math.abs))).toBeLessThan(1e-12);
    }
    expect(largest).toBeGreaterThan(1);
  });
});

describe('a message that has no place', () => {
  const operator = values(0);
  const start: Downlink = { kind: 'roundStarted', round: 1, localSteps: 1, theta: vector(0) };
  const evaluation: Downlink = { kind: 'evaluationRequested', round: 1, theta: vector(0) };

  test('is refused by every agent with its kind', () => {
    expect(() =>
      driven(
        computing(
          () => minibatchSgdAgent(0),
          () => operator,
        ),
      )(evaluation),
    ).toThrow(/Minibatch SGD agent .* "evaluationRequested"/);
    expect(() =>
      driven(
        computing(
          (d) => momentumAgent(0, d, 1, 1),
          () => operator,
        ),
      )(start),
    ).toThrow(/Local SGD-M agent .* "roundStarted"/);
    expect(() =>
      driven(
        computing(
          (d) => scaffoldAgent(0, d, 1),
          () => operator,
        ),
      )(start),
    ).toThrow(/SCAFFOLD agent .* "roundStarted"/);
  });

  test('is refused by every server, also when only the last agent sends it', () => {
    const [model] = models(0);
    const value: Uplink = { kind: 'operatorValue', agent: 0, round: 1, value: vector(0) };
    const difference: Uplink = {
      kind: 'controlledDifference',
      agent: 0,
      round: 1,
      difference: vector(0),
      controlDifference: vector(0),
    };
    const minibatch = minibatchSgdServer(1);
    expect(() => minibatch.receive(minibatch.init(vector(0)), [value, model!])).toThrow(/"localModel"/);
    const momentum = momentumServer(1, 1);
    expect(() => momentum.receive(momentum.init(vector(0)), [model!, value])).toThrow(/"operatorValue"/);
    const scaffold = scaffoldServer(1);
    expect(() => scaffold.receive(scaffold.init(vector(0)), [difference, model!])).toThrow(/"localModel"/);
  });
});
