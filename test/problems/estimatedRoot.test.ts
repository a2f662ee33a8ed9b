/** Roots of agents that hide their means, against those of the means: the stated error holds. One second. */
import { expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { squaredDistance } from '../../src/maths/vector.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { estimatedRoot } from '../../src/problems/estimatedRoot.ts';
import type { Problem } from '../../src/problems/operator.ts';
import { solveProblem } from '../../src/problems/root.ts';

/** The same agents without their means. */
const withoutMeans = (problem: Problem): Problem => ({
  ...problem,
  agent: (index) => ({ ...problem.agent(index), mean: undefined }),
});

/** Three agents of two parameters on chains of two states, whose A depends on the state. */
function drawnProblem(number: number): Problem {
  const draws = generatorFor(number, 'problem', 'estimated root');
  const uniform = (): number => draws.uniform();
  return buildProblem({
    kind: 'finite-linear',
    dimension: 2,
    agents: Array.from({ length: 3 }, () => {
      const [up, down] = [0.05 + 0.4 * uniform(), 0.05 + 0.4 * uniform()];
      const matrix = (): number[] => [1 + uniform(), uniform() / 2, uniform() / 2, 1 + uniform()];
      return {
        ...{ states: 2, transition: Float64Array.of(1 - up, up, down, 1 - down) },
        ...{ initial: 'stationary' as const, A: Float64Array.from([...matrix(), ...matrix()]) },
        b: Float64Array.from({ length: 4 }, () => draws.normal()),
      };
    }),
  });
}

test('E‖θ̂ − θ*‖² is what is stated: over 30 problems their ratio is 1 in the mean, within five standard errors of about 0.2', () => {
  let sum = 0;
  for (let number = 1; number <= 30; number++) {
    const problem = drawnProblem(number);
    const { root, rootError } = estimatedRoot(withoutMeans(problem))!;
    expect(rootError).toBeGreaterThan(0);
    sum += squaredDistance(root, solveProblem(problem).root!) / rootError / 30;
  }
  expect(sum).toBeGreaterThan(0.3);
  expect(sum).toBeLessThan(2);
});

test('of a nonlinear operator too', () => {
  const problem = buildProblem({
    ...{ kind: 'logistic-regression', agents: 2, dimension: 2, records: 50, separation: 1, deviation: 1 },
    ...{ labels: 'half-shuffled', margin: 0, regularisation: 0.1, persistence: 0.5, seed: 3 },
  } as never);
  const { root } = solveProblem(problem);
  const estimated = estimatedRoot(withoutMeans(problem))!;
  expect(squaredDistance(estimated.root, root!)).toBeLessThan(25 * estimated.rootError);
});

test('it is the same each time', () => {
  const problem = withoutMeans(drawnProblem(1));
  expect(estimatedRoot(problem)).toEqual(estimatedRoot(problem));
});

test('without noise the root is exact', () => {
  const problem = buildProblem({
    ...{ kind: 'finite-linear', dimension: 1 },
    agents: [
      {
        ...{ states: 1, transition: Float64Array.of(1), initial: 'stationary' as const },
        ...{ A: Float64Array.of(2), b: Float64Array.of(3) },
      },
    ],
  });
  expect(estimatedRoot(withoutMeans(problem))!.root[0]).toBeCloseTo(1.5, 10);
});

test('none where streams would be too short, or an operator cannot be tried', () => {
  const problem = withoutMeans(drawnProblem(1));
  expect(estimatedRoot({ ...problem, agents: 1000 })).toBeUndefined();
  const failing = (): never => {
    throw new Error('wet');
  };
  const broken = { ...problem, agent: () => ({ ...problem.agent(0), operator: failing }) };
  expect(estimatedRoot(broken)).toBeUndefined();
});
