/** Local SA: both parts, one message at a time. */
import { expect, test } from 'vitest';
import { localSa } from '../../src/algorithms/localSa.ts';
import { agentKit, scriptedOperator, serverKit } from '../../src/testing/index.ts';
import { answersOf, answersTo } from '../oracles/givenMessages.ts';

test('its agent answers θ_H = 1 − ½² (1 − θ̄) for a = b = 1, η = ½ and H = 2, whatever the round', () => {
  const operator = () => scriptedOperator([{ a: 1, b: [1, 1] }]);
  answersTo(
    agentKit(localSa, { stepSize: 0.5 }, { agent: 3, operator }),
    [1, 2].map((round) => [
      { kind: 'roundStarted', round, localSteps: 2, theta: [0, -3] },
      { kind: 'localModel', agent: 3, round, localSteps: 2, theta: [0.75, 0] },
    ]),
  );
});

test('its agent uses its observations one after the other over rounds of 2 and 3 local steps', () => {
  const operator = scriptedOperator([1, 2, 3, 4, 5].map((b) => ({ a: 0, b: [b] })));
  answersTo(agentKit(localSa, { stepSize: 1 }, { operator: () => operator }), [
    [{ kind: 'roundStarted', localSteps: 2, theta: [0] }, { theta: [1 + 2] }],
    [{ kind: 'roundStarted', localSteps: 3, theta: [0] }, { theta: [3 + 4 + 5] }],
  ]);
  expect(operator.used()).toBe(5);
});

test('its server opens with θ̄ and H, and ends the round with the mean of the models 1, 2 and 6: 3', () => {
  const server = serverKit(localSa, { stepSize: 1 }, { initial: [9], agents: 3 });
  server.open(4, 10);
  server.expectBroadcast({ kind: 'roundStarted', round: 4, localSteps: 10, theta: [9] }, 0);
  server.receive(answersOf('localModel', { theta: [1] }, { theta: [2] }, { theta: [6] }));
  server.expectRoundCompleted({ round: 4, startedFrom: [9], theta: [3], localModels: [[1], [2], [6]] }, 0);
});

test('its server sums in agent order: 1e16 + 1 − 1e16 is 0, and 1e16 − 1e16 + 1 is 1', () => {
  for (const [models, sum] of [
    [[1e16, 1, -1e16], 0],
    [[1e16, -1e16, 1], 1],
  ] as const) {
    const server = serverKit(localSa, { stepSize: 1 }, { initial: [0], agents: 3 });
    server.open(1, 1);
    server.receive(answersOf('localModel', ...models.map((x) => ({ theta: [x] }))));
    server.expectRoundCompleted({ theta: [sum / 3] }, 0);
  }
});
