/**
 * A round's second moments in expectation over random gaps as one linear map, for agents that are independent
 * given the state at its start and the gap.
 *
 * Between the opening mix and the closing one only the agents' acts depend on the gap K. With y_i what agent i is
 * given and v_i⁺ what its acts make of it (localMoments.ts), E[v_i⁺ | y_i] = m_i(K) y_i, and all that a round's second
 * moments need of the gaps is, for each agent and each pair of agents, the averages over K of
 *
 *     m_i(K),      m_i(K) ⊗ m_j(K),      and the map of E[y_i y_iᵀ] to E[v_i⁺ v_i⁺ᵀ].
 *
 * A closing mix `α + β/K` (affineClosing.ts) asks for them with the weights 1, 1/K and 1/K². So the gaps are summed up
 * once, and a round costs what it would with a single gap and pairs of agents one by one.
 */
import type { Mix, RoundProgram } from '../../algorithms/roundProgram.ts';
import { identity, transpose } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import { affineClosing } from '../mean/affineClosing.ts';
import type { WeightedGap } from './gaps.ts';
import { compose, congruence, type LocalMoments } from './localMoments.ts';
import { addSecond } from './observationMoments.ts';
import { addInto, product, productWithTranspose } from '../../maths/rectangular.ts';
import { applyMix, emptyRegisters, loadState, type Registers, type StateLayout } from './registers.ts';
import { packedIndex, packedLength } from '../../maths/packed.ts';

/** The acts of all agents in expectation over the gaps, with a weight of 1, 1/K or 1/K². */
interface AverageAct {
  /** the average of the weight */
  mass: number;
  /** `[moving, all]` of each agent, all = moving + fixed */
  readonly means: readonly Float64Array[];
  /** packed E[y yᵀ] to packed E[v⁺ v⁺ᵀ] of each agent, `[packed(moving), packed(all)]` */
  readonly seconds: readonly Float64Array[];
  /** of agents i > j, row by row of their lower triangle: m_i ⊗ m_j `[moving, moving, all, all]` */
  readonly pairs: readonly Float64Array[];
}

/** Where the registers of all actors lie, one after another; those that a program does not have are left out. */
interface Places {
  readonly size: number;
  readonly memory: number | undefined;
  readonly agents: readonly {
    readonly model: number;
    readonly correction: number | undefined;
    readonly noise: number | undefined;
  }[];
}

/** Multiplications to sum up the gaps and of a round, and doubles that are kept. */
export function averageCost(
  { size, agents, dimension: d }: StateLayout,
  program: RoundProgram,
  gaps: number,
  moving: number,
  fixed: number,
): { readonly setup: number; readonly round: number; readonly memory: number } {
  const all = moving + fixed;
  const registers = placesOf(program, d, agents, moving > d).size;
  const weights = affineClosing(program).perStep === undefined ? 1 : 3;
  const pairs = ((agents * (agents - 1)) / 2) * (moving * all) ** 2;
  const perAgents = agents * packedLength(moving) * packedLength(all);
  const ofAct = pairs + perAgents + agents * moving * all * registers;
  const evaluation = program.evaluation === undefined ? 0 : ofAct + registers ** 3;
  return {
    setup: gaps * weights * (pairs + perAgents),
    round: evaluation + weights * ofAct + (1 + weights) * size * registers * (registers + size),
    memory: (weights + (program.evaluation === undefined ? 0 : 1)) * (pairs + perAgents) + 4 * registers ** 2,
  };
}

/**
 * S ↦ S⁺ of the state between rounds, for S `[size, size]`.
 *
 * @param single - the moments of one act, in agent order
 * @param evaluation - those of the evaluation, where the program has one
 */
export function averagedRound(
  layout: StateLayout,
  program: RoundProgram,
  gaps: Iterable<WeightedGap>,
  single: readonly LocalMoments[],
  evaluation: readonly LocalMoments[] | undefined,
): { advance(S: Vector): Float64Array } {
  const { size: n, dimension: d } = layout;
  const { moving } = single[0]!;
  const places = placesOf(program, d, layout.agents, moving > d);
  const N = places.size;
  const kept = loadState(layout, identity(n), n);
  const store = transpose(rowsOf(kept, places), N, n);
  applyMix(kept, program.opening);
  const open = rowsOf(kept, places);
  const { fixed, perStep } = affineClosing(program);
  const close = product(store, mixMatrix(layout, fixed, places, 'kept'), n, N, N);
  const closePerStep = perStep && product(store, mixMatrix(layout, perStep, places, 'gone'), n, N, N);
  const acts = averageActs(gaps, single, evaluation !== undefined, perStep === undefined ? 1 : 3);
  const evaluated = evaluation && {
    act: averageActs([{ gap: 1, weight: 1 }], evaluation, false, 1)[0]!,
    mix: mixMatrix(layout, program.evaluation!, places, 'kept'),
  };
  const inputs = inputsOf(places, d, single[0]!, program.act.kind);
  const evaluationInputs = evaluation && inputsOf(places, d, evaluation[0]!, 'gather');
  return {
    advance: (S) => {
      let Z = congruence(open, n, S, n);
      if (evaluated) Z = congruence(evaluated.mix, N, acted(evaluated.act, evaluationInputs!, Z, N), N);
      const out = congruence(close, N, acted(acts[0]!, inputs, Z, N), N);
      if (closePerStep === undefined) return out;
      const half = product(close, acted(acts[1]!, inputs, Z, N), n, N, N);
      const mixed = productWithTranspose(half, closePerStep, n, N, n);
      addInto(out, mixed);
      addInto(out, transpose(mixed, n));
      addInto(out, congruence(closePerStep, N, acted(acts[2]!, inputs, Z, N), N));
      return out;
    },
  };
}

