/** Local SGD-M: both parts, one message at a time. */
import { describe, expect, test } from 'vitest';
import { localSgdMomentum } from '../../src/algorithms/localSgdMomentum.ts';
import { agentKit, scriptedOperator, serverKit } from '../../src/testing/index.ts';
import { answersOf, answersTo } from '../oracles/givenMessages.ts';

const agentOf = (momentum: number, script: Parameters<typeof scriptedOperator>[0]) => {
  const operator = scriptedOperator(script);
  const parameters = { stepSize: 0.5, serverStepSize: 1, momentum };
  return { agent: agentKit(localSgdMomentum, parameters, { agent: 3, operator: () => operator }), operator };
};
const start = (localSteps: number, theta: number[], momentum: number[]) =>
  ({ kind: 'momentumRoundStarted', localSteps, theta, momentum }) as const;

describe('its agent', () => {
  test('goes from w = 1 by v_0 = −½ · 1 + ½ · 2 and v_1 = −½ · 4 + ½ · 2 to 1 − ½ (½ − 1) = 1.25, and keeps no v', () => {
    const { agent, operator } = agentOf(
      0.5,
      [1, 4].map((b) => ({ a: 0, b: [b] })),
    );
    const answer = { kind: 'localModel', agent: 3, round: 1, theta: [1.25] };
    // The same broadcast gets the same answer again, from the same observations.
    answersTo(agent, [
      [start(2, [1], [2]), answer],
      [start(2, [1], [2]), answer],
    ]);
    expect(operator.used()).toBe(4);
  });

  test('goes by −η(1 − β) v where G = 0: from 0 to −½ · ¾ (1, −2) for β = ¼, and nowhere for β = 1', () => {
    const silent = [{ a: 0, b: [0, 0] }];
    answersTo(agentOf(0.25, silent).agent, [[start(1, [0, 0], [1, -2]), { theta: [-0.375, 0.75] }]]);
    answersTo(agentOf(1, silent).agent, [[start(1, [0, 0], [1, -2]), { theta: [0, 0] }]]);
  });

  test('evaluates at its own w_k: with G = −θ, β = 1 and η = ½ two steps go from 8 to 2', () => {
    answersTo(agentOf(1, [{ a: 1, b: [0] }]).agent, [[start(2, [8], [100]), { theta: [2] }]]);
  });
});

test('its server takes v = (w − mean w_i)/(ηK) with the round’s own K, steps by −γ v and sends both', () => {
  const parameters = { stepSize: 0.5, serverStepSize: 2, momentum: 0.5 };
  const server = serverKit(localSgdMomentum, parameters, { initial: [4], agents: 2 });
  const models = answersOf('localModel', { theta: [1] }, { theta: [3] });
  server.open(1, 2);
  server.expectBroadcast({ ...start(2, [4], [0]), round: 1 }, 0);
  // (4 − 2)/(½ · 2) = 2 and 4 − 2 · 2 = 0
  server.receive(models);
  server.expectRoundCompleted({ round: 1, startedFrom: [4], theta: [0], localModels: [[1], [3]] }, 0);
  // K = 4: (0 − 2)/(½ · 4) = −1 and 0 + 2 · 1 = 2
  server.open(2, 4);
  server.expectBroadcast({ ...start(4, [0], [2]), round: 2 }, 0);
  server.receive(models);
  server.expectRoundCompleted({ theta: [2] }, 0);
  server.open(3, 1);
  server.expectBroadcast(start(1, [2], [-1]), 0);
});
