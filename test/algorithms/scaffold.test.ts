/** SCAFFOLD: both parts, one message at a time. */
import { describe, test } from 'vitest';
import { scaffold } from '../../src/algorithms/scaffold.ts';
import { agentKit, scriptedOperator, serverKit } from '../../src/testing/index.ts';
import { answersOf, answersTo } from '../oracles/givenMessages.ts';

const start = (localSteps: number, theta: number[], control: number[]) =>
  ({ kind: 'controlledRoundStarted', localSteps, theta, control }) as const;

describe('its agent', () => {
  const agentOf = (script: Parameters<typeof scriptedOperator>[0]) =>
    agentKit(scaffold, { stepSize: 0.5 }, { agent: 1, operator: () => scriptedOperator(script) });
  // G = b: Δy = ηK (mean b + c_i − c), so c_i⁺ = c_i − c − Δy/(ηK) = −mean b.
  const values = [1, 3, 5, 7, 1, 2, 9].map((b) => ({ a: 0, b: [b] }));

  test('has a c_i that becomes minus the average of its values over the round: −2, −6 and −4', () => {
    answersTo(agentOf(values), [
      // c_i = c = 0: Δy = ½ (1 + 3)
      [
        start(2, [10], [0]),
        { kind: 'controlledDifference', agent: 1, round: 1, difference: [2], controlDifference: [-2] },
      ],
      // c_i − c = −2 + 3 = 1: Δy = ½ (6 + 8); Δc_i = −6 + 2
      [start(2, [10], [-3]), { difference: [7], controlDifference: [-4] }],
      // c_i − c = −6 − 1 = −7, K = 3: Δy = ½ (−6 − 5 + 2); Δc_i = −4 + 6
      [start(3, [10], [1]), { difference: [-4.5], controlDifference: [2] }],
    ]);
  });

  test('leaves c_i where the server has not taken its answer: after −2 again 0, and then −6', () => {
    answersTo(agentOf(values), [
      [start(2, [10], [0]), { controlDifference: [-2] }],
      // c_i = c = 0: Δy = ½ (5 + 7); Δc_i = −6 − 0
      [
        { ...start(2, [10], [0]), taken: false },
        { difference: [6], controlDifference: [-6] },
      ],
      // c_i − c = −6, K = 3: Δy = ½ (−5 − 4 + 3); Δc_i = −4 + 6
      [start(3, [10], [0]), { difference: [-3], controlDifference: [2] }],
    ]);
  });

  test('evaluates at its own y: with G = −θ and η = ½ two steps from 8 give Δy = −6 and Δc = 6', () => {
    answersTo(agentOf([{ a: 1, b: [0] }]), [
      [start(2, [8], [0]), { difference: [-6], controlDifference: [6] }],
    ]);
  });
});

describe('its server', () => {
  const parameters = { stepSize: 1, serverStepSize: 0.5 };
  const moves = [1, 5].map((x) => ({ difference: [x], controlDifference: [x] }));

  test('steps to x + α_g mean Δy = 4 + 0.5 · 3, adds mean Δc = 3 to c, and sends both', () => {
    const server = serverKit(scaffold, parameters, { initial: [4], agents: 2 });
    server.open(1, 20);
    server.expectBroadcast({ ...start(20, [4], [0]), round: 1 }, 0);
    server.receive(answersOf('controlledDifference', ...moves));
    // y_{i,K} = x + Δy_i, not scaled by α_g
    server.expectRoundCompleted({ round: 1, startedFrom: [4], theta: [5.5], localModels: [[5], [9]] }, 0);
    server.open(2, 20);
    server.expectBroadcast({ ...start(20, [5.5], [3]), round: 2 }, 0);
    // c is added to, not replaced
    server.receive(answersOf('controlledDifference', ...moves));
    server.open(3, 20);
    server.expectBroadcast({ control: [6] }, 0);
  });

  test('has in c the average over all four agents where two have answered: c = (1 + 5)/4', () => {
    const server = serverKit(scaffold, parameters, { initial: [4], agents: 4 });
    server.open(1, 20);
    server.receive(answersOf('controlledDifference', ...moves));
    server.expectRoundCompleted({ theta: [5.5] }, 0);
    server.open(2, 20);
    server.expectBroadcast({ control: [1.5] }, 0);
  });
});
