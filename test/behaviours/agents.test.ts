/** Agents and servers, driven with one call each: no run, no thread, no stream. */
import { describe, expect, test } from 'vitest';
import { averagingServer } from '../../src/behaviours/averagingServer.ts';
import type { AgentBehaviour, ServerBehaviour } from '../../src/behaviours/behaviour.ts';
import { agentBehaviour, serverBehaviour } from '../../src/behaviours/cast.ts';
import { fedHsaAgent, fedHsaServer } from '../../src/behaviours/fedHsa.ts';
import { localSaAgent } from '../../src/behaviours/localSa.ts';
import { scafflsaAgent } from '../../src/behaviours/scafflsa.ts';
import { computing } from '../../src/behaviours/stagedBehaviour.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../../src/protocol/configuration.ts';
import type { Downlink, Uplink } from '../../src/protocol/messages.ts';
import { ALL_THREE, RICHARDSON_ROMBERG } from '../oracles/events.ts';
import { ownUniforms } from '../oracles/explicitProblem.ts';
import { add, relativeDistance } from '../oracles/plainMatrices.ts';
import { scriptedOperator } from '../../src/testing/scriptedOperator.ts';

const vector = (...entries: number[]): Float64Array => Float64Array.from(entries);
const H2: TriggerConfiguration = { kind: 'deterministic', localSteps: 2 };

/** Calls one agent. */
function driven<State>(behaviour: AgentBehaviour<State>) {
  let state = behaviour.init();
  return (message: Downlink): Uplink => {
    const [next, answer] = behaviour.receive(state, message);
    state = next;
    return answer;
  };
}

describe('Local SA’s agent', () => {
  test('answers θ_H = 1 − ½² (1 − θ̄) for a = b = 1, η = ½ and H = 2, whatever the round', () => {
    const send = driven(
      computing(
        () => localSaAgent(3, 0.5),
        () => scriptedOperator([{ a: 1, b: [1, 1] }]),
      ),
    );
    for (const round of [1, 2]) {
      const theta = vector(0, -3);
      expect(send({ kind: 'roundStarted', round, localSteps: 2, theta })).toEqual({
        kind: 'localModel',
        agent: 3,
        round,
        theta: vector(0.75, 0),
      });
      // the broadcast is the server's
      expect(theta).toEqual(vector(0, -3));
    }
  });

  test('uses its observations one after the other over rounds of 2 and 3 local steps', () => {
    const operator = scriptedOperator([1, 2, 3, 4, 5].map((b) => ({ a: 0, b: [b] })));
    const send = driven(
      computing(
        () => localSaAgent(0, 1),
        () => operator,
      ),
    );
    const theta = vector(0);
    expect(send({ kind: 'roundStarted', round: 1, localSteps: 2, theta })).toMatchObject({
      theta: vector(1 + 2),
    });
    expect(send({ kind: 'roundStarted', round: 2, localSteps: 3, theta })).toMatchObject({
      theta: vector(3 + 4 + 5),
    });
    expect(operator.used()).toBe(5);
  });
});

