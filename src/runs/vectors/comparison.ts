/** Compares somebody's trajectory with the right one, and with those of programs with a known mistake. */
import type { GivenTrajectory } from './givenTrajectories.ts';
import { MISTAKES } from './mistakes.ts';
import { trajectoryOf } from './trajectory.ts';

/** Largest difference that counts as rounding, relative to the larger of 1 and the number. */
const ROUNDING = 1e-9;

/** Result of comparing a trajectory with the right one. */
export type Verdict =
  | { readonly case: string; readonly verdict: 'same bits' }
  | { readonly case: string; readonly verdict: 'same up to rounding'; readonly largestDifference: number }
  | {
      readonly case: string;
      readonly verdict: 'different';
      /** the first that differs by more than rounding, from 1 */
      readonly round: number;
      /** from 0 */
      readonly coordinate: number;
      readonly found: number;
      readonly right: number;
      /** with which the trajectory is the same up to rounding, all rounds; several where the case does not separate them */
      readonly mistakes: readonly { readonly name: string; readonly text: string }[];
    };

type Models = readonly ArrayLike<number>[];

/** |x − y| relative to the larger of 1 and |y|; Infinity where only x or y is finite. */
function relativeDifference(x: number, y: number): number {
  if (Object.is(x, y)) return 0;
  const difference = Math.abs(x - y) / Math.max(1, Math.abs(y));
  return Number.isNaN(difference) ? Infinity : difference;
}

/** The largest difference of two trajectories. */
const distance = (a: Models, b: Models): number =>
  Math.max(...a.flatMap((model, at) => Array.from(model, (x, j) => relativeDifference(x, b[at]![j]!))));

/** The mistakes with which a program has this trajectory. */
function mistakesThatGive({ vectorCase, theta }: GivenTrajectory): { name: string; text: string }[] {
  return MISTAKES.flatMap(({ name, text, deviation }) => {
    const wrong = deviation(vectorCase);
    if (wrong === undefined) return [];
    const models = trajectoryOf(vectorCase, wrong).theta;
    return distance(theta, models) <= ROUNDING ? [{ name, text }] : [];
  });
}

/** The verdict on a trajectory. */
export function compareTrajectory(given: GivenTrajectory): Verdict {
  const { vectorCase, theta } = given;
  const right = trajectoryOf(vectorCase).theta;
  const largestDifference = distance(theta, right);
  if (largestDifference === 0) return { case: vectorCase.name, verdict: 'same bits' };
  if (largestDifference <= ROUNDING)
    return { case: vectorCase.name, verdict: 'same up to rounding', largestDifference };
  const at = theta.findIndex((model, k) => distance([model], [right[k]!]) > ROUNDING);
  const coordinate = theta[at]!.findIndex((x, j) => relativeDifference(x, right[at]![j]!) > ROUNDING);
  return {
    case: vectorCase.name,
    verdict: 'different',
    round: at + 1,
    coordinate,
    found: theta[at]![coordinate]!,
    right: right[at]![coordinate]!,
    mistakes: mistakesThatGive(given),
  };
}
