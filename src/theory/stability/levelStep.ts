/** The largest stable step size with at most two chain factors, and how far it may be from the truth. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { TRIPLES_NEGLECTED } from '../levels/levelMoments.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import { attempted } from '../attempted.ts';
import { tooExpensive, type Unknown } from '../unknown.ts';
import { withStep } from './scannedStep.ts';
import { levelError, levelMap, type Moment } from './levelMaps.ts';
import type { MomentMap } from './momentMap.ts';
import { approximateStep, exactStep, type StableStep } from './stableStep.ts';
import { largestStep, type StepScan, type Window } from './stepScan.ts';

/** Relative; levels that are not exact are further from the truth. */
const PRECISION = 1e-4;
/** The range in which the step size of level 2 is looked for, beside that of level 1. */
const NEARBY = { from: 1 / 4, most: 2 };

/** Factors that a scan in it takes at least: what it would take is refused before the step of level 1 is looked for. */
const FACTORS = 11;

/** Of the budget of a scan on the joint chain so many may be taken: with levels a step size is a matter of many agents. */
const MORE = 2;

/** A scan with the budget of levels, or so many times it. */
export function patientScan(scan: StepScan, times = 1): StepScan {
  const patient = ({ multiplications, ...budget }: MomentBudget): MomentBudget => ({
    ...budget,
    multiplications: MORE * times * multiplications,
  });
  return { ...scan, budget: patient(scan.budget), each: patient(scan.each) };
}

/** The step size of level 2, with what it has changed in that of level 1 as the measure of its error. */
export function levelStep(
  given: StepScan,
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  moment: Moment,
  window: Window,
): StableStep {
  const scan = patientScan(given);
  let exact = false;
  const isExact = (): boolean => exact;
  const level =
    (name: 'one' | 'two') =>
    (scanned: ConfiguredAlgorithm): MomentMap | Unknown => {
      const map = levelMap(known, scanned, moment, name, scan.each);
      if (!('reason' in map)) exact = map.isExact === true;
      return map;
    };
  const found = (name: 'one' | 'two', near: Window): number | Unknown => {
    const coarse = largestStep(scan, algorithm, level(name), { ...near, precision: PRECISION });
    if (typeof coarse !== 'number' || !isExact() || coarse === 0 || coarse === Infinity) return coarse;
    const closer = { from: coarse * (1 - 2 * PRECISION), most: coarse * (1 + 2 * PRECISION) };
    return largestStep(scan, algorithm, level(name), closer);
  };
  if (window.from !== undefined && known.agents.length > 1) {
    const typical = attempted('the map of moments', () => level('two')(withStep(algorithm, window.from!)));
    const needed = 'reason' in typical ? 0 : FACTORS * typical.cost;
    if (needed > scan.budget.multiplications)
      return exactStep(tooExpensive('the scan for it takes', needed, scan.budget));
  }
  const levelOne = found('one', window);
  if (typeof levelOne !== 'number' || isExact() || levelOne === 0 || levelOne === Infinity)
    return exactStep(levelOne);
  const two = found('two', { from: levelOne * NEARBY.from, most: levelOne * NEARBY.most });
  if (typeof two !== 'number' || isExact() || two === 0 || two === Infinity) return exactStep(two);
  return approximateStep(two, levelError(two, levelOne), TRIPLES_NEGLECTED);
}
