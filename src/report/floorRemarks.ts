/** What the numbers of a final error say of its worth: the same in terminal, reports and JSON. */
import { disagreement, contradicts } from './theoryTest.ts';
import type { ExpectedFloor } from './expectedFloor.ts';
import type { Floor } from './headline.ts';
import { heavyTails } from './heavyTails.ts';
import { amount, FEWEST_SEEDS } from '../values/numbers.ts';

export interface FloorRemarks {
  /** heavy tails of what was measured */
  readonly floor: string | undefined;
  /** an interval that does not hold the exact mean, or an approximation that does not hold */
  readonly expected: string | undefined;
  /** measured over predicted, where an approximation does not hold */
  readonly disagreement: number | undefined;
  /** where the exact mean lies, if not in the interval */
  readonly outside: 'above' | 'below' | undefined;
}

/** Of exact means computed in floating point, relative, and of the squared error at the start: that of a run without noise falls below. */
const ROUNDING = 1e-6;
const ROUNDING_OF_START = 1e-14;

interface Tested {
  /** how many final errors are compared with theory together: of all algorithms and panels */
  readonly tests: number;
  /** whether no seed diverged, which leaves the largest errors out of the mean */
  readonly isWhole: boolean;
  /** the error in round 0 */
  readonly start: number;
}

/** The remarks on a final error. */
export function floorRemarks(
  floor: Floor,
  expected: ExpectedFloor | undefined,
  tested: Tested,
): FloorRemarks {
  const { tests, isWhole, start } = tested;
  const few = heavyTails(floor);
  const isRounding = expected && Math.max(floor.mean, expected.mean) <= ROUNDING_OF_START * start;
  const outside = expected && !isRounding ? outsideOf(floor, expected) : undefined;
  const ratio = expected && !isRounding && isWhole ? disagreement(expected, floor, tests) : undefined;
  const why = (): string => {
    if (!isWhole) return ': diverged seeds are left out';
    if (few !== undefined) return `: heavy tails, few seeds carry it (${few})`;
    const exact = { low: expected!.mean, high: expected!.mean };
    return contradicts(floor.values, floor.mean, exact, tests)
      ? ', by more than chance explains'
      : ', as by chance in 5 % of runs';
  };
  return {
    floor: few && `heavy tails: few seeds carry the mean (${few}), and its interval covers less than 95 %`,
    expected:
      outside === undefined
        ? ratio === undefined
          ? undefined
          : disagreementText(ratio)
        : `the exact mean lies ${outside} the interval${why()}`,
    ...{ disagreement: ratio, outside },
  };
}

/** Where an exact mean lies, if not in the printed interval. */
function outsideOf(
  { mean, interval, values }: Floor,
  { mean: exact, neglects }: ExpectedFloor,
): FloorRemarks['outside'] {
  if (neglects !== undefined || interval === undefined || values.length < FEWEST_SEEDS) return undefined;
  if (!(Math.abs(mean - exact) > ROUNDING * exact)) return undefined;
  return exact > interval.high ? 'above' : exact < interval.low ? 'below' : undefined;
}

const disagreementText = (ratio: number): string =>
  `measured ${amount(ratio, 2)} times what theory predicts: its approximation does not hold here`;

/** What is said beside the numbers: heavy tails once. */
export const remarkTexts = ({ floor, expected, outside }: FloorRemarks): string[] =>
  [expected, outside === undefined ? floor : undefined].flatMap((text) => text ?? []);
