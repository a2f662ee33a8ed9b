/** A long round, in which all chains forget where they stood, as a stage X⁺ = B X + Σ_i E_i y_i. */
import { assign, block, identityMatrix, type Matrix, matrix, stacked } from '../../maths/matrix.ts';
import type { LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import type { Exchange, RoundShape } from '../chain/roundShape.ts';
import type { ServerState } from '../chain/serverState.ts';
import {
  type ExchangeOpening,
  exchangingAgents,
  type LongAgent,
  longAgents,
  type Place,
} from './longAgent.ts';
import { inputsOf, liftsOf, openingOf, sharedMap } from './stages.ts';

export interface LongStage {
  /** B `[D, D]` */
  readonly shared: Matrix;
  readonly agents: readonly LongAgent[];
}

/** The round of so many local steps; none where steps are too large for a chain's mixing time. */
export function longStage(
  state: ServerState,
  chains: readonly LocalChain[],
  steps: number,
): LongStage | undefined {
  const { shape } = state;
  // with a correction, which is 0 where an algorithm has none: algorithms then share their local steps
  const { dimension, gain } = shape.local;
  const local = shape.local.second
    ? shape.local
    : { ...shape.local, second: true, size: 2 * dimension + 1, shift: gain };
  const places = chains.map((chain, i): Place => ({
    ...{ chain, local, steps: shape.exchange ? steps - 1 : steps },
    ...{ inputs: inputsOf(state, i, false), lifts: liftsOf(state, i) },
  }));
  const agents = shape.exchange
    ? exchangingAgents(places, exchangeOpening(shape, shape.exchange))
    : longAgents(places, opening(shape));
  const D = state.size + 1;
  return agents && { shared: matrix(D, D, sharedMap(state, D)), agents };
}

/** z = O x at the start of a round with one exchange. */
function opening(shape: RoundShape): Matrix {
  const { dimension: d, local, size: q } = shape;
  const O = matrix(local.size, q, openingOf(shape));
  if (local.second) return O;
  return stacked([block(O, [0, d]), matrix(d, q), block(O, [d, 1])]);
}

function exchangeOpening(
  { dimension: d, local, size: q }: RoundShape,
  { modelOfServer, modelOfMean, correctionOfMean, correctionOfOwn }: Exchange,
): ExchangeOpening {
  const { size: z } = local;
  const [x, mean, ofAgent] = [matrix(z, q), matrix(z, d), matrix(z, d)];
  const set = (A: Matrix, top: number, factor: number): void => {
    assign(block(A, [top, d], [0, d]), identityMatrix(d, factor));
  };
  set(x, 0, modelOfServer);
  set(mean, 0, modelOfMean);
  set(mean, d, correctionOfMean);
  set(ofAgent, d, correctionOfOwn);
  x.values[z * q - 1] = 1;
  return { x, mean, ofAgent };
}
