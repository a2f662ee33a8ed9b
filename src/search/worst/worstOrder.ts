/**
 * The worst periodic order: the closed walk of the automaton whose product of matrices has the largest `ρ^{1/p}`, p its period.
 *
 * Walks are made longer step by step, and one is given up once some beginning of it, of k steps, has a norm of at most
 * rᵏ, r the best rate so far. No order with a rate above r is lost so: if each place of a periodic order had a
 * stretch after it with a norm below r per step, stretches would follow one another until they close, and the order's rate
 * would be below r. What is left after so many steps bounds every order whatever, also those without a period: the joint spectral
 * radius of the automaton (Gripenberg, "Computing the joint spectral radius", Linear Algebra Appl. 1996; norms that differ between
 * states: ellipsoids.ts).
 */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { identityMatrix, type Matrix, multiply, transposed } from '../../maths/matrix.ts';
import { spectralNorm } from '../../maths/symmetricEigenvalues.ts';
import { squaredNorm } from '../../maths/vector.ts';
import { closedWalks } from './closedWalks.ts';
import { type Arrow, balls, type Ellipsoids, improved, turned } from './ellipsoids.ts';
import type { Edge, OrderGraph } from './orderGraph.ts';
import type { StepMaps } from './stepMaps.ts';

/** What is looked for. */
export interface OrderSearch {
  /** one that has {@link startsOf} walks */
  readonly graph: OrderGraph;
  readonly maps: StepMaps;
  /** P, the longest period */
  readonly period: number;
  /** orders that are known, as agents step by step; those that are not admissible are left out */
  readonly known?: readonly (readonly (readonly number[])[])[];
  /** only orders with a larger rate are looked for, and the first ends the search */
  readonly above?: number;
  /** multiplications of the orders that are gone through, of one level of walks, and of all walks longer than P */
  readonly effort?: number;
}

export interface FoundOrder {
  /** one period, from a state that the automaton comes back to */
  readonly steps: readonly Edge[];
  /** ρ^{1/p}: what errors grow by, a server step */
  readonly rate: number;
}

/** What was found. */
export interface OrderBounds {
  /** `undefined` where there is none, or with `above` none above it */
  readonly worst: FoundOrder | undefined;
  /** every order of a period up to this was considered; of longer ones up to P those that looked worst */
  readonly examined: number;
  /** no order whatever grows faster, a step */
  readonly upper: number;
}

/** Multiplications where nothing is said, and of the ellipsoids. */
const LEVEL = 1e8;
const SHAPES = 3e8;
/** Multiplications of a singular value, beside n³. */
const NORM = 20;
/** Numbers in the matrices of a level. */
const NUMBERS = 2e7;
/** Powers of a matrix that bound its spectral radius: up to the 32nd. */
const POWERS = 5;
/** States that walks begin at, and that have norms of their own, at most. */
const MOST_STATES = 400;
/** States of an automaton whose closed walks are counted. */
const MOST_COUNTED = 1000;
/** Rounds of the ellipsoids, at most. */
const ROUNDS = 40;
/** Rates nearer to one another than this are the same. */
const SAME = 1e-10;
/** How near to the rate the upper bound is brought, and after how many steps no longer. */
const CLOSE = 1e-6;
const FURTHER = 4;
/** Walks between two signs of life. */
const BEAT = 500;

/** A walk with what it makes of a state. */
interface Walk {
  readonly start: number;
  readonly state: number;
  readonly product: Matrix;
  /** the smallest norm per step of its beginnings */
  readonly least: number;
  readonly last: Edge | undefined;
  readonly before: Walk | undefined;
}

/**
 * States at which walks have to begin so that every order comes among them: all of them or, where these are too many but
 * the start of a run does with a step what any other does, that one. `undefined` where neither is so.
 */
export const startsOf = (graph: OrderGraph): readonly number[] | undefined =>
  graph.states(MOST_STATES) ?? (graph.rules.anyStart ? [0] : undefined);

/**
 * Searches; each value that it yields is a sign of life, the number of steps that walks have.
 *
 * First it goes through all closed walks one by one, as long as they are few: norms leave out little before walks are long.
 */
