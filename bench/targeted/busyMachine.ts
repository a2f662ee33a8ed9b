/**
 * Packed agents on a machine with other work: beside the runs another process computes without end, so that one of the cores
 * is taken. 100 Garnets, d = 8.
 *
 * Ceiling: with two cores and one other process the second thread gets half a core at most, in turns of some 3 ms, many
 * rounds long. It could save a third of a long round. A round that it leaves unfinished waits out the other's turn, though, so
 * that the aim is to lose nothing: packed takes no longer than inline, whatever else runs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Benchmark, Effort, Table, Target } from '../harness/benchmark.ts';
import { compare, scaled } from '../harness/compare.ts';
import { localSaPlan, timedSteps } from '../harness/plan.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { PROJECT, times } from '../harness/targets.ts';
import { type Placed, timedRun } from '../harness/timedRun.ts';
import { GARNET } from '../problems/specifications.ts';

const LOCAL_STEPS = [10, 100, 1000] as const;
/** Agent-steps that are timed, and as many before them, in which threads start. */
const STEPS = 2e7;

const SPINNING = ['-e', 'for (;;);'];

const keyOf = (localSteps: number): string => `H = ${localSteps}`;

async function beside(localSteps: number, threads: number, effort: Effort): Promise<Table> {
  const plan = localSaPlan(localSteps, Math.round(STEPS / (GARNET.agents * localSteps)));
  const models: Record<string, Float64Array> = {};
  const contender = (key: string, name: string, placed: Placed) => ({
    key,
    name,
    sample: async () => {
      const { theta, cost } = await timedRun(GARNET, plan, placed);
      models[name] = Float64Array.from(theta);
      return scaled(cost, 1e9 / timedSteps(GARNET.agents, plan));
    },
  });
  const rows = await compare(
    [
      contender('inline', 'fedsa, inline', { placement: 'inline' }),
      contender('packed', `fedsa, packed on ${threads} threads`, { placement: 'packed', threads }),
    ],
    effort.quick ? 3 : 7,
  );
  return {
    key: keyOf(localSteps),
    title: `H = ${localSteps}, with another process that computes`,
    unit: 'ns a step',
    rows,
    checked: assertSameModel(models),
    notes: [],
  };
}

const targets = LOCAL_STEPS.map((localSteps): Target => ({
  description: `packed beside a busy process, H = ${localSteps}, against inline`,
  source: PROJECT,
  table: keyOf(localSteps),
  figure: times('packed', 'inline'),
  unit: 'times the cost',
  bound: 'at most',
  limit: 1.2,
}));

const busyMachine: Benchmark = {
  name: 'targeted/busyMachine',
  question: 'what do threads cost where another program has a core?',
  targets,
  run: async (effort) => {
    const threads = availableParallelism();
    const other: ChildProcess = spawn(process.execPath, SPINNING, { stdio: 'ignore' });
    try {
      const tables: Table[] = [];
      for (const localSteps of LOCAL_STEPS) tables.push(await beside(localSteps, threads, effort));
      return tables;
    } finally {
      other.kill();
    }
  },
};
export default busyMachine;
