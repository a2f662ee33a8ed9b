/** The stages of a round of a closure. */
import { inputsOf, liftsOf, openingOf, sharedMap } from '../levels/stages.ts';
import { exchangingAgents } from './exchangingAgents.ts';
import type { FixedRound } from './fixedRound.ts';
import type { LocalChain } from './localSteps.ts';
import type { ServerState } from './serverState.ts';
import { fixedAgent, type Passes, type Place, plainAgent, stepsOf, type TiedAgent } from './tiedAgents.ts';
import type { TiedStage } from './tiedRounds.ts';

/** The stages of `steps` local steps. */
export function tiedStages(
  state: ServerState,
  chains: readonly LocalChain[],
  steps: number,
  passes: Passes,
): TiedStage[] {
  const { shape } = state;
  if (shape.exchange === undefined) {
    const opening = openingOf(shape);
    return [
      stageOf(state, (place, i) =>
        plainAgent(stepsOf(chains[i]!, shape.local, steps, opening), place, passes),
      ),
    ];
  }
  const places = placesOf(state, true);
  const [opening, closing] = exchangingAgents(chains, shape, steps, places, passes);
  const { size } = state;
  const [from, to] = [size + 1, size + shape.dimension + 1];
  const shared = new Float64Array(to * from);
  for (let j = 0; j < size; j++) shared[j * from + j] = 1;
  shared[to * from - 1] = 1;
  return [
    { from, to, shared, agents: opening },
    { from: to, to: from, shared: sharedMap(state, to), agents: closing },
  ];
}

/** The one stage of agents whose noise does not depend on the state. */
export const fixedStages = (state: ServerState, agents: readonly FixedRound[]): TiedStage[] => [
  stageOf(state, (place, i) => fixedAgent(agents[i]!, place)),
];

function stageOf(state: ServerState, agentOf: (place: Place, agent: number) => TiedAgent): TiedStage {
  const from = state.size + 1;
  return { from, to: from, shared: sharedMap(state, from), agents: placesOf(state, false).map(agentOf) };
}

const placesOf = (state: ServerState, withMean: boolean): Place[] =>
  Array.from({ length: state.agents }, (_, i) => ({
    inputs: inputsOf(state, i, withMean),
    lifts: liftsOf(state, i),
  }));