export function* worstOrder(search: OrderSearch): Generator<number, OrderBounds> {
  const { graph, maps, period, known = [], above, effort = above === undefined ? LEVEL : LEVEL / 4 } = search;
  const starts = startsOf(graph)!;
  const affordableStarts = affordable(starts, maps.size) ? starts : undefined;
  const shapeOf = affordableStarts ? (state: number) => state : () => 0;
  const ellipsoids = yield* shaped(search, affordableStarts, shapeOf);
  const best = new BestOrder(maps, above);
  for (const order of [...known, ...seeds(graph)])
    if (order.length <= period) best.consider(closed(graph, 0, order));
  const walked = {
    ...{ graph, period, starts, effort, best },
    ...{ n: maps.size, turnedOf: turning(maps, ellipsoids, shapeOf) },
    last: above === undefined ? FURTHER * period : period,
  };
  const enumerated = yield* throughClosedWalks(walked);
  return yield* throughWalks(walked, enumerated);
}

/** The order with the largest rate so far. */
class BestOrder {
  order: FoundOrder | undefined;
  /** that of the order, or where there is none the rate that it would have to be above */
  rate: number;
  readonly #maps: StepMaps;
  /** whether one order ends the search */
  readonly #isEnough: boolean;

  constructor(maps: StepMaps, above: number | undefined) {
    this.#maps = maps;
    this.#isEnough = above !== undefined;
    this.rate = above ?? 0;
  }

  isOver(): boolean {
    return this.#isEnough && this.order !== undefined;
  }

