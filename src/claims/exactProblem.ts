/** Problems that claims compute with instead of running them. */
import type { Problem } from '../problems/operator.ts';
import { buildProblem } from '../problems/buildProblem.ts';
import { solveProblem, type Solution } from '../problems/root.ts';
import type { ProblemSpecification } from '../problems/specification.ts';
import type { AlgorithmConfiguration } from '../configuration/configuration.ts';
import { exactErrors } from '../theory/moments/exactErrors.ts';
import type { MomentConfiguration } from '../theory/moments/knownProblem.ts';

export interface SolvedProblem {
  readonly problem: Problem;
  readonly solution: Solution;
}

/** Builds a problem and finds its root. */
export function solved(specification: ProblemSpecification): SolvedProblem {
  const problem = buildProblem(specification);
  return { problem, solution: solveProblem(problem) };
}

/** An algorithm that has nothing but a local step size to choose. */
export const plain = (
  name: 'local-sa' | 'scafflsa' | 'fedhsa' | 'scaffold',
  stepSize: number,
): AlgorithmConfiguration => ({ name, stepSize, serverStepSize: 1 });

/** E ‖θ̄_t − θ*‖² and ‖E θ̄_t − θ*‖². */
export interface ExactError {
  readonly meanSquare: number;
  readonly biasSquare: number;
}

/**
 * The exact errors at the given rounds.
 *
 * @param rounds - ascending
 * @throws RangeError if exact moments are refused: the problems of claims are chosen so that they are not
 */
export function errorsAt(
  { problem, solution }: SolvedProblem,
  run: Omit<MomentConfiguration, 'initial'> & { readonly initial?: readonly number[] },
  algorithm: AlgorithmConfiguration,
  rounds: readonly number[],
): ExactError[] {
  const initial = run.initial ?? new Array<number>(problem.dimension).fill(0);
  const errors = exactErrors(problem, solution, { ...run, initial }, algorithm, rounds);
  if (errors.kind === 'refused') throw new RangeError(errors.reason);
  return errors.meanSquare.map((meanSquare, at) => ({ meanSquare, biasSquare: errors.biasSquare[at]! }));
}

/** A thousandth of a thousandth. */
const SETTLED = 1e-6;

/**
 * The errors once the start is forgotten: rounds are doubled until both change by less than a
 * millionth of the mean square.
 *
 * @throws RangeError if that takes more than 2²² rounds, or the moments are refused
 */
export function stationaryErrors(
  problem: SolvedProblem,
  run: Omit<MomentConfiguration, 'initial'>,
  algorithm: AlgorithmConfiguration,
): ExactError {
  for (let rounds = 64; rounds <= 2 ** 22; rounds *= 2) {
    const [before, after] = errorsAt(problem, run, algorithm, [rounds, 2 * rounds]);
    const moved = Math.max(
      Math.abs(after!.meanSquare - before!.meanSquare),
      Math.abs(after!.biasSquare - before!.biasSquare),
    );
    if (moved <= SETTLED * after!.meanSquare) return after!;
  }
  throw new RangeError(`${algorithm.name}: its moments have not settled after 2^22 rounds`);
}
