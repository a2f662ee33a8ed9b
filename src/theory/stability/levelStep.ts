/** The largest stable step size with at most two chain factors, and how far it may be from the truth. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { TRIPLES_NEGLECTED } from '../levels/levelMoments.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { Unknown } from '../unknown.ts';
import { levelError, levelMap, type Moment } from './levelMaps.ts';
import type { MomentMap } from './momentMap.ts';
import { approximateStep, exactStep, type StableStep } from './stableStep.ts';
import { largestStep, type StepScan, type Window } from './stepScan.ts';

/** Relative; the levels themselves are further from the truth. */
const PRECISION = 1e-4;
/** How far from that of level 1 the step size of level 2 is looked for. */
const NEARBY = 4;

/** The step size of level 2, with what it has changed in that of level 1 as the measure of its error. */
export function levelStep(
  scan: StepScan,
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  moment: Moment,
  window: Window,
): StableStep {
  let exact = false;
  const isExact = (): boolean => exact;
  const level =
    (name: 'one' | 'two') =>
    (scanned: ConfiguredAlgorithm): MomentMap | Unknown => {
      const map = levelMap(known, scanned, moment, name, scan.each);
      if (!('reason' in map)) exact = map.isExact;
      return map;
    };
  const levelOne = largestStep(scan, algorithm, level('one'), { ...window, precision: PRECISION });
  if (typeof levelOne !== 'number' || isExact() || levelOne === 0 || levelOne === Infinity)
    return exactStep(levelOne);
  const nearby = { from: levelOne / NEARBY, most: levelOne * NEARBY, precision: PRECISION };
  const two = largestStep(scan, algorithm, level('two'), nearby);
  if (typeof two !== 'number' || isExact() || two === 0 || two === Infinity) return exactStep(two);
  return approximateStep(two, levelError(two, levelOne), TRIPLES_NEGLECTED);
}
