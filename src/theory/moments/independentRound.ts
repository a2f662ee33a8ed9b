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
 *
 * Where agents send x_i through a random map Q with E Q(x) = x and E Q(x) Q(x)ᵀ = C(E x xᵀ), the server's block gains
 * (c/M)² Σ_i (C(Y_i) − Y_i), Y_i = E x_i x_iᵀ.
 */
import type { SecondMoment } from '../../maths/coins.ts';
import { identity, transpose } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import { congruence, type LocalMoments, noiseCovariance } from './localMoments.ts';
import { addNoise, disturbed, type Effects, effectsOf } from './noiseEffects.ts';
import { addInto, sumOf } from '../../maths/rectangular.ts';
import { loadState, type StateLayout, storeState } from './registers.ts';
import type { SentAtRandom } from '../../algorithms/roundProgram.ts';
import type { RoundStage } from './roundStages.ts';
import { inputOf, runStages } from './stageAct.ts';

/** An observed stage with all that its noise needs. */
interface NoiseSource {
  readonly moments: readonly LocalMoments[];
  readonly effects: Effects;
  readonly inputs: readonly InputMap[];
  /**
   * How the noise of the stage before reaches y: the agent's own, and every other agent's. Between
   * the two there are only mixes, which treat agents alike. `undefined` for the first stage.
   */
  readonly fromBefore: { readonly same: Float64Array; readonly other: Float64Array } | undefined;
}

/** S ↦ S⁺, for S `[size, size]`. */
export class IndependentRound {
  readonly #layout: StateLayout;
  readonly #stages: readonly RoundStage[];
  /** R `[size, size]`, where it is not more expensive than running the program */
  readonly #mean: Float64Array | undefined;
  readonly #sources: readonly NoiseSource[];
  /** Σ E Cov(ω) Eᵀ, where it does not depend on the state */
  readonly #constantNoise: Float64Array | undefined;
  /** what agents send at random, before the last mix */
  readonly #sent:
    (SentAtRandom & { readonly maps: readonly InputMap[]; readonly secondMoment: SecondMoment }) | undefined;

