/** Distances of each agent's model at the end of its local steps: numbers of a record behind all metrics, two an agent. */
import type { MeasuredRound, MeasuredRun } from './metrics/measuredRound.ts';

/** ‖θ_i − θ*‖² and ‖θ_i − the model that it started from‖². */
export interface AgentValues {
  readonly agent: number;
  /** NaN where θ* is not known */
  readonly error: number;
  readonly drift: number;
}

/** How many numbers of a record are agents'. */
export const agentFields = ({
  agentErrors,
  agents,
}: Pick<MeasuredRun, 'agents'> & { readonly agentErrors?: boolean | undefined }): number =>
  agentErrors ? 2 * agents : 0;

/**
 * Puts the agents' numbers into a record.
 *
 * @param at - place of the first; those of agents that the round did not take in stay as they are
 */
export function putAgentValues(round: MeasuredRound, values: number[], at: number): void {
  const { models, origins, takenIn } = round;
  const { root } = round.run.answer;
  models.forEach((model, k) => {
    const place = at + 2 * (takenIn?.[k] ?? k);
    const origin = origins[k]!;
    let [error, drift] = [0, 0];
    for (let j = 0; j < model.length; j++) {
      error += root === undefined ? NaN : (model[j]! - root[j]!) ** 2;
      drift += (model[j]! - origin[j]!) ** 2;
    }
    values[place] = error;
    values[place + 1] = drift;
  });
}

/**
 * The agents that a record has numbers of.
 *
 * @param agents - M; a record without their numbers has none
 */
export function agentValuesOf(values: readonly number[], agents: number): AgentValues[] {
  const first = values.length - 2 * agents;
  return Array.from({ length: agents }, (_, agent) => ({
    agent,
    error: values[first + 2 * agent]!,
    drift: values[first + 2 * agent + 1]!,
  })).filter(({ drift }) => !Number.isNaN(drift));
}
