/** Control variates over all agents, as long as all take part: SCAFFLSA's Σ ξ_i = 0 and SCAFFOLD's Σ c_i = M c. */
import { expect, test } from 'vitest';
import { vectorOf } from '../../src/algorithms/message.ts';
import { algorithmOf } from '../../src/algorithms/parts.ts';
import { agentKit, scriptedOperator, serverKit } from '../../src/testing/index.ts';
import { SCAFFLSA, SCAFFOLD } from '../oracles/events.ts';
import { ownUniforms } from '../oracles/explicitProblem.ts';
import { add } from '../oracles/plainMatrices.ts';

const M = 7;
const H3 = { kind: 'deterministic', localSteps: 3 } as const;
const COINS = { kind: 'bernoulli', probability: 0.3 } as const;

test.each([
  { title: 'SCAFFLSA, H = 3', configured: SCAFFLSA(0.1), trigger: H3 },
  { title: 'SCAFFLSA, rounds of 1 to 6 local steps', configured: SCAFFLSA(0.1), trigger: COINS },
  { title: 'SCAFFOLD, rounds of 1 to 6 local steps', configured: SCAFFOLD(0.1, 0.7), trigger: COINS },
])('sum to what they must in each of 100 rounds, to 1e-12: $title', ({ configured: run, trigger }) => {
  const uniform = ownUniforms(6);
  const agents = Array.from({ length: M }, (_, agent) => {
    const script = Array.from({ length: 11 }, () => ({
      a: 0.5 + uniform(),
      b: [4 * uniform() - 2, agent + uniform()],
    }));
    return agentKit(
      algorithmOf(run),
      { ...run },
      { agent, trigger, operator: () => scriptedOperator(script) },
    );
  });
  const server = serverKit(algorithmOf(run), { ...run }, { initial: [1, -1], agents: M, trigger });
  let largest = 0;
  for (let round = 1; round <= 100; round++) {
    const localSteps = trigger === H3 ? 3 : 1 + Math.floor(6 * uniform());
    const message = server.open(round, localSteps);
    const answers = agents.map((agent) => agent.receive(message));
    // With the message each agent has heard how the last round ended.
    const controls = agents.map(({ states }) => [...states.control!]);
    const sum = controls.reduce(add);
    const common = run.name === 'scaffold' ? [...vectorOf(message, 'control')] : [0, 0];
    sum.forEach((x, j) => expect(Math.abs(x - M * common[j]!)).toBeLessThan(1e-12));
    largest = Math.max(largest, ...controls.flat().map(Math.abs));
    server.receive(answers);
  }
  // the controls themselves are far from zero
  expect(largest).toBeGreaterThan(1);
});