/** The acts averaged with the weights 1, 1/K and 1/K², or the first of them alone. */
function averageActs(
  gaps: Iterable<WeightedGap>,
  single: readonly LocalMoments[],
  isEvaluated: boolean,
  weights: 1 | 3,
): AverageAct[] {
  const { moving, fixed } = single[0]!;
  const rows = moving * (moving + fixed);
  const second = packedLength(moving) * packedLength(moving + fixed);
  const averages = Array.from({ length: weights }, (): AverageAct => ({
    mass: 0,
    means: single.map(() => new Float64Array(rows)),
    seconds: single.map(() => new Float64Array(second)),
    pairs: single.flatMap((_, i) => Array.from({ length: i }, () => new Float64Array(rows * rows))),
  }));
  let acts: readonly LocalMoments[] = single;
  let done = 1;
  for (const { gap, weight } of gaps) {
    const count = isEvaluated ? gap - 1 : gap;
    for (; done < count; done++) acts = acts.map((moments, i) => compose(single[i]!, moments));
    const moments = count === 0 ? single.map(unmoved) : acts;
    const seconds = moments.map(secondOf);
    averages.forEach((average, k) => addAct(average, weight / gap ** k, moments, seconds));
  }
  return averages;
}

function addAct(
  average: AverageAct,
  weight: number,
  moments: readonly LocalMoments[],
  seconds: readonly Vector[],
): void {
  const { moving, fixed } = moments[0]!;
  const all = moving + fixed;
  average.mass += weight;
  let pair = 0;
  for (const [i, { mean }] of moments.entries()) {
    addScaledInto(average.means[i]!, weight, mean);
    addScaledInto(average.seconds[i]!, weight, seconds[i]!);
    for (let j = 0; j < i; j++) {
      const sums = average.pairs[pair++]!;
      const other = moments[j]!.mean;
      let at = 0;
      for (let a = 0; a < moving; a++) {
        for (let b = 0; b < moving; b++) {
          for (let k = 0; k < all; k++) {
            const factor = weight * mean[a * all + k]!;
            for (let l = 0; l < all; l++) sums[at++]! += factor * other[b * all + l]!;
          }
        }
      }
    }
  }
}

function addScaledInto(out: Float64Array, factor: number, x: Vector): void {
  for (let j = 0; j < out.length; j++) out[j]! += factor * x[j]!;
}

/** Packed E[y yᵀ] to packed E[v⁺ v⁺ᵀ], whichever kind the noise is of. */
function secondOf({ moving, fixed, mean, noise }: LocalMoments): Vector {
  if (noise.kind === 'multiplicative') return noise.second;
  const all = moving + fixed;
  const columns = packedLength(all);
  const second = new Float64Array(packedLength(moving) * columns);
  addSecond(second, 1, mean, moving, all);
  const packed = packedIndex(moving, moving);
  for (let a = 0; a < moving; a++)
    for (let b = 0; b <= a; b++)
      second[packedIndex(a, b) * columns + packed]! += noise.covariance[a * moving + b]!;
  return second;
}

/** No act at all. */
function unmoved({ moving, fixed }: LocalMoments): LocalMoments {
  const mean = new Float64Array(moving * (moving + fixed));
  for (let a = 0; a < moving; a++) mean[a * (moving + fixed) + a] = 1;
  return { moving, fixed, mean, noise: { kind: 'additive', covariance: new Float64Array(moving * moving) } };
}

/** Where each agent's y = (v, 1, f) lies among the registers; v is the first `moving` of them. */
interface Inputs {
  readonly moving: number;
  readonly agents: readonly Int32Array[];
  /** the registers that no agent's acts move */
  readonly others: Int32Array;
}

