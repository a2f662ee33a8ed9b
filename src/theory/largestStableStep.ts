/** The largest step size for which an algorithm's mean round map is still a contraction. */
import { squaredNorm } from '../maths/vector.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../protocol/configuration.ts';
import { LARGEST_DENSE } from './dominantModulus.ts';
import type { LinearProblem } from './linearProblem.ts';
import { meanGap } from '../triggers/index.ts';
import { largestServerStep } from './minibatchSgdRound.ts';
import { mapsAt, roundFactor } from './roundMap.ts';
import { USUAL_NODES } from './stepAverage.ts';
import { endOfStability } from './stepScan.ts';

/** η max‖Ā_i‖ at which the scan gives up looking for an end of stability. */
const LARGEST_SCALED_STEP = 1e4;

/**
 * About how many multiplications {@link largestStableStep} takes: 60 times those of the local maps
 * and of the spectral radius; of Minibatch SGD, those of one set of eigenvalues.
 */
export function scanCost(
  problem: LinearProblem,
  { name }: Pick<AlgorithmConfiguration, 'name'>,
  trigger: TriggerConfiguration,
): number {
  const d = problem.dimension;
  const agents = problem.agents.length;
  if (name === 'minibatch-sgd') return 10 * d ** 3;
  const random = trigger.kind === 'bernoulli';
  const averaged = name === 'local-sgd-m' || name === 'scaffold';
  const products = random ? 20 : Math.log2(trigger.localSteps) + 1;
  const maps = agents * d ** 3 * (3 * products + (averaged && random ? USUAL_NODES : 0));
  const controlled = name === 'scafflsa' || name === 'scaffold';
  const n = controlled ? agents * d : name === 'local-sgd-m' ? 2 * d : d;
  const dense = n <= LARGEST_DENSE || !controlled;
  const radius = dense ? 10 * n ** 3 : 50 * (2 * n * d + 200 * n) + 1e6;
  return 60 * (maps + radius);
}

/**
 * The smallest η > 0 at which the spectral radius of the mean round map reaches 1, all other
 * parameters as they are.
 *
 * Found by a scan upwards from `10⁻³/(L E[K])` (stepScan.ts), with L the largest Frobenius norm of an
 * Ā_i and E[K] the mean number of local steps in a round. A window of instability narrower than the
 * scan's ratio of 1.25 may be stepped over. About 60 evaluations of the radius.
 *
 * Two algorithms are different. Minibatch SGD has no η: it is the largest γ, in closed form. Local
 * SGD-M divides by η what a round has moved, so as η → 0 its round tends to one of step size γ, which
 * need not contract; larger η may still, since the average over a longer way is the flatter one. There
 * the scan passes on to the first η that does, and finds the end of that window.
 *
 * @param maps - the same problem's and trigger's, to share between algorithms
 * @returns η; 0 if not even very small steps contract (some eigenvalue of Ā has no positive real
 *   part), in Local SGD-M if none does up to η L = 10⁴; Infinity if no end is found up to η L = 10⁴
 */
export function largestStableStep(
  problem: LinearProblem,
  algorithm: AlgorithmConfiguration,
  trigger: TriggerConfiguration,
  maps = mapsAt(problem, trigger),
): number {
  if (algorithm.name === 'minibatch-sgd') return largestServerStep(problem);
  const scale = Math.sqrt(problem.agents.reduce((largest, { A }) => Math.max(largest, squaredNorm(A)), 0));
  const stable = (stepSize: number): boolean =>
    roundFactor(problem, { ...algorithm, stepSize }, trigger, maps) < 1;
  const smallest = 1e-3 / (scale * meanGap(trigger));
  const most = LARGEST_SCALED_STEP / scale;
  const otherwise = algorithm.name === 'local-sgd-m' ? 'larger' : 'smaller';
  return endOfStability(stable, { smallest, most, otherwise });
}
