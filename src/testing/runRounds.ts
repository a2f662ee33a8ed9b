/** Rounds of an algorithm in which all agents answer: a run without clock or threads. */
import type { Algorithm } from '../algorithms/algorithm.ts';
import type { LocalOperator } from '../problems/operator.ts';
import { agentKit } from './agentKit.ts';
import { serverKit } from './serverKit.ts';

/** Who takes part, and for how long. */
export interface RoundsSettings {
  readonly algorithm: Algorithm;
  /** those that have no default, at least */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** M */
  readonly agents: number;
  /** an agent's operator on a copy of its stream */
  readonly operator: (agent: number, copy: number) => LocalOperator;
  /** θ̄ at the start `[d]` */
  readonly initial: ArrayLike<number>;
  /** H, of every round */
  readonly localSteps: number;
  /** T */
  readonly rounds: number;
}

/** More exchanges of one round than any protocol has. */
const MOST_EXCHANGES = 100;

/**
 * Passes messages between a server and its agents, round by round.
 *
 * @returns θ̄ at the start and after each round `[T + 1][d]`
 * @throws Error where a round does not end, or a part writes in a message
 */
export function runRounds(settings: RoundsSettings): readonly (readonly number[])[] {
  const { algorithm, parameters, initial, localSteps, rounds } = settings;
  const trigger = { kind: 'deterministic', localSteps } as const;
  const server = serverKit(algorithm, parameters, { initial, agents: settings.agents, trigger });
  const agents = Array.from({ length: settings.agents }, (_, agent) =>
    agentKit(algorithm, parameters, {
      agent,
      trigger,
      operator: (copy) => settings.operator(agent, copy),
    }),
  );
  const models = [Array.from(initial)];
  for (let round = 1; round <= rounds; round++) {
    let message = server.open(round, localSteps);
    for (let exchange = 1; ; exchange++) {
      const sent = agents.map((_, agent) => (exchange === 1 ? server.openTo(agent, message) : message));
      const output = server.receive(agents.map((agent, i) => agent.receive(sent[i]!)));
      if ('localModels' in output) {
        models.push(Array.from(output.theta));
        break;
      }
      if (exchange === MOST_EXCHANGES)
        throw new Error(
          `expected round ${round} to end within ${MOST_EXCHANGES} exchanges, got another broadcast`,
        );
      message = output;
    }
  }
  return models;
}
