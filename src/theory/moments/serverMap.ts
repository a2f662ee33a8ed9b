/** The mean map of w = (1, server, memory) over a round whose agents keep nothing between rounds. */
import { noResponses, type Responses, takeBack } from './responses.ts';
import type { RoundStage } from './roundStages.ts';

/** Makes w⁺ the first outputs. */
export function serverOutputs(
  { constant, server, memory, dimension: d }: Responses,
  remembers: boolean,
): void {
  constant[0] = 1;
  for (let j = 0; j < d; j++) {
    server[(1 + j) * d + j] = 1;
    if (remembers) memory[(1 + d + j) * d + j] = 1;
  }
}

/** F `[n, n]`, n the length of w, from the responses of w⁺ to all that is there at the round's start. */
export function serverMapOf(
  { constant, server, memory, dimension: d }: Responses,
  n: number,
  remembers: boolean,
): Float64Array {
  const F = new Float64Array(n * n);
  for (let r = 0; r < n; r++) {
    F[r * n] = constant[r]!;
    F.set(server.subarray(r * d, (r + 1) * d), r * n + 1);
    if (remembers) F.set(memory.subarray(r * d, (r + 1) * d), r * n + 1 + d);
  }
  return F;
}

/** F `[n, n]` of a round's stages. */
export function serverMap(
  stages: readonly RoundStage[],
  dimension: number,
  agents: number,
  remembers: boolean,
): Float64Array {
  const n = 1 + dimension * (remembers ? 2 : 1);
  const responses = noResponses(n, dimension, agents, false);
  serverOutputs(responses, remembers);
  takeBack(responses, stages, () => undefined);
  return serverMapOf(responses, n, remembers);
}
