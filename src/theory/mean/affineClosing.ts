/** The closing mix of a round as a function of its number of local steps K. */
import { NumericalFailure } from '../../maths/numericalFailure.ts';
import type { Mix, RoundProgram } from '../../algorithms/roundProgram.ts';

/** What rounding may leave of a coefficient, relative to those that it is the difference of. */
const ROUNDING = 1e-12;

/**
 * α and β of a closing mix α + β/K; β left out where the closing is the same for every K.
 *
 * @throws NumericalFailure where it is not of this form
 */
export function affineClosing(program: RoundProgram): {
  readonly fixed: Mix;
  readonly perStep: Mix | undefined;
} {
  const [once, twice, more] = [program.closing(1), program.closing(2), program.closing(5)];
  const fixed: Record<string, Record<string, number>> = {};
  const perStep: Record<string, Record<string, number>> = {};
  let varies = false;
  for (const [target, combination] of Object.entries(once)) {
    fixed[target] = {};
    perStep[target] = {};
    for (const [source, first] of Object.entries(combination as Record<string, number>)) {
      const at = (mix: Mix): number => (mix[target as keyof Mix] as Record<string, number>)[source]!;
      const slope = 2 * (first - at(twice));
      fixed[target][source] = first - slope;
      perStep[target][source] = slope;
      varies ||= slope !== 0;
      if (!(Math.abs(first - slope + slope / 5 - at(more)) <= ROUNDING * (Math.abs(first) + Math.abs(slope))))
        throw new NumericalFailure('the closing of the round is not affine in 1/K');
    }
  }
  return { fixed, perStep: varies ? perStep : undefined };
}
