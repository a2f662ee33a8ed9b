/** What the agents' operators are like about θ*, averaged: the ingredients of first-order expansions. */
import type { TriggerConfiguration } from '../../algorithms/trigger.ts';
import { matrixVector } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import { jacobianAt } from '../../problems/newton.ts';
import { evaluateMean } from '../../problems/operators/meanOperator.ts';
import type { AgentProblem, MeanOperator, Problem, Sampling } from '../../problems/operator.ts';
import { secondDerivativeAt } from '../../problems/secondDerivative.ts';
import { lagWeights } from './lagWeights.ts';
import type { CurvedAgent } from './localNoise.ts';

/** What the first order depends on, beside the problem. */
export interface ExpansionSetting {
  readonly trigger: TriggerConfiguration;
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
  /** mean Σ_{ℓ≥1} w(ℓ) E[∂G_c/∂θ(θ*, o_ℓ)(G_c(θ*, o_0) − Ḡ_c(θ*))] `[d]`; 0 but under Markov sampling */
  readonly memory: Float64Array;
  /** all agents, if some Ḡ_c is not linear; else none */
  readonly curved: readonly CurvedAgent[];
  /** why some Ḡ_c has no second derivative, if one has none */
  readonly nonsmooth: string | undefined;
}

/** Multiplications that the noise of all agents may take: some tenths of a second. */
const MOST_MULTIPLICATIONS = 2e8;

/**
 * The averages over all agents.
 *
 * @returns the averages, or the reason why they are not known or not computed
 */
export function atRoot(
  problem: Problem,
  solution: { readonly root: Vector; readonly mean: MeanOperator },
  setting: ExpansionSetting,
): AtRoot | { readonly reason: string } {
  const { dimension: d, agents } = problem;
  const { root } = solution;
  const isCurved = solution.mean.kind === 'nonlinear';
  const sums = {
    jacobian: new Float64Array(d * d),
    drift: new Float64Array(d),
    noise: new Float64Array(d * d),
    memory: new Float64Array(d),
  };
  const own = {
    jacobian: new Float64Array(d * d),
    drift: new Float64Array(d),
    noise: new Float64Array(d * d),
    memory: new Float64Array(d),
  };
  const value = new Float64Array(d);
  let nonsmooth: string | undefined;
  const curved: CurvedAgent[] = [];
  let spent = 0;
  for (let index = 0; index < agents; index++) {
    const agent = problem.agent(index);
    const { mean } = agent;
    if (mean === undefined) return { reason: 'not every agent gives its mean operator' };
    if (mean.kind === 'nonlinear') nonsmooth ??= mean.nonsmooth;
    evaluateMean(mean, root, value);
    meanJacobian(mean, root, own.jacobian);
    own.drift.set(matrixVector(own.jacobian, value, d));
    const cost = noiseCost(agent, setting);
    spent += cost;
    // the first agent speaks for all: what is too long is refused at once
    if (spent > MOST_MULTIPLICATIONS || (index === 0 && cost * agents > MOST_MULTIPLICATIONS))
      return { reason: `the noise of ${agents} agents would take too long` };
    const reason = addNoise(agent, index, agents, root, setting, own);
    if (reason !== undefined) return { reason };
    if (isCurved) {
      curved.push({
        jacobian: Float64Array.from(own.jacobian),
        noise: Float64Array.from(own.noise),
        curvature: (S, out) => {
          secondDerivativeAt(mean, root, S, out);
        },
      });
    }
    for (const key of ['jacobian', 'drift', 'noise', 'memory'] as const) {
      for (let j = 0; j < sums[key].length; j++) sums[key][j]! += own[key][j]! / agents;
    }
  }
  return { ...sums, curved, nonsmooth };
}

/** J_c, by differences where the operator does not give it. */
function meanJacobian(mean: MeanOperator, theta: Vector, out: Float64Array): void {
  if (mean.kind === 'nonlinear') jacobianAt(mean, theta, out);
  else for (let j = 0; j < out.length; j++) out[j] = -mean.A[j]!;
}

const noiseCost = (agent: AgentProblem, { sampling }: ExpansionSetting): number => {
  if (sampling === 'exact') return 0;
  const cost = agent.noise?.().cost;
  if (cost === undefined) return 0;
  return sampling === 'iid' ? cost.covariance : 2 * cost.longRun;
};

/** Writes the agent's C_c and memory; returns why they are not known. */
function addNoise(
  agent: AgentProblem,
  index: number,
  agents: number,
  root: Vector,
  { sampling, trigger, stride = 1 }: ExpansionSetting,
  out: { readonly noise: Float64Array; readonly memory: Float64Array },
): string | undefined {
  if (sampling === 'exact') return undefined;
  const noise = agent.noise?.();
  if (noise === undefined) return `agent ${index} does not tell how its operator spreads about its mean`;
  if (sampling === 'iid') {
    noise.covariance(root, out.noise);
    return undefined;
  }
  if (noise.longRunCovariance === undefined || noise.memory === undefined)
    return `the observations of agent ${index} follow a record and do not mix: no long-run covariance`;
  noise.longRunCovariance(root, stride, out.noise);
  noise.memory(root, stride, lagWeights(trigger, agents), out.memory);
  return undefined;
}
