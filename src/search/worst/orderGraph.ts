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
    return this.some(most);
  }

  /** The states that edges of the first so many lead to. */
  some(most: number): readonly number[] {
    for (let state = 0; state < Math.min(most, this.#ages.length); state++) this.from(state);
    return [...this.#ages.keys()];
  }

  /** The walk from a state with these steps; `undefined` where one is not admissible. */
  walk(state: number, agents: readonly (readonly number[])[]): readonly Edge[] | undefined {
    let at = state;
    const out = agents.flatMap((wanted) => {
      const edge = this.from(at).find(({ step }) => step.agents.join() === wanted.join());
      at = edge?.to ?? at;
      return edge ?? [];
    });
    return out.length === agents.length ? out : undefined;
  }

  /** The walk from the start along the edges of the largest value, the first of these, until it is over; as far as there is one. */
  walkBy(value: (edge: Edge) => number, isOver: (walk: readonly Edge[]) => boolean): readonly Edge[] {
    const walk: Edge[] = [];
    while (!isOver(walk)) {
      const [first, ...others] = this.from(walk.at(-1)?.to ?? 0);
      if (!first) break;
      walk.push(others.reduce((best, next) => (value(next) > value(best) ? next : best), first));
    }
    return walk;
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
