/**
 * One round of a program, of a given gap, for agents that are independent given the state at its
 * start: i.i.d. observations, exact ones, or Gauss–Markov noise (whose z is part of the state).
 *
 * With X the state, whose first element is 1, a round is `X⁺ = R X + Σ E_{p,i} ω_{p,i}`: R is its mean
 * and ω_{p,i} what the observations of agent i in stage p add to their mean. The ω's have mean 0 and
 * are uncorrelated with each other and with X, so that with S = E[X Xᵀ]
 *
 *     S⁺ = R S Rᵀ + Σ_{p,i} E_{p,i} Cov(ω_{p,i}) E_{p,i}ᵀ,
 *
 * where Cov(ω_{p,i}) is linear in the second moments of what stage p is given (localMoments.ts).
 */
import { transpose } from '../../maths/linearAlgebra.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { congruence, type LocalMoments, noiseCovariance } from './localMoments.ts';
import {
  type AgentRegisters,
  applyMix,
  emptyRegisters,
  loadState,
  type Registers,
  type StateLayout,
  storeState,
} from './registers.ts';
import type { AgentAct, Mix } from './roundProgram.ts';

/** What happens in a round, in order. */
export type RoundStage =
  | { readonly kind: 'mix'; readonly mix: Mix }
  | {
      readonly kind: 'observed';
      readonly act: AgentAct['kind'];
      /** in agent order */
      readonly moments: readonly LocalMoments[];
    };

/** How an agent's input y = (v, f) to a stage depends on the state: on the columns `support` of it. */
interface InputMap {
  readonly support: readonly number[];
  /** `[moving + fixed, support.length]` */
  readonly matrix: Float64Array;
}

/**
 * The E_{p,i} `[size, moving]` of a stage: one by one, or, where only mixes follow, which treat agents
 * alike, as a `common` part and an `own` one `[agentSize, moving]` in the rows of agent i.
 */
type Effects =
  | { readonly kind: 'each'; readonly each: readonly Float64Array[] }
  | { readonly kind: 'alike'; readonly common: Float64Array; readonly own: Float64Array };

/** An observed stage with all that its noise needs. */
interface NoiseSource {
  readonly moments: readonly LocalMoments[];
  readonly effects: Effects;
  readonly inputs: readonly InputMap[];
  /**
   * How the noise of the stage before reaches y: the agent's own, and every other agent's. Between
   * the two there are only mixes, which treat agents alike. `undefined` for the first stage.
   */
  readonly fromBefore: { readonly own: Float64Array; readonly other: Float64Array } | undefined;
}

/** S ↦ S⁺, for S `[size, size]`. */
export class IndependentRound {
  readonly #layout: StateLayout;
  readonly #stages: readonly RoundStage[];
  /** R `[size, size]`, where it is not dearer than running the program */
  readonly #mean: Float64Array | undefined;
  readonly #sources: readonly NoiseSource[];
  /** Σ E Cov(ω) Eᵀ, where it does not depend on the state */
  readonly #constantNoise: Float64Array | undefined;

  /** @param dense - whether R is written out as a matrix */
  constructor(layout: StateLayout, stages: readonly RoundStage[], dense: boolean) {
    this.#layout = layout;
    this.#stages = stages;
    const noises = stages
      .flatMap((stage) => (stage.kind === 'mix' ? [] : stage.moments))
      .map(({ noise }) => noise);
    const additive = noises.every(({ kind }) => kind === 'additive');
    const silent = noises.every(
      (noise) => noise.kind === 'additive' && noise.covariance.every((v) => v === 0),
    );
    this.#mean = dense ? this.#meanOf(identityColumns(layout.size), layout.size) : undefined;
    this.#sources = silent ? [] : this.#noiseSources(additive);
    if (additive && !silent) {
      this.#constantNoise = new Float64Array(layout.size ** 2);
      for (const { moments, effects } of this.#sources) {
        const covariances = moments.flatMap(({ noise }) =>
          noise.kind === 'additive' ? [noise.covariance] : [],
        );
        this.#addNoise(this.#constantNoise, effects, covariances);
      }
    }
  }

