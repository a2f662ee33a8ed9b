/**
 * Every periodic order of a length, as a closed walk of the automaton. A walk starts at the smallest number of a state that
 * it comes through, so that an order comes as often as it comes through that state.
 */
import type { Edge, OrderGraph } from './orderGraph.ts';

/** Closed walks of one length. */
export interface ClosedWalks {
  /** how many there are */
  readonly count: number;
  /** what it takes to make them: edges, those that several walks begin with once */
  readonly edges: number;
  /**
   * Each of them, depth first, with a value that is built along it. The array of its edges is used again.
   *
   * @param first - value of a walk of no edges
   * @param extended - value of a walk to a state and along one more edge
   */
  readonly each: <T>(
    first: T,
    extended: (value: T, state: number, edge: Edge) => T,
  ) => Generator<{ readonly steps: readonly Edge[]; readonly value: T }, void>;
}

/** Walks from a state back to it through states with no smaller number. */
interface Returns {
  readonly start: number;
  readonly count: number;
  readonly edges: number;
  /** at r: the states on such walks from which the start is reached in r more steps */
  readonly left: readonly ReadonlySet<number>[];
}

/**
 * Counts the closed walks of a length; they are made when they are asked for.
 *
 * @param states - of the automaton, all of them
 */
export function closedWalks(graph: OrderGraph, states: readonly number[], length: number): ClosedWalks {
  const returns = states.map((start) => returnsTo(graph, start, length)).filter(({ count }) => count > 0);
  return {
    count: returns.reduce((sum, { count }) => sum + count, 0),
    edges: returns.reduce((sum, { edges }) => sum + edges, 0),
    *each(first, extended) {
      for (const entry of returns) yield* walksOf(graph, entry, length, first, extended);
    },
  };
}

function returnsTo(graph: OrderGraph, start: number, length: number): Returns {
  const reached = [new Set([start])];
  for (let k = 0; k < length; k++) {
    const next = new Set<number>();
    for (const state of reached[k]!) for (const { to } of graph.from(state)) if (to >= start) next.add(to);
    reached.push(next);
  }
  const left = [new Set([start])];
  for (let r = 1; r <= length; r++) {
    const leads = ({ to }: Edge): boolean => left[r - 1]!.has(to);
    left.push(new Set([...reached[length - r]!].filter((state) => graph.from(state).some(leads))));
  }
  let counts = new Map(left[length]!.has(start) ? [[start, 1]] : []);
  let edges = 0;
  for (let r = length - 1; r >= 0; r--) {
    const next = new Map<number, number>();
    for (const [state, count] of counts) {
      for (const { to } of graph.from(state)) {
        if (!left[r]!.has(to)) continue;
        next.set(to, (next.get(to) ?? 0) + count);
        edges += count;
      }
    }
    counts = next;
  }
  return { start, count: counts.get(start) ?? 0, edges, left };
}

function* walksOf<T>(
  graph: OrderGraph,
  { start, left }: Returns,
  length: number,
  first: T,
  extended: (value: T, state: number, edge: Edge) => T,
): Generator<{ readonly steps: readonly Edge[]; readonly value: T }, void> {
  const steps: Edge[] = [];
  function* further(state: number, value: T): Generator<{ steps: readonly Edge[]; value: T }, void> {
    const remaining = length - steps.length;
    if (remaining === 0) {
      yield { steps, value };
      return;
    }
    for (const edge of graph.from(state)) {
      if (!left[remaining - 1]!.has(edge.to)) continue;
      steps.push(edge);
      yield* further(edge.to, extended(value, state, edge));
      steps.pop();
    }
  }
  yield* further(start, first);
}
