/**
 * Every periodic order of a length, as a closed walk of the automaton. A walk starts at the smallest number of a state that
 * it comes through, so that an order comes as often as it comes through that state.
 */
import type { Edge, OrderGraph } from './orderGraph.ts';

/** How many walks there are, and what it takes to make them: edges, those that several walks begin with once. */
interface Ways {
  readonly count: number;
  readonly edges: number;
}

/** Closed walks of one length. */
interface ClosedWalks extends Ways {
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

/**
 * Counts the closed walks of a length; they are made when they are asked for.
 *
 * @param states - of the automaton, all of them
 */
export function closedWalks(graph: OrderGraph, states: readonly number[], length: number): ClosedWalks {
  const returns = states
    .map((start) => ({ start, ways: waysBack(graph, start) }))
    .filter(({ start, ways }) => ways(start, length).count > 0);
  return {
    ...together(returns.map(({ start, ways }) => ways(start, length))),
    *each<T>(first: T, extended: (value: T, state: number, edge: Edge) => T) {
      const steps: Edge[] = [];
      function* further(
        state: number,
        value: T,
        ways: WaysBack,
      ): Generator<{ steps: Edge[]; value: T }, void> {
        const left = length - steps.length;
        if (left === 0) yield { steps, value };
        else
          for (const edge of graph.from(state)) {
            if (ways(edge.to, left - 1).count === 0) continue;
            steps.push(edge);
            yield* further(edge.to, extended(value, state, edge), ways);
            steps.pop();
          }
      }
      for (const { start, ways } of returns) yield* further(start, first, ways);
    },
  };
}

const together = (all: readonly Ways[], each = 0): Ways => ({
  count: all.reduce((sum, { count }) => sum + count, 0),
  edges: all.reduce((sum, { edges }) => sum + edges + each, 0),
});

/** Those from a state to the start in so many steps, through states with no smaller number. */
type WaysBack = (state: number, steps: number) => Ways;

function waysBack(graph: OrderGraph, start: number): WaysBack {
  const known: Map<number, Ways>[] = [];
  const ways: WaysBack = (state, steps) => {
    if (state < start || steps === 0) return { count: Number(state === start), edges: 0 };
    const ofSteps = (known[steps] ??= new Map<number, Ways>());
    let found = ofSteps.get(state);
    if (!found) {
      const further = graph.from(state).map(({ to }) => ways(to, steps - 1));
      found = together(
        further.filter(({ count }) => count > 0),
        1,
      );
      ofSteps.set(state, found);
    }
    return found;
  };
  return ways;
}
