/** An agent's act of a stage, in mean, on its registers. */
import { dot } from '../../maths/vector.ts';
import type { LocalMoments } from './localMoments.ts';
import { type AgentRegisters, applyMix, type Registers } from './registers.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { RoundStage } from './roundStages.ts';

/** y = (v, z, 1, f) of one agent as columns, `[moving + fixed, width]`. */
export function inputOf(
  registers: Registers,
  agent: AgentRegisters,
  stage: Extract<RoundStage, { kind: 'observed' }>,
): Float64Array {
  const { moving, fixed } = stage.moments[0]!;
  const { width } = registers;
  const d = agent.model.length / width;
  const [moves, stays] =
    stage.act === 'step' ? [agent.model, agent.correction] : [agent.correction, agent.model];
  const Y = new Float64Array((moving + fixed) * width);
  Y.set(moves);
  if (moving > d) Y.set(agent.noise, d * width);
  Y.set(registers.constant, moving * width);
  if (fixed > 1) Y.set(stays, (moving + 1) * width);
  return Y;
}

/** v ← mean · y, for all columns. */
function actInMean(
  registers: Registers,
  agent: AgentRegisters,
  act: AgentAct['kind'],
  moments: LocalMoments,
): void {
  const { width } = registers;
  const { moving, fixed, mean } = moments;
  const Y = inputOf(registers, agent, { kind: 'observed', act, moments: [moments] });
  const out = new Float64Array(moving * width);
  for (let i = 0; i < moving; i++) {
    if (width === 1) {
      out[i] = dot(mean, Y, moving + fixed, i * (moving + fixed));
      continue;
    }
    for (let k = 0; k < moving + fixed; k++) {
      const factor = mean[i * (moving + fixed) + k]!;
      if (factor === 0) continue;
      for (let j = 0; j < width; j++) out[i * width + j]! += factor * Y[k * width + j]!;
    }
  }
  const length = agent.model.length;
  if (act === 'step') agent.model = out.slice(0, length);
  else agent.correction = out.slice(0, length);
  if (moving * width > length) agent.noise = out.slice(length);
}

/** All the stages on the registers, in mean. */
export function runStages(registers: Registers, stages: readonly RoundStage[]): void {
  for (const stage of stages) {
    if (stage.kind === 'mix') applyMix(registers, stage.mix);
    else registers.agents.forEach((agent, i) => actInMean(registers, agent, stage.act, stage.moments[i]!));
  }
}
