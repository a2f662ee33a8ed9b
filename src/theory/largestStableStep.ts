/** The largest step size for which an algorithm's mean round map is still a contraction. */
import type { ConfiguredAlgorithm } from '../algorithms/parts.ts';
import type { TriggerConfiguration } from '../triggers/index.ts';
import { eigenvalues } from '../maths/eigenvalues.ts';
import { allFinite, squaredNorm } from '../maths/vector.ts';
import { LARGEST_DENSE } from './dominantModulus.ts';
import type { LinearProblem } from './linearProblem.ts';
import { meanGap } from '../triggers/index.ts';
import { keptCoordinates, type MapsAt } from './meanRound.ts';
import { runsOf } from './round/runsOf.ts';
import { mapsAt, meanRound, roundFactor } from './roundMap.ts';
import { withStep } from './scannedStep.ts';
import { USUAL_NODES } from './stepAverage.ts';
import { endOfStability } from './stepScan.ts';

/** η max‖Ā_i‖ at which the scan gives up looking for an end of stability. */
const LARGEST_SCALED_STEP = 1e4;

/**
 * About how many multiplications {@link largestStableStep} takes: 60 times those of the local maps
 * and of the spectral radius; where a round is affine in the step, those of one set of eigenvalues.
 */
export function scanCost(
  problem: LinearProblem,
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
): number {
  const d = problem.dimension;
  const agents = problem.agents.length;
  const runs = runsOf(withStep(algorithm, 1), trigger, agents);
  if ('reason' in runs) return 0;
  return runs.reduce((sum, { program }) => {
    if (program.act.kind === 'gather') return sum + 10 * d ** 3;
    const random = trigger.kind === 'bernoulli';
    const perStep = JSON.stringify(program.closing(1)) !== JSON.stringify(program.closing(2));
    const products = random ? 20 : Math.log2(trigger.localSteps) + 1;
    const maps = agents * d ** 3 * (3 * products + (perStep && random ? USUAL_NODES : 0));
    const n = keptCoordinates(program, agents, d);
    const dense = n <= LARGEST_DENSE || program.correction !== 'kept';
    const radius = dense ? 10 * n ** 3 : 50 * (2 * n * d + 200 * n) + 1e6;
    return sum + 60 * (maps + radius);
  }, 0);
}

/**
 * The smallest η > 0 at which the spectral radius of the mean round map reaches 1, all other
 * parameters as they are.
 *
 * Found by a scan upwards from `10⁻³/(L E[K])` (stepScan.ts), with L the largest Frobenius norm of an
 * Ā_i and E[K] the mean number of local steps in a round. A window of instability narrower than the
 * scan's ratio of 1.25 may be stepped over. About 60 evaluations of the radius.
 *
 * Two kinds of algorithms are different. Where a round is affine in the step, as that of Minibatch SGD in γ,
 * the end of stability has a closed form. Where the server divides by η what a round has moved, as in Local
 * SGD-M, the round tends to one of step size γ as η → 0, which need not contract; larger η may still, since
 * the average over a longer way is the flatter one. There the scan passes on to the first η that does, and
 * finds the end of that window.
 *
 * @param maps - the same problem's and trigger's, to share between algorithms
 * @returns η; 0 if not even very small steps contract (some eigenvalue of Ā has no positive real
 *   part), in Local SGD-M if none does up to η L = 10⁴; Infinity if no end is found up to η L = 10⁴
 */
export function largestStableStep(
  problem: LinearProblem,
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  maps = mapsAt(problem, trigger),
): number {
  const radius = (step: number): number => roundFactor(problem, withStep(algorithm, step), trigger, maps);
  const agents = problem.agents.length;
  const runs = runsOf(withStep(algorithm, 1), trigger, agents);
  if (!('reason' in runs) && runs.every(({ program }) => program.act.kind === 'gather')) {
    const closed = affineEnd(problem, algorithm, trigger, maps);
    if (closed !== undefined) return closed;
  }
  const scale = Math.sqrt(problem.agents.reduce((largest, { A }) => Math.max(largest, squaredNorm(A)), 0));
  const smallest = 1e-3 / (scale * meanGap(trigger));
  const most = LARGEST_SCALED_STEP / scale;
  const otherwise = dividesByStep(algorithm, trigger, agents) ? 'larger' : 'smaller';
  return endOfStability((step) => radius(step) < 1, { smallest, most, otherwise });
}

/** Whether the server's step is in proportion to 1/η. */
export function dividesByStep(
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  agents: number,
): boolean {
  const [once, twice] = [1, 2].map((step) => {
    const runs = runsOf(withStep(algorithm, step), trigger, agents);
    return 'reason' in runs ? [] : runs.map(({ program }) => program.closing(1).server?.meanModel ?? 0);
  });
  return once!.some((x, k) => Math.abs(x - twice![k]!) > ROUNDING * Math.abs(x));
}

/** What rounding may leave of a difference of two maps of size 1. */
const ROUNDING = 1e-12;

/**
 * Of a round `e ← (I + s D) e`, s the step: the smallest `−2 Re λ/|λ|²` over the eigenvalues λ of D, from
 * |1 + sλ|² = 1 + 2s Re λ + s²|λ|².
 *
 * @returns 0 if some λ has no negative real part, `undefined` where the round is not of this form
 */
function affineEnd(
  problem: LinearProblem,
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  maps: MapsAt,
): number | undefined {
  const d = problem.dimension;
  const [once, twice] = [1, 2].map((step) => {
    const round = meanRound(problem, withStep(algorithm, step), trigger, maps);
    return round?.matrix?.map((value, j) => value - (j % (d + 1) === 0 ? 1 : 0));
  });
  if (once?.length !== d * d || twice === undefined || !allFinite(once)) return undefined;
  const size = once.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  if (!once.every((value, j) => Math.abs(2 * value - twice[j]!) <= ROUNDING * size)) return undefined;
  let smallest = Infinity;
  for (const { re, im } of eigenvalues(once, d)) {
    if (!(re < 0)) return 0;
    // −2 Re λ/|λ|², in an order of operations that cannot overflow.
    smallest = Math.min(smallest, -2 / (re + im * (im / re)));
  }
  return smallest;
}
