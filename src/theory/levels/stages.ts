/**
 * A round of M agents as stages between which moments are cut: X⁺ = B X + Σ_i E_i y_i, with y_i `[d]` what agent i makes of its
 * part x_i = O_i X along its chain. X = (server, memory, kept corrections, and between two exchanges ḡ, the mean of what the first
 * evaluates, 1). What an agent itself has evaluated is a function of x_i and the state of its chain, and no part of X.
 *
 * Mixes combine whole vectors and treat agents alike: a round of two agents in one dimension (round/exchanges.ts) has all
 * factors. What a block gains of the other agent's vector is half of what it gains of the mean; what it gains of its own
 * agent's beyond that is its own. Kept corrections have the mean 0.
 */
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import {
  add,
  block,
  elementOf,
  fromBlocks,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  plus,
  scaled,
  stacked,
} from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import { type LocalChain, type LocalShape, localShape, operatorOf } from '../chain/localSteps.ts';
import type { RoundShape } from '../chain/roundShape.ts';
import { closed, placeOf, type ServerState } from '../chain/serverState.ts';
import { stagesOf as exchangesOf, type Stage as Exchange } from '../round/exchanges.ts';
import { placesOf } from '../round/registers.ts';
import { LocalPass } from './localPass.ts';
import { byMoves, operatorIsOfState } from './moveChain.ts';
import type { Lift, Part } from './part.ts';

export interface StageAgent extends Part {
  readonly pass: LocalPass;
}

export interface Stage {
  /** B `[after, before]` */
  readonly B: Matrix;
  /** of each class of agents */
  readonly agents: readonly StageAgent[];
}

/** The blocks of X between rounds, d coordinates each: what all agents share, then a kept correction of each. */
export interface Blocks {
  /** d */
  readonly dimension: number;
  /** M */
  readonly agents: number;
  readonly shared: number;
  readonly count: number;
}

/** The blocks of a program. */
export function blocksOf({ memory, correction }: RoundProgram, dimension: number, agents: number): Blocks {
  const shared = memory ? 2 : 1;
  return { dimension, agents, shared, count: shared + (correction === 'kept' ? agents : 0) };
}

/** The stages of a round of `gap` local steps, of classes of agents that are alike. */
export function stagesOf(
  program: RoundProgram,
  blocks: Blocks,
  chains: readonly LocalChain[],
  gap: number,
): Stage[] {
  const [first, second] = exchangesOf(program, placesOf(program, 1, 2), gap);
  const local = localShape(program.act, blocks.dimension, program.correction !== 'none');
  return second === undefined
    ? [singleStage(first!, blocks, chains, local)]
    : evaluatedStages([first!, second], blocks, chains, local);
}

/** A round with one exchange. */
function singleStage(
  { B, E, O, steps }: Exchange,
  blocks: Blocks,
  chains: readonly LocalChain[],
  local: LocalShape,
): Stage {
  const { dimension: d, shared, count } = blocks;
  const corrections = ownColumn(blocks);
  const factors = matrix(count + 1, count + 1);
  for (let b = 0; b < count; b++)
    for (let c = 0; c < count; c++)
      factors.values[b * (count + 1) + c] =
        c < shared ? elementOf(B, rowOf(b, blocks), 1 + c) : gainOf(B, corrections, [b, c - shared], blocks);
  factors.values[factors.values.length - 1] = 1;
  const isKept = count > shared;
  const parts = [block(O[0]!, [0, O[0]!.rows], [1, shared])];
  if (isKept) parts.push(beyondMean(O[0]!, corrections));
  const opening = [inBlocks([...parts, constantOf(O[0]!)], d)];
  const lifts = liftsFrom(E, blocks);
  const agents = chains.map((chain, i) => ({
    pass: new LocalPass(chain, { local, opening, moves: false, steps }),
    inputs: coordinates([...range(shared), ...(isKept ? [shared + i] : []), count], d),
    lifts: lifts(i),
  }));
  return { B: inBlocks([factors], d), agents };
}

