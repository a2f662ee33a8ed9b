/** Minibatch SGD: both parts, one message at a time. */
import { expect, test } from 'vitest';
import { minibatchSgd } from '../../src/algorithms/minibatchSgd.ts';
import { agentKit, scriptedOperator, serverKit } from '../../src/testing/index.ts';
import { answersOf, answersTo } from '../oracles/givenMessages.ts';

test('its agent averages 3 values at w = 1, those of G = b − θ with b = 1, 2 and 6: 2, and stays at w', () => {
  const operator = scriptedOperator([1, 2, 6, 11].map((b) => ({ a: 1, b: [b] })));
  answersTo(agentKit(minibatchSgd, { serverStepSize: 1 }, { agent: 2, operator: () => operator }), [
    [
      { kind: 'roundStarted', localSteps: 3, theta: [1] },
      { kind: 'operatorValue', agent: 2, round: 1, value: [2] },
    ],
    // the next round begins with the observation after them
    [{ kind: 'roundStarted', round: 2, localSteps: 1, theta: [1] }, { value: [10] }],
  ]);
  expect(operator.used()).toBe(4);
});

test('its server steps to w + γ mean ĝ_i = 4 + 0.5 · 3, and tells that the agents were at 4', () => {
  const server = serverKit(minibatchSgd, { serverStepSize: 0.5 }, { initial: [4], agents: 2 });
  server.open(7, 20);
  server.expectBroadcast({ kind: 'roundStarted', round: 7, localSteps: 20, theta: [4] }, 0);
  server.receive(answersOf('operatorValue', { value: [2] }, { value: [4] }));
  server.expectRoundCompleted({ round: 7, startedFrom: [4], theta: [5.5], localModels: [[4], [4]] }, 0);
});
