/** Runs that differ in one number, as a table that can be drawn: what an agent and step costs against it. */
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import type { Effort, Table } from '../harness/benchmark.ts';
import { compare, scaled } from '../harness/compare.ts';
import { localSaPlan, type Plan, timedSteps } from '../harness/plan.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { type Placed, timedRun } from '../harness/timedRun.ts';

/** A run of the table. */
export interface Point {
  readonly series: string;
  readonly x: number;
  readonly specification: ProblemSpecification & { readonly agents: number };
  /** H */
  readonly localSteps: number;
  readonly placed: Placed;
}

export interface Growth {
  readonly key: string;
  readonly title: string;
  /** what x is */
  readonly against: string;
  /** how a row is called that stands at x, beside its series */
  readonly label: (x: number) => string;
  readonly points: readonly Point[];
}

const ROUNDS_CHECKED = 5;
/** So many rounds the compilers need to be done with what surrounds the steps, if they are not too long for that. */
const WARMING_ROUNDS = 200;
const MOST_STEPS = 10;
const FEWEST_ROUNDS = 10;
/** Rounds of threads that outnumber the cores take hundreds of microseconds, so there are fewer of them. */
const MOST_ROUNDS = { inline: 10_000, packed: 10_000, 'own-thread': 1000, cluster: 1000 } as const;

/** As many rounds as `steps` agent-steps take, or up to ten times as many to be warm, and the same before them. */
function planOf({ specification, localSteps, placed }: Point, steps: number): Plan {
  const wanted = Math.round(steps / (specification.agents * localSteps));
  const warm = Math.max(wanted, Math.min(WARMING_ROUNDS, MOST_STEPS * wanted));
  return localSaPlan(localSteps, Math.min(MOST_ROUNDS[placed.placement], Math.max(FEWEST_ROUNDS, warm)));
}

/**
 * Asserts that runs of the same problem end at the same θ wherever the agents are, and times all runs in turns.
 *
 * @param steps - agent-steps to be timed of each
 */
export async function growthTable(
  { key, title, against, label, points }: Growth,
  steps: number,
  effort: Effort,
): Promise<Table> {
  const checked = await assertPlacementsAgree(points);
  const contenders = points.map((point) => {
    const { series, x, specification, placed } = point;
    const plan = planOf(point, steps);
    return {
      key: `${series}, ${x}`,
      name: `${series}, ${label(x)}`,
      place: { series, x },
      sample: async () =>
        scaled(
          (await timedRun(specification, plan, placed)).cost,
          1e9 / timedSteps(specification.agents, plan),
        ),
    };
  });
  return {
    key,
    title,
    unit: 'ns an agent and step',
    against,
    // Cold: every run warms up by itself, in its first half.
    rows: await compare(contenders, Math.min(effort.repetitions, effort.quick ? 2 : 3), 'cold'),
    checked,
    notes: [],
  };
}

async function assertPlacementsAgree(points: readonly Point[]): Promise<string> {
  const groups = new Map<string, Point[]>();
  for (const point of points) {
    const name = `${JSON.stringify(point.specification)} ${point.localSteps}`;
    groups.set(name, [...(groups.get(name) ?? []), point]);
  }
  let compared = 0;
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const models: Record<string, Float64Array> = {};
    for (const point of group) {
      const plan = { ...planOf(point, 0), rounds: ROUNDS_CHECKED, timedFrom: 1 };
      const { theta } = await timedRun(point.specification, plan, point.placed);
      models[`${point.series}, ${point.x}`] = Float64Array.from(theta);
    }
    const message = assertSameModel(models);
    if (!message.endsWith('bit for bit') || message.includes(' of '))
      throw new Error(`placements differ: ${message}`);
    compared += group.length;
  }
  return compared === 0
    ? 'every run ends'
    : `${compared} runs of the same problems in different places: the same θ, bit for bit`;
}
