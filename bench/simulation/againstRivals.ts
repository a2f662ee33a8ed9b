/** Whole runs of a TD(0) problem, in each placement, against loops written for nothing else. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GarnetSpecification, LinearFeaturesTdSpecification } from '../../src/problems/specification.ts';
import type { Effort, Table } from '../harness/benchmark.ts';
import { compare, type Contender, scaled } from '../harness/compare.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { type Placed, timedRun } from '../harness/timedRun.ts';
import { flatTables, type RunLength, tablesFile } from '../problems/flatTables.ts';
import { compiledLoop } from './rivals/compiledLoop.ts';
import type { RivalRun } from './rivals/process.ts';
import { vectorisedAgents } from './rivals/vectorisedAgents.ts';

const SEED = 1;

/** Times the placements and the rivals on one problem. */
export async function againstRivals(
  title: string,
  specification: LinearFeaturesTdSpecification | GarnetSpecification,
  length: RunLength,
  effort: Effort,
): Promise<Table> {
  const directory = mkdtempSync(join(tmpdir(), 'fedsa-bench-'));
  try {
    const file = join(directory, 'tables');
    writeFileSync(file, tablesFile(flatTables(specification, SEED), length));
    const runs: Record<string, () => RivalRun | Promise<RivalRun>> = {};
    const threads = availableParallelism();
    const placements: readonly [string, Placed][] = [
      [`fedsa, packed on ${threads} threads`, { placement: 'packed', threads }],
      ['fedsa, inline', { placement: 'inline' }],
    ];
    for (const [name, placed] of placements) {
      runs[name] = () => timedRun(specification, 'markov', length, placed);
    }
    const notes: string[] = [];
    const { dimension } = specification;
    const rivals = [
      compiledLoop(dimension, false, directory),
      compiledLoop(dimension, true, directory),
      vectorisedAgents(),
    ];
    for (const rival of rivals) {
      if ('skipped' in rival) notes.push(`skipped: ${rival.skipped}`);
      else runs[rival.name] = () => rival.run(file);
    }
    const models: Record<string, Float64Array> = {};
    for (const [name, run] of Object.entries(runs)) models[name] = Float64Array.from((await run()).theta);
    const checked = assertSameModel(models);
    const steps = specification.agents * length.localSteps * (length.rounds - length.timedFrom);
    const contenders = Object.entries(runs).map(([name, run]): Contender => ({
      name,
      sample: async () => scaled((await run()).cost, 1e9 / steps),
    }));
    const rows = await compare(contenders, Math.min(effort.repetitions, 5));
    return { title, unit: 'ns an agent and step', rows, checked, notes };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
