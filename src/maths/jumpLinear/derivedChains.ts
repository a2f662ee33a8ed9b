/** Chains made of an agent's chain: of its moves, so that an observation depends on the state alone, and of the states that it keeps coming back to. */
import type { LocalChain } from './jumpSystem.ts';

/** Whether the observation depends on the state that the chain leaves alone. */
export function operatorIsOfState({ states, first, operator }: LocalChain): boolean {
  for (let s = 0; s < states; s++)
    for (let e = first[s]! + 1; e < first[s + 1]!; e++) if (operator[e] !== operator[first[s]!]) return false;
  return true;
}

/** The chain whose states are the moves of positive probability. */
export function byMoves(chain: LocalChain): LocalChain {
  const { states, stationary, start, first, next, probability, dimension, operator, operators } = chain;
  const count = next.length;
  const law = new Float64Array(count);
  const begin = new Float64Array(count);
  for (let s = 0; s < states; s++) {
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      law[e] = stationary[s]! * probability[e]!;
      begin[e] = start[s]! * probability[e]!;
    }
  }
  const from = new Int32Array(count + 1);
  const to: number[] = [];
  const chance: number[] = [];
  const observed: number[] = [];
  for (let e = 0; e < count; e++) {
    for (let after = first[next[e]!]!; after < first[next[e]! + 1]!; after++) {
      to.push(after);
      chance.push(probability[after]!);
      observed.push(operator[e]!);
    }
    from[e + 1] = to.length;
  }
  return {
    states: count,
    stationary: law,
    start: begin,
    first: from,
    next: Int32Array.from(to),
    probability: Float64Array.from(chance),
    dimension,
    operator: Int32Array.from(observed),
    operators,
  };
}

/** The chain on the states that it keeps coming back to; none where it may start in another. */
export function recurrentChain(chain: LocalChain): LocalChain | undefined {
  const { states, stationary, start, first, next, probability, dimension, operator, operators } = chain;
  const place = new Int32Array(states).fill(-1);
  let count = 0;
  for (let s = 0; s < states; s++) {
    if (stationary[s]! > 0) place[s] = count++;
    else if (start[s]! > 0) return undefined;
  }
  if (count === states) return chain;
  const from = new Int32Array(count + 1);
  const moves: number[] = [];
  for (let s = 0; s < states; s++) {
    if (place[s]! < 0) continue;
    for (let e = first[s]!; e < first[s + 1]!; e++) moves.push(e);
    from[place[s]! + 1] = moves.length;
  }
  return {
    states: count,
    stationary: stationary.filter((_, s) => place[s]! >= 0),
    start: start.filter((_, s) => place[s]! >= 0),
    first: from,
    next: Int32Array.from(moves, (e) => place[next[e]!]!),
    probability: Float64Array.from(moves, (e) => probability[e]!),
    dimension,
    operator: Int32Array.from(moves, (e) => operator[e]!),
    operators,
  };
}