describe('SCAFFLSA’s agent', () => {
  test('takes ξ = 0 in round 1 and ξ = (θ̄ − θ̂)/(ηH) in round 2', () => {
    // a = 0, b = 1, η = ½, H = 2: θ̂ = θ̄ + 1 = 1. The server says θ̄ = 5: ξ = (5 − 1)/1 = 4, so
    // round 2 ends at 5 + 2 · ½ (1 + 4) = 10. Then θ̄ = 7: ξ = 4 + (7 − 10) = 1, and 7 + (1 + 1) = 9.
    const send = driven(
      computing(
        (d) => scafflsaAgent(0, d, 0.5, H2),
        () => scriptedOperator([{ a: 0, b: [1] }]),
      ),
    );
    const start = (round: number, theta: number) =>
      send({ kind: 'roundStarted', round, localSteps: 2, theta: vector(theta) });
    expect(start(1, 0)).toMatchObject({ theta: vector(1) });
    expect(start(2, 5)).toMatchObject({ theta: vector(10) });
    expect(start(3, 7)).toMatchObject({ theta: vector(9) });
  });

  test('moves ξ by p/η under Bernoulli(p), whatever the length of the round', () => {
    // p = ¼, η = ½: gain ½. θ̂ = 0 + 3 · ½ = 1.5; θ̄ = 5.5: ξ = ½ · 4 = 2; one step: 5.5 + ½ (1 + 2) = 7.
    const trigger: TriggerConfiguration = { kind: 'bernoulli', probability: 0.25 };
    const send = driven(
      computing(
        (d) => scafflsaAgent(0, d, 0.5, trigger),
        () => scriptedOperator([{ a: 0, b: [1] }]),
      ),
    );
    expect(send({ kind: 'roundStarted', round: 1, localSteps: 3, theta: vector(0) })).toMatchObject({
      theta: vector(1.5),
    });
    expect(send({ kind: 'roundStarted', round: 2, localSteps: 1, theta: vector(5.5) })).toMatchObject({
      theta: vector(7),
    });
  });

  test.each([
    { blocks: 'H = 3', trigger: { kind: 'deterministic', localSteps: 3 } },
    { blocks: 'Bernoulli(0.3)', trigger: { kind: 'bernoulli', probability: 0.3 } },
  ] as const)('has Σ ξ_i = 0 over 7 agents after each of 100 rounds, to 1e-12 ($blocks)', ({ trigger }) => {
    const uniform = ownUniforms(6);
    const agents = Array.from({ length: 7 }, (_, i) => {
      const script = Array.from({ length: 11 }, () => ({
        a: 0.5 + uniform(),
        b: [4 * uniform() - 2, i + uniform()],
      }));
      const behaviour = computing(
        (d) => scafflsaAgent(i, d, 0.1, trigger),
        () => scriptedOperator(script),
      );
      return { behaviour, state: behaviour.init() };
    });
    let server = averagingServer.init(vector(1, -1));
    let largest = 0;
    for (let round = 1; round <= 100; round++) {
      const localSteps = trigger.kind === 'deterministic' ? 3 : 1 + Math.floor(6 * uniform());
      const [opened, message] = averagingServer.open(server, round, localSteps);
      const answers = agents.map((agent) => {
        const [state, answer] = agent.behaviour.receive(agent.state, message);
        agent.state = state;
        return answer;
      });
      const controls = agents.map(({ state }) => [...state.control]);
      const sum = controls.reduce(add);
      largest = Math.max(largest, ...controls.flat().map(Math.abs));
      expect(Math.max(...sum.map(Math.abs))).toBeLessThan(1e-12);
      [server] = averagingServer.receive(opened, answers);
    }
    // the controls themselves are far from zero
    expect(largest).toBeGreaterThan(1);
  });
});

describe('FedHSA’s agent', () => {
  const script = [1, 10, 100, 1000].map((b) => ({ a: 0, b: [b] }));

  test('answers G(θ̄, o_0) and uses o_0 again: with g = 5 and H = 3, Δ = η Σ (b_ℓ + 5 − b_0)', () => {
    const operator = scriptedOperator(script);
    const send = driven(
      computing(
        (d) => fedHsaAgent(1, d, 0.5),
        () => operator,
      ),
    );
    expect(send({ kind: 'evaluationRequested', round: 1, theta: vector(2) })).toEqual({
      kind: 'operatorValue',
      agent: 1,
      round: 1,
      value: vector(1),
    });
    expect(operator.used()).toBe(0);
    // ½ ((1 + 4) + (10 + 4) + (100 + 4)) = 61.5
    expect(send({ kind: 'correctionBroadcast', round: 1, localSteps: 3, meanOperator: vector(5) })).toEqual({
      kind: 'localDifference',
      agent: 1,
      round: 1,
      difference: vector(61.5),
    });
    expect(operator.used()).toBe(3);
    // round 2 begins at observation 3
    expect(send({ kind: 'evaluationRequested', round: 2, theta: vector(0) })).toMatchObject({
      value: vector(1000),
    });
  });

  test('evaluates at the broadcast θ̄: with b = 0, a = 2 and θ̄ = 3 the value is −6', () => {
    const send = driven(
      computing(
        (d) => fedHsaAgent(0, d, 0.5),
        () => scriptedOperator([{ a: 2, b: [0] }]),
      ),
    );
    expect(send({ kind: 'evaluationRequested', round: 1, theta: vector(3) })).toMatchObject({
      value: vector(-6),
    });
    // one step: 3 + ½ (−6 + 1 + 6) = 3.5
    const answer = send({ kind: 'correctionBroadcast', round: 1, localSteps: 1, meanOperator: vector(1) });
    expect(answer).toMatchObject({ difference: vector(0.5) });
  });

  test('keeps nothing of a message that the caller overwrites afterwards', () => {
    const send = driven(
      computing(
        (d) => fedHsaAgent(0, d, 0.5),
        () => scriptedOperator([{ a: 2, b: [0] }]),
      ),
    );
    const slot = vector(3);
    send({ kind: 'evaluationRequested', round: 1, theta: slot });
    slot[0] = 1;
    const answer = send({ kind: 'correctionBroadcast', round: 1, localSteps: 1, meanOperator: slot });
    expect(answer).toMatchObject({ difference: vector(0.5) });
  });
});

