/**
 * Many agents: 100 to 10,000, and 100,000 in full effort, each on a Garnet of its own (30 states), d = 10,
 * packed on all cores. What an agent and step costs, and what memory the whole process has at its peak.
 *
 * Ceiling: memory. An agent has 151 slots of alias tables (1.2 KB), rewards (0.2 KB), its model, generator
 * and state (0.1 KB): 1.5 KB, of which ten steps touch most lines. 100 agents, 150 KB, stay in a second
 * cache of 1 to 2 MB; 10,000, 15 MB, stay in a third of 32 MB, if there is one; 100,000, 150 MB, in none. A
 * step waits for a slot (one line, 10 to 30 ns from the third cache where nothing else is done meanwhile) and a
 * reward; features are shared and stay. So 10,000 agents need not cost more than 100 by more than that wait,
 * and agents that step in turns hide it.
 * What every agent must keep is 1.5 KB and, until it is written down, its transition matrix, 7.2 KB: 15 MB and
 * 72 MB with 10,000 agents, on top of some 60 MB that Node has by itself and 20 MB for each thread.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GarnetSpecification } from '../../src/problems/specification.ts';
import type { Benchmark, Effort, Table } from '../harness/benchmark.ts';
import { fedsa, LIBRARY } from '../harness/commandLine.ts';
import { compare } from '../harness/compare.ts';
import { cost, PROJECT, times } from '../harness/targets.ts';
import { GARNET } from '../problems/specifications.ts';
import { growthTable } from './growthTable.ts';

const specificationOf = (agents: number): GarnetSpecification => {
  const { perturbation: _, ...garnet } = GARNET;
  return { ...garnet, agents, dimension: 10, heterogeneity: 'high' };
};

const agentsLabel = (agents: number): string => `${agents.toLocaleString('en-GB')} agents`;

/** A whole run of the program, three rounds of ten steps; ends with what it had of memory. */
function wholeRun(agents: number, directory: string): { megabytes: number; seconds: number } {
  const scenario = {
    name: 'many-agents',
    title: 'Many agents',
    question: 'What do they cost?',
    problem: specificationOf(agents),
    algorithms: ['local-sa'],
    stepSize: 0.01,
    localSteps: 10,
    rounds: 3,
  };
  const file = join(directory, 'manyAgents.js');
  writeFileSync(
    file,
    `import { scenario } from ${JSON.stringify(LIBRARY)};\nexport default scenario(${JSON.stringify(scenario)});\n`,
  );
  const out = join(directory, 'run');
  const finished = fedsa(
    ['run', file, '--placement', 'packed', '--no-report', '--quiet', '--out', out],
    'resources',
  );
  rmSync(out, { recursive: true });
  return finished;
}

/** Memory and seconds of whole processes, one after another. */
async function processes(counts: readonly number[]): Promise<Table[]> {
  const directory = mkdtempSync(join(tmpdir(), 'fedsa-bench-'));
  try {
    const finished = new Map<number, { megabytes: number; seconds: number }[]>();
    const contenders = counts.map((agents) => ({
      key: String(agents),
      name: agentsLabel(agents),
      place: { series: 'peak', x: agents },
      sample: () => {
        const one = wholeRun(agents, directory);
        finished.set(agents, [...(finished.get(agents) ?? []), one]);
        return { wall: one.megabytes, cpu: NaN };
      },
    }));
    // Once: peaks hardly vary, and the largest takes a minute.
    const rows = await compare(contenders, 1, 'cold');
    const seconds = counts.map(
      (agents) => `${agentsLabel(agents)} ${finished.get(agents)![0]!.seconds.toFixed(1)} s`,
    );
    return [
      {
        key: 'memory',
        title: 'a whole run, H = 10, three rounds, packed',
        unit: 'MB at the peak',
        against: 'agents M',
        rows,
        checked: 'every process ends with status 0',
        notes: [`one process of each size; from its start to its end: ${seconds.join(', ')}`],
      },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** 100,000 agents by themselves: each is built several times over, and once is enough. */
async function mostAgents(threads: number, effort: Effort): Promise<Table> {
  const point = (agents: number) => ({
    series: 'H = 10',
    x: agents,
    specification: specificationOf(agents),
    localSteps: 10,
    placed: { placement: 'packed', threads } as const,
  });
  return growthTable(
    {
      key: 'most agents',
      title: `d = 10, packed on ${threads} threads, 100,000 agents`,
      against: 'agents M',
      label: agentsLabel,
      points: [point(100_000)],
    },
    1_000_000,
    { ...effort, repetitions: 1 },
  );
}

const manyAgents: Benchmark = {
  name: 'simulation/manyAgents',
  question: 'what does a step cost when there are thousands of agents, and what memory do they take?',
  targets: [
    ...[10, 100].map((H) => ({
      what: `10,000 agents against 100, d = 10, H = ${H}, packed: an agent's step`,
      source: PROJECT,
      table: 'steps',
      figure: times(`H = ${H}, 10000`, `H = ${H}, 100`),
      unit: 'times the cost',
      bound: 'at most' as const,
      limit: 1.5,
    })),
    {
      what: '10,000 agents, d = 10, packed: peak memory',
      source: PROJECT,
      table: 'memory',
      figure: cost('10000', 2 ** 20 / 1e9),
      unit: 'GB',
      bound: 'at most',
      limit: 1,
    },
    {
      what: '100,000 agents, packed: peak memory in proportion to 10,000',
      source: PROJECT,
      table: 'memory',
      figure: times('100000', '10000'),
      unit: 'times as much',
      bound: 'at most',
      limit: 10,
    },
  ],
  run: async (effort) => {
    const threads = availableParallelism();
    const counts = [100, 1000, 10_000];
    const steps = await growthTable(
      {
        key: 'steps',
        title: `d = 10, packed on ${threads} threads`,
        against: 'agents M',
        label: agentsLabel,
        points: [10, 100].flatMap((H) =>
          counts.map((agents) => ({
            series: `H = ${H}`,
            x: agents,
            specification: specificationOf(agents),
            localSteps: H,
            placed: { placement: 'packed', threads } as const,
          })),
        ),
      },
      effort.quick ? 1_000_000 : 4_000_000,
      effort,
    );
    return [
      steps,
      ...(effort.quick ? [] : [await mostAgents(threads, effort)]),
      ...(await processes(effort.quick ? counts : [...counts, 100_000])),
    ];
  },
};
export default manyAgents;