  consider(steps: readonly Edge[] | undefined): void {
    if (!steps || steps.length === 0) return;
    const { values } = productOf(steps, this.#maps);
    const rate = spectralRadius(values, this.#maps.size) ** (1 / steps.length);
    if (!(rate > this.rate * (1 + SAME))) return;
    this.rate = rate;
    this.order = { steps: turnedRound(steps), rate };
  }
}

/** What walks are made of, and how far they go. */
interface Walked {
  readonly graph: OrderGraph;
  readonly n: number;
  /** the matrix of a state's edge, in coordinates in which norms are Euclidean */
  readonly turnedOf: (state: number, edge: Edge) => Matrix;
  readonly starts: readonly number[];
  readonly period: number;
  /** steps of the longest walks: those beyond the period are for the upper bound alone */
  readonly last: number;
  readonly effort: number;
  readonly best: BestOrder;
}

/** Considers every closed walk of 1, 2, … steps, while that is affordable; it returns how many steps. */
function* throughClosedWalks({
  graph,
  n,
  turnedOf,
  period,
  effort,
  best,
}: Walked): Generator<number, number> {
  const states = graph.states(MOST_COUNTED);
  if (!states) return 0;
  const extended = (product: Matrix, state: number, edge: Edge): Matrix =>
    multiply(turnedOf(state, edge), product);
  let spent = 0;
  for (let length = 1; length <= period && !best.isOver(); length++) {
    const { count, edges, each } = closedWalks(graph, states, length);
    spent += (edges + POWERS * count) * n ** 3;
    if (spent > effort) return length - 1;
    let seen = 0;
    for (const { steps, value } of each(identityMatrix(n), extended)) {
      if (++seen % BEAT === 0) yield length;
      if (!isRadiusBelow(value, best.rate ** length)) best.consider([...steps]);
      if (best.isOver()) return length;
    }
  }
  return period;
}

/**
 * Makes walks longer until none is left, and considers those that close beyond `enumerated` steps. Where a level has more than are
 * affordable the least are dropped; those that grew most bound the orders that were lost so.
 */
function* throughWalks(walked: Walked, enumerated: number): Generator<number, OrderBounds> {
  const { graph, n, starts, period, last, effort, best } = walked;
  const branches = Math.max(1, graph.from(0).length);
  const width = Math.max(100, Math.floor(Math.min(effort / (branches * NORM * n ** 3), NUMBERS / n ** 2)));
  const start = identityMatrix(n);
  let walks: Walk[] = starts.map((state) => ({
    ...{ start: state, state, product: start, least: Infinity, last: undefined, before: undefined },
  }));
  let examined = period;
  let dropped = 0;
  let upper = Infinity;
  /** extensions of walks beyond the period that are affordable */
  let left = effort / (NORM * n ** 3);
  for (let length = 1; length <= last && left > 0 && !best.isOver(); length++) {
    const isLong = length > period;
    const floor = (): number => best.rate * (1 + (isLong ? CLOSE : SAME));
    const extended = yield* longerWalks(walked, walks, {
      length,
      floor,
      closes: !isLong && length > enumerated,
    });
    if (best.isOver()) break;
    if (isLong) left -= extended.count;
    // The next level would break off half-way.
    if (isLong && extended.walks.length * branches > left) left = 0;
    walks = extended.walks.filter(({ least }) => least > floor()).sort((a, b) => b.least - a.least);
    if (walks.length > width && !isLong) {
      examined = Math.min(examined, length);
      dropped = Math.max(dropped, walks[width]!.least);
      walks.length = width;
    }
    upper = Math.max(floor(), dropped, walks[0]?.least ?? 0);
    if (walks.length === 0 || (isLong && dropped >= upper)) break;
  }
  return { worst: best.order, examined: Math.max(examined, enumerated), upper };
}

/** A level of walks. */
interface Level {
  /** of its walks, in steps */
  readonly length: number;
  /** the rate that a walk has to be above; it grows with the best order */
  readonly floor: () => number;
  /** whether walks that close are considered */
  readonly closes: boolean;
}

/** Each walk by one more edge, where no beginning of it shows that it is not above the floor, and how many were tried. */
function* longerWalks(
  { graph, turnedOf, starts, best }: Walked,
  walks: readonly Walk[],
  { length, floor, closes }: Level,
): Generator<number, { readonly walks: Walk[]; readonly count: number }> {
  const longer: Walk[] = [];
  let count = 0;
  for (const walk of walks)
    for (const edge of graph.from(walk.state)) {
      if (++count % BEAT === 0) yield length;
      const product = multiply(turnedOf(walk.state, edge), walk.product);
      const least = Math.min(walk.least, normAbove(product, floor() ** length) ** (1 / length));
      if (!(least > floor())) continue;
      const next = { start: walk.start, state: edge.to, product, least, last: edge, before: walk };
      longer.push(next);
      if (!closes) continue;
      if (edge.to === walk.start) best.consider(stepsOf(next));
      else if (starts.length === 1) best.consider(closed(graph, edge.to, stepsOf(next).map(agentsOf)));
      if (best.isOver()) return { walks: longer, count };
    }
  return { walks: longer, count };
}

/** Whether each of so many states can be given a norm of its own. */
const affordable = ({ length }: readonly number[], n: number): boolean =>
  ROUNDS * NORM * 2 * n ** 3 * length <= SHAPES;

/** The norms of the states; the one of all, where they have none of their own. */
function* shaped(
  { graph, maps }: OrderSearch,
  starts: readonly number[] | undefined,
  shapeOf: (state: number) => number,
): Generator<number, Ellipsoids> {
  const n = maps.size;
  const different = new Map<Matrix, Arrow>();
  const arrows: Arrow[] = [];
  for (const state of starts ?? graph.some(MOST_STATES)) {
    for (const { step, to } of graph.from(state)) {
      const arrow = { from: shapeOf(state), to: shapeOf(to), map: maps.matrix(step) };
      if (starts) arrows.push(arrow);
      else different.set(arrow.map, arrow);
    }
  }
  let found = balls(starts?.length ?? 1, n);
  let round = 0;
  let before = Infinity;
  for (const { ellipsoids, growth } of improved(starts ? arrows : [...different.values()], found)) {
    found = ellipsoids;
    yield 0;
    if (++round > ROUNDS || (round % 10 === 0 && growth > before * (1 - CLOSE))) break;
    if (round % 10 === 0) before = growth;
  }
  return found;
}

/** The matrices of edges in coordinates in which the norms are Euclidean. */
function turning(
  maps: StepMaps,
  ellipsoids: Ellipsoids,
  shapeOf: (state: number) => number,
): (state: number, edge: Edge) => Matrix {
  const known = new Map<Matrix, (Matrix | undefined)[]>();
  const many = ellipsoids.lower.length;
  return (state, { step, to }) => {
    const arrow = { from: shapeOf(state), to: shapeOf(to), map: maps.matrix(step) };
    const ofMap = known.get(arrow.map) ?? [];
    known.set(arrow.map, ofMap);
    return (ofMap[arrow.from * many + arrow.to] ??= turned(arrow, ellipsoids));
  };
}

/** ‖A‖, or an upper bound that is not above `enough`: the bounds are a fraction of the work. */
function normAbove(A: Matrix, enough: number): number {
  let bound = frobenius(A);
  if (bound <= enough) return bound;
  let power = multiply(transposed(A), A);
  for (const root of [2, 4, 8]) {
    bound = frobenius(power) ** (1 / root);
    if (bound <= enough) return bound;
    if (root < 8) power = multiply(power, power);
  }
  return Math.min(bound, spectralNorm(A.values, A.rows));
}

/** Whether ρ(A) is surely not above `enough`, by the norms of its powers. */
function isRadiusBelow(A: Matrix, enough: number): boolean {
  let power = A;
  for (let k = 0; k <= POWERS; k++) {
    if (frobenius(power) <= enough ** (2 ** k)) return true;
    if (k < POWERS) power = multiply(power, power);
  }
  return false;
}

const frobenius = ({ values }: Matrix): number => Math.sqrt(squaredNorm(values));

/** The same order, begun where its agents' numbers come first. */
function turnedRound(steps: readonly Edge[]): readonly Edge[] {
  const text = (edges: readonly Edge[]): string => edges.map(agentsOf).join('/');
  return steps
    .map((_, k) => [...steps.slice(k), ...steps.slice(0, k)])
    .reduce((first, edges) => (text(edges) < text(first) ? edges : first));
}

const agentsOf = ({ step }: Edge): readonly number[] => step.agents;

function stepsOf(walk: Walk): Edge[] {
  const out: Edge[] = [];
  for (let at: Walk | undefined = walk; at?.last; at = at.before) out.push(at.last);
  return out.reverse();
}

/** One period of an order that is repeated from a state on, once it comes back to where it was. */
function closed(
  graph: OrderGraph,
  state: number,
  order: readonly (readonly number[])[],
): readonly Edge[] | undefined {
  let from = state;
  for (let k = 0; k <= graph.rules.bound + 1; k++) {
    const steps = graph.walk(from, order);
    const to = steps?.at(-1)?.to;
    if (to === undefined || to === from) return steps;
    from = to;
  }
  return undefined;
}

function productOf(steps: readonly Edge[], maps: StepMaps): Matrix {
  const [first, ...rest] = steps.map(({ step }) => maps.matrix(step));
  return rest.reduce((product, map) => multiply(map, product), first!);
}

/** Orders that are bad as a rule: one agent as rarely or as often as may be, the others in turn. */
function seeds(graph: OrderGraph): (readonly number[])[][] {
  const agents = Array.from({ length: graph.rules.agents }, (_, agent) => agent);
  return agents.reverse().flatMap((agent) => [-1, 1].map((sign) => cycleOf(graph, agent, sign)));
}

/** The cycle into which a run comes that prefers (1) or avoids (−1) an agent. */
function cycleOf(graph: OrderGraph, start: number, sign: number): (readonly number[])[] {
  const value = ({ step: { agents, staleness } }: Edge): number =>
    sign * 1e6 * Number(agents.includes(start)) + staleness.reduce((sum, age) => sum + age, 0);
  const visitsOf = (walk: readonly Edge[]): number[] => [0, ...walk.map(({ to }) => to)];
  const firstVisit = (walk: readonly Edge[]): number => visitsOf(walk).indexOf(walk.at(-1)?.to ?? 0);
  const walk = graph.walkBy(value, (walk) => firstVisit(walk) < walk.length);
  return walk.slice(firstVisit(walk)).map(agentsOf);
}
