/**
 * Finite Markov chains: classes, periods, stationary laws.
 *
 * A kernel P is row-major `[S, S]`, `P[x·S + y]` the probability to go from x to y, or its positive entries.
 * Times count steps of the chain.
 *
 * Levin, Peres and Wilmer, "Markov Chains and Mixing Times", 2nd ed. 2017, §1.5–1.7.
 */
import { type SparseRows, sparseRows } from './sparseRows.ts';
import type { Vector } from './vector.ts';

const rowsOf = (P: Vector | SparseRows, states: number): SparseRows =>
  'offset' in P ? P : sparseRows(P, states, states);

/**
 * The closed communicating classes of a chain: the sets of states that it ends up in and never
 * leaves. All other states are transient.
 *
 * Tarjan's strongly connected components with an explicit stack, O(S²) on a dense kernel.
 *
 * @returns the classes by their smallest state, each with its states in increasing order
 */
export function closedClasses(P: Vector, states: number): number[][] {
  return classesOf(sparseRows(P, states, states), states);
}

/** A number for each state, several times over. Kept, for very many agents each would otherwise make and drop its own. */
const roomFor = (states: number) => {
  const numbers = (): Int32Array => new Int32Array(states);
  return {
    states,
    order: numbers(),
    low: numbers(),
    component: numbers(),
    nextTarget: numbers(),
    open: numbers(),
    path: numbers(),
    level: numbers(),
    place: numbers(),
  };
};
let latestRoom = roomFor(0);
const room = (states: number): ReturnType<typeof roomFor> =>
  latestRoom.states >= states ? latestRoom : (latestRoom = roomFor(states));

function classesOf({ offset, column: target }: SparseRows, states: number): number[][] {
  const { order, low, component, nextTarget, open, path } = room(states);
  order.fill(-1, 0, states);
  component.fill(-1, 0, states);
  let opened = 0;
  let depth = 0;
  let components = 0;
  let visited = 0;
  const closed: number[][] = [];
  for (let start = 0; start < states; start++) {
    if (order[start] !== -1) continue;
    for (let entered = start; ;) {
      if (entered !== -1) {
        order[entered] = low[entered] = visited++;
        nextTarget[entered] = offset[entered]!;
        open[opened++] = path[depth++] = entered;
      }
      const x = path[depth - 1]!;
      entered = -1;
      while (entered === -1 && nextTarget[x]! < offset[x + 1]!) {
        const y = target[nextTarget[x]!++]!;
        if (order[y] === -1) entered = y;
        else if (component[y] === -1) low[x] = Math.min(low[x]!, order[y]!);
      }
      if (entered !== -1) continue;
      depth--;
      if (low[x] === order[x]) {
        let first = opened - 1;
        while (open[first] !== x) first--;
        for (let k = first; k < opened; k++) component[open[k]!] = components;
        // What its states lead to has a component by now.
        let isClosed = true;
        for (let k = first; k < opened && isClosed; k++) isClosed = staysIn(open[k]!, components);
        if (isClosed) closed.push(Array.from(open.slice(first, opened).sort()));
        opened = first;
        components++;
      }
      if (depth === 0) break;
      const parent = path[depth - 1]!;
      low[parent] = Math.min(low[parent]!, low[x]!);
    }
  }
  return closed.sort((first, other) => first[0]! - other[0]!);

  function staysIn(state: number, members: number): boolean {
    for (let k = offset[state]!; k < offset[state + 1]!; k++)
      if (component[target[k]!] !== members) return false;
    return true;
  }
}

/**
 * The period of a communicating class: the greatest common divisor of the lengths of its cycles;
 * 1 means aperiodic.
 *
 * @param members - the states of the class
 */
export function period(P: Vector, states: number, members: readonly number[]): number {
  return periodOf(sparseRows(P, states, states), states, members);
}

/** Levels of states of other classes, and of states not yet reached. */
const OUTSIDE = -2;
const UNSEEN = -1;

function periodOf(
  { offset, column: target }: SparseRows,
  states: number,
  members: readonly number[],
): number {
  const { level, open: queue } = room(states);
  level.fill(OUTSIDE, 0, states);
  for (const x of members) level[x] = UNSEEN;
  queue[0] = members[0]!;
  level[members[0]!] = 0;
  for (let at = 0, end = 1; at < end; at++) {
    const x = queue[at]!;
    for (let k = offset[x]!; k < offset[x + 1]!; k++) {
      const y = target[k]!;
      if (level[y] !== UNSEEN) continue;
      level[y] = level[x]! + 1;
      queue[end++] = y;
    }
  }
  let divisor = 0;
  for (const x of members) {
    for (let k = offset[x]!; k < offset[x + 1]!; k++) {
      const y = target[k]!;
      if (level[y] !== OUTSIDE) divisor = gcd(divisor, Math.abs(level[x]! + 1 - level[y]!));
    }
    if (divisor === 1) break;
  }
  return divisor;
}

/**
 * The closed class of a chain that has one only, and an aperiodic one: the chain converges to its
 * stationary law from every start.
 *
 * @returns its states in increasing order; `undefined` for a chain that does not converge
 */
export function ergodicClass(P: Vector | SparseRows, states: number): number[] | undefined {
  const successors = rowsOf(P, states);
  const [members, ...others] = classesOf(successors, states);
  return others.length === 0 && periodOf(successors, states, members!) === 1 ? members : undefined;
}

/** Closed classes of more states are not eliminated where the positive entries are given, which are few. */
const MOST_ELIMINATED = 1000;

