/** How fast an algorithm's second moments contract, round by round, and up to which step size they do. */
import type { ConfiguredAlgorithm } from '../algorithms/parts.ts';
import { squaredNorm } from '../maths/vector.ts';
import { dominantModulus, LARGEST_DENSE } from './dominantModulus.ts';
import { dividesByStep } from './largestStableStep.ts';
import { meanGap } from '../triggers/index.ts';
import type { KnownProblem } from './moments/knownProblem.ts';
import type { MomentBudget } from './moments/momentBudget.ts';
import type { WeightedRound } from './moments/momentCurve.ts';
import { plannedRounds } from './moments/plannedRounds.ts';
import { singleRun } from './moments/singleRun.ts';
import { layoutOf, type StateLayout } from './moments/registers.ts';
import { packedIndex, packedLength, unpack, pack } from './moments/symmetric.ts';
import { withStep } from './scannedStep.ts';
import { answerRounds } from './schedules/answerRounds.ts';
import { squareFactor } from './schedules/answerStability.ts';
import { COARSE, endOfStability } from './stepScan.ts';
import { attempted } from './attempted.ts';
import type { Unknown } from './unknown.ts';

/** Applications of a round map that a spectral radius takes where it is not written out. */
const MOST_APPLICATIONS = 150;
/** Evaluations of the factor that the scans take. */
const FINE_EVALUATIONS = 60;
const COARSE_EVALUATIONS = 25;
/** η max‖Ā_i‖ at which the scan gives up. */
const LARGEST_SCALED_STEP = 1e4;

/**
 * The spectral radius of the map that takes the second moments from one round to the next, E[x xᵀ] under
 * i.i.d. sampling and E[x xᵀ; s] on the joint chain of all agents under Markov sampling, x the errors of
 * all that the algorithm keeps between rounds: below 1 exactly if `E ‖θ̄_t − θ*‖²` stays bounded from every
 * start. Under i.i.d. sampling it is at least the square of the mean round's factor, and equal to it where
 * noise is additive; Gauss–Markov noise under Markov sampling is part of x. Estimated from below by
 * Arnoldi's method where there are many moments.
 *
 * @param budget - more work than this is refused, and so is a step size at which the mean square over the
 *   Bernoulli gaps does not exist
 */
export const meanSquareFactor = (
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): number | Unknown => attempted('the map of second moments', () => computedFactor(known, algorithm, budget));

function computedFactor(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): number | Unknown {
  if (known.answers !== undefined) {
    const steps = answerRounds(known, known.answers, algorithm, budget);
    return 'reason' in steps ? steps : squareFactor(steps, budget);
  }
  const run = singleRun(algorithm, known.trigger, known.agents.length);
  if ('reason' in run) return run;
  const setting = { ...known, ...run };
  const rounds = plannedRounds(setting, budget);
  if ('reason' in rounds) return rounds;
  const { blocks } = rounds;
  const carriesNoise = known.sampling === 'markov' && blocks === 1;
  const layout = layoutOf(setting.program, known.root.length, known.agents.length, carriesNoise);
  const n = blocks * packedLength(layout.size - 1);
  const applications = n <= LARGEST_DENSE ? n : Math.min(n, MOST_APPLICATIONS);
  const cost = rounds.setupCost + applications * rounds.roundCost;
  if (cost > budget.multiplications || rounds.memory + MOST_APPLICATIONS * n > budget.doubles)
    return { reason: 'the map of second moments is too large', needed: cost };
  return radiusOf(layout, blocks, [...rounds.mixture()], run.program.correction === 'kept');
}

/** Without the constant 1 of the state, whose row holds the mean, the map is linear in the E[x xᵀ; s]. */
function radiusOf(
  layout: StateLayout,
  blocks: number,
  mixture: readonly WeightedRound[],
  keepsCorrections: boolean,
): number {
  const N = layout.size;
  const block = packedLength(N);
  const places: number[] = [];
  for (let from = 0; from < blocks * block; from += block)
    for (let i = 1; i < N; i++) for (let j = 1; j <= i; j++) places.push(from + packedIndex(i, j));
  return dominantModulus(places.length, (x) => {
    const moments = new Float64Array(blocks * block);
    places.forEach((place, k) => (moments[place] = x[k]!));
    if (keepsCorrections) {
      for (let from = 0; from < moments.length; from += block)
        moments.set(consistent(moments.subarray(from, from + block), layout), from);
    }
    const out = new Float64Array(places.length);
    for (const part of mixture) {
      const image = part.advance(moments);
      places.forEach((place, k) => (out[k]! += part.weight * image[place]!));
    }
    return out;
  });
}

/**
 * The second moments of the states moved to where the algorithm's always are: corrections sum to 0. Another average
 * may never change, with the eigenvalue 1.
 */
function consistent(moments: Float64Array, layout: StateLayout): Float64Array {
  const N = layout.size;
  const S = unpack(moments, N);
  moveRows(S, layout, 1, N);
  moveRows(S, layout, N, 1);
  return pack(S, N);
}

/** Moves every column, or with the strides exchanged every row. */
function moveRows(S: Float64Array, layout: StateLayout, across: number, along: number): void {
  const { dimension: d, agents, agentStart, agentSize, size } = layout;
  for (let line = 0; line < size; line++) {
    for (let j = 0; j < d; j++) {
      let excess = 0;
      for (let i = 0; i < agents; i++)
        excess += S[line * across + (agentStart + i * agentSize + j) * along]! / agents;
      for (let i = 0; i < agents; i++) S[line * across + (agentStart + i * agentSize + j) * along]! -= excess;
    }
  }
}

/**
 * The smallest η (of Minibatch SGD γ) at which {@link meanSquareFactor} reaches 1, all other parameters
 * as they are. Found by a scan (stepScan.ts), to a relative 10⁻⁶; where that is too much work, by a coarser
 * one, of which three digits are given, rounded down.
 *
 * @param budget - for the whole scan
 * @returns 0 if no small step is stable, Infinity if no end is found
 */
export function largestMeanSquareStep(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): number | Unknown {
  const scale = Math.sqrt(known.agents.reduce((most, { mean }) => Math.max(most, squaredNorm(mean.A)), 0));
  const smallest = 1e-3 / (scale * meanGap(known.trigger));
  const otherwise = dividesByStep(algorithm, known.trigger, known.agents.length) ? 'larger' : 'smaller';
  const range = { smallest, most: LARGEST_SCALED_STEP / scale, otherwise } as const;
  // The work hardly depends on the step: what is refused later on does not exist.
  const stable = (step: number): boolean => {
    const factor = meanSquareFactor(known, withStep(algorithm, step), budget);
    return typeof factor === 'number' && factor < 1;
  };
  const affords = (evaluations: number): true | Unknown => {
    const each = { ...budget, multiplications: budget.multiplications / evaluations };
    const first = meanSquareFactor(known, withStep(algorithm, smallest), each);
    return typeof first === 'number' ? true : first;
  };
  if (affords(FINE_EVALUATIONS) === true) return endOfStability(stable, range);
  const affordable = affords(COARSE_EVALUATIONS);
  if (affordable !== true) return affordable;
  return roundedDown(endOfStability(stable, { ...range, closeness: COARSE }) * (1 - COARSE.precision));
}

/** Three significant digits, towards 0; 0 and Infinity as they are. */
function roundedDown(x: number): number {
  if (x === 0 || x === Infinity) return x;
  const unit = 10 ** (Math.floor(Math.log10(x)) - 2);
  return Number((Math.floor(x / unit) * unit).toPrecision(3));
}
