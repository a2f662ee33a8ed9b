/** The state between rounds, and what a round does to it in the mean: many states side by side as columns. */
import type { Vector } from '../../maths/vector.ts';
import type { RoundShape } from './roundShape.ts';

/** Where X = (server, memory, correction of agent 0, of agent 1, …) holds what. */
export interface ServerState {
  readonly shape: RoundShape;
  readonly agents: number;
  /** length of X */
  readonly size: number;
}

/** The state of so many agents. */
export function serverState(shape: RoundShape, agents: number): ServerState {
  const shared = shape.kept.filter((block) => block !== 'correction').length;
  const ofAgents = shape.kept.length - shared;
  return { shape, agents, size: shape.dimension * (shared + ofAgents * agents) };
}

/** Where block `b` of agent `agent`'s part begins in X. */
export function placeOf({ shape: { dimension, kept } }: ServerState, b: number, agent: number): number {
  return dimension * (kept[b] === 'correction' ? b + agent : b);
}

/**
 * X⁺ `[size, width]` of what the agents reach, y_i `[d, width]` for each.
 *
 * @param X - the states at the round's start `[size, width]`
 */
export function closed(
  state: ServerState,
  X: Vector,
  results: readonly Vector[],
  width: number,
): Float64Array {
  const { shape, agents } = state;
  const { dimension: d, kept, updates } = shape;
  const out = new Float64Array(X.length);
  const length = d * width;
  const mean = new Float64Array(length);
  for (const y of results) for (let j = 0; j < length; j++) mean[j]! += y[j]! / agents;
  const means = kept.map((block, b) =>
    block === 'correction' ? averaged(state, X, b, width) : X.subarray(placeOf(state, b, 0) * width),
  );
  updates.forEach((update, b) => {
    const all = new Float64Array(length);
    addInto(all, 0, update.meanResult, mean, 0, length);
    update.averaged.forEach((factor, from) => addInto(all, 0, factor, means[from]!, 0, length));
    const isOwn = kept[b] === 'correction';
    for (let i = 0; i < (isOwn ? agents : 1); i++) {
      const to = placeOf(state, b, i) * width;
      addInto(out, to, 1, all, 0, length);
      update.ofAgent.forEach((factor, from) =>
        addInto(out, to, factor, X, placeOf(state, from, i) * width, length),
      );
      if (isOwn) addInto(out, to, update.result, results[i]!, 0, length);
    }
  });
  return out;
}

function averaged(state: ServerState, X: Vector, b: number, width: number): Float64Array {
  const length = state.shape.dimension * width;
  const out = new Float64Array(length);
  for (let i = 0; i < state.agents; i++)
    addInto(out, 0, 1 / state.agents, X, placeOf(state, b, i) * width, length);
  return out;
}

function addInto(
  out: Float64Array,
  to: number,
  factor: number,
  from: Vector,
  at: number,
  length: number,
): void {
  if (factor !== 0) for (let j = 0; j < length; j++) out[to + j]! += factor * from[at + j]!;
}