  /** R X, for X `[size, width]`. */
  advanceMean(X: Vector, width: number): Float64Array {
    return this.#meanOf(X, width);
  }

  /** S⁺ of the symmetric S `[size, size]`. */
  advance(S: Vector): Float64Array {
    const n = this.#layout.size;
    const out = this.#mean === undefined ? this.#structuredCongruence(S) : congruence(this.#mean, n, S, n);
    if (this.#constantNoise !== undefined) {
      for (let j = 0; j < out.length; j++) out[j]! += S[0]! * this.#constantNoise[j]!;
      return out;
    }
    let before: readonly Float64Array[] = [];
    for (const source of this.#sources) {
      const reaching = source.fromBefore === undefined ? undefined : sumOf(before);
      const own = before;
      before = source.moments.map((moments, i) => {
        const Y = this.#inputMoments(source.inputs[i]!, S);
        if (source.fromBefore !== undefined && reaching !== undefined) {
          const { own: D, other } = source.fromBefore;
          const width = moments.moving;
          const others = reaching.map((value, j) => value - own[i]![j]!);
          addInto(Y, congruence(D, width, own[i]!, width));
          addInto(Y, congruence(other, width, others, width));
        }
        return noiseCovariance(moments, Y);
      });
      this.#addNoise(out, source.effects, before);
    }
    return out;
  }

