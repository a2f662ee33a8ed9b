/** Probabilities that rounding has left below 0 are 0, in every way of giving them; what rounding does not explain is refused. */
import { expect, test } from 'vitest';
import { finiteLinear } from '../../src/problems/finiteLinear/family.ts';
import { lawsIn } from '../../src/problems/probabilities.ts';
import { startLaw } from '../../src/problems/streams/finiteChain.ts';
import { userAgentFaults } from '../../src/problems/userModule/agentFaults.ts';
import { chainLaw } from '../../src/problems/userModule/family.ts';
import { parseProblemFile } from '../../src/inputs/problemFile/problemFile.ts';
import { problemSchema } from '../../src/configuration/problemSchema.ts';
import { specificationOf } from '../oracles/explicitProblem.ts';

const ROUNDED = -1e-17;
const WRONG = -1e-8;

/** P with `p` where there is a 0, and a start with it. */
const givenWith = (p: number) => ({
  transition: [
    [p, 1 - p],
    [0.5, 0.5],
  ],
  distribution: [1 - p, p],
});
const LAWS = [0, 1, 0.5, 0.5];

const specificationWith = (p: number) => {
  const { transition, distribution } = givenWith(p);
  return specificationOf([{ transition, A: [[[1]], [[2]]], b: [[1], [0]], initial: { distribution } }]);
};

const fileWith = (p: number): string => {
  const { transition, distribution } = givenWith(p);
  const agent = { transition, A: [[[1]], [[2]]], b: [[1], [0]], initial: { distribution } };
  return JSON.stringify({ format: 'fedsa-problem/1', kind: 'linear', dimension: 1, agents: [agent] });
};

const moduleWith = (p: number) => {
  const { transition, distribution } = givenWith(p);
  return { stream: { transition, initial: { distribution } }, operator: () => undefined };
};

test('−1e-17 is accepted as 0', () => {
  const { agents } = parseProblemFile(fileWith(ROUNDED), 'file.json');
  expect([...agents[0]!.transition]).toEqual(LAWS);
  expect(agents[0]!.initial).toEqual({ distribution: [1, 0] });

  const specification = specificationWith(ROUNDED);
  expect(problemSchema.safeParse(specification).error).toBeUndefined();
  const { chain } = finiteLinear.build(specification).agent(0);
  expect([...chain!.transition]).toEqual(LAWS);
  expect([...startLaw(chain!, specification.agents[0]!.initial)]).toEqual([1, 0]);

  const agent = moduleWith(ROUNDED);
  expect(userAgentFaults(agent, 1)).toEqual([]);
  expect([...chainLaw(agent.stream).transition]).toEqual(LAWS);
});

test('−1e-8 is refused', () => {
  expect(() => parseProblemFile(fileWith(WRONG), 'file.json')).toThrow('-1e-8 is negative');
  expect(
    problemSchema.safeParse(specificationWith(WRONG)).error?.issues.map(({ path }) => path.join('.')),
  ).toContain('agents.0.transition');
  expect(userAgentFaults(moduleWith(WRONG), 1)).toEqual([
    expect.stringMatching(/^row 0 of transition must be 2 probabilities that sum to 1 /),
    expect.stringMatching(/^stream\.initial\.distribution must be 2 probabilities that sum to 1 /),
  ]);
});

test('rows with numbers below 0 sum to 1, and others keep their bits', () => {
  const rows = Float64Array.of(-1e-10, 0.4, 0.6, 0.1, 0.2, 0.7 + 1e-10);
  const laws = lawsIn(rows, 3);
  expect([...laws.subarray(0, 3)]).toEqual([0, 0.4, 0.6]);
  expect([...laws.subarray(3)]).toEqual([...rows.subarray(3)]);
  const right = rows.subarray(3);
  expect(lawsIn(right, 3)).toBe(right);
});
