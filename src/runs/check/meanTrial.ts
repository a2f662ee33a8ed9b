/** Whether the mean that an agent gives is the mean of its operator. */
import jStat from 'jstat';
import { jacobianAt } from '../../problems/newton.ts';
import type { MeanOperator, NonlinearMean } from '../../problems/operator.ts';
import type { Vector } from '../../maths/vector.ts';
import { evaluateMean } from '../../problems/meanOperator.ts';
import { chainLaw } from '../../problems/userModule/family.ts';
import {
  type AnyAgent,
  calling,
  Fault,
  observationsOf,
  pointsFor,
  valueAt,
  vectorText,
} from './agentCalls.ts';

/** How often, of runs of the whole check, a mean that is right is called wrong, at the most. */
export const FALSE_ALARM = 1e-6;

/** Observations that are left out at the start, and those that are averaged. */
const BURN_IN = 1000;
export const OBSERVATIONS = 20_000;
const BATCHES = 40;
/** Means of batches with a higher correlation from one to the next are no independent ones. */
const MOST_CORRELATED = 0.4;
/** Relative errors that rounding may leave in a mean, and differences in a Jacobian. */
const ROUNDING = 1e-9;
const DIFFERENCES = 1e-4;

/** What is wrong, and what could not be tested. */
export interface MeanFindings {
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  /** the largest error of a mean that the comparison with observations would miss; 0 if there was none */
  readonly within: number;
}

/** What one mean of a stream says: its estimate and, at the level asked for, how far off it may be. */
interface Estimate {
  readonly mean: number;
  readonly halfWidth: number;
}

/** Tests the mean of an agent; nothing where it gives none. */
export function tryMean(agent: AnyAgent, index: number, d: number, tests: number): MeanFindings {
  const { mean, stream } = agent;
  if (mean === undefined) return { faults: [], notes: [], within: 0 };
  const points = pointsFor(index, d);
  const given = points.map((theta) => meanAt(mean, theta));
  const faults = [
    ...given.flatMap((value, at) => finiteFaults(value, points[at]!)).slice(0, 1),
    ...(mean.kind === 'nonlinear' ? jacobianFaults(mean, points) : []),
  ];
  if (faults.length > 0) return { faults, notes: [], within: 0 };
  if ('transition' in stream) return { faults: onChain(agent, points, given), notes: [], within: 0 };
  const along = alongStream(agent, index, points, given, tests, false);
  if (stream.independent === undefined) return along;
  const drawn = alongStream(agent, index, points, given, tests, true);
  return {
    faults: [...along.faults, ...drawn.faults],
    notes: [...along.notes, ...drawn.notes],
    within: Math.max(along.within, drawn.within),
  };
}

/** Ḡ(θ), from a vector of NaN, so that entries which are not written show. */
function meanAt(mean: MeanOperator, theta: Float64Array): Float64Array {
  const out = new Float64Array(theta.length).fill(NaN);
  calling('mean.evaluate', () => {
    evaluateMean(mean, theta, out);
  });
  return out;
}

function finiteFaults(value: Float64Array, theta: Float64Array): string[] {
  const at = value.findIndex((entry) => !Number.isFinite(entry));
  return at < 0
    ? []
    : [
        `mean.evaluate leaves out[${at}] as it was, or writes ${value[at]!} there, at θ = ${vectorText(theta)}`,
      ];
}

/** Compares a Jacobian that is given with differences of the mean. */
function jacobianFaults(mean: NonlinearMean, points: readonly Float64Array[]): string[] {
  if (mean.jacobian === undefined) return [];
  const d = points[0]!.length;
  // The last point: at 0 many operators have a kink.
  const theta = points.at(-1)!;
  const given = new Float64Array(d * d).fill(NaN);
  const differences = new Float64Array(d * d);
  calling('mean.jacobian', () => {
    mean.jacobian!(theta, given);
  });
  const evaluate: NonlinearMean['evaluate'] = (at, out) => {
    mean.evaluate(at, out);
  };
  jacobianAt({ kind: 'nonlinear', evaluate }, theta, differences);
  const scale = differences.reduce((most, entry) => Math.max(most, Math.abs(entry)), 1);
  const at = given.findIndex((entry, k) => !(Math.abs(entry - differences[k]!) <= DIFFERENCES * scale));
  if (at < 0) return [];
  return [
    `mean.jacobian is not that of mean.evaluate: ∂Ḡ[${Math.floor(at / d)}]/∂θ[${at % d}] at θ = ${vectorText(theta)} is ${short(given[at]!)}, by differences ${short(differences[at]!)}`,
  ];
}