/** A round with two: ḡ, the mean of the operators where the first evaluates them, is added to X; chains do not move in it. */
function evaluatedStages(
  [first, second]: readonly [Exchange, Exchange],
  blocks: Blocks,
  chains: readonly LocalChain[],
  local: LocalShape,
): Stage[] {
  const { dimension: d, agents: M, shared, count } = blocks;
  if (count > shared) throw new TypeError('kept corrections do not go with a second exchange');
  const results = ownColumn(blocks);
  const all = [0, shared] as const;
  const ofStates = chains.map((chain) => (operatorIsOfState(chain) ? chain : byMoves(chain)));
  // (f, 1), where operators are evaluated
  const [{ rows }] = first.O as readonly [Matrix];
  const evaluated = block(first.O[0]!, [rows - 2, 2]);
  const ofShared = block(evaluated, [0, 2], [1, shared]);
  const at = inBlocks([ofShared, constantOf(evaluated)], d);
  const atBefore = inBlocks([ofShared, matrix(2, 1), constantOf(evaluated)], d);
  const kept = matrix(shared + 2, shared + 1);
  add(block(kept, all, all), identityMatrix(shared));
  kept.values[kept.values.length - 1] = 1;
  const evaluation = {
    B: inBlocks([kept], d),
    agents: ofStates.map((chain) => {
      const opening = operatorsAt(chain).map((G) => stacked([multiply(G, at), block(at, [d, 1])]));
      const gathered = localShape({ kind: 'gather' }, d, false);
      return {
        pass: new LocalPass(chain, { local: gathered, opening, moves: false, steps: 0 }),
        inputs: coordinates([...range(shared), shared], d),
        lifts: [{ at: d * shared, factor: 1 / M }],
      };
    }),
  };
  const { B, E, O, steps } = second;
  const ofServer = block(B, [1, shared]);
  const closing = matrix(shared + 1, shared + 2);
  add(block(closing, all, all), block(ofServer, all, [1, shared]));
  add(block(closing, all, [shared, 1]), block(ofServer, all, [results, 1]), 2);
  closing.values[closing.values.length - 1] = 1;
  const z = O[0]!.rows;
  const ofMean = scaled(block(O[0]!, [0, z], [results + 1, 1]), 2);
  const opened = inBlocks([block(O[0]!, [0, z], [1, shared]), ofMean, constantOf(O[0]!)], d);
  const ofOwn = beyondMean(O[0]!, results);
  const lifts = liftsFrom(E, blocks);
  const agents = ofStates.map((chain, i) => {
    const opening = operatorsAt(chain).map((G) => {
      const g = multiply(G, atBefore);
      const out = scaled(opened);
      for (let r = 0; r < z - 1; r++) add(block(out, [r * d, d]), g, elementOf(ofOwn, r, 0));
      return out;
    });
    return {
      pass: new LocalPass(chain, { local, opening, moves: true, steps }),
      inputs: coordinates([...range(shared), shared, shared + 1], d),
      lifts: lifts(i),
    };
  });
  return [evaluation, { B: inBlocks([closing], d), agents }];
}

/** Where the columns of the two agents' vectors begin: kept corrections, or results of the first exchange. */
const ownColumn = ({ shared }: Blocks): number => 1 + shared;

/** The row of a block of X, of agents' those of the first. */
const rowOf = (b: number, { shared }: Blocks): number => 1 + Math.min(b, shared);

/** What block b of X gains of agent k's vector, of A the columns from `column` on. */
function gainOf(A: Matrix, column: number, [b, k]: readonly [number, number], blocks: Blocks): number {
  const other = elementOf(A, rowOf(b, blocks), column + 1);
  const isOwn = b - blocks.shared === k;
  return (2 / blocks.agents) * other + (isOwn ? elementOf(A, rowOf(b, blocks), column) - other : 0);
}

/** E_i of each agent, as places in X. */
function liftsFrom(E: readonly Matrix[], blocks: Blocks): (agent: number) => Lift[] {
  const { dimension: d, count } = blocks;
  const results = fromBlocks([E]);
  return (i) =>
    range(count)
      .map((b) => ({ at: d * b, factor: gainOf(results, 0, [b, i], blocks) }))
      .filter(({ factor }) => factor !== 0);
}

/** What rows gain of an agent's own vector beyond the mean. */
const beyondMean = (A: Matrix, column: number): Matrix =>
  plus(block(A, [0, A.rows], [column, 1]), block(A, [0, A.rows], [column + 1, 1]), -1);

const constantOf = (A: Matrix): Matrix => block(A, [0, A.rows], [0, 1]);

/** Matrices next to each other with d coordinates for each row and column, but for the last ones, which are of the constant. */
function inBlocks(parts: readonly Matrix[], d: number): Matrix {
  const A = fromBlocks([parts]);
  const [rows, columns] = [A.rows - 1, A.columns - 1];
  const out = matrix(d * rows + 1, d * columns + 1);
  const I = identityMatrix(d);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) add(block(out, [i * d, d], [j * d, d]), I, elementOf(A, i, j));
  out.values[out.values.length - 1] = elementOf(A, rows, columns);
  return out;
}

/** The coordinates of blocks of X, the last of which is the constant. */
const coordinates = (blocks: readonly number[], d: number): number[] =>
  blocks.flatMap((b, k) => (k === blocks.length - 1 ? [b * d] : range(d).map((j) => b * d + j)));

const range = (length: number): number[] => Array.from({ length }, (_, k) => k);

/** G(θ* + e, s) as a map of (e, 1), of each state `[d, d + 1]`. */
const operatorsAt = (chain: LocalChain): Matrix[] =>
  range(chain.states).map((s) => operatorOf(chain, chain.operator[chain.first[s]!]!));

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
