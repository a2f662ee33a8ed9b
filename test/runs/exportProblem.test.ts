/** `fedsa export --problem`: the file has the problem of the scenario. */
import { describe, expect, test } from 'vitest';
import { parseProblemFile } from '../../src/inputs/problemFile/problemFile.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { AgentProblem, Problem } from '../../src/problems/operator.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import { problemText } from '../../src/runs/exportProblem.ts';
import { specificationOf } from '../oracles/explicitProblem.ts';

const GARNET = { agents: 2, states: 5, actions: 2, branching: 2, dimension: 3, discount: 0.9, seed: 1 };
const LINEAR_FEATURES = { agents: 2, states: 4, dimension: 2, discount: [0.5, 0.9], reward: [0, 1], seed: 2 };
const PROBLEMS: readonly [ProblemSpecification, kind: string][] = [
  [{ kind: 'garnet', ...GARNET, heterogeneity: 'high' }, 'finite-td'],
  [{ kind: 'linear-features-td', ...LINEAR_FEATURES } as unknown as ProblemSpecification, 'finite-td'],
  [
    specificationOf([
      {
        transition: [
          [0.5, 0.5],
          [1, 0],
        ],
        A: [[[1]], [[2]]],
        b: [[1], [0]],
        initial: { state: 1 },
      },
    ]),
    'finite-linear',
  ],
];

/** P, the start, and A and b of every observation. */
function numbersOf(agent: AgentProblem, d: number) {
  const law = agent.observations!();
  if (law.kind !== 'finite') throw new Error('no finite chain');
  const { states: S, transition } = law.chain;
  const [A, b] = [new Float64Array(d * d), new Float64Array(d)];
  const operators = [...transition].map((p, at) => {
    if (p > 0) law.affine(Math.floor(at / S), at % S, A, b);
    return [...A, ...b];
  });
  return { S, transition, start: law.start, operators };
}

const eachAgent = (problem: Problem) =>
  Array.from({ length: problem.agents }, (_, index) => numbersOf(problem.agent(index), problem.dimension));

describe('a problem that is written and read again', () => {
  test.each(PROBLEMS)('has the same bits: $kind', (specification, kind) => {
    const problem = buildProblem(specification);
    const read = parseProblemFile(problemText(problem, 'here'), 'there');
    expect(read.kind).toBe(kind);
    const again = buildProblem(read);
    expect(again.dimension).toBe(problem.dimension);
    for (const [index, { start, ...exact }] of eachAgent(problem).entries()) {
      const { start: begun, ...others } = eachAgent(again)[index]!;
      expect(others).toEqual(exact);
      // π is computed from P, in one order or another
      start.forEach((p, s) => expect(begun[s]).toBeCloseTo(p, 14));
    }
  });

  test('of another kind is refused in one line', () => {
    const problem = buildProblem({
      kind: 'gauss-markov-quadratic',
      ...{ agents: 2, dimension: 2, seed: 1 },
    } as unknown as ProblemSpecification);
    expect(() => problemText(problem, 'quadratic')).toThrow(
      /^quadratic: has no problem file: its agents neither run TD\(0\) nor [^\n]*$/,
    );
  });
});
