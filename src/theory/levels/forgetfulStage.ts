/** A round of agents whose chains forget within it where they stood. */
import type { LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import type { Exchange, RoundShape } from '../chain/roundShape.ts';
import type { ServerState } from '../chain/serverState.ts';
import {
  type ExchangeOpening,
  exchangingAgents,
  type ForgetfulAgent,
  forgetfulAgent,
  type Place,
} from './forgetfulAgent.ts';
import { inputsOf, liftsOf, openingOf, sharedMap } from './stages.ts';

/** `X⁺ = B X + Σ_i E_i y_i`. */
export interface ForgetfulStage {
  /** B `[size, size]` */
  readonly shared: Float64Array;
  readonly agents: readonly ForgetfulAgent[];
}

/** Where a round of so many local steps begins and ends, for each agent. */
export function placesOf(state: ServerState, chains: readonly LocalChain[], steps: number): Place[] {
  const { local, exchange } = state.shape;
  return chains.map((chain, i) => ({
    chain,
    local,
    steps: exchange ? steps - 1 : steps,
    inputs: inputsOf(state, i, false),
    lifts: liftsOf(state, i),
  }));
}

/** The round; none where steps are too large for a chain's mixing time. */
export function forgetfulStage(state: ServerState, places: readonly Place[]): ForgetfulStage | undefined {
  const { shape } = state;
  const shared = sharedMap(state, state.size + 1);
  if (shape.exchange) {
    const agents = exchangingAgents(places, exchangeOpening(shape, shape.exchange));
    return agents && { shared, agents };
  }
  const opening = openingOf(shape);
  const agents: ForgetfulAgent[] = [];
  for (const place of places) {
    const agent = forgetfulAgent(place, opening);
    if (agent === undefined) return undefined;
    agents.push(agent);
  }
  return { shared, agents };
}

function exchangeOpening(
  { dimension: d, kept, local: { size: z } }: RoundShape,
  { modelOfServer, modelOfMean, correctionOfMean, correctionOfOwn }: Exchange,
): ExchangeOpening {
  const q = d * kept.length + 1;
  const x = new Float64Array(z * q);
  const mean = new Float64Array(z * d);
  const projected = new Float64Array(z * d);
  for (let j = 0; j < d; j++) {
    x[j * q + j] = modelOfServer;
    mean[j * d + j] = modelOfMean;
    mean[(d + j) * d + j] = correctionOfMean;
    projected[(d + j) * d + j] = correctionOfOwn;
  }
  x[z * q - 1] = 1;
  return { x, mean, ofAgent: projected };
}
