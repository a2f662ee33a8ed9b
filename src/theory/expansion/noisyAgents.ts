/** Agents whose mean operators and noise are known about θ*, with how long their observations remember. */
import { spreadMissing } from '../../problems/lawMissing.ts';
import { matrixVector, trace } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import { jacobianAt } from '../../problems/newton.ts';
import type { AgentProblem, MeanOperator, Problem } from '../../problems/operator.ts';
import type { Unknown } from '../unknown.ts';
import type { ExpansionSetting } from './atRoot.ts';

/** One agent. */
export interface NoisyAgent {
  readonly mean: MeanOperator;
  /** θ* `[d]` */
  readonly root: Vector;
  /** ∂Ḡ_i/∂θ (θ*) `[d, d]` */
  readonly slope: Float64Array;
  /** `out ←` the covariance of G_i at θ, that of many steps together where observations remember `[d, d]` */
  readonly noise: (theta: Vector, out: Float64Array) => void;
  /** the force `[d]` under which θ̄ has the bias of memory b_m */
  readonly memoryOf: (bias: Vector) => Float64Array;
  /** τ, local steps: (tr C over many steps/tr C of one − 1)/2, without its sign; 0 but under Markov sampling */
  readonly memoryTime: number;
}

/** All agents, or why one of them is not known. */
export function noisyAgents(
  problem: Problem,
  root: Vector,
  setting: ExpansionSetting,
): NoisyAgent[] | Unknown {
  const { dimension: d, agents: M } = problem;
  const average = new Float64Array(d * d);
  const found: Omit<NoisyAgent, 'memoryOf'>[] = [];
  for (let index = 0; index < M; index++) {
    const agent = problem.agent(index);
    const { mean } = agent;
    if (mean === undefined) return { reason: 'not every agent gives its mean operator' };
    const slope = new Float64Array(d * d);
    if (mean.kind === 'linear') mean.A.forEach((value, e) => (slope[e] = -value));
    else jacobianAt(mean, root, slope);
    slope.forEach((value, e) => (average[e]! += value / M));
    const law = noiseLaw(agent, index, root, setting);
    if ('reason' in law) return law;
    found.push({ mean, root, slope, ...law });
  }
  const memoryOf = (bias: Vector): Float64Array => matrixVector(average, bias, d).map((value) => -value);
  return found.map((agent) => ({ ...agent, memoryOf }));
}

type NoiseLaw = Pick<NoisyAgent, 'noise' | 'memoryTime'>;

/** The noise of one agent, or why it is not known. */
function noiseLaw(
  agent: AgentProblem,
  index: number,
  root: Vector,
  { sampling, stride = 1 }: ExpansionSetting,
): NoiseLaw | Unknown {
  const none = (_: Vector, out: Float64Array): void => {
    out.fill(0);
  };
  if (sampling === 'exact') return { noise: none, memoryTime: 0 };
  const noise = agent.noise?.();
  if (noise === undefined) return { reason: spreadMissing(agent, index) };
  if (sampling === 'iid')
    return {
      noise: (theta, out) => {
        noise.covariance(theta, out);
      },
      memoryTime: 0,
    };
  const d = root.length;
  if (noise.longRun === undefined)
    return {
      reason: `the observations of agent ${index} follow a record and do not mix: no long-run covariance`,
    };
  const still = new Float64Array(d * d);
  noise.covariance(root, still);
  const alone = trace(still, d);
  const together = trace(noise.longRun(root, stride, []).covariance, d);
  return {
    noise: (theta, out) => {
      out.set(noise.longRun!(theta, stride, []).covariance);
    },
    memoryTime: alone === 0 ? 0 : Math.abs(together / alone - 1) / 2,
  };
}
