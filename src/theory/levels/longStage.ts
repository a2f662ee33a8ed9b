/** A long round, in which all chains forget where they stood, as a stage X⁺ = B X + Σ_i E_i y_i. */
import { assign, block, identityMatrix, type Matrix, matrix, stacked } from '../../maths/matrix.ts';
import { type LocalChain, localShape } from '../chain/localSteps.ts';
import type { Exchange, RoundShape } from '../chain/roundShape.ts';
import { placeOf, type ServerState } from '../chain/serverState.ts';
import {
  type ExchangeOpening,
  exchangingAgents,
  type LongAgent,
  longAgents,
  type Place,
} from './longAgent.ts';
import type { Lift } from './part.ts';
import { inputsOf, openingOf, sharedMap } from './stages.ts';

export interface LongStage {
  /** B `[D, D]` */
  readonly shared: Matrix;
  readonly agents: readonly LongAgent[];
  /** E_i: where all agents write, and each in its own places */
  readonly common: readonly Lift[];
  readonly ofAgents: readonly (readonly Lift[])[];
}

/** The round of so many local steps; none where steps are too large for a chain's mixing time. */
export function longStage(
  state: ServerState,
  chains: readonly LocalChain[],
  steps: number,
): LongStage | undefined {
  const { shape } = state;
  const { act, dimension } = shape.local;
  // with a correction, which is 0 where an algorithm has none: algorithms then share their local steps
  const local = localShape(act, dimension, true);
  const isOwn = (b: number): boolean => shape.kept[b] === 'correction';
  const common = shape.updates.flatMap(({ meanResult }, b) =>
    (isOwn(b) ? chains : chains.slice(0, 1)).flatMap((_, i) =>
      liftTo(state, b, i, meanResult / chains.length),
    ),
  );
  const ofAgents = chains.map((_, i) =>
    shape.updates.flatMap(({ result }, b) => (isOwn(b) ? liftTo(state, b, i, result) : [])),
  );
  const places = chains.map((chain, i): Place => ({
    ...{ chain, local, steps: shape.exchange ? steps - 1 : steps },
    ...{ inputs: inputsOf(state, i, false), lifts: [...common, ...ofAgents[i]!] },
  }));
  const agents = shape.exchange
    ? exchangingAgents(places, exchangeOpening(shape, shape.exchange))
    : longAgents(places, opening(shape));
  const D = state.size + 1;
  return agents && { shared: matrix(D, D, sharedMap(state, D)), agents, common, ofAgents };
}

/** factor · y in block b of an agent; nothing where it is 0. */
const liftTo = (state: ServerState, b: number, agent: number, factor: number): Lift[] =>
  factor === 0 ? [] : [{ at: placeOf(state, b, agent), factor }];

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
