/** What theory expects of a floor: the expectation of the very mean that is measured, and what that expectation is over. */
import { commonRounds } from '../configuration/budget.ts';
import { amongSeeds } from '../configuration/replications.ts';
import type { Manifest } from '../recording/manifest.ts';
import type { ExactCurve, ExactPrediction } from '../theory/moments/exactPredictions.ts';
import { MOST_UNCERTAIN } from '../theory/mostUncertain.ts';
import { because, type Unknown } from '../theory/unknown.ts';
import { meanOver, type RoundRange, tailOf } from './tail.ts';
import { counted } from '../values/counted.ts';
import { percent } from '../values/numbers.ts';

/**
 * What an expectation is over: observations and gaps, where nothing else is random; the law of schedules as well; or
 * observations alone, given the event times of all measured seeds.
 */
export type Basis = 'observations' | 'schedules' | 'event-times';

/** The words that follow an expectation; nothing where it depends on no schedule. */
export const BASIS_WORDS: Readonly<Record<Basis, string>> = {
  observations: '',
  schedules: 'over schedules',
  'event-times': 'given the event times',
};

/**
 * What the parts of an expectation are called: given the event times they are other numbers than those over schedules, to which
 * predicted limits belong.
 */
export const PART_NAMES: Readonly<Record<Basis, { readonly bias: string; readonly variance: string }>> = {
  observations: { bias: 'bias²', variance: 'variance' },
  schedules: { bias: 'bias²', variance: 'variance' },
  'event-times': { bias: 'conditional bias²', variance: 'conditional variance' },
};

/** A number, and an estimate of |value/truth − 1|: 0 where it is exact. */
interface Estimated {
  readonly value: number;
  readonly relativeError: number;
}

/** A part of an expectation by its own estimate, and the reason instead where that is above 10 %. */
export type Part = Estimated | (Unknown & { readonly relativeError: number });

/** The two parts of an expected squared error, which are its sum. */
export interface Parts {
  /** ‖E θ̄_t − θ*‖² */
  readonly biasSquare: Part;
  /** E ‖θ̄_t − E θ̄_t‖² */
  readonly variance: Part;
}

/** The expectation of a floor, in its two parts. */
export interface ExpectedFloor extends Parts {
  /** of E ‖θ̄_t − θ*‖² over the floor's rounds; biasSquare + variance */
  readonly mean: number;
  readonly basis: Basis;
  /** what an approximation of the moments leaves out; absent where the expectation is exact */
  readonly neglects?: string;
  /** estimate of |mean/truth − 1|: 0 where it is exact */
  readonly relativeError: number;
}

/** Of an expected squared error: a difference of that size is rounding. */
const ROUNDING = 1e-12;

/** The parts of an expected squared error, of which the squared bias is estimated by itself: the error of either is in the difference. */
export function partsOf(whole: Estimated, bias: Estimated): Parts {
  // Without noise the two are computed apart, and differ by rounding.
  const rest = whole.value - bias.value;
  const variance = rest > ROUNDING * whole.value ? rest : 0;
  const wrong = whole.value * whole.relativeError + bias.value * bias.relativeError;
  const relativeError = wrong === 0 ? 0 : wrong / variance;
  return { biasSquare: partOf(bias), variance: partOf({ value: variance, relativeError }) };
}

function partOf(part: Estimated): Part {
  const { relativeError } = part;
  if (relativeError <= MOST_UNCERTAIN) return part;
  return { reason: `its estimated error is ${percentText(relativeError)}`, relativeError };
}

/** `23 %, above 10 %`, or `above 10 %` alone where the error is infinite or has the same digits. */
const percentText = (relativeError: number): string => {
  const [found, most] = [percent(relativeError), percent(MOST_UNCERTAIN)];
  return `${Number.isFinite(relativeError) && found !== most ? `${found}, ` : ''}above ${most}`;
};

/** The value of a part; `undefined` where it is not known. */
export const valueOf = (part: Part): number | undefined => ('reason' in part ? undefined : part.value);

/**
 * The expectation over a floor's rounds, or why there is none. Given the event times it is the mean over the
 * seeds that were measured: a curve of some of them says nothing of the others.
 *
 * @param seeds - that the floor is a mean over
 */
