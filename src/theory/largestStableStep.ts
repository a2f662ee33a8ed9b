/** The largest step size for which an algorithm's mean round map is still a contraction. */
import { squaredNorm } from '../maths/vector.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../protocol/configuration.ts';
import { averageMap } from './averageMap.ts';
import { LARGEST_DENSE } from './dominantModulus.ts';
import type { LinearProblem } from './linearProblem.ts';
import { meanGap } from './localMap.ts';
import { roundFactor } from './roundMap.ts';

/** Ratio of neighbouring step sizes of the scan. */
const SCAN_RATIO = 1.25;
/** Relative width at which bisection stops. */
const PRECISION = 1e-6;
/** η max‖Ā_i‖ at which the scan gives up looking for an end of stability. */
const LARGEST_SCALED_STEP = 1e4;

/**
 * About how many multiplications {@link largestStableStep} takes: 60 times those of the local maps
 * and of the spectral radius.
 */
export function scanCost(
  problem: LinearProblem,
  algorithm: Pick<AlgorithmConfiguration, 'name'>,
  trigger: TriggerConfiguration,
): number {
  const d = problem.dimension;
  const agents = problem.agents.length;
  const maps =
    3 * agents * d ** 3 * (trigger.kind === 'deterministic' ? Math.log2(trigger.localSteps) + 1 : 20);
  const n = algorithm.name === 'scafflsa' ? agents * d : d;
  const radius = n <= LARGEST_DENSE ? 10 * n ** 3 : 50 * (2 * n * d + 200 * n) + 1e6;
  return 60 * (maps + radius);
}

/**
 * The smallest η > 0 at which the spectral radius of the mean round map reaches 1.
 *
 * Found by a geometric scan upwards (ratio 1.25) from `10⁻³/(L E[K])`, with L the largest Frobenius
 * norm of an Ā_i and E[K] the mean number of local steps in a round, and bisection to a relative
 * 10⁻⁶. A window of instability narrower than the scan's ratio may be stepped over. About 60
 * evaluations of the radius.
 *
 * @returns η; 0 if not even very small steps contract (some eigenvalue of Ā has no positive real
 *   part); Infinity if no end is found up to η L = 10⁴
 */
export function largestStableStep(
  problem: LinearProblem,
  algorithm: Pick<AlgorithmConfiguration, 'name' | 'serverStepSize'>,
  trigger: TriggerConfiguration,
): number {
  const scale = Math.sqrt(problem.agents.reduce((largest, { A }) => Math.max(largest, squaredNorm(A)), 0));
  const stable = (stepSize: number): boolean =>
    roundFactor(problem, averageMap(problem, stepSize, trigger), algorithm, trigger) < 1;
  let lower = 1e-3 / (scale * meanGap(trigger));
  for (let tries = 0; !stable(lower); tries++) {
    if (tries === 4) return 0;
    lower /= 10;
  }
  let upper = lower * SCAN_RATIO;
  while (stable(upper)) {
    lower = upper;
    upper *= SCAN_RATIO;
    if (upper * scale > LARGEST_SCALED_STEP) return Infinity;
  }
  while (upper - lower > PRECISION * lower) {
    const middle = (lower + upper) / 2;
    if (stable(middle)) lower = middle;
    else upper = middle;
  }
  return (lower + upper) / 2;
}
