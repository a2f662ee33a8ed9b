/**
 * A round as stages between which moments are cut: `X⁺ = B X + Σ_i E_i y_i`, with y_i `[d]` what agent i makes of its
 * part x_i of X along its chain. A round with two exchanges has two stages.
 *
 * X = (the registers between rounds, and between two exchanges the mean of the first, 1).
 */
import type { Vector } from '../../maths/vector.ts';
import { type LocalChain, type LocalShape, operatorOf } from '../chain/localSteps.ts';
import type { Exchange, RoundShape } from '../chain/roundShape.ts';
import { closed, placeOf, type ServerState } from '../chain/serverState.ts';
import { byMoves, operatorIsOfState } from './moveChain.ts';
import { LocalPass, type StageShape } from './localPass.ts';
import type { Lift, Part } from './part.ts';

export interface StageAgent extends Part {
  readonly pass: LocalPass;
}

export interface Stage {
  /** lengths of X before and after */
  readonly from: number;
  readonly to: number;
  /** B `[to, from]` */
  readonly shared: Float64Array;
  /** of each class of agents */
  readonly agents: readonly StageAgent[];
}

/** The stages of a round of `steps` local steps, of classes of agents that are alike. */
export function stagesOf(state: ServerState, chains: readonly LocalChain[], steps: number): Stage[] {
  const { shape } = state;
  const { exchange } = shape;
  if (exchange === undefined) return [closingStage(state, chains, undefined, steps)];
  const ofStates = chains.map((chain) => (operatorIsOfState(chain) ? chain : byMoves(chain)));
  return [evaluation(state, ofStates), closingStage(state, ofStates, exchange, steps)];
}

/** The first exchange: ḡ, the mean of the operators at θ̄, is added to X. The chains do not move yet. */
function evaluation({ size, agents: M, shape }: ServerState, chains: readonly LocalChain[]): Stage {
  const d = shape.dimension;
  const shared = new Float64Array((size + d + 1) * (size + 1));
  for (let j = 0; j < size; j++) shared[j * (size + 1) + j] = 1;
  shared[(size + d) * (size + 1) + size] = 1;
  const local: LocalShape = {
    act: { kind: 'gather' },
    dimension: d,
    second: false,
    size: d + 1,
    source: 0,
    gain: 0,
    shift: 0,
  };
  return {
    from: size + 1,
    to: size + d + 1,
    shared,
    agents: chains.map((chain) => {
      const z = d + 1;
      const maps = new Float64Array(chain.states * z * z);
      const values = operatorsAt(chain);
      for (let s = 0; s < chain.states; s++) {
        maps.set(values.subarray(s * d * z, (s + 1) * d * z), s * z * z);
        maps[(s + 1) * z * z - 1] = 1;
      }
      const inputs = [...Array(d).keys(), size];
      const opening = { perState: true, maps };
      return {
        pass: new LocalPass(chain, { local, inputs: z, opening, moves: false, steps: 0 }),
        inputs,
        lifts: [{ at: size, factor: 1 / M }],
      };
    }),
  };
}

/** Local steps and the server's step. */
function closingStage(
  state: ServerState,
  chains: readonly LocalChain[],
  exchange: Exchange | undefined,
  steps: number,
): Stage {
  const { shape, size } = state;
  const from = size + (exchange ? shape.dimension : 0) + 1;
  return {
    from,
    to: size + 1,
    shared: sharedMap(state, from),
    agents: chains.map((chain, i) => {
      const pass = new LocalPass(chain, stageShape(shape, exchange, chain, steps));
      return { pass, inputs: inputsOf(state, i, exchange !== undefined), lifts: liftsOf(state, i) };
    }),
  };
}

/** The coordinates of X that an agent's part consists of, ḡ behind its blocks where there are two exchanges. */
export function inputsOf(state: ServerState, agent: number, withMean: boolean): number[] {
  const { dimension: d, kept } = state.shape;
  const blocks = kept.map((_, b) => placeOf(state, b, agent));
  if (withMean) blocks.push(state.size);
  return [
    ...blocks.flatMap((at) => Array.from({ length: d }, (_, j) => at + j)),
    state.size + (withMean ? d : 0),
  ];
}