function inputsOf(
  places: Places,
  d: number,
  { moving, fixed }: LocalMoments,
  act: 'step' | 'gather',
): Inputs {
  const isMoved = new Uint8Array(places.size);
  const agents = places.agents.map(({ model, correction, noise }) => {
    const [moves, stays] = act === 'step' ? [model, correction] : [correction!, model];
    const y = new Int32Array(moving + fixed);
    for (let j = 0; j < d; j++) {
      y[j] = moves + j;
      if (moving > d) y[d + j] = noise! + j;
      if (fixed > 1) y[moving + 1 + j] = stays! + j;
    }
    // The constant 1 is the first register of all.
    y[moving] = 0;
    for (let a = 0; a < moving; a++) isMoved[y[a]!] = 1;
    return y;
  });
  return { moving, agents, others: Int32Array.from(isMoved.keys()).filter((at) => isMoved[at] === 0) };
}

/** E[weight · z⁺ z⁺ᵀ] of all registers z `[N]` after the acts, for Z = E[z zᵀ] before them. */
function acted(average: AverageAct, inputs: Inputs, Z: Vector, N: number): Float64Array {
  const { moving, agents, others } = inputs;
  const all = agents[0]!.length;
  const out = new Float64Array(N * N);
  for (const row of others)
    for (const column of others) out[row * N + column] = average.mass * Z[row * N + column]!;
  const set = (row: number, column: number, value: number): void => {
    out[row * N + column] = value;
    out[column * N + row] = value;
  };
  let pair = 0;
  for (const [i, y] of agents.entries()) {
    const mean = average.means[i]!;
    for (let a = 0; a < moving; a++) {
      for (const column of others) {
        let sum = 0;
        for (let k = 0; k < all; k++) sum += mean[a * all + k]! * Z[y[k]! * N + column]!;
        set(y[a]!, column, sum);
      }
    }
    const second = average.seconds[i]!;
    for (let a = 0, at = 0; a < moving; a++) {
      for (let b = 0; b <= a; b++) {
        let sum = 0;
        for (let k = 0; k < all; k++)
          for (let l = 0; l <= k; l++) sum += second[at++]! * Z[y[k]! * N + y[l]!]!;
        set(y[a]!, y[b]!, sum);
      }
    }
    for (let j = 0; j < i; j++) {
      const sums = average.pairs[pair++]!;
      const other = agents[j]!;
      for (let a = 0, at = 0; a < moving; a++) {
        for (let b = 0; b < moving; b++) {
          let sum = 0;
          for (let k = 0; k < all; k++)
            for (let l = 0; l < all; l++) sum += sums[at++]! * Z[y[k]! * N + other[l]!]!;
          set(y[a]!, other[b]!, sum);
        }
      }
    }
  }
  return out;
}

/** All registers: 1, server, memory, and agent by agent model, correction and noise. */
function placesOf(
  { memory, correction }: RoundProgram,
  d: number,
  agents: number,
  carriesNoise: boolean,
): Places {
  let size = 1 + d;
  const next = (isThere: boolean): number | undefined => {
    if (!isThere) return undefined;
    size += d;
    return size - d;
  };
  const ofServer = next(memory);
  const ofAgents = Array.from({ length: agents }, () => ({
    model: next(true)!,
    correction: next(correction !== 'none'),
    noise: next(carriesNoise),
  }));
  return { size, memory: ofServer, agents: ofAgents };
}

/** All registers side by side `[registers, width]`, in the order of their places; but 0 where a mix is given that does not name them. */
function rowsOf(
  { constant, width, server, memory, agents }: Registers,
  places: Places,
  mix?: Mix,
): Float64Array {
  const out = new Float64Array(places.size * width);
  const store = (at: number | undefined, register: Float64Array, isThere: boolean): void => {
    if (at !== undefined && isThere) out.set(register, at * width);
  };
  const named = (name: keyof Mix): boolean => mix === undefined || mix[name] !== undefined;
  store(0, constant, mix === undefined);
  store(1, server, named('server'));
  store(places.memory, memory, named('memory'));
  places.agents.forEach((agent, i) => {
    const { model, correction, noise } = agents[i]!;
    store(agent.model, model, named('model'));
    store(agent.correction, correction, named('correction'));
    store(agent.noise, noise, mix === undefined);
  });
  return out;
}

/** A mix as a matrix `[registers, registers]`. */
function mixMatrix(layout: StateLayout, mix: Mix, places: Places, rest: 'kept' | 'gone'): Float64Array {
  const { dimension: d } = layout;
  const { size: N, memory, agents } = places;
  const registers = emptyRegisters(layout, N);
  const begin = (register: Float64Array, at: number | undefined): void => {
    if (at !== undefined) for (let j = 0; j < d; j++) register[j * N + at + j] = 1;
  };
  registers.constant[0] = 1;
  begin(registers.server, 1);
  begin(registers.memory, memory);
  registers.agents.forEach((agentRegisters, i) => {
    const { model, correction, noise } = agents[i]!;
    begin(agentRegisters.model, model);
    begin(agentRegisters.correction, correction);
    begin(agentRegisters.noise, noise);
  });
  applyMix(registers, mix);
  return rowsOf(registers, places, rest === 'gone' ? mix : undefined);
}
