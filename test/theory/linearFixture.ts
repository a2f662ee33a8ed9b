/** Small linear problems for the theory's tests, and the algorithms' local steps written out. */
import { Generator } from '../../src/maths/generator.ts';
import { affineInto } from '../../src/maths/vector.ts';
import type { ChainLaw, LinearMean, MeanOperator, Problem } from '../../src/problems/operator.ts';
import { solveProblem } from '../../src/problems/root.ts';
import { linearProblem } from '../../src/theory/linearProblem.ts';
import type { LinearProblem } from '../../src/theory/linearProblem.ts';
import { meanRound } from '../../src/theory/mean/roundMap.ts';
import type { ConfiguredAlgorithm } from '../../src/algorithms/parts.ts';
import type { TriggerConfiguration } from '../../src/triggers/index.ts';

/** In place of an agent's operator on its stream, which the theory must not ask for. */
export const noStream = (): never => {
  throw new Error('the theory needs no stream');
};

/** A problem of which only the means, and chains where given, are known. */
export function meansOnly(dimension: number, means: readonly MeanOperator[], chain?: ChainLaw): Problem {
  return {
    dimension,
    agents: means.length,
    agent: (index) => ({
      mean: means[index],
      chain,
      operator: noStream,
    }),
  };
}

export function scalarMeans(...pairs: readonly (readonly [A: number, b: number])[]): LinearMean[] {
  return pairs.map(([A, b]) => ({ kind: 'linear', A: Float64Array.of(A), b: Float64Array.of(b) }));
}

/** Agents with Ā = I + a random matrix of entries up to ±spread, not symmetric, and random b̄. */
export function randomMeans(agents: number, d: number, spread: number, seed: number): LinearMean[] {
  const generator = new Generator([seed, 11, 12, 13]);
  const entry = (): number => spread * (2 * generator.uniform() - 1);
  return Array.from({ length: agents }, () => ({
    kind: 'linear',
    A: Float64Array.from({ length: d * d }, (_, j) => entry() + (j % (d + 1) === 0 ? 1 : 0)),
    b: Float64Array.from({ length: d }, () => 2 * generator.uniform() - 1),
  }));
}

export function linearOf(dimension: number, means: readonly LinearMean[]): LinearProblem {
  const problem = meansOnly(dimension, means);
  const linear = linearProblem(problem, solveProblem(problem));
  if ('reason' in linear) throw new Error(linear.reason);
  return linear;
}

/** Where Local SA goes without noise, off θ* `[d]`. */
export const localSaLimit = (
  linear: LinearProblem,
  stepSize: number,
  trigger: TriggerConfiguration,
): Float64Array => meanRound(linear, { name: 'local-sa', stepSize, serverStepSize: 1 }, trigger)!.limit();

/** Ḡ(θ) = b̄ − Āθ. */
function meanOperator(agent: LinearMean, theta: Float64Array): Float64Array {
  const out = new Float64Array(theta.length);
  affineInto(out, agent.A, agent.b, theta);
  return out;
}

/** `count` local steps `θ ← θ + η(Ḡ(θ) + c)`, one by one. */
function localSteps(
  agent: LinearMean,
  start: Float64Array,
  stepSize: number,
  correction: Float64Array,
  count: number,
): Float64Array {
  const theta = Float64Array.from(start);
  for (let k = 0; k < count; k++) {
    const value = meanOperator(agent, theta);
    for (let j = 0; j < theta.length; j++) theta[j]! += stepSize * (value[j]! + correction[j]!);
  }
  return theta;
}

/** The average of vectors, in order. */
export function average(vectors: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(vectors[0]!.length);
  for (const vector of vectors) vector.forEach((value, j) => (out[j]! += value / vectors.length));
  return out;
}

/** An algorithm, written out message by message with exact mean operators. */
export interface DirectRun {
  /** One round of `count` local steps; returns θ̄. `control` is 1/(ηH) or p/η: SCAFFLSA's only. */
  round(count: number, control?: number): Float64Array;
}

export function directLocalSa(
  agents: readonly LinearMean[],
  initial: Float64Array,
  stepSize: number,
): DirectRun {
  let theta = initial;
  const none = new Float64Array(initial.length);
  return {
    round: (count) =>
      (theta = average(agents.map((agent) => localSteps(agent, theta, stepSize, none, count)))),
  };
}

