/** FedHSA: both parts, one message at a time. */
import { describe, expect, test } from 'vitest';
import { fedHsa } from '../../src/algorithms/fedHsa.ts';
import { agentKit, scriptedOperator, serverKit } from '../../src/testing/index.ts';
import { answersOf, answersTo } from '../oracles/givenMessages.ts';

describe('its agent', () => {
  test('answers G(θ̄, o_0) and uses o_0 again: with g = 5 and H = 3, Δ = η Σ (b_ℓ + 5 − b_0)', () => {
    const operator = scriptedOperator([1, 10, 100, 1000].map((b) => ({ a: 0, b: [b] })));
    const agent = agentKit(fedHsa, { stepSize: 0.5 }, { agent: 1, operator: () => operator });
    answersTo(agent, [
      [
        { kind: 'evaluationRequested', localSteps: 0, theta: [2] },
        { kind: 'operatorValue', agent: 1, round: 1, localSteps: 0, value: [1] },
      ],
    ]);
    expect(operator.used()).toBe(0);
    answersTo(agent, [
      // ½ ((1 + 4) + (10 + 4) + (100 + 4)) = 61.5
      [
        { kind: 'correctionBroadcast', localSteps: 3, meanOperator: [5] },
        { kind: 'localDifference', agent: 1, round: 1, localSteps: 3, difference: [61.5] },
      ],
      // round 2 begins at observation 3
      [{ kind: 'evaluationRequested', round: 2, localSteps: 0, theta: [0] }, { value: [1000] }],
    ]);
    expect(operator.used()).toBe(3);
  });

  test('evaluates at the broadcast θ̄: with b = 0, a = 2 and θ̄ = 3 the value is −6', () => {
    const operator = () => scriptedOperator([{ a: 2, b: [0] }]);
    answersTo(agentKit(fedHsa, { stepSize: 0.5 }, { operator }), [
      [{ kind: 'evaluationRequested', localSteps: 0, theta: [3] }, { value: [-6] }],
      // one step: 3 + ½ (−6 + 1 + 6) = 3.5
      [{ kind: 'correctionBroadcast', meanOperator: [1] }, { difference: [0.5] }],
    ]);
  });
});

test('its server asks, answers with g = mean G_i, and adds α_g mean Δ_i: θ̄ = 4 + 0.5 · 3 = 5.5', () => {
  const server = serverKit(fedHsa, { stepSize: 1, serverStepSize: 0.5 }, { initial: [4], agents: 2 });
  server.open(7, 20);
  server.expectBroadcast({ kind: 'evaluationRequested', round: 7, localSteps: 0, theta: [4] }, 0);
  server.receive(answersOf('operatorValue', { value: [2] }, { value: [4] }));
  server.expectBroadcast({ kind: 'correctionBroadcast', round: 7, localSteps: 20, meanOperator: [3] }, 0);
  server.receive(answersOf('localDifference', { difference: [1] }, { difference: [5] }));
  // θ_{i,H} = θ̄ + Δ_i, not scaled by α_g
  server.expectRoundCompleted({ round: 7, startedFrom: [4], theta: [5.5], localModels: [[5], [9]] }, 0);
});
