/** What the live page shows of theory, with what it is worth. */
import { uncertaintyText } from '../../values/numbers.ts';
import { MOST_UNCERTAIN } from '../../theory/mostUncertain.ts';
import type { Prediction } from '../../theory/predictions.ts';
import type { AlgorithmCurves } from './frames.ts';
import { ThinCurve } from './thinCurve.ts';

/** What there is of theory that a line can show: nothing between single rounds, nor from where it is too uncertain. */
export function theoryOf({ exact, noiseFree }: Prediction): AlgorithmCurves['theory'] {
  if (exact !== undefined && !('reason' in exact)) {
    const { rounds, meanSquare, neglects, relativeError, thinnedFrom } = exact;
    if (thinnedFrom !== undefined) return null;
    const end = relativeError?.findIndex((error) => !((error ?? Infinity) <= MOST_UNCERTAIN)) ?? -1;
    const certain = (relativeError ?? []).slice(0, end < 0 ? undefined : end) as number[];
    const worth = uncertaintyText(Math.max(0, ...certain));
    const words = neglects === undefined ? 'exact expectation' : `approximate expectation ${worth}`.trim();
    return thinTheory(rounds.slice(0, end < 0 ? undefined : end), meanSquare, words);
  }
  if (noiseFree === undefined || 'reason' in noiseFree) return null;
  return thinTheory(noiseFree.rounds, noiseFree.errors, 'noise-free run');
}

function thinTheory(
  rounds: readonly number[],
  values: readonly number[],
  words: string,
): AlgorithmCurves['theory'] {
  const curve = new ThinCurve();
  rounds.forEach((round, at) => {
    curve.add({ round, step: NaN, time: NaN, value: values[at]! });
  });
  return {
    words,
    round: curve.points.map(({ round }) => round),
    value: curve.points.map(({ value }) => value),
  };
}
