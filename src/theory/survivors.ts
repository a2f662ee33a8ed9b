/** Where the server's model goes while some agents have crashed: the root of the mean over those who are left. */
import { squaredDistance, type Vector } from '../maths/vector.ts';
import type { Problem } from '../problems/operator.ts';
import { solveProblem } from '../problems/root.ts';
import { InputError } from '../values/failure.ts';
import { crashTimes } from '../timing/crashTimes.ts';
import type { TimingModel } from '../timing/timingModel.ts';
import { stretches } from './schedules/stretches.ts';

/** Agents that are left while others have crashed. Plain data: it goes into manifest.json. */
export interface Survivors {
  /** first and last of each stretch of agents that are left, ascending */
  readonly agents: readonly (readonly [first: number, last: number])[];
  /** s, when the others crash and when the first of them returns, or a further one crashes; null: never */
  readonly from: number;
  readonly until: number | null;
  /** ‖θ*_S − θ*‖², θ*_S the root of (1/|S|) Σ_{i ∈ S} Ḡ_i */
  readonly squaredDistance: number;
}

/** Of a run in which more sets of agents are left, one after the other, the first so many. */
const MOST_SETS = 4;
/** Multiplications for one root: some tenths of a second. */
const MOST_WORK = 1e8;

/** The sets of agents that are left, one after the other, each with the distance of its root from that of all. */
export function survivors(
  problem: Problem,
  root: Vector | undefined,
  model: TimingModel | undefined,
): Survivors[] {
  const { agents, dimension } = problem;
  if (root === undefined || agents * dimension ** 2 + dimension ** 3 > MOST_WORK) return [];
  const times = crashTimes(model, agents);
  const gone = new Set<number>();
  const found: Survivors[] = [];
  for (const [k, { at, crashed, returned }] of times.entries()) {
    for (const agent of crashed) gone.add(agent);
    for (const agent of returned) gone.delete(agent);
    if (gone.size === 0 || gone.size === agents || found.length === MOST_SETS) continue;
    const all = Array.from({ length: agents }, (_, agent) => agent);
    const isLeft = stretches(all.map((agent) => !gone.has(agent)));
    const rootLeft = rootOf(
      problem,
      all.filter((agent) => !gone.has(agent)),
    );
    if (rootLeft === undefined) continue;
    found.push({
      agents: isLeft.flatMap(({ first, last, value }) => (value ? [[first, last] as const] : [])),
      from: at,
      until: times[k + 1]?.at ?? null,
      squaredDistance: squaredDistance(rootLeft, root),
    });
  }
  return found;
}

/** θ*_S `[d]`: the root of the mean over some agents; `undefined` where there is none. */
export function rootOf(problem: Problem, some: readonly number[]): Vector | undefined {
  try {
    return solveProblem({ ...problem, agents: some.length, agent: (k) => problem.agent(some[k]!) }).root;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
