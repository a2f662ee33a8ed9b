/**
 * Asynchronous virtual time: FedAsync with 200 agents on Garnets, d = 8, H = 10, with constant times,
 * exponential computing times, and exponential latencies besides; the whole program against the same simulation as one loop.
 *
 * Ceiling: the local steps, ten TD steps of d = 8, some 0.3 to 0.8 µs an update.
 */
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { Benchmark, Table } from '../harness/benchmark.ts';
import { compare, scaled } from '../harness/compare.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { timedRun } from '../harness/timedRun.ts';
import { aSecond, PROJECT } from '../harness/targets.ts';
import { GARNET } from '../problems/specifications.ts';
import { asynchronousLoop } from './rivals/asynchronousLoop.ts';

const SPECIFICATION = { ...GARNET, agents: 200 };
const STEP_SIZE = 0.01;
const LOCAL_STEPS = 10;
const MIXING = 0.2;
const EXPONENT = 0.5;
const EXPONENTIAL = { kind: 'exponential', mean: 1 } as const;
const LATENCY = { kind: 'exponential', mean: 2 } as const;

/** What takes how long, and how many updates a second are the aim. */
const CASES = [
  { key: 'constant', title: 'constant times', model: { compute: 1 }, limit: 300_000 },
  { key: 'random', title: 'random times of computing', model: { compute: EXPONENTIAL }, limit: 200_000 },
  {
    key: 'latencies',
    title: 'random times of computing and random latencies both ways',
    model: { compute: EXPONENTIAL, uplinkLatency: LATENCY, downlinkLatency: LATENCY },
    limit: 100_000,
  },
] as const;

type Case = (typeof CASES)[number];

async function table({ key, title, model }: Case, repetitions: number, updates: number): Promise<Table> {
  const timedFrom = updates / 4;
  const timedUpdates = updates - timedFrom;
  const program = () =>
    timedRun(
      SPECIFICATION,
      {
        algorithm: 'local-sa',
        sampling: 'markov',
        localSteps: LOCAL_STEPS,
        rounds: updates,
        timedFrom,
        stepSize: STEP_SIZE,
      },
      { placement: 'inline' },
      {
        policy: {
          kind: 'asynchronous',
          mixing: MIXING,
          weight: { kind: 'polynomial', exponent: EXPONENT },
        },
        timing: model,
      },
    );
  const loop = () =>
    asynchronousLoop(buildProblem(SPECIFICATION), {
      model,
      stepSize: STEP_SIZE,
      localSteps: LOCAL_STEPS,
      mixing: MIXING,
      exponent: EXPONENT,
      updates,
      timedFrom,
    });
  const checked = assertSameModel({ fedsa: (await program()).theta, 'one loop': loop().theta });
  return {
    key,
    title: `FedAsync, ${title}, M = 200, d = 8, H = 10, inline`,
    unit: 'µs an applied update',
    rows: await compare(
      [
        {
          key: 'fedsa',
          name: 'fedsa',
          sample: async () => scaled((await program()).cost, 1e6 / timedUpdates),
        },
        { name: 'one loop, no actors', sample: () => scaled(loop().cost, 1e6 / timedUpdates) },
      ],
      repetitions,
    ),
    checked,
    notes: [],
  };
}

const asynchronous: Benchmark = {
  name: 'simulation/asynchronous',
  question: 'what does an applied update of FedAsync cost, and how much of that is not the local steps?',
  targets: CASES.map(({ key, title, limit }) => ({
    description: `FedAsync, ${title}: applied updates`,
    source: PROJECT,
    table: key,
    // One thread: other load of the machine does not count.
    figure: aSecond('fedsa', 1e6, 'cpu'),
    unit: 'a second of processor time',
    bound: 'at least',
    limit,
  })),
  run: async ({ repetitions, quick }) => {
    const tables: Table[] = [];
    for (const entry of CASES)
      tables.push(await table(entry, Math.min(repetitions, 7), quick ? 40_000 : 400_000));
    return tables;
  },
};
export default asynchronous;
