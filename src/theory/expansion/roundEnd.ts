/** The end of a round: its closing, of the mean of what is kept, of what is off it, and of the agents' noise. */
import type { Combination } from '../../algorithms/roundProgram.ts';
import type { Vector } from '../../maths/vector.ts';
import { congruence } from '../moments/localMoments.ts';
import { addScaled, averageRegister, combined, type Register, zeroRegister } from './register.ts';
import type { RoundPlan } from './plannedRounds.ts';

/** An agent within a round, with the server as it was when the round began. */
export interface AgentState {
  readonly server: Register;
  readonly memory: Register;
  readonly model: Register;
  readonly correction: Register;
  /** O `[d, d]`, of the model, or of what is gathered in the correction */
  readonly later: Float64Array;
}

export interface RoundEnd {
  /** `[n]` */
  readonly mean: Float64Array;
  /** `[n, n]` */
  readonly transfer: Float64Array;
  /** `[n, n]` */
  readonly noise: Float64Array;
}

/** A block of what is kept, after the round. */
interface Target {
  readonly combination: Combination;
  /** whose correction it is; `undefined` of the server's */
  readonly agent: number | undefined;
}

/** The end of a round of K = `gap` local steps; `noises` are the agents' C, `before` the mean that it began with. */
export function roundEnd(
  { program, dimension: d, agents: M }: RoundPlan,
  states: readonly AgentState[],
  noises: readonly Float64Array[],
  before: Vector,
  gap: number,
): RoundEnd {
  const closing = program.closing(gap);
  const n = before.length;
  const keeps = program.correction === 'kept';
  const servers = program.memory ? 2 : 1;
  const targets: Target[] = [
    { combination: closing.server ?? { server: 1 }, agent: undefined },
    ...(program.memory ? [{ combination: closing.memory ?? { memory: 1 }, agent: undefined }] : []),
    ...(keeps
      ? states.map((_, agent) => ({ combination: closing.correction ?? { correction: 1 }, agent }))
      : []),
  ];
  const meanModel = averageRegister(states.map(({ model }) => model));
  const meanCorrection = averageRegister(states.map(({ correction }) => correction));
  const width = meanModel.response.length / d;
  const zero = zeroRegister(d, width);
  const mean = new Float64Array(n);
  const transfer = new Float64Array(n * n);
  targets.forEach(({ combination, agent }, row) => {
    const { server, memory } = states[0]!;
    const alike = combined(withoutOwn(combination), { server, memory, meanModel, meanCorrection }, zero);
    const register = agent === undefined ? zero : combined(ownPart(combination), states[agent]!, zero);
    addRows(transfer, n, row * d, alike.response, width, 0, 0, servers * d, 1);
    addRows(transfer, n, row * d, register.response, width, 0, 0, servers * d, 1);
    for (let j = 0; j < d; j++) mean[row * d + j] = alike.mean[j]! + register.mean[j]!;
    if (!keeps) return;
    // the averages' share of each agent's own correction
    const { meanModel: ofModel = 0, meanCorrection: ofCorrection = 0 } = combination;
    states.forEach(({ model, correction }, i) => {
      const to = (servers + i) * d;
      addRows(transfer, n, row * d, model.response, width, servers * d, to, d, ofModel / M);
      addRows(transfer, n, row * d, correction.response, width, servers * d, to, d, ofCorrection / M);
    });
    if (agent !== undefined)
      addRows(transfer, n, row * d, register.response, width, servers * d, (servers + agent) * d, d, 1);
  });
  const noise = keeps
    ? keptNoise(targets, states, program.act.kind, n)
    : serverNoise(targets, states, noises, program.act.kind, n);
  return { mean, transfer, noise };
}

const withoutOwn = ({ model: _, correction: _too, ...rest }: Combination): Combination => rest;
const ownPart = ({ model = 0, correction = 0 }: Combination): Combination => ({ model, correction });

