/** Whole runs of a TD(0) problem, on one thread and on all, against loops written for nothing else. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GarnetSpecification, LinearFeaturesTdSpecification } from '../../src/problems/specification.ts';
import type { Effort, Table } from '../harness/benchmark.ts';
import { compare, type Contender, scaled } from '../harness/compare.ts';
import { ALGORITHM_TITLES, lengthened, type Plan, timedSteps } from '../harness/plan.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { type Placed, timedRun } from '../harness/timedRun.ts';
import { flatTables, tablesFile } from '../problems/flatTables.ts';
import { compiledLoop, NUMPY, vectorisedAgents } from './rivals/timedLoops.ts';
import type { Rival, RivalRun } from './rivals/process.ts';

const SEED = 1;

/** One contender: the run that is checked, and the one that is timed where that is another. */
interface Side {
  readonly key: string;
  readonly name: string;
  readonly run: () => RivalRun | Promise<RivalRun>;
  readonly timed: (() => RivalRun | Promise<RivalRun>) | undefined;
}

/** What targets call the table of a plan. */
export const keyOf = ({ algorithm, sampling, localSteps }: Plan): string =>
  `${algorithm}, ${sampling}, H = ${localSteps}`;

/**
 * Times the placements and the rivals on one problem, one plan after another. That they come to the same
 * θ is asserted on the plan itself; all but numpy, whose cost does not depend on it, are timed on a longer
 * one, since threads need some hundred rounds to be compiled.
 *
 * @param factor - how much longer
 */
export async function againstRivals(
  title: string,
  specification: LinearFeaturesTdSpecification | GarnetSpecification,
  plans: readonly Plan[],
  factor: (plan: Plan) => number,
  effort: Effort,
): Promise<Table[]> {
  const directory = mkdtempSync(join(tmpdir(), 'fedsa-bench-'));
  try {
    const tables = flatTables(specification, SEED);
    const rivals = rivalsFor(specification.dimension);
    const out: Table[] = [];
    for (const plan of plans) {
      const long = lengthened(plan, factor(plan));
      const files = { short: join(directory, 'short'), long: join(directory, 'long') };
      writeFileSync(files.short, tablesFile(tables, plan));
      writeFileSync(files.long, tablesFile(tables, long));
      const described =
        `${title}, H = ${plan.localSteps}, ${ALGORITHM_TITLES[plan.algorithm]}, ` +
        `${plan.sampling === 'iid' ? 'i.i.d.' : 'Markov'}, ${long.rounds - long.timedFrom} rounds timed`;
      out.push({
        key: keyOf(plan),
        title: described,
        ...(await versus(specification, plan, long, rivals, files, effort)),
      });
    }
    return out;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What stands against fedsa, as far as it can run here. */
function rivalsFor(dimension: number): Rival[] {
  const threads = availableParallelism();
  const counts = threads === 1 ? [1] : [1, threads];
  return [
    ...counts.flatMap((count) => [false, true].map((fused) => compiledLoop(dimension, count, fused))),
    vectorisedAgents(),
  ];
}

async function versus(
  specification: LinearFeaturesTdSpecification | GarnetSpecification,
  plan: Plan,
  long: Plan,
  rivals: readonly Rival[],
  files: { readonly short: string; readonly long: string },
  effort: Effort,
): Promise<Omit<Table, 'key' | 'title'>> {
  const threads = availableParallelism();
  const custom = (placed: Placed) => ({
    run: () => timedRun(specification, plan, placed),
    timed: () => timedRun(specification, long, placed),
  });
  const sides: Side[] = [
    {
      key: 'packed',
      name: `fedsa, packed on ${threads} threads`,
      ...custom({ placement: 'packed', threads }),
    },
    { key: 'inline', name: 'fedsa, inline, 1 thread', ...custom({ placement: 'inline' }) },
  ];
  const notes: string[] = [];
  for (const rival of rivals) {
    if ('skipped' in rival) notes.push(`skipped: ${rival.skipped}`);
    else {
      const run = () => rival.run(files.short);
      sides.push({ ...rival, run, timed: rival.key === NUMPY ? undefined : () => rival.run(files.long) });
    }
  }
  const models: Record<string, Float64Array> = {};
  for (const { name, run } of sides) models[name] = Float64Array.from((await run()).theta);
  const contenders = sides.map(({ key, name, run, timed }): Contender => {
    const steps = timedSteps(specification.agents, timed ? long : plan);
    return { key, name, sample: async () => scaled((await (timed ?? run)()).cost, 1e9 / steps) };
  });
  return {
    unit: 'ns an agent and step',
    checked: assertSameModel(models),
    // Cold: what was run to be checked has warmed the compiler up.
    rows: await compare(contenders, Math.min(effort.repetitions, 5), 'cold'),
    notes,
  };
}
