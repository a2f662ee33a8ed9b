/** The mean round of each algorithm on a linear problem. */
import { coarseRound, extrapolationWeights } from '../algorithms/richardsonRomberg.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../protocol/configuration.ts';
import { averageMap, type AverageMap } from './averageMap.ts';
import { fedHsaRound } from './fedHsaRound.ts';
import type { LinearProblem } from './linearProblem.ts';
import { meanGap } from '../triggers/index.ts';
import { localSaRound } from './localSaRound.ts';
import { localSgdMomentumRound } from './localSgdMomentumRound.ts';
import type { MeanRound } from './meanRound.ts';
import { minibatchSgdRound } from './minibatchSgdRound.ts';
import { richardsonRombergRound } from './richardsonRombergRound.ts';
import { scafflsaRound } from './scafflsaRound.ts';
import { scaffoldRound } from './scaffoldRound.ts';

/** The local maps of all agents at a step size; `undefined` where their expectation does not exist. */
export type MapsAt = (stepSize: number) => AverageMap | undefined;

/** Doubles of the maps that are kept: 16 MB; the last is kept in any case. */
const MOST_KEPT = 2e6;

/**
 * {@link averageMap} at any step size; keeps the latest, since a run's algorithms mostly share one, and
 * the scans for their largest stable steps many.
 */
export function mapsAt(problem: LinearProblem, trigger: TriggerConfiguration): MapsAt {
  const kept = new Map<number, AverageMap | undefined>();
  const most = Math.max(1, Math.floor(MOST_KEPT / (2 * problem.agents.length * problem.dimension ** 2)));
  return (stepSize) => {
    if (!kept.has(stepSize)) {
      const map = averageMap(problem, stepSize, trigger);
      const [oldest] = kept.keys();
      if (kept.size >= most) kept.delete(oldest!);
      kept.set(stepSize, map);
    }
    return kept.get(stepSize);
  };
}

/**
 * An algorithm's mean round.
 *
 * @param maps - the same problem's and trigger's, to share between algorithms
 * @returns `undefined` where the expectation over the trigger's gaps does not exist
 */
export function meanRound(
  problem: LinearProblem,
  algorithm: AlgorithmConfiguration,
  trigger: TriggerConfiguration,
  maps: MapsAt = mapsAt(problem, trigger),
): MeanRound | undefined {
  if (algorithm.name === 'minibatch-sgd') return minibatchSgdRound(problem, algorithm.serverStepSize);
  const map = maps(localStepSize(algorithm));
  if (map === undefined) return undefined;
  try {
    switch (algorithm.name) {
      case 'local-sa':
        return localSaRound(map);
      case 'scafflsa':
        return scafflsaRound(problem, map, trigger);
      case 'fedhsa':
        return fedHsaRound(problem, map, algorithm.serverStepSize);
      case 'local-sgd-m':
        return localSgdMomentumRound(problem, map, trigger, algorithm);
      case 'scaffold':
        return scaffoldRound(problem, map, trigger, algorithm.serverStepSize);
      case 'richardson-romberg':
        return extrapolatedRound(problem, algorithm, trigger, map, maps);
    }
  } catch (error) {
    // Where the expectation is about to cease to exist, its matrices are singular in doubles.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function extrapolatedRound(
  problem: LinearProblem,
  { stepSize, extrapolation }: Extract<AlgorithmConfiguration, { readonly name: 'richardson-romberg' }>,
  trigger: TriggerConfiguration,
  fine: AverageMap,
  maps: MapsAt,
): MeanRound | undefined {
  const localSteps = trigger.kind === 'deterministic' ? trigger.localSteps : meanGap(trigger);
  const doubled = coarseRound(extrapolation, stepSize, localSteps);
  const coarse =
    extrapolation === 'step-size'
      ? maps(doubled.stepSize)
      : averageMap(problem, stepSize, { kind: 'deterministic', localSteps: doubled.localSteps });
  if (coarse === undefined) return undefined;
  return richardsonRombergRound(fine, coarse, extrapolationWeights(extrapolation, localSteps));
}

/** By how much an operator value moves a local model: η, and ηβ in Local SGD-M. */
function localStepSize(
  algorithm: Exclude<AlgorithmConfiguration, { readonly name: 'minibatch-sgd' }>,
): number {
  return algorithm.name === 'local-sgd-m' ? algorithm.stepSize * algorithm.momentum : algorithm.stepSize;
}

/**
 * How fast an algorithm's mean round contracts on a linear problem: the spectral radius of the
 * linear map that takes the error before a round to the error after it, without noise and, with the
 * Bernoulli trigger, in expectation over the gaps.
 *
 * Below 1 the mean converges; above it diverges from almost every start. A radius below 1 says
 * nothing of the variance: with noise in A(s), or with Bernoulli gaps, the mean square may still grow.
 *
 * @param maps - the same problem's and trigger's, where they are shared
 * @returns Infinity where the mean does not exist
 */
export function roundFactor(
  problem: LinearProblem,
  algorithm: AlgorithmConfiguration,
  trigger: TriggerConfiguration,
  maps?: MapsAt,
): number {
  return meanRound(problem, algorithm, trigger, maps)?.factor() ?? Infinity;
}
