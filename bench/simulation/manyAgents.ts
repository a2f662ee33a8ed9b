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
 * What an agent keeps: 3.3 KB of chain, law and alias tables, and 1.7 KB of records, vectors and a copy of its tables where kernels
 * read them; while theory is computed also 2.6 KB of mean and local maps (d = 10), but no alias tables. With 100,000 agents
 * 0.5 GB, on top of some 110 MB that Node has by itself and up to 190 MB of young objects.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GarnetSpecification } from '../../src/problems/specification.ts';
import type { Benchmark, Effort, Table } from '../harness/benchmark.ts';
import { fedsa, type Finished, LIBRARY } from '../harness/commandLine.ts';
import { compareProcesses } from '../harness/processes.ts';
import { cost, PROJECT, times } from '../harness/targets.ts';
import { GARNET } from '../problems/specifications.ts';
import { growthTable } from './growthTable.ts';

const specificationOf = (agents: number): GarnetSpecification => {
  const { perturbation: _, ...garnet } = GARNET;
  return { ...garnet, agents, dimension: 10, heterogeneity: 'high' };
};

const agentsLabel = (agents: number): string => `${agents.toLocaleString('en-GB')} agents`;

/** A whole run of the program, three rounds of ten steps; ends with what it had of memory. */
function wholeRun(agents: number, directory: string): Finished {
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
    // Once: peaks hardly vary.
    const { seconds, megabytes } = await compareProcesses(
      counts.map((agents) => ({
        key: String(agents),
        name: agentsLabel(agents),
        place: { series: 'peak', x: agents },
        start: () => wholeRun(agents, directory),
      })),
      1,
    );
    return [
      {
        key: 'memory',
        title: 'a whole run, H = 10, three rounds, packed',
        unit: 'MB at the peak',
        against: 'agents M',
        rows: megabytes,
        checked: 'every process ends with status 0',
        notes: ['one process of each size'],
      },
      {
        key: 'seconds',
        title: 'the same processes, from their start to their end',
        unit: 's',
        against: 'agents M',
        rows: seconds,
        checked: 'every process ends with status 0',
        notes: [],
      },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** 100,000 agents by themselves, once. */
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
      description: `10,000 agents against 100, d = 10, H = ${H}, packed: an agent's step`,
      source: PROJECT,
      table: 'steps',
      figure: times(`H = ${H}, 10000`, `H = ${H}, 100`),
      unit: 'times the cost',
      bound: 'at most' as const,
      limit: 1.5,
    })),
    {
      description: '10,000 agents, d = 10, packed: peak memory',
      source: PROJECT,
      table: 'memory',
      figure: cost('10000', 2 ** 20 / 1e9),
      unit: 'GB',
      bound: 'at most',
      limit: 1,
    },
    {
      description: '100,000 agents, d = 10, packed: peak memory',
      source: PROJECT,
      table: 'memory',
      figure: cost('100000', 2 ** 20 / 1e9),
      unit: 'GB',
      bound: 'at most',
      limit: 1,
    },
    {
      description: '100,000 agents, d = 10, packed: the whole process of three rounds (aim: to the first)',
      source: PROJECT,
      table: 'seconds',
      figure: cost('100000'),
      unit: 's',
      bound: 'at most',
      limit: 10,
    },
    {
      description: '100,000 agents, packed: peak memory in proportion to 10,000',
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