  /** @param dense - whether R is written out as a matrix */
  constructor(layout: StateLayout, stages: readonly RoundStage[], dense: boolean, sent?: SentAtRandom) {
    this.#layout = layout;
    this.#sent = sent && {
      ...sent,
      secondMoment: sent.secondMoment!,
      maps: messageMaps(layout, stages, sent),
    };
    this.#stages = stages;
    const noises = stages
      .flatMap((stage) => (stage.kind === 'mix' ? [] : stage.moments))
      .map(({ noise }) => noise);
    const additive = noises.every(({ kind }) => kind === 'additive');
    const silent = noises.every(
      (noise) => noise.kind === 'additive' && noise.covariance.every((v) => v === 0),
    );
    this.#mean = dense ? this.#meanOf(identity(layout.size), layout.size) : undefined;
    this.#sources = silent ? [] : this.#noiseSources(additive);
    if (additive && !silent) {
      this.#constantNoise = new Float64Array(layout.size ** 2);
      for (const { moments, effects } of this.#sources) {
        const covariances = moments.flatMap(({ noise }) =>
          noise.kind === 'additive' ? [noise.covariance] : [],
        );
        addNoise(this.#constantNoise, layout, effects, covariances);
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
      this.#addSent(out, S, []);
      return out;
    }
    let before: readonly Float64Array[] = [];
    for (const source of this.#sources) {
      const reaching = source.fromBefore === undefined ? undefined : sumOf(before);
      const previous = before;
      before = source.moments.map((moments, i) => {
        const Y = inputMoments(source.inputs[i]!, S, n);
        if (source.fromBefore !== undefined && reaching !== undefined) {
          const { same: D, other } = source.fromBefore;
          const width = moments.moving;
          const others = reaching.map((value, j) => value - previous[i]![j]!);
          addInto(Y, congruence(D, width, previous[i]!, width));
          addInto(Y, congruence(other, width, others, width));
        }
        return noiseCovariance(moments, Y);
      });
      addNoise(out, this.#layout, source.effects, before);
    }
    this.#addSent(out, S, before);
    return out;
  }

  /** @param observed - E Cov(ω_i) of the last stage, where noise is not additive */
  #addSent(out: Float64Array, S: Vector, observed: readonly Float64Array[]): void {
    if (this.#sent === undefined) return;
    const { maps, message, factor, secondMoment } = this.#sent;
    const { size, dimension: d, agents } = this.#layout;
    const last = this.#sources.at(-1);
    maps.forEach((map, i) => {
      const Y = inputMoments(map, S, size);
      const noise = last?.moments[i]!.noise;
      const covariance = observed[i] ?? (noise?.kind === 'additive' ? noise.covariance : undefined);
      if (covariance !== undefined) {
        const moving = last!.moments[i]!.moving;
        const weight = message.model ** 2 * (observed[i] === undefined ? S[0]! : 1);
        for (let r = 0; r < d; r++)
          for (let c = 0; c < d; c++) Y[r * d + c]! += weight * covariance[r * moving + c]!;
      }
      const scale = (factor / agents) ** 2;
      secondMoment(Y, d).forEach((value, at) => {
        const [row, column] = [1 + Math.floor(at / d), 1 + (at % d)];
        out[row * size + column]! += scale * (value - Y[at]!);
      });
    });
  }

  #meanOf(X: Vector, width: number): Float64Array {
    const registers = loadState(this.#layout, X, width);
    runStages(registers, this.#stages);
    return storeState(this.#layout, registers);
  }

  #structuredCongruence(S: Vector): Float64Array {
    const n = this.#layout.size;
    return this.#meanOf(transpose(this.#meanOf(S, n), n), n);
  }

  #noiseSources(additive: boolean): NoiseSource[] {
    const layout = this.#layout;
    const out: NoiseSource[] = [];
    let previous: number | undefined;
    this.#stages.forEach((stage, p) => {
      if (stage.kind === 'mix') return;
      const width = stage.moments[0]!.moving;
      const effects = effectsOf(layout, this.#stages, p, stage.act, width);
      let inputs: InputMap[] = [];
      let fromBefore: NoiseSource['fromBefore'];
      if (!additive) {
        const registers = loadState(layout, identity(layout.size), layout.size);
        runStages(registers, this.#stages.slice(0, p));
        inputs = registers.agents.map((agent) => sparseInput(inputOf(registers, agent, stage), layout.size));
        const before = previous === undefined ? undefined : this.#stages[previous]!;
        if (before?.kind === 'observed') {
          const reached = disturbed(layout, before.act, 0, width);
          runStages(reached, this.#stages.slice(previous! + 1, p));
          const [agentRegisters, other] = reached.agents;
          const ownInput = inputOf(reached, agentRegisters!, stage);
          fromBefore = { same: ownInput, other: other ? inputOf(reached, other, stage) : ownInput };
        }
      }
      out.push({ moments: stage.moments, effects, inputs, fromBefore });
      previous = p;
    });
    return out;
  }
}

/** How an agent's input y = (v, f) to a stage depends on the state: on the columns `support` of it. */
interface InputMap {
  readonly support: readonly number[];
  /** `[moving + fixed, support.length]` */
  readonly matrix: Float64Array;
}

/** E[y yᵀ] of S = E[X Xᵀ] `[size, size]`. */
function inputMoments({ support, matrix }: InputMap, S: Vector, size: number): Float64Array {
  const n = support.length;
  const part = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) part[i * n + j] = S[support[i]! * size + support[j]!]!;
  }
  return congruence(matrix, n, part, n);
}

/** x_i of each agent by the state at the start of the round, in mean. */
function messageMaps(
  layout: StateLayout,
  stages: readonly RoundStage[],
  { message }: SentAtRandom,
): readonly InputMap[] {
  const registers = loadState(layout, identity(layout.size), layout.size);
  runStages(registers, stages.slice(0, -1));
  return registers.agents.map(({ model }) =>
    sparseInput(
      model.map((value, at) => message.model * value + message.server * registers.server[at]!),
      layout.size,
    ),
  );
}

/** The map `[rows, columns]` by the columns of it that are not 0. */
function sparseInput(matrix: Vector, columns: number): InputMap {
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