/** Where what an agent reaches enters X⁺. */
export function liftsOf(state: ServerState, agent: number): Lift[] {
  const { agents: M, shape } = state;
  const lifts: Lift[] = [];
  shape.updates.forEach(({ meanResult, result }, b) => {
    const isOwn = shape.kept[b] === 'correction';
    for (let k = 0; k < (isOwn ? M : 1); k++) {
      const factor = meanResult / M + (isOwn && k === agent ? result : 0);
      if (factor !== 0) lifts.push({ at: placeOf(state, b, k), factor });
    }
  });
  return lifts;
}

/** How an agent's local vector begins, from (its blocks of X, ḡ where there are two exchanges, 1). */
function stageShape(
  shape: RoundShape,
  exchange: Exchange | undefined,
  chain: LocalChain,
  steps: number,
): StageShape {
  const { dimension: d, kept, local } = shape;
  const z = local.size;
  const inputs = d * (kept.length + (exchange ? 1 : 0)) + 1;
  if (exchange === undefined) {
    const opening = { perState: false, maps: openingOf(shape) };
    return { local, inputs, opening, moves: false, steps };
  }
  const n = chain.states;
  const maps = new Float64Array(n * z * inputs);
  const values = operatorsAt(chain);
  const mean = d * kept.length;
  for (let s = 0; s < n; s++) {
    const at = s * z * inputs;
    for (let j = 0; j < d; j++) {
      maps[at + j * inputs + j] = exchange.modelOfServer;
      maps[at + j * inputs + mean + j] = exchange.modelOfMean;
      const f = at + (d + j) * inputs;
      maps[f + mean + j] = exchange.correctionOfMean;
      for (let k = 0; k < d; k++)
        maps[f + k]! += exchange.correctionOfOwn * values[(s * d + j) * (d + 1) + k]!;
      maps[f + inputs - 1]! += exchange.correctionOfOwn * values[(s * d + j) * (d + 1) + d]!;
    }
    maps[at + z * inputs - 1] = 1;
  }
  return { local, inputs, opening: { perState: true, maps }, moves: true, steps: steps - 1 };
}

/** z at the start of a round with one exchange, as a map of the agent's part `[z, q]`. */
export function openingOf({ dimension: d, kept, local, openingV, openingF }: RoundShape): Float64Array {
  const inputs = d * kept.length + 1;
  const maps = new Float64Array(local.size * inputs);
  const set = (row: number, parts: readonly number[]): void => {
    parts.forEach((factor, b) => {
      for (let j = 0; j < d; j++) maps[(row + j) * inputs + b * d + j] = factor;
    });
  };
  set(0, openingV);
  if (local.second) set(d, openingF);
  maps[local.size * inputs - 1] = 1;
  return maps;
}

/** G(θ* + e, s) as a map of (e, 1), of each state `[n, d, d + 1]`. */
function operatorsAt(chain: LocalChain): Float64Array {
  const { states: n, dimension: d, first, operator } = chain;
  const out = new Float64Array(n * d * (d + 1));
  for (let s = 0; s < n; s++) out.set(operatorOf(chain, operator[first[s]!]!).values, s * d * (d + 1));
  return out;
}

/** B `[size + 1, from]`: what is left of X⁺ where all agents end at 0. */
export function sharedMap(state: ServerState, from: number): Float64Array {
  const { size, agents: M, shape } = state;
  const none = Array.from({ length: M }, () => new Float64Array(shape.dimension * size));
  const columns = new Float64Array(size * size);
  for (let j = 0; j < size; j++) columns[j * size + j] = 1;
  const square: Vector = closed(state, columns, none, size);
  const out = new Float64Array((size + 1) * from);
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) out[i * from + j] = square[i * size + j]!;
  out[(size + 1) * from - 1] = 1;
  return out;
}

/** Largest difference of P^H from its limit at which a chain has forgotten where it was. */
const FORGOTTEN = 1e-7;

/** Whether a chain forgets within its stage where it was. */
export const forgets = ({ pass: { chain, kernel } }: StageAgent): boolean => chainForgets(chain, kernel);

/** Whether a chain does, P^H its kernel. */
export function chainForgets({ states: n, stationary }: LocalChain, kernel: Vector): boolean {
  return kernel.every((p, at) => Math.abs(p - stationary[at % n]!) <= FORGOTTEN);
}