export function directScafflsa(
  agents: readonly LinearMean[],
  initial: Float64Array,
  stepSize: number,
): DirectRun {
  let theta = initial;
  const controls = agents.map(() => new Float64Array(initial.length));
  return {
    round: (count, control = NaN) => {
      const ends = agents.map((agent, i) => localSteps(agent, theta, stepSize, controls[i]!, count));
      theta = average(ends);
      ends.forEach((end, i) =>
        end.forEach((value, j) => (controls[i]![j]! += control * (theta[j]! - value))),
      );
      return theta;
    },
  };
}

export function directFedHsa(
  agents: readonly LinearMean[],
  initial: Float64Array,
  stepSize: number,
  serverStepSize: number,
): DirectRun {
  let theta = initial;
  return {
    round: (count) => {
      const ours = agents.map((agent) => meanOperator(agent, theta));
      const broadcast = average(ours);
      const changes = agents.map((agent, i) => {
        const correction = broadcast.map((value, j) => value - ours[i]![j]!);
        return localSteps(agent, theta, stepSize, correction, count).map((value, j) => value - theta[j]!);
      });
      theta = average(changes).map((value, j) => theta[j]! + serverStepSize * value);
      return theta;
    },
  };
}

export function directMinibatchSgd(
  agents: readonly LinearMean[],
  initial: Float64Array,
  serverStepSize: number,
): DirectRun {
  let w = initial;
  return {
    round: (count) => {
      const values = agents.map((agent) =>
        average(Array.from({ length: count }, () => meanOperator(agent, w))),
      );
      w = average(values).map((value, j) => w[j]! + serverStepSize * value);
      return w;
    },
  };
}

export function directLocalSgdMomentum(
  agents: readonly LinearMean[],
  initial: Float64Array,
  stepSize: number,
  serverStepSize: number,
  beta: number,
): DirectRun {
  let w = initial;
  let v: Float64Array = new Float64Array(initial.length);
  return {
    round: (count) => {
      const moved = agents.map((agent) => {
        const local = Float64Array.from(w);
        for (let k = 0; k < count; k++) {
          const value = meanOperator(agent, local);
          for (let j = 0; j < local.length; j++)
            local[j]! -= stepSize * (-beta * value[j]! + (1 - beta) * v[j]!);
        }
        return local.map((value, j) => (w[j]! - value) / (stepSize * count));
      });
      v = average(moved);
      w = w.map((value, j) => value - serverStepSize * v[j]!);
      return w;
    },
  };
}

export function directScaffold(
  agents: readonly LinearMean[],
  initial: Float64Array,
  stepSize: number,
  serverStepSize: number,
): DirectRun {
  let x = initial;
  let common: Float64Array = new Float64Array(initial.length);
  const controls = agents.map(() => new Float64Array(initial.length));
  return {
    round: (count) => {
      const moves = agents.map((agent, i) => {
        const correction = controls[i]!.map((value, j) => value - common[j]!);
        const end = localSteps(agent, x, stepSize, correction, count);
        const change = end.map((value, j) => (x[j]! - value) / (count * stepSize) - common[j]!);
        change.forEach((value, j) => (controls[i]![j]! += value));
        return { difference: end.map((value, j) => value - x[j]!), change };
      });
      const step = average(moves.map(({ difference }) => difference));
      const change = average(moves.map((move) => move.change));
      x = x.map((value, j) => value + serverStepSize * step[j]!);
      common = common.map((value, j) => value + change[j]!);
      return x;
    },
  };
}

/** Richardson–Romberg extrapolation in the step size: Local SA at η and at 2η, combined. */
export function directExtrapolation(
  agents: readonly LinearMean[],
  initial: Float64Array,
  stepSize: number,
): DirectRun {
  const fine = directLocalSa(agents, initial, stepSize);
  const coarse = directLocalSa(agents, initial, 2 * stepSize);
  return {
    round: (count) => {
      const doubled = coarse.round(count);
      return fine.round(count).map((value, j) => 2 * value - doubled[j]!);
    },
  };
}

/** How fast the mean round contracts; Infinity where there is none. */
export const roundFactor = (
  problem: LinearProblem,
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
): number => meanRound(problem, algorithm, trigger)?.factor() ?? Infinity;