  /** out += Σ_i E_i Cov_i E_iᵀ. */
  #addNoise(out: Float64Array, effects: Effects, covariances: readonly Vector[]): void {
    const moving = Math.sqrt(covariances[0]!.length);
    if (effects.kind === 'each') {
      covariances.forEach((covariance, i) => {
        addInto(out, congruence(effects.each[i]!, moving, covariance, moving));
      });
      return;
    }
    const { common, own } = effects;
    addInto(out, congruence(common, moving, sumOf(covariances), moving));
    const { size: n, agentStart, agentSize } = this.#layout;
    if (agentSize === 0) return;
    // (C + P_i) Cov (C + P_i)ᵀ without C Cov Cᵀ, P_i being `own` in the agent's rows
    covariances.forEach((covariance, i) => {
      const from = agentStart + i * agentSize;
      const ownCovariance = product(own, covariance, moving);
      for (let a = 0; a < agentSize; a++) {
        const row = (from + a) * n;
        for (let k = 0; k < n; k++) {
          const cross = dot(ownCovariance, common, moving, a * moving, k * moving);
          out[row + k]! += cross;
          out[k * n + from + a]! += cross;
        }
        for (let c = 0; c < agentSize; c++) {
          out[row + from + c]! += dot(ownCovariance, own, moving, a * moving, c * moving);
        }
      }
    });
  }

  #meanOf(X: Vector, width: number): Float64Array {
    const registers = loadState(this.#layout, X, width);
    this.#run(registers, 0, this.#stages.length);
    return storeState(this.#layout, registers);
  }

  #structuredCongruence(S: Vector): Float64Array {
    const n = this.#layout.size;
    return this.#meanOf(transpose(this.#meanOf(S, n), n), n);
  }

  #run(registers: Registers, from: number, to: number): void {
    for (const stage of this.#stages.slice(from, to)) {
      if (stage.kind === 'mix') applyMix(registers, stage.mix);
      else registers.agents.forEach((agent, i) => actInMean(registers, agent, stage.act, stage.moments[i]!));
    }
  }

  #noiseSources(additive: boolean): NoiseSource[] {
    const layout = this.#layout;
    const out: NoiseSource[] = [];
    let previous: number | undefined;
    this.#stages.forEach((stage, p) => {
      if (stage.kind === 'mix') return;
      const width = stage.moments[0]!.moving;
      const effects = this.#effectsOf(p, stage.act, width);
      let inputs: InputMap[] = [];
      let fromBefore: NoiseSource['fromBefore'];
      if (!additive) {
        const registers = loadState(layout, identityColumns(layout.size), layout.size);
        this.#run(registers, 0, p);
        inputs = registers.agents.map((agent) => sparse(inputOf(registers, agent, stage), layout.size));
        const before = previous === undefined ? undefined : this.#stages[previous]!;
        if (before?.kind === 'observed') {
          const disturbed = this.#disturbed(before.act, 0, width);
          this.#run(disturbed, previous! + 1, p);
          const [own, other] = disturbed.agents;
          const reached = inputOf(disturbed, own!, stage);
          fromBefore = { own: reached, other: other ? inputOf(disturbed, other, stage) : reached };
        }
      }
      out.push({ moments: stage.moments, effects, inputs, fromBefore });
      previous = p;
    });
    return out;
  }

  #effectsOf(p: number, act: AgentAct['kind'], width: number): Effects {
    const layout = this.#layout;
    const effectOf = (index: number): Float64Array => {
      const registers = this.#disturbed(act, index, width);
      this.#run(registers, p + 1, this.#stages.length);
      return storeState(layout, registers);
    };
    if (this.#stages.slice(p + 1).some(({ kind }) => kind === 'observed')) {
      return { kind: 'each', each: Array.from({ length: layout.agents }, (_, i) => effectOf(i)) };
    }
    const common = effectOf(0);
    const { agentStart, agentSize, agents } = layout;
    const part = agentSize * width;
    const from = agentStart * width;
    const own = common.slice(from, from + part);
    // What agent 1 gets of agent 0's noise is what every other agent gets; without others, nothing.
    const other = agents > 1 ? common.slice(from + part, from + 2 * part) : new Float64Array(part);
    common.set(other, from);
    for (let j = 0; j < part; j++) own[j]! -= other[j]!;
    return { kind: 'alike', common, own };
  }

  /** All registers 0 but what moves of agent `index`, which is the identity. */
  #disturbed(act: AgentAct['kind'], index: number, width: number): Registers {
    const registers = emptyRegisters(this.#layout, width);
    const agent = registers.agents[index]!;
    const target = act === 'step' ? agent.model : agent.correction;
    const d = this.#layout.dimension;
    for (let j = 0; j < d; j++) target[j * width + j] = 1;
    if (agent.noise.length > 0) for (let j = 0; j < d; j++) agent.noise[j * width + d + j] = 1;
    return registers;
  }

  #inputMoments({ support, matrix }: InputMap, S: Vector): Float64Array {
    const n = support.length;
    const part = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) part[i * n + j] = S[support[i]! * this.#layout.size + support[j]!]!;
    }
    return congruence(matrix, n, part, n);
  }
}

/** y = (v, z, 1, f) of one agent as columns, `[moving + fixed, width]`. */
function inputOf(
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
  Y.set(registers.one, moving * width);
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

function identityColumns(n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) out[i * n + i] = 1;
  return out;
}

function sparse(matrix: Vector, columns: number): InputMap {
  const rows = matrix.length / columns;
  const support: number[] = [];
  for (let k = 0; k < columns; k++) {
    for (let i = 0; i < rows; i++) {
      if (matrix[i * columns + k] === 0) continue;
      support.push(k);
      break;
    }
  }
  const compact = new Float64Array(rows * support.length);
  for (let i = 0; i < rows; i++) {
    support.forEach((k, at) => (compact[i * support.length + at] = matrix[i * columns + k]!));
  }
  return { support, matrix: compact };
}

/** A B for A `[rows, n]` and symmetric B `[n, n]`. */
function product(A: Vector, B: Vector, n: number): Float64Array {
  return Float64Array.from(A, (_, at) => dot(A, B, n, at - (at % n), (at % n) * n));
}

function sumOf(matrices: readonly Vector[]): Float64Array {
  const out = new Float64Array(matrices[0]!.length);
  for (const matrix of matrices) addInto(out, matrix);
  return out;
}

function addInto(out: Float64Array, added: Vector): void {
  for (let j = 0; j < out.length; j++) out[j]! += added[j]!;
}