/** On a finite chain the mean is a sum, and the comparison exact. */
function onChain(agent: AnyAgent, points: readonly Float64Array[], given: readonly Float64Array[]): string[] {
  const { stream } = agent;
  if (!('transition' in stream)) throw new Fault('an agent without a chain was asked for its law');
  const { states, stationary } = chainLaw(stream);
  for (const [at, theta] of points.entries()) {
    const sum = new Float64Array(theta.length);
    let scale = 1;
    for (let s = 0; s < states; s++) {
      if (stationary[s] === 0) continue;
      valueAt(agent, theta, s).forEach((value, j) => {
        sum[j]! += stationary[s]! * value;
        scale = Math.max(scale, Math.abs(value));
      });
    }
    const j = sum.findIndex((value, k) => !(Math.abs(value - given[at]![k]!) <= ROUNDING * scale));
    if (j >= 0) {
      return [
        `mean is not the mean of the operator: at θ = ${vectorText(theta)} it gives Ḡ[${j}] = ${short(given[at]![j]!)}, and Σ_s π(s) G(θ, s) is ${short(sum[j]!)}`,
      ];
    }
  }
  return [];
}

/** Along any other stream it is estimated, in batches. */
function alongStream(
  agent: AnyAgent,
  index: number,
  points: readonly Float64Array[],
  given: readonly Float64Array[],
  tests: number,
  independent: boolean,
): MeanFindings {
  const batches = points.map((theta) => batchesAt(agent, index, theta, independent));
  const d = points[0]!.length;
  const quantile = jStat.studentt.inv(1 - FALSE_ALARM / tests / 2, BATCHES - 1);
  let within = 0;
  const where = independent ? 'in draws of stream.independent' : 'along the stream';
  for (const [at, theta] of points.entries()) {
    for (let j = 0; j < d; j++) {
      const means = batches[at]!.map((batch) => batch[j]!);
      const estimate = estimateOf(means, quantile);
      if (estimate === undefined) {
        return {
          faults: [],
          notes: [`its stream mixes too slowly for ${OBSERVATIONS} observations to test its mean`],
          within: 0,
        };
      }
      within = Math.max(within, estimate.halfWidth);
      const wanted = given[at]![j]!;
      const rounding = ROUNDING * Math.max(1, Math.abs(wanted));
      if (Math.abs(wanted - estimate.mean) <= estimate.halfWidth + rounding) continue;
      return {
        faults: [
          `mean is not the mean of the operator ${where}: at θ = ${vectorText(theta)} it gives Ḡ[${j}] = ${short(wanted)}, and ${OBSERVATIONS} observations ${short(estimate.mean)} ± ${estimate.halfWidth.toPrecision(2)}`,
        ],
        notes: [],
        within: 0,
      };
    }
  }
  return { faults: [], notes: [], within };
}

/** The means of G(θ, o) over batches of a new stream at this θ; under the stationary law at θ where the stream follows the model. */
function batchesAt(agent: AnyAgent, index: number, theta: Vector, independent: boolean): Float64Array[] {
  const observations = observationsOf(agent, index, independent);
  const burnIn = independent ? 1 : BURN_IN;
  for (let n = 0; n < burnIn; n++) valueAt(agent, theta, observations.take(theta));
  const batches = Array.from({ length: BATCHES }, () => new Float64Array(theta.length));
  const share = BATCHES / OBSERVATIONS;
  for (let n = 0; n < OBSERVATIONS; n++) {
    const batch = batches[Math.floor(n * share)]!;
    valueAt(agent, theta, observations.take(theta)).forEach((value, j) => (batch[j]! += share * value));
  }
  return batches;
}

/**
 * An interval from the means of batches; `undefined` where they hang together.
 *
 * @param quantile - of Student's t, by as many standard errors of which the mean may be off
 */
export function estimateOf(means: readonly number[], quantile: number): Estimate | undefined {
  const n = means.length;
  const mean = means.reduce((sum, value) => sum + value, 0) / n;
  const away = means.map((value) => value - mean);
  const squares = away.reduce((sum, value) => sum + value * value, 0);
  const products = away.slice(1).reduce((sum, value, k) => sum + value * away[k]!, 0);
  // Batches that are equal but for rounding hang together in it alone.
  const constant = squares <= n * (ROUNDING * Math.max(1, Math.abs(mean))) ** 2;
  if (!constant && products / squares > MOST_CORRELATED) return undefined;
  return { mean, halfWidth: quantile * Math.sqrt(squares / (n * (n - 1))) };
}

const short = (value: number): string => String(Number(value.toPrecision(5)));