/**
 * The stationary law π = πP of a chain with one closed class, `[S]`: nonnegative, of sum 1, exactly
 * 0 at transient states. A periodic chain has one, too.
 *
 * Grassmann, Taksar and Heyman, "Regenerative analysis and steady state distributions for Markov
 * chains", Oper. Res. 1985: elimination without subtractions, so that every π(x) has a small
 * relative error however slowly the chain mixes. O(n³) for a closed class of n states; by sweeps where
 * that is too many and the chain mixes fast enough for them.
 *
 * @param members - the states of its closed class, where they are known, in increasing order
 * @throws RangeError if there are several closed classes, and so several stationary laws
 */
export function stationaryDistribution(
  P: Vector | SparseRows,
  states: number,
  members: readonly number[] = onlyClosedClass(P, states),
): Float64Array {
  const isLarge = 'offset' in P && members.length > MOST_ELIMINATED;
  const swept = isLarge ? sweptDistribution(P, states, members) : undefined;
  if (swept !== undefined) return swept;
  const weight = eliminated(restriction(rowsOf(P, states), states, members), members.length);
  return normalised(weight, states, members);
}

/** π up to a factor, of an irreducible K `[n, n]`, which is used up. */
function eliminated(K: Float64Array, n: number): Float64Array {
  // Columns of the positive entries of the state that is eliminated: as a rule few at first.
  const positive = room(n).open;
  for (let last = n - 1; last > 0; last--) {
    const bottom = last * n;
    let leaving = 0;
    for (let j = 0; j < last; j++) leaving += K[bottom + j]!;
    let count = 0;
    for (let j = 0; j < last; j++) if (K[bottom + j] !== 0) positive[count++] = j;
    const isSparse = 2 * count < last;
    for (let row = 0; row < bottom; row += n) {
      if (K[row + last] === 0) continue;
      const into = K[row + last]! / leaving;
      K[row + last] = into;
      if (isSparse)
        for (let k = 0; k < count; k++) K[row + positive[k]!]! += into * K[bottom + positive[k]!]!;
      else for (let j = 0; j < last; j++) K[row + j]! += into * K[bottom + j]!;
    }
  }
  const weight = new Float64Array(n);
  weight[0] = 1;
  for (let j = 1; j < n; j++) {
    let sum = 0;
    for (let i = 0; i < j; i++) sum += weight[i]! * K[i * n + j]!;
    weight[j] = sum;
  }
  return weight;
}

function normalised(weight: Float64Array, states: number, members: readonly number[]): Float64Array {
  let total = 0;
  for (let i = 0; i < weight.length; i++) total += weight[i]!;
  const stationary = new Float64Array(states);
  for (let i = 0; i < weight.length; i++) stationary[members[i]!] = weight[i]! / total;
  return stationary;
}

/** Sweeps end where no entry changes by more than this share of itself, or after so many without success. */
const SWEPT = 1e-14;
const MOST_SWEEPS = 1000;

/**
 * π by sweeps of Gauss and Seidel, `π(y) ← Σ_{x≠y} π(x) P(x, y)/(1 − P(y, y))`, without subtractions either.
 *
 * @returns `undefined` where the chain mixes too slowly
 */
function sweptDistribution(
  { offset, column, value }: SparseRows,
  states: number,
  members: readonly number[],
): Float64Array | undefined {
  const leaving = new Float64Array(states);
  // P by its columns, without the diagonal; from transient states nothing comes
  const start = new Int32Array(states + 1);
  const entries = (visit: (x: number, y: number, p: number) => void): void => {
    for (const x of members)
      for (let k = offset[x]!; k < offset[x + 1]!; k++) if (column[k] !== x) visit(x, column[k]!, value[k]!);
  };
  entries((x, y, p) => {
    leaving[x]! += p;
    start[y + 1]!++;
  });
  for (let y = 0; y < states; y++) start[y + 1]! += start[y]!;
  const from = new Int32Array(start[states]!);
  const probability = new Float64Array(from.length);
  const next = start.slice(0, states);
  entries((x, y, p) => {
    const k = next[y]!++;
    from[k] = x;
    probability[k] = p;
  });
  const law = new Float64Array(states).fill(1);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let change = 0;
    for (const y of members) {
      let sum = 0;
      for (let k = start[y]!; k < start[y + 1]!; k++) sum += law[from[k]!]! * probability[k]!;
      sum /= leaving[y]!;
      change = Math.max(change, Math.abs(sum - law[y]!) / sum);
      law[y] = sum;
    }
    if (change <= SWEPT)
      return normalised(
        Float64Array.from(members, (y) => law[y]!),
        states,
        members,
      );
  }
  return undefined;
}

function onlyClosedClass(P: Vector | SparseRows, states: number): number[] {
  const classes = classesOf(rowsOf(P, states), states);
  if (classes.length !== 1) {
    const first = classes.slice(0, 2).map((members) => members[0]!);
    throw new RangeError(
      `the chain has ${classes.length} closed classes (with states ${first.join(' and ')}), so its stationary law is not unique`,
    );
  }
  return classes[0]!;
}

/** Room for the kernels of small classes. */
let kernelRoom = new Float64Array(0);
const MOST_ROOM = 2 ** 16;

/** P on a closed class alone, `[n, n]` in the order of its members; valid until the next. */
function restriction(
  { offset, column, value }: SparseRows,
  states: number,
  members: readonly number[],
): Float64Array {
  const n = members.length;
  const { place } = room(states);
  for (let i = 0; i < n; i++) place[members[i]!] = i;
  if (n * n > kernelRoom.length && n * n <= MOST_ROOM) kernelRoom = new Float64Array(n * n);
  const out = n * n <= MOST_ROOM ? kernelRoom.fill(0, 0, n * n) : new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const x = members[i]!;
    for (let k = offset[x]!; k < offset[x + 1]!; k++) out[i * n + place[column[k]!]!] = value[k]!;
  }
  return out;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