describe('the averaging server', () => {
  test('opens with θ̄ and H, and ends the round with the mean of the models 1, 2 and 6: 3', () => {
    const [state, message] = averagingServer.open(averagingServer.init(vector(9)), 4, 10);
    expect(message).toEqual({ kind: 'roundStarted', round: 4, localSteps: 10, theta: vector(9) });
    const models = [1, 2, 6].map((x, agent): Uplink => ({
      kind: 'localModel',
      agent,
      round: 4,
      theta: vector(x),
    }));
    const [next, out] = averagingServer.receive(state, models);
    if (out.kind !== 'roundCompleted') throw new Error('the round should be over');
    expect(out).toMatchObject({ round: 4, startedFrom: vector(9), theta: vector(3) });
    expect(out.localModels()).toEqual([vector(1), vector(2), vector(6)]);
    expect(next.theta).toEqual(vector(3));
  });

  test('sums in agent order: 1e16 + 1 − 1e16 is 0, and 1e16 − 1e16 + 1 is 1', () => {
    const thirds = (numbers: readonly number[]): number => {
      const answers = numbers.map((x, agent): Uplink => ({
        kind: 'localModel',
        agent,
        round: 1,
        theta: vector(x),
      }));
      return 3 * averagingServer.receive(averagingServer.init(vector(0)), answers)[0].theta[0]!;
    };
    expect(thirds([1e16, 1, -1e16])).toBe(0);
    expect(thirds([1e16, -1e16, 1])).toBe(1);
  });
});

describe('FedHSA’s server', () => {
  test('asks, answers with g = mean G_i, and adds α_g mean Δ_i: θ̄ = 4 + 0.5 · 3 = 5.5', () => {
    const server = fedHsaServer(0.5);
    const [opened, request] = server.open(server.init(vector(4)), 7, 20);
    expect(request).toEqual({ kind: 'evaluationRequested', round: 7, theta: vector(4) });
    const values = [2, 4].map((x, agent): Uplink => ({
      kind: 'operatorValue',
      agent,
      round: 7,
      value: vector(x),
    }));
    const [asked, correction] = server.receive(opened, values);
    expect(correction).toEqual({
      kind: 'correctionBroadcast',
      round: 7,
      localSteps: 20,
      meanOperator: vector(3),
    });
    const differences = [1, 5].map((x, agent): Uplink => ({
      kind: 'localDifference',
      agent,
      round: 7,
      difference: vector(x),
    }));
    const [ended, out] = server.receive(asked, differences);
    if (out.kind !== 'roundCompleted') throw new Error('the round should be over');
    expect(out).toMatchObject({ round: 7, startedFrom: vector(4), theta: vector(5.5) });
    // θ_{i,H} = θ̄ + Δ_i, not scaled by α_g
    expect(out.localModels()).toEqual([vector(5), vector(9)]);
    expect(ended.theta).toEqual(vector(5.5));
  });
});

