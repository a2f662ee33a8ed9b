/**
 * Finite Markov chains: classes, periods, stationary laws.
 *
 * A kernel P is row-major `[S, S]`, `P[x·S + y]` the probability to go from x to y. Times count
 * steps of the chain.
 *
 * Levin, Peres and Wilmer, "Markov Chains and Mixing Times", 2nd ed. 2017, §1.5–1.7.
 */
import type { Vector } from './vector.ts';

/** The successors of every state: those of x are `target[offset[x]]` to `target[offset[x + 1] − 1]`, ascending. */
interface Successors {
  /** `[S + 1]` */
  readonly offset: Int32Array;
  readonly target: Int32Array;
}

function successorsOf(P: Vector, states: number): Successors {
  const offset = new Int32Array(states + 1);
  let count = 0;
  for (let j = 0; j < states * states; j++) if (P[j]! > 0) count++;
  const target = new Int32Array(count);
  let next = 0;
  for (let x = 0; x < states; x++) {
    const row = x * states;
    for (let y = 0; y < states; y++) if (P[row + y]! > 0) target[next++] = y;
    offset[x + 1] = next;
  }
  return { offset, target };
}

/**
 * The closed communicating classes of a chain: the sets of states that it ends up in and never
 * leaves. All other states are transient.
 *
 * Tarjan's strongly connected components with an explicit stack, O(S²) on a dense kernel.
 *
 * @returns the classes by their smallest state, each with its states in increasing order
 */
export function closedClasses(P: Vector, states: number): number[][] {
  return classesOf(successorsOf(P, states), states);
}

function classesOf({ offset, target }: Successors, states: number): number[][] {
  const order = new Int32Array(states).fill(-1);
  const low = new Int32Array(states);
  const component = new Int32Array(states).fill(-1);
  const nextTarget = offset.slice(0, states);
  const open: number[] = [];
  const path: number[] = [];
  const components: number[][] = [];
  let visited = 0;
  const enter = (state: number): void => {
    order[state] = low[state] = visited++;
    open.push(state);
    path.push(state);
  };
  for (let start = 0; start < states; start++) {
    if (order[start] !== -1) continue;
    enter(start);
    while (path.length > 0) {
      const x = path.at(-1)!;
      let descended = false;
      while (nextTarget[x]! < offset[x + 1]!) {
        const y = target[nextTarget[x]!++]!;
        if (order[y] === -1) {
          enter(y);
          descended = true;
          break;
        }
        if (component[y] === -1) low[x] = Math.min(low[x]!, order[y]!);
      }
      if (descended) continue;
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[x]!);
      if (low[x] !== order[x]) continue;
      const members: number[] = [];
      for (let state = -1; state !== x;) {
        state = open.pop()!;
        component[state] = components.length;
        members.push(state);
      }
      components.push(members);
    }
  }
  const closed = new Array<boolean>(components.length).fill(true);
  for (let x = 0; x < states; x++) {
    for (let k = offset[x]!; k < offset[x + 1]!; k++) {
      if (component[x] !== component[target[k]!]) closed[component[x]!] = false;
    }
  }
  return components
    .filter((_, index) => closed[index])
    .map((members) => members.sort((x, y) => x - y))
    .sort((one, other) => one[0]! - other[0]!);
}

/**
 * The period of a communicating class: the greatest common divisor of the lengths of its cycles;
 * 1 means aperiodic.
 *
 * @param members - the states of the class
 */
export function period(P: Vector, states: number, members: readonly number[]): number {
  return periodOf(successorsOf(P, states), states, members);
}

function periodOf({ offset, target }: Successors, states: number, members: readonly number[]): number {
  const outside = new Uint8Array(states).fill(1);
  for (const x of members) outside[x] = 0;
  const level = new Int32Array(states).fill(-1);
  const queue = [members[0]!];
  level[queue[0]!] = 0;
  for (const x of queue) {
    for (let k = offset[x]!; k < offset[x + 1]!; k++) {
      const y = target[k]!;
      if (level[y] !== -1 || outside[y]) continue;
      level[y] = level[x]! + 1;
      queue.push(y);
    }
  }
  let divisor = 0;
  for (const x of members) {
    for (let k = offset[x]!; k < offset[x + 1]!; k++) {
      const y = target[k]!;
      if (!outside[y]) divisor = gcd(divisor, Math.abs(level[x]! + 1 - level[y]!));
    }
  }
  return divisor;
}

/**
 * The closed class of a chain that has one only, and an aperiodic one: the chain converges to its
 * stationary law from every start.
 *
 * @returns its states in increasing order; `undefined` for a chain that does not converge
 */
export function ergodicClass(P: Vector, states: number): number[] | undefined {
  const successors = successorsOf(P, states);
  const [members, ...others] = classesOf(successors, states);
  return others.length === 0 && periodOf(successors, states, members!) === 1 ? members : undefined;
}

/**
 * The stationary law π = πP of a chain with one closed class, `[S]`: nonnegative, of sum 1, exactly
 * 0 at transient states. A periodic chain has one, too.
 *
 * Grassmann, Taksar and Heyman, "Regenerative analysis and steady state distributions for Markov
 * chains", Oper. Res. 1985: elimination without subtractions, so that every π(x) has a small
 * relative error however slowly the chain mixes. O(n³) for a closed class of n states.
 *
 * @param members - the states of its closed class, where they are known, in increasing order
 * @throws RangeError if there are several closed classes, and so several stationary laws
 */
export function stationaryDistribution(
  P: Vector,
  states: number,
  members: readonly number[] = onlyClosedClass(P, states),
): Float64Array {
  const n = members.length;
  const K = restriction(P, states, members);
  for (let last = n - 1; last > 0; last--) {
    let leaving = 0;
    for (let j = 0; j < last; j++) leaving += K[last * n + j]!;
    for (let i = 0; i < last; i++) {
      const into = K[i * n + last]! / leaving;
      K[i * n + last] = into;
      if (into === 0) continue;
      for (let j = 0; j < last; j++) K[i * n + j]! += into * K[last * n + j]!;
    }
  }
  const weight = new Float64Array(n);
  weight[0] = 1;
  let total = 1;
  for (let j = 1; j < n; j++) {
    for (let i = 0; i < j; i++) weight[j]! += weight[i]! * K[i * n + j]!;
    total += weight[j]!;
  }
  const stationary = new Float64Array(states);
  for (let i = 0; i < n; i++) stationary[members[i]!] = weight[i]! / total;
  return stationary;
}

function onlyClosedClass(P: Vector, states: number): number[] {
  const classes = closedClasses(P, states);
  if (classes.length !== 1) {
    const first = classes.slice(0, 2).map((members) => members[0]!);
    throw new RangeError(
      `the chain has ${classes.length} closed classes (with states ${first.join(' and ')}), so its stationary law is not unique`,
    );
  }
  return classes[0]!;
}

/** P on a closed class alone, `[n, n]` in the order of its members. */
function restriction(P: Vector, states: number, members: readonly number[]): Float64Array {
  const n = members.length;
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) out[i * n + j] = P[members[i]! * states + members[j]!]!;
  return out;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
