/** Nonlinear problems whose stationary moments are measured, beside what theory says and estimates of its error. */
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { Sampling } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import { firstOrders } from '../../../src/theory/expansion/firstOrder.ts';
import { type LongRun, measuredMoments } from './longRun.ts';
import { specimen } from '../../oracles/specimens.ts';

/** Problems by their names. */
const NONLINEAR: Readonly<Record<string, ProblemSpecification>> = {
  'logistic, d = 2': specimen('logistic-regression', {
    ...{ agents: 4, dimension: 2, records: 20, regularisation: 0.3, seed: 3 },
  }),
  'logistic, shuffled': specimen('logistic-regression', {
    ...{ agents: 3, dimension: 3, records: 12, regularisation: 0.1, deviation: 1 },
    ...{ labels: 'half-shuffled', seed: 5 },
  }),
  'two states, flip 0.3': specimen('two-state-regression', {
    ...{ agents: 4, dimension: 2, flipProbability: 0.3, regularisation: 0.3, labelNoise: [0, 1] },
  }),
  'two states, flip 0.45': specimen('two-state-regression', {
    ...{ agents: 6, dimension: 2, flipProbability: 0.45, regularisation: 0.3, labelNoise: [0, 1] },
  }),
};

export interface GridCase {
  readonly problem: string;
  readonly sampling: Sampling;
  readonly name: LongRun['name'];
  readonly stepSize: number;
  readonly localSteps: number;
}

/** Every algorithm of the long run at step sizes from small to too large. */
export const GRID: readonly GridCase[] = Object.keys(NONLINEAR).flatMap((problem) =>
  (problem.startsWith('two') ? (['markov'] as const) : (['iid'] as const)).flatMap((sampling) =>
    (['local-sa', 'fedhsa', 'scaffold'] as const).flatMap((name) =>
      [
        [0.03, 5],
        [0.1, 5],
        [0.03, 20],
        [0.3, 2],
        [0.5, 10],
      ].map(([stepSize, localSteps]) => ({
        ...{ problem, sampling, name },
        ...{ stepSize: stepSize!, localSteps: localSteps! },
      })),
    ),
  ),
);

export interface GridRow {
  readonly title: string;
  /** E ‖θ̄ − θ*‖² as measured, with its relative standard error */
  readonly measured: number;
  readonly chance: number;
  readonly predicted: number | null;
  readonly estimate: number | null;
  readonly reason: string | null;
}

/** @param steps - local steps of the run */
export function gridRow(gridCase: GridCase, steps: number): GridRow {
  const { problem: title, sampling, name, stepSize, localSteps } = gridCase;
  const problem = buildProblem(NONLINEAR[title]!);
  const solution = solveProblem(problem);
  const algorithm = { name, stepSize, serverStepSize: 1 };
  const trigger = { kind: 'deterministic', localSteps } as const;
  const [law] = firstOrders(problem, solution, { algorithms: [algorithm], sampling, trigger, stride: 1 });
  const rounds = Math.ceil(steps / localSteps);
  const { square, error } = measuredMoments(problem, Float64Array.from(solution.root!), {
    ...{ name, stepSize, localSteps, sampling, rounds, serverStepSize: 1 },
  });
  const { meanSquare, relativeError = null, reason } = law!;
  return {
    title: `${title}, ${name}, γ = ${stepSize}, H = ${localSteps}`,
    ...{ measured: square, chance: error / square, predicted: meanSquare, estimate: relativeError, reason },
  };
}

/** Whether the true error may be at most twice its estimate, or nothing is predicted; chance within three standard errors. */
export const holds = ({ measured, chance, predicted, estimate }: GridRow): boolean =>
  predicted === null || Math.abs(predicted / measured - 1) <= 2 * estimate! + 3 * chance;
