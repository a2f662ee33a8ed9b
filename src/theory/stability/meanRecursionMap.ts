/** The mean of a round as a map, where no observation depends on those that made the iterate that it meets. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import { LARGEST_DENSE } from '../../maths/dominantModulus.ts';
import type { LinearProblem } from '../linearProblem.ts';
import { hasMeanFactor, keptCoordinates, type MapsAt } from '../mean/meanRound.ts';
import { allRunsOf } from '../round/runsOf.ts';
import { meanRound } from '../mean/roundMap.ts';
import { USUAL_NODES } from '../mean/stepAverage.ts';
import { because, type Unknown } from '../unknown.ts';
import type { MomentMap } from './momentMap.ts';

/**
 * The mean round under i.i.d. and exact sampling, and where matrices do not vary with the observations: below 1 the
 * mean converges; of the variance it says nothing.
 *
 * @param maps - the same problem's and trigger's, to share between algorithms
 */
export function meanRecursionMap(
  problem: LinearProblem,
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  maps: MapsAt,
): MomentMap | Unknown {
  const d = problem.dimension;
  const agents = problem.agents.length;
  const runs = allRunsOf(algorithm, trigger, agents);
  if ('reason' in runs) return runs;
  if (!runs.every(({ program }) => hasMeanFactor(program, agents, d)))
    return because('the mean round has too many coordinates for its spectral radius');
  const random = trigger.kind === 'bernoulli';
  const cost = runs.reduce((sum, { program }) => {
    if (program.act.kind === 'gather') return sum + agents * d ** 2 + 10 * d ** 3;
    const perStep = JSON.stringify(program.closing(1)) !== JSON.stringify(program.closing(2));
    const products = random ? 20 : Math.log2(trigger.localSteps) + 1;
    const n = keptCoordinates(program, agents, d);
    const dense = n <= LARGEST_DENSE || program.correction !== 'kept';
    const radius = dense ? 10 * n ** 3 : 50 * (2 * n * d + 200 * n) + 1e6;
    return sum + agents * d ** 3 * (3 * products + (perStep && random ? USUAL_NODES : 0)) + radius;
  }, 0);
  return { cost, factor: () => meanRound(problem, algorithm, trigger, maps)?.factor() ?? Infinity };
}
