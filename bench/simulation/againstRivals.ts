/** Whole runs of a TD(0) problem, on one thread and on all, against loops written for nothing else. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GarnetSpecification, LinearFeaturesTdSpecification } from '../../src/problems/specification.ts';
import type { Effort, Table } from '../harness/benchmark.ts';
import { compare, type Contender, scaled } from '../harness/compare.ts';
import { ALGORITHM_TITLES, type Plan, timedSteps } from '../harness/plan.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { type Placed, timedRun } from '../harness/timedRun.ts';
import { flatTables, tablesFile } from '../problems/flatTables.ts';
import { compiledLoop } from './rivals/compiledLoop.ts';
import type { Rival, RivalRun } from './rivals/process.ts';
import { vectorisedAgents } from './rivals/vectorisedAgents.ts';

const SEED = 1;

/** What targets call the table of a plan. */
export const keyOf = ({ algorithm, sampling, localSteps }: Plan): string =>
  `${algorithm}, ${sampling}, H = ${localSteps}`;

/** Times the placements and the rivals on one problem, one plan after another. */
export async function againstRivals(
  title: string,
  specification: LinearFeaturesTdSpecification | GarnetSpecification,
  plans: readonly Plan[],
  effort: Effort,
): Promise<Table[]> {
  const directory = mkdtempSync(join(tmpdir(), 'fedsa-bench-'));
  try {
    const tables = flatTables(specification, SEED);
    const rivals = rivalsFor(specification.dimension);
    const out: Table[] = [];
    for (const plan of plans) {
      const file = join(directory, 'tables');
      writeFileSync(file, tablesFile(tables, plan));
      const described =
        `${title}, H = ${plan.localSteps}, ${ALGORITHM_TITLES[plan.algorithm]}, ` +
        `${plan.sampling === 'iid' ? 'i.i.d.' : 'Markov'}, ${plan.rounds - plan.timedFrom} rounds timed`;
      out.push({
        key: keyOf(plan),
        title: described,
        ...(await versus(specification, plan, rivals, file, effort)),
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
  rivals: readonly Rival[],
  file: string,
  effort: Effort,
): Promise<Omit<Table, 'key' | 'title'>> {
  const threads = availableParallelism();
  const own = (placed: Placed) => () => timedRun(specification, plan, placed);
  const sides: { key: string; name: string; run: () => RivalRun | Promise<RivalRun> }[] = [
    {
      key: 'packed',
      name: `fedsa, packed on ${threads} threads`,
      run: own({ placement: 'packed', threads }),
    },
    { key: 'inline', name: 'fedsa, inline, 1 thread', run: own({ placement: 'inline' }) },
  ];
  const notes: string[] = [];
  for (const rival of rivals) {
    if ('skipped' in rival) notes.push(`skipped: ${rival.skipped}`);
    else sides.push({ ...rival, run: () => rival.run(file) });
  }
  const models: Record<string, Float64Array> = {};
  for (const { name, run } of sides) models[name] = Float64Array.from((await run()).theta);
  const steps = timedSteps(specification.agents, plan);
  const contenders = sides.map(({ key, name, run }): Contender => ({
    key,
    name,
    sample: async () => scaled((await run()).cost, 1e9 / steps),
  }));
  return {
    unit: 'ns an agent and step',
    checked: assertSameModel(models),
    // Cold: what was run to be checked has warmed the compiler up.
    rows: await compare(contenders, Math.min(effort.repetitions, 5), 'cold'),
    notes,
  };
}
