/**
 * A round as stages between which moments are cut: X⁺ = B X + Σ_i E_i y_i, with y_i `[d]` what agent i makes of its part x_i of X along
 * its chain. A round with two exchanges has two stages, and between them X = (what there is between rounds, ḡ, 1).
 */
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import {
  add,
  addProduct,
  block,
  fromBlocks,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  scaled,
  stacked,
} from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import { type LocalChain, operatorOf } from '../../maths/jumpLinear/jumpSystem.ts';
import { localShape } from '../chain/localSteps.ts';
import { LocalPass } from './localPass.ts';
import { byMoves, operatorIsOfState } from '../../maths/jumpLinear/derivedChains.ts';
import type { Part } from '../../maths/places.ts';
import { type RoundBlocks, roundBlocks } from './roundBlocks.ts';

export interface StageAgent extends Part {
  readonly pass: LocalPass;
}

export interface Stage {
  /** B `[after, before]` */
  readonly B: Matrix;
  /** of each class of agents */
  readonly agents: readonly StageAgent[];
}

/**
 * The stages of a round of `gap` local steps.
 *
 * @param chains - of classes of agents that are alike
 * @param agents - M
 */
export function stagesOf(
  program: RoundProgram,
  chains: readonly LocalChain[],
  agents: number,
  gap: number,
): Stage[] {
  const round = roundBlocks(program, { dimension: chains[0]!.dimension, agents }, gap);
  const { evaluatedAt, local, steps, B, opening, inputsOf, liftsOf } = round;
  if (evaluatedAt !== undefined) return evaluatedStages(round, evaluatedAt, chains);
  const ofAgents = chains.map((chain, i) => ({
    pass: new LocalPass(chain, { local, opening: [opening.x], moves: false, steps }),
    ...{ inputs: inputsOf(i), lifts: liftsOf(i) },
  }));
  return [{ B, agents: ofAgents }];
}

/** The first exchange adds ḡ to X, and chains do not move in it; in the second they begin with the move that it has observed. */
function evaluatedStages(
  { dimension: d, agents: M, size, local, steps, B, ofMean, opening, inputsOf, liftsOf }: RoundBlocks,
  evaluatedAt: Matrix,
  chains: readonly LocalChain[],
): Stage[] {
  /** with G(θ* + e, s) where it is evaluated, of each state, as a map of x_i */
  const ofStates = chains.map((given) => {
    const chain = operatorIsOfState(given) ? given : byMoves(given);
    const values = Array.from({ length: chain.states }, (_, s) =>
      multiply(operatorOf(chain, chain.operator[chain.first[s]!]!), evaluatedAt),
    );
    return { chain, values };
  });
  const gathered = localShape({ kind: 'gather' }, d, false);
  const unit = block(evaluatedAt, [d, 1]);
  const first = ofStates.map(({ chain, values }, i) => {
    const maps = values.map((g) => stacked([g, unit]));
    return {
      pass: new LocalPass(chain, { local: gathered, opening: maps, moves: false, steps: 0 }),
      ...{ inputs: inputsOf(i), lifts: [{ at: size, factor: 1 / M }] },
    };
  });
  const second = ofStates.map(({ chain, values }, i) => {
    const maps = values.map((g) =>
      beforeLast(addProduct(scaled(opening.x), opening.evaluated, g), opening.mean),
    );
    const inputs = [...inputsOf(i).slice(0, -1), ...Array.from({ length: d + 1 }, (_, j) => size + j)];
    return {
      pass: new LocalPass(chain, { local, opening: maps, moves: true, steps }),
      ...{ inputs, lifts: liftsOf(i) },
    };
  });
  const stays = matrix(size + d + 1, size + 1);
  add(block(stays, [0, size], [0, size]), identityMatrix(size));
  stays.values[stays.values.length - 1] = 1;
  return [
    { B: stays, agents: first },
    { B: beforeLast(B, ofMean), agents: second },
  ];
}

/** A with other columns before its last one. */
const beforeLast = (A: Matrix, columns: Matrix): Matrix =>
  fromBlocks([
    [block(A, [0, A.rows], [0, A.columns - 1]), columns, block(A, [0, A.rows], [A.columns - 1, 1])],
  ]);

/** Largest difference of P^H from its limit at which a chain has forgotten where it was. */
const FORGOTTEN = 1e-7;

/** Whether a chain forgets within its stage where it was. */
export const forgets = ({ pass: { chain, kernel } }: StageAgent): boolean => chainForgets(chain, kernel);

/** Whether a chain does, P^H its kernel. */
export function chainForgets({ states: n, stationary }: LocalChain, kernel: Vector): boolean {
  return kernel.every((p, at) => Math.abs(p - stationary[at % n]!) <= FORGOTTEN);
}
