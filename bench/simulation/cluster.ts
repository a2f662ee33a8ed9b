/**
 * A round of one run whose agents live with workers: six agents with two workers of one thread each, over a NATS server on
 * this machine, against packed on two threads. One local step a round, so that the round itself is what costs.
 *
 * Ceiling: four messages through the server, some 0.1 ms each, and the waking of two processes and two threads; of wide
 * vectors, copying and hashing them some ten times at each end, with the server's thread between.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ModuleSpecification } from '../../src/problems/specification.ts';
import { openCluster } from '../../src/runs/cluster/openCluster.ts';
import { loadProblem } from '../../src/inputs/target.ts';
import { hasNatsServer, startServer } from '../../test/nats/server.ts';
import type { Benchmark, Table } from '../harness/benchmark.ts';
import { compare, scaled } from '../harness/compare.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { timedRun } from '../harness/timedRun.ts';

const MAIN = fileURLToPath(new URL('../../dist/program/main.js', import.meta.url));
const PROBLEMS = new URL('../problems/', import.meta.url);
const WORKERS = 2;
const AGENTS = 6;

/** Rounds that are timed, of each width. */
const WIDTHS = [
  [8, 2000],
  [1000, 1000],
  [10_000, 100],
] as const;

const problemOf = (dimension: number): ModuleSpecification => ({
  kind: 'module',
  module: new URL('wideOperator.ts', PROBLEMS).href,
  export: 'wideAgent',
  agents: AGENTS,
  dimension,
});

/** A worker that is ready. */
async function startWorker(url: string): Promise<ChildProcess> {
  const words = [MAIN, 'worker', '--nats', url, '--threads', '1', '--data', fileURLToPath(PROBLEMS)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    child.on('exit', () => {
      reject(new Error('a worker ended'));
    });
    child.stderr.on('data', (line: Buffer) => {
      if (line.toString().includes('Ctrl-C ends it')) resolve();
    });
  });
  return child;
}

/** The table of one width. */
async function tableOf(url: string, dimension: number, rounds: number, repetitions: number): Promise<Table> {
  const asked = problemOf(dimension);
  const { specification, problem } = await loadProblem(asked, undefined);
  const request = { target: { definition: { problem: asked } } };
  const configuration = {
    algorithms: [{ name: 'local-sa', stepSize: 0.1 }],
    trigger: { kind: 'deterministic', localSteps: 1 },
    hosts: WORKERS,
    kernels: 'auto',
  } as const;
  const run = { request, specification, configuration, problem };
  const cluster = await openCluster(run, { url });
  const plan = {
    algorithm: 'local-sa',
    sampling: 'markov',
    localSteps: 1,
    rounds: 2 * rounds,
    timedFrom: rounds,
    stepSize: 0.1,
  } as const;
  const packed = () => timedRun(specification, plan, { placement: 'packed', threads: 2 }, {}, { problem });
  const clustered = () =>
    timedRun(specification, plan, { placement: 'cluster' }, {}, { problem, hosts: cluster.hosts });
  try {
    const checked = assertSameModel({ packed: (await packed()).theta, cluster: (await clustered()).theta });
    const contenders = [
      { key: 'packed', name: 'packed on 2 threads', run: packed },
      { key: 'cluster', name: 'with 2 workers', run: clustered },
    ].map(({ run: timed, ...rest }) => ({
      ...rest,
      sample: async () => scaled((await timed()).cost, 1e6 / rounds),
    }));
    return {
      key: `d = ${dimension}`,
      title: `${AGENTS} agents, d = ${dimension.toLocaleString('en')}, H = 1`,
      unit: 'µs a round',
      rows: await compare(contenders, repetitions, 'warm'),
      checked,
      notes: ['processor time is that of the run’s process alone'],
    };
  } finally {
    await cluster.close();
  }
}

const cluster: Benchmark = {
  name: 'simulation/cluster',
  question: 'what does a round cost whose agents live with workers, beside threads of one machine?',
  run: async ({ quick, repetitions }) => {
    if (!hasNatsServer) throw new Error('it needs nats-server');
    const server = await startServer();
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(server.url)));
    try {
      const tables: Table[] = [];
      for (const [dimension, rounds] of quick ? WIDTHS.slice(0, 1) : WIDTHS)
        tables.push(await tableOf(server.url, dimension, quick ? 200 : rounds, Math.min(repetitions, 7)));
      return tables;
    } finally {
      for (const worker of workers) worker.kill('SIGKILL');
      await server.stop();
    }
  },
};

export default cluster;