export function expectedFloor(
  expectation: ExactPrediction | undefined,
  rounds: RoundRange,
  seeds: readonly number[],
): ExpectedFloor | Unknown {
  if (expectation === undefined) return { reason: 'theory was not computed' };
  if ('reason' in expectation) return { reason: expectation.reason };
  const { neglects, overSchedules, arrivals, thinnedFrom } = expectation;
  if (thinnedFrom !== undefined)
    return because(
      `the exact curve has ${expectation.rounds.length} of ${thinnedFrom} rounds, too few for their mean; ${ADVICE}`,
    );
  const curves = arrivals === undefined ? [expectation] : curvesOf(expectation, seeds);
  if (curves === undefined)
    return because(
      `the exact curve is given the event times of ${expectation.seeds ?? arrivals!.length} of the ${counted(seeds.length, 'seed')}; ${ADVICE}`,
    );
  const over = (kind: 'meanSquare' | 'biasSquare'): number =>
    curves.reduce((sum, curve) => sum + meanOver(expectation.rounds, curve[kind], rounds), 0) / curves.length;
  const bias = over('biasSquare');
  // Without noise an exact mean square is summed apart, and may be below its bias² by rounding.
  const whole = neglects === undefined ? Math.max(bias, over('meanSquare')) : over('meanSquare');
  if (Number.isNaN(whole) || Number.isNaN(bias))
    return because(`the exact curve ends with round ${expectation.rounds.at(-1) ?? 0}`);
  const { relativeError: ofMean = [], biasRelativeError: ofBias = ofMean } = expectation;
  const worth = (value: number, kind: 'meanSquare' | 'biasSquare', errors: typeof ofMean): Estimated => ({
    value,
    relativeError: neglects === undefined ? 0 : uncertaintyOf(expectation, kind, errors, rounds),
  });
  const mean = worth(whole, 'meanSquare', ofMean);
  const { relativeError } = mean;
  if (!(relativeError <= MOST_UNCERTAIN)) return because(tooUncertain(relativeError));
  return {
    mean: whole,
    ...partsOf(mean, worth(bias, 'biasSquare', ofBias)),
    basis: overSchedules ? 'schedules' : arrivals === undefined ? 'observations' : 'event-times',
    ...(neglects === undefined ? {} : { neglects }),
    relativeError,
  };
}

/** Why an approximation whose estimated error is so large is not shown. */
const tooUncertain = (relativeError: number): string =>
  Number.isFinite(relativeError)
    ? `the estimated error of its approximation is ${percentText(relativeError)}`
    : 'its approximation does not converge';

/** The estimated relative error of a mean over rounds, by those of the rounds. */
function uncertaintyOf(
  curve: ExactCurve,
  kind: 'meanSquare' | 'biasSquare',
  relativeErrors: readonly (number | null)[],
  rounds: RoundRange,
): number {
  const values = curve[kind];
  const errors = values.map((value, at) => value * (relativeErrors[at] ?? Infinity));
  const wrong = meanOver(curve.rounds, errors, rounds);
  return wrong === 0 ? 0 : wrong / meanOver(curve.rounds, values, rounds);
}

/** The expectation of the floor of a run of one algorithm, by its manifest alone. */
export function expectedOfRun({
  predictions: [prediction],
  configuration,
  runs,
}: Pick<Manifest, 'predictions' | 'configuration' | 'runs'>): ExpectedFloor | Unknown {
  const last = runs.reduce((least, { rounds }) => Math.min(least, rounds), commonRounds(configuration));
  const hasCompleted = amongSeeds(runs.filter(({ state }) => state === 'completed'));
  return expectedFloor(prediction?.exact, tailOf(last), configuration.seeds.filter(hasCompleted));
}

const ADVICE = 'fedsa report --exact computes it';

type Errors = Pick<ExactCurve, 'meanSquare' | 'biasSquare'>;

/** The mean over all seeds where these were measured, the curves of those that were where not all are; `undefined` where some are missing. */
function curvesOf(curve: ExactCurve, seeds: readonly number[]): readonly Errors[] | undefined {
  const arrivals = curve.arrivals!;
  const count = curve.seeds ?? arrivals.length;
  const bySeed = new Map(arrivals.map((seedErrors) => [seedErrors.seed, seedErrors]));
  const found = seeds.flatMap((seed) => bySeed.get(seed) ?? []);
  // Of many seeds the curves of the first are kept, and the mean is over all.
  const isMeanOfAll = count === seeds.length && found.length === arrivals.length;
  if (isMeanOfAll) return [curve];
  return found.length === seeds.length ? found : undefined;
}