/** Adds `count` columns of a register's `[d, width]` matrix to rows of a square one. */
function addRows(
  out: Float64Array,
  n: number,
  top: number,
  from: Float64Array,
  width: number,
  left: number,
  to: number,
  count: number,
  factor: number,
): void {
  if (factor === 0) return;
  for (let r = 0; r < from.length / width; r++)
    for (let c = 0; c < count; c++) out[(top + r) * n + to + c]! += factor * from[r * width + left + c]!;
}

/** Where nothing is kept but at the server: the average of the agents' noise, first and later. */
function serverNoise(
  targets: readonly Target[],
  states: readonly AgentState[],
  noises: readonly Float64Array[],
  kind: 'step' | 'gather',
  n: number,
): Float64Array {
  const out = new Float64Array(n * n);
  const M = states.length;
  const d = states[0]!.model.mean.length;
  const shared = (register: 'model' | 'correction'): Float64Array => {
    const sum = new Float64Array(d * d);
    for (const state of states) addScaled(sum, state[register].shared, 1 / M);
    return sum;
  };
  const [ofModel, ofCorrection] = [shared('model'), shared('correction')];
  states.forEach(({ model, correction, later }, i) => {
    // what the agent's first noise, and its later one, become at all targets
    const effect = new Float64Array(n * d);
    const factors = targets.map(({ combination: { meanModel = 0, meanCorrection = 0 } }, row) => {
      const block = effect.subarray(row * d * d, (row + 1) * d * d);
      addScaled(block, model.first, meanModel / M);
      addScaled(block, ofModel, meanModel / M);
      addScaled(block, correction.first, meanCorrection / M);
      addScaled(block, ofCorrection, meanCorrection / M);
      return (kind === 'step' ? meanModel : meanCorrection) / M;
    });
    addScaled(out, congruence(effect, d, noises[i]!, d), 1);
    addBlocks(out, n, later, (row, column) => factors[row]! * factors[column]!, targets.length);
  });
  return out;
}

/** Where corrections are kept, too: of the noise of each agent its own share and that in averages. */
function keptNoise(
  targets: readonly Target[],
  states: readonly AgentState[],
  kind: 'step' | 'gather',
  n: number,
): Float64Array {
  const out = new Float64Array(n * n);
  const M = states.length;
  const d = states[0]!.model.mean.length;
  const average = new Float64Array(d * d);
  for (const { later } of states) addScaled(average, later, 1 / M);
  const [alike, distinct] = [
    targets.map(
      ({ combination: { meanModel = 0, meanCorrection = 0 } }) =>
        (kind === 'step' ? meanModel : meanCorrection) / M,
    ),
    targets.map(({ combination: { model = 0, correction = 0 }, agent }) =>
      agent === undefined ? 0 : kind === 'step' ? model : correction,
    ),
  ];
  // Σ_i (a_r + o_r δ_ri)(a_c + o_c δ_ci) O_i
  addBlocks(out, n, average, (row, column) => M * alike[row]! * alike[column]!, targets.length);
  targets.forEach(({ agent }, row) => {
    if (agent === undefined) return;
    const { later } = states[agent]!;
    addBlocks(out, n, later, (r, c) => (r === row ? distinct[r]! * alike[c]! : 0), targets.length);
    addBlocks(out, n, later, (r, c) => (c === row ? distinct[c]! * alike[r]! : 0), targets.length);
    addBlocks(out, n, later, (r, c) => (r === row && c === row ? distinct[r]! ** 2 : 0), targets.length);
  });
  return out;
}

/** Adds a matrix `[d, d]` to all blocks, each time with its factor. */
function addBlocks(
  out: Float64Array,
  n: number,
  added: Float64Array,
  factor: (row: number, column: number) => number,
  blocks: number,
): void {
  const d = n / blocks;
  for (let row = 0; row < blocks; row++) {
    for (let column = 0; column < blocks; column++) {
      const weight = factor(row, column);
      if (weight === 0) continue;
      for (let r = 0; r < d; r++)
        for (let c = 0; c < d; c++) out[(row * d + r) * n + column * d + c]! += weight * added[r * d + c]!;
    }
  }
}
