/** The worst of all periodic orders by going through all of them: every word of agents, and another library's eigenvalues. */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { LOCAL_SA } from '../../oracles/events.ts';
import { product, type Rows, transposed, unit } from '../../oracles/plainMatrices.ts';
import { afterStep, ordered, type OrderedProblem, stateSize } from './plainSteps.ts';

/** Agents whose answers each step of a period takes in, in the order in which they come. */
export type Order = readonly (readonly number[])[];

/** Staleness of the answers of an order that is repeated, in the order of its steps; `undefined` where it may not come. */
export function stalenessOf(problem: OrderedProblem, order: Order, bound: number): Order | undefined {
  const policy = ordered(problem);
  const waits = policy.kind === 'bounded-staleness';
  const versions = problem.matrices.map(() => 0);
  const all: number[][] = [];
  // In the third period staleness is what it is ever after.
  for (const [step, agents] of [...order, ...order, ...order].entries()) {
    const isLast = step >= 2 * order.length;
    const awaited = versions.flatMap((version, agent) => (step - version >= bound ? [agent] : []));
    if (waits && isLast) {
      if (awaited.length === 0 ? agents.length > 1 : !awaited.every((agent) => agents.includes(agent)))
        return undefined;
    }
    all.push(
      agents.map((agent, k) => {
        const stale = step - versions[agent]!;
        versions[agent] = waits || k === agents.length - 1 ? step + 1 : step;
        return stale;
      }),
    );
    if (waits) for (const agent of agents) versions[agent] = step + 1;
  }
  const last = all.slice(2 * order.length);
  const isEverybody = new Set(order.flat()).size === problem.matrices.length;
  return isEverybody && Math.max(...last.flat()) <= bound ? last : undefined;
}

/** The steps that an order may be made of. */
function stepsOf(problem: OrderedProblem): number[][] {
  const policy = ordered(problem);
  const agents = [...problem.matrices.keys()];
  if (policy.kind !== 'bounded-staleness')
    return [...words(agents.length, policy.kind === 'buffered' ? policy.count : 1)];
  return [...words(2, agents.length)]
    .map((bits) => agents.filter((agent) => bits[agent] === 1))
    .filter((set) => set.length > 0);
}

/** All words of so many letters. */
export function* words(letters: number, length: number): Generator<number[]> {
  if (length === 0) yield [];
  else for (const word of words(letters, length - 1)) for (let k = 0; k < letters; k++) yield [...word, k];
}

const isFirstOfTurns = (word: readonly number[]): boolean =>
  word.every((_, k) => {
    const turned = [...word.slice(k), ...word.slice(0, k)];
    const other = turned.findIndex((letter, at) => letter !== word[at]);
    return other < 0 || word[other]! < turned[other]!;
  });

export function radius(A: Rows): number {
  const { realEigenvalues: re, imaginaryEigenvalues: im } = new EigenvalueDecomposition(new Matrix(A));
  return Math.max(...re.map((x, k) => Math.hypot(x, im[k]!)));
}

/** What errors grow by, a step, as a function of the order; 0 where it may not come within a staleness. */
export function growthWithin(problem: OrderedProblem, bound: number): (order: Order) => number {
  const { algorithm } = problem;
  if (algorithm.name === 'richardson-romberg') {
    // Two runs side by side, and the model is a combination of theirs.
    const runs = [1, 2].map((factor) =>
      growthWithin({ ...problem, algorithm: LOCAL_SA(factor * algorithm.stepSize) }, bound),
    );
    return (order) => Math.max(...runs.map((growthOf) => growthOf(order)));
  }
  const known = new Map<string, Rows>();
  const matrixOf = (agents: readonly number[], staleness: readonly number[]): Rows => {
    const key = `${agents.join()}/${staleness.join()}`;
    let found = known.get(key);
    if (!found) {
      found = transposed(unit(stateSize(problem)).map((x) => afterStep(problem, x, agents, staleness)));
      known.set(key, found);
    }
    return found;
  };
  return (order) => {
    const staleness = stalenessOf(problem, order, bound);
    if (staleness === undefined) return 0;
    const [first, ...others] = order.map((agents, k) => matrixOf(agents, staleness[k]!));
    return radius(others.reduce((map, matrix) => product(matrix, map), first!)) ** (1 / order.length);
  };
}

/** The largest growth of all orders of a period up to this within a staleness. */
export function worstOfAll(problem: OrderedProblem, bound: number, period: number): number {
  const steps = stepsOf(problem);
  const growthOf = growthWithin(problem, bound);
  let largest = 0;
  for (let length = 1; length <= period; length++)
    for (const word of words(steps.length, length))
      if (isFirstOfTurns(word)) largest = Math.max(largest, growthOf(word.map((letter) => steps[letter]!)));
  return largest;
}