describe('a message that has no place', () => {
  const operator = scriptedOperator([{ a: 1, b: [0] }]);
  const evaluation: Downlink = { kind: 'evaluationRequested', round: 1, theta: vector(0) };
  const start: Downlink = { kind: 'roundStarted', round: 1, localSteps: 1, theta: vector(0) };

  test('is refused by every agent with its kind', () => {
    expect(() =>
      driven(
        computing(
          () => localSaAgent(0, 1),
          () => operator,
        ),
      )(evaluation),
    ).toThrow(/Local SA agent .* "evaluationRequested"/);
    expect(() =>
      driven(
        computing(
          (d) => scafflsaAgent(0, d, 1, H2),
          () => operator,
        ),
      )(evaluation),
    ).toThrow(/SCAFFLSA agent/);
    expect(() =>
      driven(
        computing(
          (d) => fedHsaAgent(0, d, 1),
          () => operator,
        ),
      )(start),
    ).toThrow(/FedHSA agent .* "roundStarted"/);
  });

  test('is refused by every server, also when only the last agent sends it', () => {
    const model: Uplink = { kind: 'localModel', agent: 0, round: 1, theta: vector(0) };
    const value: Uplink = { kind: 'operatorValue', agent: 1, round: 1, value: vector(0) };
    expect(() => averagingServer.receive(averagingServer.init(vector(0)), [model, value])).toThrow(
      /"operatorValue"/,
    );
    const fedhsa = fedHsaServer(1);
    const state = fedhsa.init(vector(0));
    expect(() => fedhsa.receive(state, [value, model])).toThrow(/"localModel"/);
    expect(() => fedhsa.receive(state, [model, value])).toThrow(/"localModel"/);
  });
});

describe('the cast', () => {
  /** One round of two agents with G = b_i − θ, b = 1 and 3, H = 2, η = ½, from θ̄ = 0. */
  function round(algorithm: AlgorithmConfiguration): number {
    const agents = [1, 3].map((b, i) =>
      driven(agentBehaviour(algorithm, H2, i, () => scriptedOperator([{ a: 1, b: [b] }]))),
    );
    const server: ServerBehaviour<unknown> = serverBehaviour(algorithm);
    let [state, message] = server.open(server.init(vector(0)), 1, 2);
    for (;;) {
      const [next, out] = server.receive(
        state,
        agents.map((send) => send(message)),
      );
      if (out.kind === 'roundCompleted') return out.theta[0]!;
      [state, message] = [next, out];
    }
  }

  test('gives every algorithm its parts: each goes to (1 − ¼) · 2 = 1.5, FedHSA with α_g = 2 twice as far', () => {
    // The agents differ in b alone, so every correction leaves their average as it is.
    for (const algorithm of ALL_THREE(0.5))
      expect(relativeDistance([round(algorithm)], [1.5])).toBeLessThan(1e-15);
    expect(round({ name: 'fedhsa', stepSize: 0.5, serverStepSize: 2 })).toBe(3);
  });

  test('and those of the server’s steps theirs: 0.5 · 2, (0.6/1) (1 − 0.85²) · 2 and 0.9 · 1.5', () => {
    expect(round({ name: 'minibatch-sgd', serverStepSize: 0.5 })).toBe(1);
    // v = 0 and ηβ = 0.15: the agents' average goes 0.555 far, which is −v since ηK = 1
    const momentum = { name: 'local-sgd-m', stepSize: 0.5, serverStepSize: 0.6, momentum: 0.3 } as const;
    expect(relativeDistance([round(momentum)], [0.333])).toBeLessThan(1e-15);
    const scaffold = { name: 'scaffold', stepSize: 0.5, serverStepSize: 0.9 } as const;
    expect(relativeDistance([round(scaffold)], [1.35])).toBeLessThan(1e-15);
  });

  test('and Richardson–Romberg its: 2 · 1.5 − 2 with twice the step, (3 · 1.5 − 1 · 1.875)/2 with twice the steps', () => {
    // ηs: 2η = 1 goes all the way to 2 in one step; H: 4 steps of ½ leave 2/16.
    expect(round(RICHARDSON_ROMBERG(0.5))).toBe(1);
    expect(round(RICHARDSON_ROMBERG(0.5, 'local-steps'))).toBe(1.3125);
  });
});
