/** Problems whose moments are known, for what is approximate. */
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { knownProblem, type KnownProblem } from '../../../src/theory/moments/knownProblem.ts';
import type { TriggerConfiguration } from '../../../src/triggers/index.ts';
import { type ExplicitProblem, specificationOf } from '../../oracles/explicitProblem.ts';

export type KnownCase = KnownProblem;

export const UNBOUNDED = { multiplications: Infinity, doubles: 1e8 };

/** A problem under Markov sampling, started at (1, −2, 1, …). */
export function known(problem: ExplicitProblem, trigger: TriggerConfiguration): KnownCase {
  const built = finiteLinear.build(specificationOf(problem));
  const initial = Array.from({ length: built.dimension }, (_, j) => (j % 2 === 0 ? 1 : -2));
  const found = knownProblem(built, solveProblem(built), { trigger, sampling: 'markov', initial });
  if ('reason' in found) throw new Error(found.reason);
  return found;
}

/** Three agents of three states, slow, with noise about as strong as the mean: 27 joint states. */
export const SLOW: ExplicitProblem = [0.02, 0.03, 0.05].map((leave, agent) => ({
  transition: [
    [1 - leave, leave, 0],
    [leave / 2, 1 - leave, leave / 2],
    [0, leave, 1 - leave],
  ],
  A: [0.1, 1, 2.2].map((a) => [[a + 0.1 * agent]]),
  b: [1, -1, 2].map((b) => [b]),
  initial: 'stationary' as const,
}));

/**
 * Each state `copies` times, with the same operator, and a move to any copy as likely as to another: the moments are those
 * of the small problem, and the program sees so many more states.
 */
export const blownUp = (problem: ExplicitProblem, copies: number): ExplicitProblem =>
  problem.map(({ transition, A, b, initial }) => {
    const S = transition.length * copies;
    const small = (state: number): number => Math.floor(state / copies);
    const states = Array.from({ length: S }, (_, s) => s);
    return {
      transition: states.map((s) => states.map((t) => transition[small(s)]![small(t)]! / copies)),
      A: states.map((s) => A[small(s)]!),
      b: states.map((s) => b[small(s)]!),
      initial,
    };
  });
