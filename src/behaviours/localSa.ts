/**
 * Local SA's agent: from the server's θ̄, `H` local steps `θ ← θ + η G_i(θ, o)`, then θ goes back.
 * The same algorithm is FedLSA (Mangold et al. 2024, Algorithm 1), FedAvg, Local SGD and federated
 * TD(0), according to the operator.
 */
import { type StepSize, stepSizeAt } from '../algorithms/stepSize.ts';
import { outOfPlace } from './behaviour.ts';
import type { StagedBehaviour } from './stagedBehaviour.ts';

/** An agent of Local SA, which keeps nothing between rounds but its observation stream; `stepSize` is η. */
export function localSaAgent(agent: number, stepSize: StepSize): StagedBehaviour<undefined> {
  return {
    streams: [0],
    init: () => undefined,
    ask: (_state, message, work) => {
      if (message.kind !== 'roundStarted') return outOfPlace('a Local SA agent', message.kind);
      const { round, localSteps, theta } = message;
      work.advance(theta, stepSizeAt(stepSize, round), undefined, localSteps);
    },
    answer: (_state, { round }, work) => ({ kind: 'localModel', agent, round, theta: work.theta }),
  };
}
