/** What the noise of an observed stage does to the state at the end of the round. */
import { dot, type Vector } from '../../maths/vector.ts';
import { congruence } from './localMoments.ts';
import { addInto, sumOf, productWithTranspose } from '../../maths/rectangular.ts';
import { emptyRegisters, type Registers, type StateLayout, storeState } from './registers.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { RoundStage } from './roundStages.ts';
import { runStages } from './stageAct.ts';

/**
 * The E_{p,i} `[size, moving]` of a stage: one by one, or, where only mixes follow, which treat agents
 * alike, as a `common` part and an `own` one `[agentSize, moving]` in the rows of agent i.
 */
export type Effects =
  | { readonly kind: 'each'; readonly each: readonly Float64Array[] }
  | { readonly kind: 'alike'; readonly common: Float64Array; readonly ofAgent: Float64Array };

/** The effects of stage `p`, whose act moves `width` coordinates of each agent. */
export function effectsOf(
  layout: StateLayout,
  stages: readonly RoundStage[],
  p: number,
  act: AgentAct['kind'],
  width: number,
): Effects {
  const effectOf = (index: number): Float64Array => {
    const registers = disturbed(layout, act, index, width);
    runStages(registers, stages.slice(p + 1));
    return storeState(layout, registers);
  };
  if (stages.slice(p + 1).some(({ kind }) => kind === 'observed')) {
    return { kind: 'each', each: Array.from({ length: layout.agents }, (_, i) => effectOf(i)) };
  }
  const common = effectOf(0);
  const { agentStart, agentSize, agents } = layout;
  const part = agentSize * width;
  const from = agentStart * width;
  const ofAgent = common.slice(from, from + part);
  // What agent 1 gets of agent 0's noise is what every other agent gets; without others, nothing.
  const other = agents > 1 ? common.slice(from + part, from + 2 * part) : new Float64Array(part);
  common.set(other, from);
  for (let j = 0; j < part; j++) ofAgent[j]! -= other[j]!;
  return { kind: 'alike', common, ofAgent };
}

/** out += Σ_i E_i Cov_i E_iᵀ. */
export function addNoise(
  out: Float64Array,
  layout: StateLayout,
  effects: Effects,
  covariances: readonly Vector[],
): void {
  const moving = Math.sqrt(covariances[0]!.length);
  if (effects.kind === 'each') {
    covariances.forEach((covariance, i) => {
      addInto(out, congruence(effects.each[i]!, moving, covariance, moving));
    });
    return;
  }
  const { common, ofAgent } = effects;
  addInto(out, congruence(common, moving, sumOf(covariances), moving));
  const { size: n, agentStart, agentSize } = layout;
  if (agentSize === 0) return;
  // (C + P_i) Cov (C + P_i)ᵀ without C Cov Cᵀ, P_i being `own` in the agent's rows
  covariances.forEach((covariance, i) => {
    const from = agentStart + i * agentSize;
    const ownCovariance = productWithTranspose(ofAgent, covariance, ofAgent.length / moving, moving, moving);
    for (let a = 0; a < agentSize; a++) {
      const row = (from + a) * n;
      for (let k = 0; k < n; k++) {
        const cross = dot(ownCovariance, common, moving, a * moving, k * moving);
        out[row + k]! += cross;
        out[k * n + from + a]! += cross;
      }
      for (let c = 0; c < agentSize; c++) {
        out[row + from + c]! += dot(ownCovariance, ofAgent, moving, a * moving, c * moving);
      }
    }
  });
}

/** All registers 0 but what moves of agent `index`, which is the identity. */
export function disturbed(
  layout: StateLayout,
  act: AgentAct['kind'],
  index: number,
  width: number,
): Registers {
  const registers = emptyRegisters(layout, width);
  const agent = registers.agents[index]!;
  const target = act === 'step' ? agent.model : agent.correction;
  const d = layout.dimension;
  for (let j = 0; j < d; j++) target[j * width + j] = 1;
  if (agent.noise.length > 0) for (let j = 0; j < d; j++) agent.noise[j * width + d + j] = 1;
  return registers;
}
