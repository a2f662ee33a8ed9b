/** Attacked algorithms: what attackers send, and that others are as without an attack. */
import { expect, test } from 'vitest';
import { attacked } from '../../src/algorithms/attacked.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { minibatchSgd } from '../../src/algorithms/minibatchSgd.ts';
import { configured } from '../../src/algorithms/parts.ts';
import type { Algorithm } from '../../src/algorithms/algorithm.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { solveProblem } from '../../src/problems/root.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { exactCurves } from '../../src/runs/theory/exactCurves.ts';
import { agentKit, scriptedOperator } from '../../src/testing/index.ts';
import { configurationOf, replicationsOf } from '../oracles/events.ts';
import { randomProblem, specificationOf } from '../oracles/explicitProblem.ts';
import { answersTo } from '../oracles/givenMessages.ts';

const answered = (algorithm: Algorithm, agent: number, parameters: Readonly<Record<string, number>>) =>
  agentKit(algorithm, parameters, { agent, operator: () => scriptedOperator([{ a: 0, b: [3] }]) });

test('a flipped sign makes the model 10 + 6 to −16, and the direction 3 to −3; agents that do not attack are honest', () => {
  const start = { kind: 'roundStarted', localSteps: 2, theta: [10] } as const;
  const flipped = attacked(localSa, { agents: [1, 4], attack: 'sign-flip' });
  const local = (agent: number, theta: number) =>
    answersTo(answered(flipped, agent, { stepSize: 1 }), [[start, { kind: 'localModel', theta: [theta] }]]);
  local(1, -16);
  local(4, -16);
  local(0, 16);
  const directions = attacked(minibatchSgd, { agents: [1], attack: 'sign-flip' });
  const kind = minibatchSgd.messages.down[0]!.kind;
  const [field] = minibatchSgd.messages.down[0]!.fields;
  const asked = { kind, localSteps: 2, [field!]: [10] };
  const [up] = minibatchSgd.messages.up;
  answersTo(answered(directions, 1, { serverStepSize: 1 }), [[asked, { [up!.fields[0]!]: [-3] }]]);
});

test('a constant is sent in all coordinates', () => {
  const constant = attacked(localSa, { agents: [0], attack: { constant: -7 } });
  answersTo(answered(constant, 0, { stepSize: 1 }), [
    [{ kind: 'roundStarted', localSteps: 2, theta: [10] }, { theta: [-7] }],
  ]);
});

const problem = specificationOf(randomProblem(4, 2, 5));
const asked = (algorithm: Algorithm, changes: object = {}) =>
  configurationOf({
    algorithms: [configured(algorithm, { stepSize: 0.05 }) as ScheduledAlgorithm],
    ...{
      initial: [1, 1],
      sampling: 'markov',
      recording: 'all',
      budget: { kind: 'rounds', rounds: 20 },
      ...changes,
    },
  });
const errorsOf = async (algorithm: Algorithm) =>
  (await replicationsOf(problem, asked(algorithm)))[0]!.records.map(({ error }) => error);

test('attackers that flip signs twice are honest, bit for bit: the streams are as without an attack', async () => {
  const attack = { agents: [2], attack: 'sign-flip' } as const;
  const once = attacked(localSa, attack);
  const expected = await errorsOf(localSa);
  const twice = await errorsOf(attacked(once, { ...attack, name: 'twice' }));
  expect(twice).toEqual(expected);
  expect((await errorsOf(once)).at(-1)! / expected.at(-1)!).not.toBeCloseTo(1, 3);
});

test('agents that are not alike have no exact curve, also where the first is honest', async () => {
  const built = buildProblem(problem);
  const budget = { multiplications: 1e9, doubles: 1e7 };
  for (const agents of [[0], [3]]) {
    const configuration = asked(attacked(localSa, { agents, attack: 'sign-flip' }), { sampling: 'iid' });
    const [curve] = await exactCurves(built, solveProblem(built), configuration, [0, 1], budget);
    expect(curve).toMatchObject({
      reason: expect.stringMatching(/not linear: attackers are not like the other agents/) as string,
    });
  }
});

test('refuses no attackers, and numbers below 0', () => {
  const attack = 'sign-flip';
  expect(() => attacked(localSa, { agents: [], attack })).toThrow(/must list numbers from 0 \(found \[\]\)/);
  expect(() => attacked(localSa, { agents: [-1], attack })).toThrow(/found \[-1\]/);
});
