/** The models of all who take part in a round, with those that a server ascribes to silent agents. */
import type { Vector } from '../../src/index.ts';

/**
 * @param answers - of those who have sent their models
 * @param silent - the numbers of the others
 * @param ascribed - the model of one of these
 */
export const inAgentOrder = (
  answers: readonly { readonly agent: number; readonly theta: Vector }[],
  silent: readonly number[],
  ascribed: (agent: number) => Vector,
): Vector[] =>
  [...answers, ...silent.map((agent) => ({ agent, theta: ascribed(agent) }))]
    .sort((a, b) => a.agent - b.agent)
    .map(({ theta }) => theta);
