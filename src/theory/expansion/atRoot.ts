/** What the agents' operators are like about θ*, averaged: the ingredients of first-order expansions. */
import { spreadMissing } from '../../problems/lawMissing.ts';
import { add, addProduct, column, matrix, meanOf } from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import { evaluateMean } from '../../problems/meanOperator.ts';
import type { AgentProblem, MeanOperator, Problem, Sampling } from '../../problems/operator.ts';
import type { LagWeights, LongRunNoise } from '../../problems/operatorNoise.ts';
import { slopeAt } from '../heterogeneity.ts';
import { secondDerivativeAt } from './secondDerivative.ts';
import type { Unknown } from '../unknown.ts';

/** What the first order depends on, beside the problem. */
export interface ExpansionSetting {
  readonly sampling: Sampling;
  /** q, under Markov sampling: every q-th observation is used; 1 if not given */
  readonly stride?: number;
}

/** Averages over agents, in agent order, at θ*. */
export interface AtRoot {
  /** J = mean J_c `[d, d]` */
  readonly jacobian: Float64Array;
  /** mean J_c Ḡ_c(θ*) `[d]` */
  readonly drift: Float64Array;
  /** mean C_c `[d, d]`; 0 under exact sampling */
  readonly noise: Float64Array;
  /**
   * for each of the weights w, mean Σ_{ℓ≥1} w(ℓ) E[∂G_c/∂θ(θ*, o_ℓ)(G_c(θ*, o_0) − Ḡ_c(θ*))] `[d]`; 0 but
   * under Markov sampling
   */
  readonly memories: readonly Float64Array[];
  /** `S ↦ mean D²Ḡ_c(θ*)[S]` `[d]`, S symmetric `[d, d]`, if some Ḡ_c is not linear */
  readonly curvature: ((S: Vector) => Float64Array) | undefined;
  /** why some Ḡ_c has no second derivative, if one has none */
  readonly nonsmooth: string | undefined;
}

/** How much work the noise of all agents may be. */
export interface ExpansionBudget {
  readonly multiplications: number;
}

/** Some tenths of a second to a second. */
const USUAL_BUDGET: ExpansionBudget = { multiplications: 2e8 };

/**
 * The averages over all agents.
 *
 * @returns the averages, or the reason why they are not known or not computed
 */
export function atRoot(
  problem: Problem,
  solution: { readonly root: Vector; readonly mean: MeanOperator },
  setting: ExpansionSetting,
  weights: readonly LagWeights[],
  { multiplications }: ExpansionBudget = USUAL_BUDGET,
): AtRoot | Unknown {
  const { dimension: d, agents } = problem;
  const { root } = solution;
  const isCurved = solution.mean.kind === 'nonlinear';
  const [jacobian, drift, noise] = [matrix(d, d), matrix(d, 1), matrix(d, d)];
  const memories = weights.map(() => matrix(d, 1));
  const value = new Float64Array(d);
  let nonsmooth: string | undefined;
  const means: MeanOperator[] = [];
  let spent = 0;
  for (let index = 0; index < agents; index++) {
    const agent = problem.agent(index);
    const { mean } = agent;
    if (mean === undefined) return { reason: 'not every agent gives its mean operator' };
    if (mean.kind === 'nonlinear') nonsmooth ??= mean.nonsmooth;
    evaluateMean(mean, root, value);
    const J = matrix(d, d, slopeAt(mean, root));
    const cost = noiseCost(agent, setting, weights.length);
    spent += cost;
    // the first agent speaks for all: what is too long is refused at once
    if (spent > multiplications || (index === 0 && cost * agents > multiplications))
      return { reason: `the noise of ${agents} agents would take too long` };
    const ofAgent = noiseOf(agent, index, root, setting, weights);
    if ('reason' in ofAgent) return ofAgent;
    means.push(mean);
    add(jacobian, J, 1 / agents);
    addProduct(drift, J, column(value), 1 / agents);
    add(noise, matrix(d, d, ofAgent.covariance), 1 / agents);
    memories.forEach((memory, n) => add(memory, column(ofAgent.memories[n]!), 1 / agents));
  }
  return {
    jacobian: jacobian.values,
    drift: drift.values,
    noise: noise.values,
    memories: memories.map(({ values }) => values),
    curvature: isCurved ? (S) => meanCurvature(means, root, S) : undefined,
    nonsmooth,
  };
}

/** mean D²Ḡ_c(θ)[S] `[d]`. */
function meanCurvature(means: readonly MeanOperator[], theta: Vector, S: Vector): Float64Array {
  const ofAgents = means.map((mean) => {
    const out = new Float64Array(theta.length);
    secondDerivativeAt(mean, theta, S, out);
    return column(out);
  });
  return meanOf(ofAgents).values;
}

const noiseCost = (agent: AgentProblem, { sampling }: ExpansionSetting, weights: number): number => {
  if (sampling === 'exact') return 0;
  const cost = agent.noise?.().cost;
  if (cost === undefined) return 0;
  return sampling === 'iid' ? cost.covariance : (1 + weights) * cost.longRun;
};

/** The agent's C_c and memories, or why they are not known. */
function noiseOf(
  agent: AgentProblem,
  index: number,
  root: Vector,
  { sampling, stride = 1 }: ExpansionSetting,
  weights: readonly LagWeights[],
): LongRunNoise | Unknown {
  const d = root.length;
  const memories = weights.map(() => new Float64Array(d));
  if (sampling === 'exact') return { covariance: new Float64Array(d * d), memories };
  const noise = agent.noise?.();
  if (noise === undefined) return { reason: spreadMissing(agent, index) };
  if (sampling === 'iid') {
    const covariance = new Float64Array(d * d);
    noise.covariance(root, covariance);
    return { covariance, memories };
  }
  return (
    noise.longRun?.(root, stride, weights) ?? {
      reason: `the observations of agent ${index} follow a record and do not mix: no long-run covariance`,
    }
  );
}
