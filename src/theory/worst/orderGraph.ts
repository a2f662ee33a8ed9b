/** The automaton of admissible orders, made as far as somebody looks. */
import type { ArrivalRules, OrderedStep } from './arrivalRules.ts';

/** An edge: a server step. */
export interface Edge {
  readonly step: OrderedStep;
  /** the state that it leads to */
  readonly to: number;
}

/** The states are numbered as they are come upon. */
export class OrderGraph {
  readonly rules: ArrivalRules;
  readonly #ages: (readonly number[])[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #edges: (readonly Edge[] | undefined)[] = [];

  constructor(rules: ArrivalRules) {
    this.rules = rules;
    this.#numberOf(new Array<number>(rules.agents).fill(0));
  }

  /** Edges of a state; state 0 is the start of a run. */
  from(state: number): readonly Edge[] {
    return (this.#edges[state] ??= this.rules
      .after(this.#ages[state]!)
      .map((step) => ({ step, to: this.#numberOf(step.ages) })));
  }

  /** Every state that a run can be in, if there are no more than so many. */
  states(most: number): readonly number[] | undefined {
    for (let state = 0; state < this.#ages.length; state++) {
      if (this.#ages.length > most) return undefined;
      this.from(state);
    }
    return this.#ages.map((_, state) => state);
  }

  /** The walk from a state with these steps; `undefined` where one is not admissible. */
  walk(state: number, agents: readonly (readonly number[])[]): readonly Edge[] | undefined {
    const out: Edge[] = [];
    let at = state;
    for (const wanted of agents) {
      const edge = this.from(at).find(({ step }) => step.agents.join() === wanted.join());
      if (!edge) return undefined;
      out.push(edge);
      at = edge.to;
    }
    return out;
  }

  #numberOf(ages: readonly number[]): number {
    const key = ages.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#ages.length;
      this.#numbers.set(key, number);
      this.#ages.push(ages);
    }
    return number;
  }
}

/** Steps from the start of a run to where an order can be repeated forever; then one period of it. */
export function repeatedFromStart(
  graph: OrderGraph,
  order: readonly (readonly number[])[],
): { readonly lead: readonly Edge[]; readonly period: readonly Edge[] } | undefined {
  const ways = new Map<number, readonly Edge[]>([[0, []]]);
  // The map grows as it is gone through: breadth first.
  for (const [state, lead] of ways) {
    const period = graph.walk(state, order);
    if (period && period.at(-1)?.to === state) return { lead, period };
    for (const edge of [...(period ?? []).slice(-1), ...graph.from(state)]) {
      const way = edge === period?.at(-1) ? [...lead, ...period] : [...lead, edge];
      if (!ways.has(edge.to)) ways.set(edge.to, way);
    }
  }
  return undefined;
}
